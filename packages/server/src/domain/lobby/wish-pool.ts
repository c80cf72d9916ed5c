import type { Wish } from '../rooms/lobby-messages.ts';
import { differenceOf, meetOnEqualTermsAt, termsText, widenedAfterMs } from './wish.ts';

/** Two wishes to be paired. The first is the one that has waited longer. */
type WishPair = readonly [Wish, Wish];

interface Due {
  readonly at: number;
  readonly pub: string;
}

/**
 * The wishes that wait for an opponent, at most one per key. Wishes with equal terms are sorted by rating, so that the search for an
 * opponent looks at neighbours first and ends where the difference exceeds the tolerance. It looks at no rating that the wish does not
 * take, but has to look at neighbours whose ranges exclude the wish. Each wish has a time at which it looks for an opponent: the earliest
 * at which one of the others becomes possible. Times are milliseconds since the epoch.
 */
export class WishPool {
  readonly #wishes = new Map<string, Wish>();
  readonly #byTerms = new Map<string, Wish[]>();
  /** The times at which wishes look for an opponent, the earliest first. */
  readonly #dues: Due[] = [];
  readonly #dueAt = new Map<string, number>();

  get size(): number {
    return this.#wishes.size;
  }

  get(pub: string): Wish | null {
    return this.#wishes.get(pub) ?? null;
  }

  /** Adds a wish, or replaces the wish of its key. */
  set(wish: Wish): void {
    const { pub } = wish.from;
    this.remove(pub);
    this.#wishes.set(pub, wish);
    const terms = termsText(wish);
    const neighbours = this.#byTerms.get(terms) ?? [];
    neighbours.splice(placeOf(neighbours, wish, byRating), 0, wish);
    this.#byTerms.set(terms, neighbours);
    this.#setDue(wish);
  }

  remove(pub: string): void {
    const wish = this.#wishes.get(pub);
    if (!wish) return;
    this.#wishes.delete(pub);
    this.#clearDue(pub);
    const terms = termsText(wish);
    const neighbours = this.#byTerms.get(terms) ?? [];
    neighbours.splice(placeOf(neighbours, wish, byRating), 1);
    if (neighbours.length === 0) this.#byTerms.delete(terms);
  }

  /** The next time at which two wishes may become possible opponents. Null if none do. */
  get nextAt(): number | null {
    return this.#dues[0]?.at ?? null;
  }

  /**
   * Returns two wishes that may be paired now, null if there are none. Of all possible pairs the closest in rating come first,
   * so the pairs do not depend on the order in which the wishes were added. The caller removes both.
   */
  closestPair(now: number): WishPair | null {
    // Each due wish is looked at once, so the search ends whatever the new times are.
    for (const due of this.#dues.filter(({ at }) => at <= now)) {
      const wish = this.#wishes.get(due.pub);
      const pair = wish && this.#closestPair(wish, now);
      if (pair) return pair;
      // The opponent is gone.
      if (wish) this.#setDue(wish);
      else this.#clearDue(due.pub);
    }
    return null;
  }

  /** Follows best opponents from a wish until two are each other's best. Returns null when the wish has none. */
  #closestPair(wish: Wish, now: number): WishPair | null {
    let [one, other] = [wish, this.#bestFor(wish, now)];
    if (!other) return null;
    for (let next = this.#bestFor(other, now); next && next !== one; next = this.#bestFor(other, now)) {
      [one, other] = [other, next];
    }
    return [one, other].sort(byWaiting) as [Wish, Wish];
  }

  #bestFor(wish: Wish, now: number): Wish | null {
    let best: Wish | null = null;
    for (const other of this.#outwards(wish)) {
      const difference = differenceOf(wish, other);
      if (best && difference > differenceOf(wish, best)) break;
      if (wish.since + widenedAfterMs(difference) > now) break;
      if (meetOnEqualTermsAt(wish, other) <= now && (!best || byWaiting(other, best) < 0)) best = other;
    }
    return best;
  }

  #setDue(wish: Wish): void {
    const { pub } = wish.from;
    this.#clearDue(pub);
    let at = Number.POSITIVE_INFINITY;
    for (const other of this.#outwards(wish)) {
      if (wish.since + widenedAfterMs(differenceOf(wish, other)) >= at) break;
      at = Math.min(at, meetOnEqualTermsAt(wish, other));
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

  /** The other wishes with the same terms and a rating that this one takes, the closest in rating first. */
  *#outwards(wish: Wish): Iterable<Wish> {
    const neighbours = this.#byTerms.get(termsText(wish)) ?? [];
    const place = placeOf(neighbours, wish, byRating);
    const { least, most } = wish.range ?? { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
    const first = firstNot(neighbours, ({ from }) => from.rating < least);
    const end = firstNot(neighbours, ({ from }) => from.rating <= most);
    let [below, above] = [Math.min(place, end) - 1, Math.max(place + 1, first)];
    for (;;) {
      const lower = below >= first ? neighbours[below] : undefined;
      const higher = above < end ? neighbours[above] : undefined;
      if (!lower && !higher) return;
      const isLowerCloser = lower && (!higher || differenceOf(wish, lower) <= differenceOf(wish, higher));
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

function byRating(a: Wish, b: Wish): number {
  return a.from.rating - b.from.rating || byKey(a.from.pub, b.from.pub);
}

/** The longer wait first. */
function byWaiting(a: Wish, b: Wish): number {
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
