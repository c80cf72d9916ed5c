import { EXIT } from './exit-codes.ts';

const COMMANDS = ['verify', 'show', 'export', 'import', 'session', 'compare', 'evidence', 'audit', 'witness'] as const;

export type Command = (typeof COMMANDS)[number];

export function isCommand(word: string | undefined): word is Command {
  return COMMANDS.some((command) => command === word);
}

const SOURCES = `FILE is a path, an http(s) URL, or - for standard input. Gzipped files are decompressed.
The maximum size is 10 MB.`;

const SERVER_KEY = '--server-key HEX   require the match to be signed by this server key (64 hex digits)';

const UNREADABLE = `  ${EXIT.unreadable}  reading or writing failed (no such file, no answer, damaged gzip), or wrong options
`;

/** The exit codes of every command that verifies. */
const exitCodes = (done: string) => `Exit codes:
  ${EXIT.valid}  ${done}
  ${EXIT.notValid}  not valid: the text, the record or an event was refused; the message contains the code
${UNREADABLE}  ${EXIT.unfinished}  a transcript: consistent so far, but without the server's closing
  ${EXIT.otherFormat}  a record in the format of another version, which this tool cannot judge
`;

export const USAGE = `bg-record checks records of backgammon matches: dice, signatures, rules and result.

Usage:
  bg-record verify FILE...             is this record valid?
  bg-record show FILE                  the match in plain words
  bg-record export --format F FILE     convert the match: mat, sgf, ogxm, text, json
  bg-record import FILE...             what is in these files of other programs?
  bg-record session FILE...            are these records one money session, and what is its score?
  bg-record compare A B                do two copies of a match agree?
  bg-record evidence FILE              what does the evidence file of a halted page prove?
  bg-record audit URL                  do all records, ratings and lists of a service follow from its public log?
  bg-record witness                    cosign the checkpoints of public logs

${SOURCES}

Options:
  -h, --help       this help; after a command, help on that command
  -v, --version    the version

${exitCodes('valid')}  ${EXIT.fork}  one key signed two histories (compare), or misconduct is proven (evidence)
  ${EXIT.nothingProven}  nothing is proven (evidence)

Texts from files and from other programs are shown with control characters and invisible ones escaped, such as \\u001b.
`;

