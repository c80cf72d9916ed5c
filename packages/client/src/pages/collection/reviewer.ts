import { type ReadonlySignal, signal } from '@preact/signals';
import type { TabLocks, TextStorage } from 'bg-session';
import type { CollectionStore } from '../../collection/collection-store.ts';
import type { KeptMatch, KeptReview } from '../../collection/kept-match.ts';
import type { Engine, Told } from '../../engine/engine.ts';
import type { Estimate } from '../../engine/instant.ts';
import { type ImportSource, readAgain } from '../../engine/read-import.ts';
import { keptReviewOf } from '../../judged/kept-review.ts';

/** The number of evaluated decisions of the match under review. */
interface Progress {
  readonly done: number;
  readonly wanted: number;
}

export type ReviewerState =
  | {
      readonly kind:
        | 'idle'
        /** The reader has paused it. */
        | 'paused'
        /** It waits for the end of a live match against a person. */
        | 'playing'
        /** Another tab of this browser is reviewing. */
        | 'elsewhere'
        /** The engine could not be loaded. */
        | 'not-loaded'
        /** The browser no longer stores anything for this page, or is out of space. */
        | 'not-stored';
    }
  | {
      readonly kind: 'running';
      readonly match: KeptMatch;
      /** Null until the engine is loaded. */
      readonly progress: Progress | null;
      /** The number of matches that wait behind this one. */
      readonly left: number;
    };

/** The wish of the reader outlasts the page: the review goes on when the collection is opened again. */
const WISH = 'anchor.collection-review';
type Wish = 'running' | 'paused' | null;

const LOCK = 'anchor.collection-review';

interface Ports {
  readonly store: Pick<CollectionStore, 'list' | 'source' | 'setReview'>;
  readonly storage: TextStorage;
  /** Null if the browser has none. Two tabs may then review the same match. */
  readonly locks: TabLocks | null;
  readonly newEngine: () => Pick<Engine, 'ask' | 'close'>;
}

/** Thrown inside when the work is stopped. */
class Stopped extends Error {}

/**
 * Reviews the matches of the collection that have no review, one after another, the last added first. Each review is stored
 * when it is done, so a stop loses one match's work at most. It outlives the page that shows it, and ends with the tab.
 */
export class Reviewer {
  readonly #ports: Ports;
  readonly #state = signal<ReviewerState>({ kind: 'idle' });
  #isPlaying = false;
  /** Stops the work in progress. Null while there is none. */
  #stop: (() => void) | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    if (this.#wish === 'paused') this.#state.value = { kind: 'paused' };
  }

  get state(): ReadonlySignal<ReviewerState> {
    return this.#state;
  }

  /** Begins, or goes on after a pause. Matches that have failed before are tried again. */
  async start(): Promise<void> {
    this.#wish = 'running';
    const { store } = this.#ports;
    const failed = (await store.list().catch(() => [])).filter(hasFailed);
    for (const { id } of failed) await store.setReview(id, null).catch(() => undefined);
    this.#goOn();
  }

  /** Goes on with a review that was not finished when the tab was closed. */
  resume(): void {
    if (this.#wish === 'running') this.#goOn();
  }

  pause(): void {
    this.#wish = 'paused';
    this.#end({ kind: 'paused' });
  }

  /** Ends the review. Finished matches keep theirs. */
  abort(): void {
    this.#wish = null;
    this.#end({ kind: 'idle' });
  }

  /** Nothing is computed while the reader plays a live match against a person. */
  setPlaying(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    if (isPlaying && this.#stop) this.#end({ kind: 'playing' });
    else if (!isPlaying && this.#state.value.kind === 'playing') this.#rest();
  }

  /** Does after a match what the reader wishes by now, perhaps in another tab. */
  #rest(): void {
    if (this.#wish === 'running') this.#goOn();
    else this.#end({ kind: this.#wish ?? 'idle' });
  }

  get #wish(): Wish {
    const text = this.#ports.storage.read(WISH);
    return text === 'running' || text === 'paused' ? text : null;
  }

  set #wish(wish: Wish) {
    this.#ports.storage.write(WISH, wish);
  }

  #end(state: ReviewerState): void {
    this.#stop?.();
    this.#stop = null;
    this.#state.value = state;
  }

  #goOn(): void {
    if (this.#stop) return;
    if (this.#isPlaying) {
      this.#end({ kind: 'playing' });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    this.#stop = () => controller.abort(new Stopped());
    void this.#work(signal).then(
      (state) => this.#finish(signal, state),
      (error) => this.#finish(signal, { kind: error instanceof Stopped ? 'idle' : 'not-stored' }),
    );
  }

  #finish(signal: AbortSignal, state: ReviewerState): void {
    if (!signal.aborted) this.#end(state);
  }

  /** Works until nothing is left, and returns the state after it. Rejects if it is stopped, or if the store fails. */
  async #work(signal: AbortSignal): Promise<ReviewerState> {
    const release = await this.#alone(signal);
    const engine = this.#ports.newEngine();
    const close = () => engine.close();
    signal.addEventListener('abort', close);
    try {
      // Another tab may have paused or ended the review in the meantime.
      while (this.#wish === 'running') {
        signal.throwIfAborted();
        const waiting = (await this.#ports.store.list()).filter(({ review }) => review === null).sort(newestFirst);
        const [match] = waiting;
        if (!match) {
          this.#wish = null;
          return { kind: 'idle' };
        }
        const review = await this.#review(match, waiting.length - 1, engine, signal);
        if (review === null) return { kind: 'not-loaded' };
        await this.#ports.store.setReview(match.id, review);
      }
      return { kind: this.#wish === 'paused' ? 'paused' : 'idle' };
    } finally {
      signal.removeEventListener('abort', close);
      engine.close();
      release();
    }
  }

  /** Waits until no other tab reviews. Resolves to the function that lets the next one begin. */
  async #alone(signal: AbortSignal): Promise<() => void> {
    const { locks } = this.#ports;
    if (!locks) return () => undefined;
    this.#state.value = { kind: 'elsewhere' };
    const held = locks.hold(LOCK);
    return orStop(held, signal).catch((error) => {
      held.then(
        (release) => release(),
        () => undefined,
      );
      throw error;
    });
  }

  /** Returns the review of a match. Null if the engine cannot be loaded. */
  async #review(
    match: KeptMatch,
    left: number,
    engine: Pick<Engine, 'ask'>,
    signal: AbortSignal,
  ): Promise<KeptReview | null> {
    const show = (progress: Progress | null) => {
      if (!signal.aborted) this.#state.value = { kind: 'running', match, progress, left };
    };
    show(null);
    const source: ImportSource | null = await orStop(this.#ports.store.source(match), signal);
    const read = source && (await orStop(readAgain(source), signal));
    if (!read) return { kind: 'failed', code: 'unreadable' };
    const question = { kind: 'review-import', match: read } as const;
    const told: Told<Estimate> = await orStop(
      engine.ask<'review-import'>(question, (done, wanted) => show({ done, wanted })),
      signal,
    );
    if (told.ok) return keptReviewOf(told.value);
    if (told.code === 'not-loaded') return null;
    return { kind: 'failed', code: told.code === 'match-too-long' ? 'match-too-long' : 'failed' };
  }
}

function hasFailed({ review }: KeptMatch): boolean {
  return review?.kind === 'failed' && review.code !== 'match-too-long';
}

function newestFirst(a: KeptMatch, b: KeptMatch): number {
  return b.added - a.added || a.index - b.index;
}

/** Rejects with the signal's reason as soon as it is aborted: an engine that is closed never answers. */
function orStop<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
