import { EXIT } from './exit-codes.ts';

export const COMMANDS = ['verify', 'show', 'export', 'compare'] as const;

export type Command = (typeof COMMANDS)[number];

export function isCommand(word: string | undefined): word is Command {
  return COMMANDS.some((command) => command === word);
}

const SOURCES = `FILE is a path, an http(s) address, or - for the standard input; gzipped files are unpacked.
Records are read up to 10 MB.`;

export const USAGE = `bg-record checks records of backgammon matches: dice, signatures, rules and result.

Usage:
  bg-record verify FILE...             is this record right?
  bg-record show FILE                  the match in plain words
  bg-record export --format F FILE     the match for other programs: mat, sgf, text, json
  bg-record compare A B                do two copies of a match tell one story?

${SOURCES}

Options:
  -h, --help       this help; after a command, help on that command
  -v, --version    the version

Exit codes: ${EXIT.valid} valid, ${EXIT.notValid} not valid, ${EXIT.unreadable} could not read, ${EXIT.fork} two histories signed by one key (compare).
`;

export const COMMAND_USAGE: Readonly<Record<Command, string>> = {
  verify: `bg-record verify [--server-key HEX] [--json] FILE...

Checks each record from nothing but itself, and says in one sentence whether it is right or what the first fault is.
${SOURCES}

Options:
  --server-key HEX   the record must be closed by this server's key (64 hex digits)
  --json             one JSON object a file instead of a sentence

Exit codes: ${EXIT.valid} all valid, ${EXIT.notValid} one or more not valid, ${EXIT.unreadable} one or more could not be read.
`,
  show: `bg-record show [--server-key HEX] FILE

Verifies a record and tells the match in plain words: every roll, play, cube action and result.
${SOURCES}

Exit codes: ${EXIT.valid} shown, ${EXIT.notValid} not valid, ${EXIT.unreadable} could not read.
`,
  export: `bg-record export --format mat|sgf|text|json [--out FILE] [--server-key HEX] FILE

Verifies a record and writes it in another form. mat and sgf are read by GNU Backgammon and other programs; text is what
show prints; json is the record itself, canonical and on one line.
${SOURCES}

Options:
  --format F    mat, sgf, text or json
  --out FILE    where to write; the standard output if not given

Exit codes: ${EXIT.valid} written, ${EXIT.notValid} not valid, ${EXIT.unreadable} could not read or write.
`,
  compare: `bg-record compare [--json] A B

Lays two copies of one match side by side, finished records or transcripts ({ "header", "events" }). Says whether they are the
same, one is the beginning of the other, or they differ, and whose signatures prove that two histories were signed.
${SOURCES}

Exit codes: ${EXIT.valid} one story, ${EXIT.notValid} not comparable, ${EXIT.unreadable} could not read, ${EXIT.fork} a fork is proved.
`,
};
