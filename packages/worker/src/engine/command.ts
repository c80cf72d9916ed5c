import { legalPlays, ownView } from 'bg-rules';
import { checkFingerprint } from './fingerprint.ts';
import { LineProcess } from './line-process.ts';
import { pairWithLegalPlays, readCube, readMoves, readReady, stateOf } from './line-protocol.ts';
import type { CubeEvaluation, CubeRequest, Engine, EngineResult, EvaluatedPlay, MovesRequest } from './types.ts';

interface CommandOptions {
  readonly program: string;
  /** Arguments of the program; none by default. */
  readonly args?: readonly string[];
  /** The id of its results. */
  readonly id: string;
  /** The program is killed if an evaluation takes longer. */
  readonly timeoutMs: number;
}

/**
 * An engine in any program that reads one JSON object per line and answers each with one line. The package's
 * README has the protocol.
 */
export class CommandEngine implements Engine {
  readonly id: string;
  readonly #process: LineProcess;
  #asked = 0;

  private constructor({ program, args = [], id, timeoutMs }: CommandOptions) {
    this.id = id;
    this.#process = new LineProcess({ command: program, args, env: openEnvironment(), timeoutMs });
  }

  /** Starts the program and waits until it is ready. If its id has a known fingerprint, the engine must match it. */
  static async open(options: CommandOptions): Promise<EngineResult<CommandEngine>> {
    const engine = new CommandEngine(options);
    const greeting = await engine.#process.ask(null);
    const ready = greeting.ok ? readReady(greeting.value) : greeting;
    const checked = ready.ok ? await checkFingerprint(engine) : ready;
    if (checked.ok) return { ok: true, value: engine };
    await engine.close();
    return checked;
  }

  /** Process id, for monitoring. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  async moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>> {
    const { position, onRoll, dice, plies } = request;
    // Sends the candidates, so that a program can evaluate positions without implementing the rules.
    const candidates = legalPlays(position, onRoll, dice).map((play) => ownView(play.position, onRoll));
    const reply = await this.#ask({ op: 'moves', dice, candidates, plies, ...stateOf(request) });
    const moves = reply.ok ? readMoves(reply.value) : reply;
    return moves.ok ? pairWithLegalPlays(request, moves.value) : moves;
  }

  async cube(request: CubeRequest): Promise<EngineResult<CubeEvaluation>> {
    const reply = await this.#ask({ op: 'cube', plies: request.plies, ...stateOf(request) });
    return reply.ok ? readCube(reply.value) : reply;
  }

  close(): Promise<void> {
    return this.#process.kill();
  }

  #ask(request: object): Promise<EngineResult<string>> {
    return this.#process.ask(JSON.stringify({ id: ++this.#asked, ...request }));
  }
}

/** The environment without the worker's own settings, so that the engine does not get the key. */
function openEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('BG_WORKER_'));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
