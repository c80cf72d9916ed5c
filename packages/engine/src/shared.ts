import { ArgumentError } from 'bg-rules';
import { decideDoubleByRollouts, type GamesOf, rankByRollouts } from './decide-by-rollouts.ts';
import type { RemoteEngine } from './remote.ts';
import { equitiesOfGames, type PlayGames, rolloutInParts } from './rollout.ts';

/** The questions that consist of many games, which all threads play. */
type Shared = 'rollout' | 'rankByRollouts' | 'decideDoubleByRollouts';
/** The questions that one thread answers. */
type Single = Exclude<keyof RemoteEngine, Shared>;
/** The part of an engine that a thread serves. */
type ThreadEngine = Pick<RemoteEngine, Single>;

/** A question that waits for a thread. */
interface Job {
  run(engine: ThreadEngine): Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

interface Thread {
  readonly engine: ThreadEngine;
  /** The number of questions that it has and has not answered. */
  asked: number;
}

/** A thread has this many questions at a time, so that it never waits for the next one. */
const AT_A_TIME = 2;

/**
 * Several threads as one engine. Each question goes to the next thread that is free, and the games of rollouts are spread over
 * all of them. The answers are those of a single thread, to the last bit, whatever the number of threads.
 */
export class SharedEngine implements RemoteEngine {
  readonly #waiting: Job[] = [];
  readonly #threads = new Set<Thread>();

  /**
   * Adds the engine of another thread, which then takes part in the work. Questions wait until there is one. If a thread fails with
   * anything but an `ArgumentError`, it gets no further questions, and another one answers those that it had. The last thread
   * stays, and the question is rejected.
   */
  add(thread: ThreadEngine): void {
    this.#threads.add({ engine: thread, asked: 0 });
    this.#giveOut();
  }

  readonly evaluate: RemoteEngine['evaluate'] = this.#single('evaluate');
  readonly rank: RemoteEngine['rank'] = this.#single('rank');
  readonly decideDouble: RemoteEngine['decideDouble'] = this.#single('decideDouble');
  readonly answerDouble: RemoteEngine['answerDouble'] = this.#single('answerDouble');
  readonly playGames: RemoteEngine['playGames'] = this.#single('playGames');

  readonly rollout: RemoteEngine['rollout'] = (situation, options = {}) =>
    rolloutInParts(situation, options, this.#play);
  readonly rankByRollouts: RemoteEngine['rankByRollouts'] = (situation, options = {}) =>
    rankByRollouts(situation, { ...options, games: this.#games });
  readonly decideDoubleByRollouts: RemoteEngine['decideDoubleByRollouts'] = (situation, options = {}) =>
    decideDoubleByRollouts(situation, { ...options, games: this.#games });

  readonly #play: PlayGames = (from, games, signal) => this.#ask((thread) => thread.playGames(from, games), signal);
  readonly #games: GamesOf = (...given) => equitiesOfGames(...given, this.#play);

  #single<Name extends Single>(name: Name): RemoteEngine[Name] {
    const ask = (...given: unknown[]) =>
      this.#ask((thread) => (thread[name] as (...given: unknown[]) => Promise<unknown>)(...given));
    return ask as RemoteEngine[Name];
  }

  #ask<Value>(run: (thread: ThreadEngine) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ run, resolve, reject, signal });
    });
    this.#giveOut();
    return answered as Promise<Value>;
  }

  #giveOut(): void {
    for (let thread = this.#free(); thread; thread = this.#free()) {
      const job = this.#waiting.shift();
      if (!job) return;
      if (!job.signal?.aborted) void this.#do(job, thread);
    }
  }

  /** Returns the thread with the fewest questions, or null if all have enough. */
  #free(): Thread | null {
    const [first] = [...this.#threads].sort((a, b) => a.asked - b.asked);
    return first && first.asked < AT_A_TIME ? first : null;
  }

  async #do(job: Job, thread: Thread): Promise<void> {
    thread.asked++;
    try {
      job.resolve(await job.run(thread.engine));
    } catch (error) {
      if (error instanceof ArgumentError || this.#isLast(thread)) job.reject(error);
      else {
        this.#threads.delete(thread);
        this.#waiting.unshift(job);
      }
    }
    thread.asked--;
    this.#giveOut();
  }

  #isLast(thread: Thread): boolean {
    return this.#threads.size === 1 && this.#threads.has(thread);
  }
}