export const COMMAND_USAGE: Readonly<Record<Command, string>> = {
  verify: `bg-record verify [--server-key HEX] [--json] FILE...
bg-record verify --proof FILE.tlog-proof --policy FILE [--server-key HEX] [--json] FILE

Verifies each record using only its own content. Prints one sentence: the result, or the first fault.
Without --server-key a flawless record is called consistent: one person with three keys can make one of a match that nobody
played, dice included. Compare the server's key with one that you know from elsewhere. With --server-key a flawless record
of that server is called valid; even then one person may have had both players' keys and decided every play.
A transcript { "header", "events" } of an unfinished match is verified as far as it goes, and never called valid.
With --proof and --policy, the record is valid only if its entry is in a public log that the policy accepts. Nobody is asked.
${SOURCES}

Options:
  ${SERVER_KEY}
  --proof FILE       the proof that the service gives for the match (c2sp.org/tlog-proof)
  --policy FILE      the logs and witnesses that you trust (c2sp.org/tlog-policy); its shortest form names the key of the
                     log: "log KEY" on one line and "quorum none" on the next
  --json             one JSON object per file instead of a sentence; "verdict" is valid, consistent, unfinished,
                     not-valid, other-format or unreadable

${exitCodes('every file is valid or consistent')}With several files, the first of 1, 2, 6, 4 that applies to any of them.
`,
  show: `bg-record show [--server-key HEX] FILE

Verifies a record and prints the match in plain words: every roll, play, cube action and result.
${SOURCES}

Options:
  ${SERVER_KEY}

${exitCodes('shown')}`,
  export: `bg-record export --format mat|sgf|ogxm|text|json [--out FILE] [--server-key HEX] FILE

Verifies a record and converts it. GNU Backgammon and other programs read mat and sgf; ogxm is binary, the
format of OpenGammon and HedgeHog; text is the output of show; json is the record itself in canonical form, on one line.
${SOURCES}

Options:
  --format F         mat, sgf, ogxm, text or json
  --out FILE         file to write; default: standard output
  ${SERVER_KEY}

${exitCodes('written')}`,
  import: `bg-record import [--format mat|sgf|text|json] [--out FILE] [--json] FILE...

Reads matches and positions of other programs: .mat and .txt in all dialects, .sgf, .xg and .xgp, .ogxm, text exports of GNU Backgammon, texts with
an XGID, an id of GNU Backgammon or an OGID, and up to 2,000 such files in a .zip. Prints what was read, and what was left out or assumed, with the line.
Nothing in such a file is proven.
With --format the matches are written in another format, all in one file: mat and sgf are read by other programs, json has every decision with its situation.
FILE is a path, an http(s) URL, or - for standard input. Gzipped files are decompressed. The maximum size is 16 MB, of a .zip that is named by its path 256 MB.

Options:
  --format F   mat, sgf, json, or text for the usual output
  --out FILE   file to write; default: standard output
  --json       one JSON object per file instead of sentences

Exit codes:
  ${EXIT.valid}  every file was read whole
  ${EXIT.notValid}  a file was refused
${UNREADABLE}  ${EXIT.unfinished}  every file was read, and something was left out of one or assumed
`,
  session: `bg-record session [--server-key HEX] [--json] FILE...

Verifies each record like verify, and then checks that they are the games of one money session, from its first game on: each header
names the record of the game before and the points so far. Prints the score of the session. The order of the files does not matter.
A game that was lost on time or by abandonment costs the value of the cube, twice as much if the loser has borne off no checker, and three
times as much if the loser also has a checker on the bar or in the winner's home board, unless the Jacoby rule holds and the cube is in the middle.
${SOURCES}

Options:
  ${SERVER_KEY}
  --json             one JSON object per file, and one for the session

${exitCodes('every file is valid or consistent, and they are one session')}With several files, the first of 1, 2, 6, 4 that applies to any of them.
`,
  compare: `bg-record compare [--json] A B

Compares two copies of one match, finished records or transcripts ({ "header", "events" }). Reports if they are
the same, if one is the beginning of the other, or if they differ, and which keys are proven to have signed both.
The closing of a finished record (result, finalHash, sig) is verified as well. A file with an invalid closing is never
reported as the same.
${SOURCES}

Options:
  --json   one JSON object instead of a sentence

Exit codes:
  ${EXIT.valid}  the files agree: they are the same, or one is the beginning of the other
  ${EXIT.notValid}  a file is not valid, the matches are different, or the histories differ but no key is proven to have signed both
${UNREADABLE}  ${EXIT.fork}  a fork is proven: one key signed two histories
`,
  evidence: `bg-record evidence [--server-key HEX] [--json] FILE

Reports what the evidence file of a halted page proves about a match or about the public log, about which key, and what
it does not prove. Only signatures count: the page's reason, its times and its log are only the player's claims. The reason
comes last, quoted and cut after 200 characters.
${SOURCES}

Options:
  --server-key HEX   marks findings about the server with this key (64 hex digits)
  --json             one JSON object instead of a paragraph

Exit codes:
  ${EXIT.notValid}  not valid: the text or the evidence was refused
${UNREADABLE}  ${EXIT.fork}  misconduct is proven
  ${EXIT.nothingProven}  nothing is proven
`,
  audit: `bg-record audit [--state FILE] [--sample N] [--policy FILE] [--server-key HEX] [--json] URL

Checks a service from outside: the tree of its public log, every entry, every record, all ratings, and the lists that it
shows (recent matches, leaderboard, players with new matches, dice report). A record in the format of another version is only
compared with its entry, and counted apart. Each difference is named, with its evidence. A
later run continues from the state file, and demands that the log continues the checkpoint in it.

The table also has the share of matches lost on time and by absence for each server key, among people who had five opponents
each, and the number of gaps during which other matches went on. They prove nothing by themselves.

Options:
  --state FILE       the state file; default: HOST.audit.json in the current folder
  --sample N         verify only N records, chosen at random, and compare N players; dice and missing leaders are not compared
  --policy FILE      the logs and witnesses that you trust (c2sp.org/tlog-policy); without it the first run accepts the key
                     that the service shows, and later runs demand the same one
  --server-key HEX   require the log to be that of the server with this key (64 hex digits)
  --json             one JSON object instead of the table

Exit codes:
  ${EXIT.valid}  no difference
  ${EXIT.notValid}  differences were found, or the log served something that its checkpoint does not contain
${UNREADABLE}  ${EXIT.fork}  the log contradicts itself: the output contains both signed notes as evidence
`,
  witness: `bg-record witness --policy FILE --state FILE [--name NAME] [--port N] [--host ADDRESS]

Runs a witness of public logs (c2sp.org/tlog-witness): logs send it their checkpoints, and it cosigns those that it can
connect to the one that it cosigned before. Prints its verifier key on the first line. It runs until SIGTERM or SIGINT.

Options:
  --policy FILE      names the logs (c2sp.org/tlog-policy): lines "log KEY", and "quorum none"
  --state FILE       private key and newest checkpoints in one file, written before each answer. Never restore an
                     older copy of it: make a new witness instead
  --name NAME        the name of a new witness, such as witness.example.org/w1
  --port N           the port; default: 8090. 0 for any free one
  --host ADDRESS     the address to listen at; default: 127.0.0.1, for a reverse proxy

Exit codes:
  ${EXIT.valid}  stopped
${UNREADABLE}`,
};
