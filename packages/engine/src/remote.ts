import { ArgumentError, type Situation } from 'bg-rules';
import type { Chances } from './chances.ts';
import type { Answer, CubeDecision } from './cube-decision.ts';
import type { DecideOptions, RolledDouble, RolledPlay } from './decide-by-rollouts.ts';
import type { DepthOptions, DoubleOptions, evaluate, RankOptions } from './judge.ts';
import type { RankedPlay } from './rank.ts';
import type { GamesOptions, RolloutOptions, RolloutResult } from './rollout.ts';

/** One end of a connection with structured messages: a `Worker`, the `self` of a worker, or a `MessagePort`. */
export interface EnginePort {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

type Moment = Parameters<typeof evaluate>[0];

/** The questions that a worker answers. */
export type Question =
  | { readonly kind: 'evaluate'; readonly situation: Moment; readonly options: Partial<DepthOptions> }
  | { readonly kind: 'rank'; readonly situation: Situation; readonly options: RankOptions }
  | { readonly kind: 'decideDouble'; readonly situation: Situation; readonly options: DoubleOptions }
  | { readonly kind: 'answerDouble'; readonly situation: Situation; readonly options: DepthOptions }
  | { readonly kind: 'rollout'; readonly situation: Situation; readonly options: GamesOptions }
  | { readonly kind: 'playGames'; readonly situation: Situation; readonly options: GamesOptions }
  | { readonly kind: 'rankByRollouts'; readonly situation: Situation; readonly options: Seed }
  | { readonly kind: 'decideDoubleByRollouts'; readonly situation: Situation; readonly options: Seed };

type Seed = Pick<DecideOptions, 'seed'>;

/** A message to the worker. */
export type Asked =
  | { readonly id: number; readonly question: Question }
  | { readonly id: number; readonly abort: true };

/** A message from the worker. */
export type Told = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly progress: unknown }
  | { readonly error: { readonly code: string | null; readonly message: string } }
);

/** The engine in another thread: the same functions, with promises of their results. */
export interface RemoteEngine {
  evaluate(situation: Moment, options?: Partial<DepthOptions>): Promise<Chances>;
  rank(situation: Situation, options: RankOptions): Promise<RankedPlay[]>;
  decideDouble(situation: Situation, options: DoubleOptions): Promise<CubeDecision | null>;
  answerDouble(situation: Situation, options: DepthOptions): Promise<Answer>;
  rollout(situation: Situation, options?: RolloutOptions): Promise<RolloutResult>;
  playGames(situation: Situation, options?: GamesOptions): Promise<Float64Array>;
  rankByRollouts(situation: Situation, options?: Omit<DecideOptions, 'games'>): Promise<RolledPlay[]>;
  decideDoubleByRollouts(situation: Situation, options?: Omit<DecideOptions, 'games'>): Promise<RolledDouble | null>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress: ((progress: never) => void) | undefined;
}

/**
 * Returns the engine that `serveEngine` runs at the other end of a port. It loads no weights itself. A promise is rejected
 * with an `ArgumentError` as the function itself would throw it, and an aborted question with the signal's reason. The
 * caller creates and terminates the worker.
 */
export function connectEngine(port: EnginePort): RemoteEngine {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  port.onmessage = ({ data }: MessageEvent<Told>) => {
    const one = waiting.get(data.id);
    if (!one) return;
    if ('progress' in data) return one.onProgress?.(data.progress as never);
    waiting.delete(data.id);
    if ('value' in data) one.resolve(data.value);
    else
      one.reject(
        data.error.code ? new ArgumentError(data.error.code, data.error.message) : new Error(data.error.message),
      );
  };
  const ask = <Value>(question: Question, { onProgress, signal }: RolloutOptions = {}): Promise<Value> => {
    const id = asked++;
    return new Promise<Value>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, onProgress });
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(id)) return;
        port.postMessage({ id, abort: true } satisfies Asked);
        reject(signal.reason);
      });
      port.postMessage({ id, question } satisfies Asked);
    });
  };
  return {
    evaluate: (situation, options = {}) => ask({ kind: 'evaluate', situation, options }),
    rank: (situation, options) => ask({ kind: 'rank', situation, options }),
    decideDouble: (situation, options) => ask({ kind: 'decideDouble', situation, options }),
    answerDouble: (situation, options) => ask({ kind: 'answerDouble', situation, options }),
    rollout: (situation, options = {}) => {
      const { onProgress: _onProgress, signal: _signal, ...sent } = options;
      return ask({ kind: 'rollout', situation, options: sent }, options);
    },
    playGames: (situation, options = {}) => ask({ kind: 'playGames', situation, options }),
    rankByRollouts: (situation, { signal, ...options } = {}) =>
      ask({ kind: 'rankByRollouts', situation, options }, signal ? { signal } : {}),
    decideDoubleByRollouts: (situation, { signal, ...options } = {}) =>
      ask({ kind: 'decideDoubleByRollouts', situation, options }, signal ? { signal } : {}),
  };
}
