/** The exit codes of the process. Retrying does not help with 2 to 5. */
export const EXIT = {
  finished: 0,
  failed: 1,
  usage: 2,
  refusedByServer: 3,
  engineUnfit: 4,
  notVerified: 5,
  aborted: 130,
} as const;

export const USAGE = `bg-worker donates processor time to a backgammon server: it analyses positions with an engine on this machine.

Usage:
  bg-worker [options]           work until Ctrl-C; in a terminal, ask for missing settings
  bg-worker configure [options] ask for address and key, try them, store them, and make a key of the worker's own
  bg-worker check [options]     check that the engine is the right build; needs no server
  bg-worker systemd [options]   print a systemd unit file
  bg-worker verify [options] RECORD REPORT
                                check a report on a match: signatures of its workers, every figure, and a sample by an engine here

Options. Each is also an environment variable (--engine-path is BG_WORKER_ENGINE_PATH) and a member of the settings file
(enginePath). Options override variables, and variables override the file:
  --server URL              the server to work for
  --key KEY                 the worker key; prefer the file or the environment, because other users can see options
  --key-file FILE           read the key from a file
  --own-key-file FILE       the worker's own key, with which it signs requests and results (default: own.key beside the
                            settings file, if it exists)
  --engine KIND             gnubg (default), anchor-net (needs no installation), wildbg-http or command
  --engine-path PATH        the program, or the URL of wildbg's web server; default for gnubg: search PATH
  --engine-id ID            the id of the results; required for command
  --processes N             number of engine processes (default: one less than the number of cores)
  --ply N                   maximum search depth (default: 2)
  --max-jobs-per-hour N     maximum number of positions per hour
  --min-queue N             work only while the server's queue has N jobs or more (default: 0)
  --id NAME                 name of this worker, sent only to the server (default: random)
  --config FILE             the settings file
Options of verify, beside those of the engine:
  --sample N                number of judgements that the engine makes again (default: 20; 0 needs no engine)
  --seed TEXT               draws the sample; the same text draws the same one (default: random)
  --signed                  demand a signature of each judgement
  --server-key HEX          require the record to be signed by this server key (64 hex digits)
  --json                    one JSON object instead of sentences

  -h, --help                this help
  -v, --version             the version

Ctrl-C finishes and submits the current jobs. A second Ctrl-C stops at once.

Exit codes: ${EXIT.finished} finished, ${EXIT.failed} internal error, ${EXIT.usage} wrong options, ${EXIT.refusedByServer} refused by the server,
${EXIT.engineUnfit} the engine is missing or the wrong build, ${EXIT.notVerified} the record or report is not verified, ${EXIT.aborted} aborted.
`;
