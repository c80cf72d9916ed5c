import { legalPlays, ownView } from 'bg-rules';
import { checkFingerprint } from './fingerprint.ts';
import { LineProcess } from './line-process.ts';
import { pairWithLegalPlays, readCube, readMoves, readReady } from './replies.ts';
import { stateOf } from './request.ts';
import type { CubeEvaluation, CubeRequest, Engine, EngineResult, EvaluatedPlay, MovesRequest } from './types.ts';

export interface CommandOptions {
  readonly program: string;
  /** None unless they are given. */
  readonly args?: readonly string[];
  /** What its results are called. */
  readonly id: string;
  /** An evaluation that takes longer ends the program. */
  readonly timeoutMs: number;
}

/** Any program that reads a JSON object a line and answers each with one, as the package's README describes. */
export class CommandEngine implements Engine {
  readonly id: string;
  readonly #process: LineProcess;
  #asked = 0;

  private constructor({ program, args = [], id, timeoutMs }: CommandOptions) {
    this.id = id;
    this.#process = new LineProcess({ command: program, args, env: openEnvironment(), timeoutMs });
  }

  /** Starts the program and waits until it is ready; one with the name of an engine whose fingerprint is known is held to it. */
  static async open(options: CommandOptions): Promise<EngineResult<CommandEngine>> {
    const engine = new CommandEngine(options);
    const greeting = await engine.#process.ask(null);
    const ready = greeting.ok ? readReady(greeting.value) : greeting;
    const checked = ready.ok ? await checkFingerprint(engine) : ready;
    if (checked.ok) return { ok: true, value: engine };
    await engine.close();
    return checked;
  }

  /** Process id, for whoever watches the machine. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  async moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>> {
    const { position, onRoll, dice, plies } = request;
    // so that a program can judge positions without knowing how checkers move
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

/** The surroundings without the worker's own settings: its key is none of the engine's business. */
function openEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('BG_WORKER_'));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
