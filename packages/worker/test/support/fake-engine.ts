import { legalPlays } from 'bg-rules';
import type { CubeEvaluation, Engine, EngineResult, EvaluatedPlay, MovesRequest } from '../../src/engine/types.ts';
import type { FakeClock } from './fake-clock.ts';

type Fault = EngineResult<never>;

/** An engine that takes a fixed time and returns fixed evaluations. */
export class FakeEngine implements Engine {
  readonly id = 'gnubg-1.07';
  isClosed = false;
  busyMs = 0;
  /** Returns the fault for a request, or null. */
  fault: (request: MovesRequest) => Fault | null = () => null;
  thinkingMs = 200;
  readonly #clock: FakeClock;
  readonly #ended = new AbortController();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  async moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>> {
    await this.#clock.sleep(this.thinkingMs, this.#ended.signal);
    this.busyMs += this.thinkingMs;
    const fault = this.isClosed ? ended : this.fault(request);
    if (fault) return fault;
    const plays = legalPlays(request.position, request.onRoll, request.dice);
    return { ok: true, value: plays.map((play) => ({ ...play, equity: 0, cubeless: 0, chances: [0.5, 0, 0, 0, 0] })) };
  }

  async cube(): Promise<EngineResult<CubeEvaluation>> {
    return { ok: true, value: { noDouble: 0, doubleTake: -0.5, doublePass: 1, advice: 'No double, take' } };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#ended.abort();
  }
}

const ended: Fault = { ok: false, code: 'engine-ended', message: 'The engine was closed.' };
