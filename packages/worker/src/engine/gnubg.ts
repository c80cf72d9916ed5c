import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ENGINE_FILE } from '../engine-file.ts';
import { makeEngineFolder, removeFolder } from './engine-folder.ts';
import { checkFingerprint } from './fingerprint.ts';
import { LineProcess } from './line-process.ts';
import { pairWithLegalPlays, readCube, readMoves, stateOf } from './line-protocol.ts';
import type { CubeEvaluation, CubeRequest, Engine, EngineResult, EvaluatedPlay, MovesRequest } from './types.ts';

export interface GnubgOptions {
  /** Path of the program. Searched for if absent. */
  readonly program?: string;
  /** The program is killed if an evaluation takes longer. */
  readonly timeoutMs?: number;
}

/** The version that the fingerprint describes. */
export const GNUBG_ID = 'gnubg-1.07';
const DEFAULT_TIMEOUT_MS = 60_000;

/** One GNU Backgammon process. It uses one core and evaluates one decision at a time. */
export class GnubgEngine implements Engine {
  readonly id = GNUBG_ID;
  readonly #process: LineProcess;
  readonly #folder: string;
  #asked = 0;

  private constructor(program: string, timeoutMs: number) {
    this.#folder = makeEngineFolder();
    // An empty settings directory, so that the volunteer's own gnubg settings do not change results.
    const args = ['-t', '-q', '-r', '-s', this.#folder, '-p', ENGINE_FILE];
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', HOME: this.#folder };
    this.#process = new LineProcess({ command: program, args, env, timeoutMs });
  }

  /** Starts the program and checks its fingerprint. Closes it on failure. */
  static async open(options: GnubgOptions = {}): Promise<EngineResult<GnubgEngine>> {
    const program = options.program ?? findGnubg();
    if (program === null) return { ok: false, code: 'engine-missing', message: 'GNU Backgammon was not found.' };
    const engine = new GnubgEngine(program, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const ready = await engine.#process.ask(null);
    const checked = ready.ok ? await checkFingerprint(engine) : ready;
    if (checked.ok) return { ok: true, value: engine };
    await engine.close();
    return checked;
  }

  /** Process id, for monitoring. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Evaluates every legal play at the same depth, best first in the engine's order. Empty if there is no
   * legal play.
   */
  async moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>> {
    const reply = await this.#ask({ op: 'moves', dice: request.dice, plies: request.plies, ...stateOf(request) });
    if (!reply.ok) return reply;
    const moves = readMoves(reply.value);
    return moves.ok ? pairWithLegalPlays(request, moves.value) : moves;
  }

  /** Evaluates a double before the roll. The player must be allowed to double; otherwise the answer is meaningless. */
  async cube(request: CubeRequest): Promise<EngineResult<CubeEvaluation>> {
    const reply = await this.#ask({ op: 'cube', plies: request.plies, ...stateOf(request) });
    return reply.ok ? readCube(reply.value) : reply;
  }

  /** Ends the program and removes its temporary files. */
  async close(): Promise<void> {
    await this.#process.kill();
    removeFolder(this.#folder);
  }

  #ask(request: object): Promise<EngineResult<string>> {
    return this.#process.ask(JSON.stringify({ id: ++this.#asked, ...request }));
  }
}

/** The directories in which packages install gnubg. Some are not on the PATH of services. */
const USUAL_FOLDERS = ['/usr/games', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns the path of gnubg: the first on PATH, else in the usual directories. Returns null if there is none. */
export function findGnubg(path: string = process.env.PATH ?? ''): string | null {
  const folders = [...path.split(delimiter).filter((folder) => folder !== ''), ...USUAL_FOLDERS];
  return folders.map((folder) => join(folder, 'gnubg')).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
