import type { SeekView } from '@anchor/wire';
import type { SharedMap } from '../../shared/shared-map.ts';
import type { Person } from '../players/players.ts';
import type { World } from '../ports/world.ts';
import type { Terms } from '../table/terms.ts';

const HANDLE_BYTES = 9;

export function makeHandle(world: World): string {
  return Buffer.from(world.randomBytes(HANDLE_BYTES)).toString('base64url');
}

/** Open offers to play anyone: one per key, and only while the key is online. All processes share the list. */
export class Seeks {
  readonly #byKey: SharedMap<SeekView>;

  constructor(byKey: SharedMap<SeekView>) {
    this.#byKey = byKey;
  }

  /** All open seeks, the oldest first. */
  get all(): SeekView[] {
    return [...this.#byKey.entries.values()];
  }

  get(handle: string): SeekView | null {
    for (const seek of this.#byKey.entries.values()) if (seek.seek === handle) return seek;
    return null;
  }

  /** Adds a seek. It replaces the key's previous one. */
  add(handle: string, from: Person, { length, rated, clock, rules }: Terms): void {
    this.#byKey.put(from.pub, { seek: handle, from: { ...from }, length, rated, clock, rules });
  }

  /** Removes the seek. Returns true for exactly one of several concurrent callers. */
  take(seek: SeekView): Promise<boolean> {
    return this.#byKey.take(seek.from.pub, seek);
  }

  /** Reopens a seek that was taken, unless its key has another one by now. */
  async putBack(seek: SeekView): Promise<void> {
    await this.#byKey.putFirst(seek.from.pub, seek);
  }

  removeOf(pub: string): void {
    const seek = this.#byKey.entries.get(pub);
    if (seek) void this.take(seek);
  }

  /** Calls the listener with each new seek by handle, and with null for each that goes. */
  observe(listener: (handle: string, seek: SeekView | null) => void): void {
    this.#byKey.observe((_pub, after, before) => {
      if (before && before.seek !== after?.seek) listener(before.seek, null);
      if (after) listener(after.seek, after);
    });
  }
}
