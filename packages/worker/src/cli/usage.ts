import { EXIT } from './exit-codes.ts';

export const USAGE = `bg-worker lends processor time to a backgammon server: it analyses positions with an engine on this machine.

Usage:
  bg-worker [options]           work until Ctrl-C; asks for what it needs when it is run in a terminal
  bg-worker check [options]     is this engine the right build? says so, without a server
  bg-worker systemd [options]   print a unit file for systemd

Options, each also an environment variable (--engine-path is BG_WORKER_ENGINE_PATH) and a member of the settings file
(enginePath); the option wins over the variable, the variable over the file:
  --server URL              the server to work for
  --key KEY                 its worker key; better in the file or the environment, where other users cannot see it
  --key-file FILE           read the key from a file
  --engine KIND             gnubg (usual), anchor-net, which needs no installation, wildbg-http or command
  --engine-path PATH        the program, or the address of wildbg's web server; gnubg is searched for
  --engine-id ID            what results are called; needed for command
  --processes N             engines at the same time (usual: one for every core but one)
  --ply N                   refuse to search deeper than this (usual: 2)
  --max-jobs-per-hour N     take no more positions than this in an hour
  --id NAME                 name of this worker, shown to nobody but the server (usual: made up)
  --config FILE             the settings file
  -h, --help                this help
  -v, --version             the version

Ctrl-C finishes and hands in what was begun; a second one stops at once.

Exit codes: ${EXIT.finished} finished, ${EXIT.failed} a fault in bg-worker, ${EXIT.usage} wrong options, ${EXIT.refusedByServer} the server does not want this worker,
${EXIT.engineUnfit} the engine is missing or not the right build, ${EXIT.aborted} stopped at once.
`;
