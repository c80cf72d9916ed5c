import type { Seek } from '../rooms/lobby-messages.ts';
import { differenceOf, meetOnEqualTermsAt, termsText, widenedAfterMs } from './seek.ts';

/** Two seeks to be paired. The first is the one that has waited longer. */
type SeekPair = readonly [Seek, Seek];

interface Due {
  readonly at: number;
  readonly pub: string;
}

/**
 * The seeks that wait for an opponent, at most one per key. Seeks with equal terms are sorted by rating, so that the search for an
 * opponent looks at neighbours first and ends where the difference exceeds the tolerance. It looks at no rating that the seek does not
 * take, but has to look at neighbours whose ranges exclude the seek. Each seek has a time at which it looks for an opponent: the earliest
 * at which one of the others becomes possible. Times are milliseconds since the epoch.
 */
export class SeekPool {
  readonly #seeks = new Map<string, Seek>();
  readonly #byTerms = new Map<string, Seek[]>();
  /** The times at which seeks look for an opponent, the earliest first. */
  readonly #dues: Due[] = [];
  readonly #dueAt = new Map<string, number>();

  get size(): number {
    return this.#seeks.size;
  }

  get(pub: string): Seek | null {
    return this.#seeks.get(pub) ?? null;
  }

  /** Adds a seek, or replaces the seek of its key. */
  set(seek: Seek): void {
    const { pub } = seek.from;
    this.remove(pub);
    this.#seeks.set(pub, seek);
    const terms = termsText(seek);
    const neighbours = this.#byTerms.get(terms) ?? [];
    neighbours.splice(placeOf(neighbours, seek, byRating), 0, seek);
    this.#byTerms.set(terms, neighbours);
    this.#setDue(seek);
  }

  remove(pub: string): void {
    const seek = this.#seeks.get(pub);
    if (!seek) return;
    this.#seeks.delete(pub);
    this.#clearDue(pub);
    const terms = termsText(seek);
    const neighbours = this.#byTerms.get(terms) ?? [];
    neighbours.splice(placeOf(neighbours, seek, byRating), 1);
    if (neighbours.length === 0) this.#byTerms.delete(terms);
  }

  /** The next time at which two seeks may become possible opponents. Null if none do. */
  get nextAt(): number | null {
    return this.#dues[0]?.at ?? null;
  }

  /**
   * Returns two seeks that may be paired now, null if there are none. Of all possible pairs the closest in rating come first,
   * so the pairs do not depend on the order in which the seeks were added. The caller removes both.
   */
  closestPair(now: number): SeekPair | null {
    // Each due seek is looked at once, so the search ends whatever the new times are.
    for (const due of this.#dues.filter(({ at }) => at <= now)) {
      const seek = this.#seeks.get(due.pub);
      const pair = seek && this.#closestPair(seek, now);
      if (pair) return pair;
      // The opponent is gone.
      if (seek) this.#setDue(seek);
      else this.#clearDue(due.pub);
    }
    return null;
  }

  /** Follows best opponents from a seek until two are each other's best. Returns null when the seek has none. */
  #closestPair(seek: Seek, now: number): SeekPair | null {
    let [one, other] = [seek, this.#bestFor(seek, now)];
    if (!other) return null;
    for (let next = this.#bestFor(other, now); next && next !== one; next = this.#bestFor(other, now)) {
      [one, other] = [other, next];
    }
    return [one, other].sort(byWaiting) as [Seek, Seek];
  }

  #bestFor(seek: Seek, now: number): Seek | null {
    let best: Seek | null = null;
    for (const other of this.#outwards(seek)) {
      const difference = differenceOf(seek, other);
      if (best && difference > differenceOf(seek, best)) break;
      if (seek.since + widenedAfterMs(difference) > now) break;
      if (meetOnEqualTermsAt(seek, other) <= now && (!best || byWaiting(other, best) < 0)) best = other;
    }
    return best;
  }

  #setDue(seek: Seek): void {
    const { pub } = seek.from;
    this.#clearDue(pub);
    let at = Number.POSITIVE_INFINITY;
    for (const other of this.#outwards(seek)) {
      if (seek.since + widenedAfterMs(differenceOf(seek, other)) >= at) break;
      at = Math.min(at, meetOnEqualTermsAt(seek, other));
    }
    if (at === Number.POSITIVE_INFINITY) return;
    const due = { at, pub };
    this.#dues.splice(placeOf(this.#dues, due, byTime), 0, due);
    this.#dueAt.set(pub, at);
  }

  #clearDue(pub: string): void {
    const at = this.#dueAt.get(pub);
    if (at === undefined) return;
    this.#dueAt.delete(pub);
    this.#dues.splice(placeOf(this.#dues, { at, pub }, byTime), 1);
  }

  /** The other seeks with the same terms and a rating that this one takes, the closest in rating first. */
  *#outwards(seek: Seek): Iterable<Seek> {
    const neighbours = this.#byTerms.get(termsText(seek)) ?? [];
    const place = placeOf(neighbours, seek, byRating);
    const { least, most } = seek.range ?? { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
    const first = firstNot(neighbours, ({ from }) => from.rating < least);
    const end = firstNot(neighbours, ({ from }) => from.rating <= most);
    let [below, above] = [Math.min(place, end) - 1, Math.max(place + 1, first)];
    for (;;) {
      const lower = below >= first ? neighbours[below] : undefined;
      const higher = above < end ? neighbours[above] : undefined;
      if (!lower && !higher) return;
      const isLowerCloser = lower && (!higher || differenceOf(seek, lower) <= differenceOf(seek, higher));
      if (isLowerCloser) {
        below -= 1;
        yield lower;
      } else if (higher) {
        above += 1;
        yield higher;
      }
    }
  }
}

function byKey(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byRating(a: Seek, b: Seek): number {
  return a.from.rating - b.from.rating || byKey(a.from.pub, b.from.pub);
}

/** The longer wait first. */
function byWaiting(a: Seek, b: Seek): number {
  return a.since - b.since || byKey(a.from.pub, b.from.pub);
}

function byTime(a: Due, b: Due): number {
  return a.at - b.at || byKey(a.pub, b.pub);
}

/** The place of an item in a sorted list, or the place at which it belongs. */
function placeOf<T>(list: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  return firstNot(list, (there) => compare(there, item) < 0);
}

/** The place of the first item for which the condition is false, in a list in which it is true for the items before. */
function firstNot<T>(list: readonly T[], isBefore: (item: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = list[middle];
    if (there !== undefined && isBefore(there)) low = middle + 1;
    else high = middle;
  }
  return low;
}
