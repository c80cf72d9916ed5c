import type { SharedMap } from '../../shared/shared-map.ts';
import type { World } from '../ports/world.ts';
import type { Wish } from './wish.ts';

const HANDLE_BYTES = 9;

export function makeHandle(world: World): string {
  return Buffer.from(world.randomBytes(HANDLE_BYTES)).toString('base64url');
}

/** The wishes of all players who want an opponent, one per key. All processes share the list. */
export class Seeks {
  readonly #byKey: SharedMap<Wish>;

  constructor(byKey: SharedMap<Wish>) {
    this.#byKey = byKey;
  }

  /** All wishes, roughly the oldest first. */
  get all(): Wish[] {
    return [...this.#byKey.entries.values()];
  }

  get(handle: string): Wish | null {
    for (const wish of this.#byKey.entries.values()) if (wish.seek === handle) return wish;
    return null;
  }

  of(pub: string): Wish | null {
    return this.#byKey.entries.get(pub) ?? null;
  }

  /** Adds a wish. It replaces the key's previous one. */
  put(wish: Wish): void {
    this.#byKey.put(wish.from.pub, wish);
  }

  /** Removes the wish. Returns true for exactly one of several concurrent callers. */
  take(wish: Wish): Promise<boolean> {
    return this.#byKey.take(wish.from.pub, wish);
  }

  /** Puts a wish that was taken back, unless its key has another one by now. */
  async putBack(wish: Wish): Promise<void> {
    await this.#byKey.putFirst(wish.from.pub, wish);
  }

  /** From now on the wish belongs to this process and does not end with another one. No effect if it is gone. */
  adopt(wish: Wish): void {
    void this.#byKey.adopt(wish.from.pub, wish);
  }

  removeOf(pub: string): void {
    const wish = this.of(pub);
    if (wish) void this.take(wish);
  }

  /** Calls the listener when the wish of a key is put, replaced or removed. */
  observe(listener: (pub: string, after: Wish | null, before: Wish | null) => void): void {
    this.#byKey.observe((pub, after, before) => listener(pub, after, before));
  }
}
