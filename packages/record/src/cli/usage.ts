import { EXIT } from './exit-codes.ts';

export const COMMANDS = ['verify', 'show', 'export', 'compare', 'evidence'] as const;

export type Command = (typeof COMMANDS)[number];

export function isCommand(word: string | undefined): word is Command {
  return COMMANDS.some((command) => command === word);
}

const SOURCES = `FILE is a path, an http(s) address, or - for the standard input; gzipped files are unpacked.
Records are read up to 10 MB.`;

const SERVER_KEY = '--server-key HEX   the match must be of the server with this key (64 hex digits)';

const UNREADABLE = `  ${EXIT.unreadable}  no bytes could be read (no such file, no answer, a damaged gzip) or written; or wrong options
`;

/** One rule for every command that verifies. */
const exitCodes = (done: string) => `Exit codes:
  ${EXIT.valid}  ${done}
  ${EXIT.notValid}  not valid: the text, the record or an event is refused, with a code of the format
${UNREADABLE}  ${EXIT.unfinished}  a transcript: right so far, but without the server's closing
`;

export const USAGE = `bg-record checks records of backgammon matches: dice, signatures, rules and result.

Usage:
  bg-record verify FILE...             is this record right?
  bg-record show FILE                  the match in plain words
  bg-record export --format F FILE     the match for other programs: mat, sgf, text, json
  bg-record compare A B                do two copies of a match tell one story?
  bg-record evidence FILE              what does the file of a halted page prove?

${SOURCES}

Options:
  -h, --help       this help; after a command, help on that command
  -v, --version    the version

${exitCodes('right')}  ${EXIT.fork}  two histories signed by one key (compare), or something proven (evidence)
`;

export const COMMAND_USAGE: Readonly<Record<Command, string>> = {
  verify: `bg-record verify [--server-key HEX] [--json] FILE...

Checks each record from nothing but itself, and says in one sentence whether it is right or what the first fault is.
Without --server-key a right record is called consistent: anybody can make one with three keys of their own. Compare the
server's key with one that you know from elsewhere. With --server-key a right record of that server is called valid.
A transcript { "header", "events" } of a match that goes on is checked as far as it goes, and never called valid.
${SOURCES}

Options:
  ${SERVER_KEY}
  --json             one JSON object a file instead of a sentence; "verdict" is valid, consistent, unfinished,
                     not-valid or unreadable

${exitCodes('every file is valid or consistent')}Of several files the first of 1, 2, 4 that applies.
`,
  show: `bg-record show [--server-key HEX] FILE

Verifies a record and tells the match in plain words: every roll, play, cube action and result.
${SOURCES}

Options:
  ${SERVER_KEY}

${exitCodes('shown')}`,
  export: `bg-record export --format mat|sgf|text|json [--out FILE] [--server-key HEX] FILE

Verifies a record and writes it in another form. mat and sgf are read by GNU Backgammon and other programs; text is what
show prints; json is the record itself, canonical and on one line.
${SOURCES}

Options:
  --format F         mat, sgf, text or json
  --out FILE         where to write; the standard output if not given
  ${SERVER_KEY}

${exitCodes('written')}`,
  compare: `bg-record compare [--json] A B

Lays two copies of one match side by side, finished records or transcripts ({ "header", "events" }). Says whether they are
the same, one is the beginning of the other, or they differ, and whose signatures prove that two histories were signed.
The closing of a finished record (result, finalHash, sig) is checked as well: a file whose closing is not right is never
called the same as another.
${SOURCES}

Options:
  --json   one JSON object instead of a sentence

Exit codes:
  ${EXIT.valid}  one story: the same, or one is the beginning of the other
  ${EXIT.notValid}  a file is not valid, the two are different matches, or they part but nobody is proven to have signed both
${UNREADABLE}  ${EXIT.fork}  a fork is proved: somebody signed two histories
`,
  evidence: `bg-record evidence [--server-key HEX] [--json] FILE

Says in a paragraph what the file that a halted page offered proves, about which key, and what it does not prove. Only
signatures count: the page's reason, its times and its log are the player's own word.
${SOURCES}

Options:
  --server-key HEX   says of a finding about the server whether it is about this key (64 hex digits)
  --json             one JSON object instead of a paragraph

Exit codes:
  ${EXIT.valid}  nothing is proven about anybody
  ${EXIT.notValid}  not valid: the text or the evidence is refused
${UNREADABLE}  ${EXIT.fork}  something is proven
`,
};
