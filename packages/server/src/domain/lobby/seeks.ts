import type { SeekView } from '@anchor/wire';
import type { Person } from '../players/person.ts';
import type { World } from '../ports.ts';
import type { SharedMap } from '../shared-map.ts';
import type { Terms } from '../table/terms.ts';

const HANDLE_BYTES = 9;

export function makeHandle(world: World): string {
  return Buffer.from(world.randomBytes(HANDLE_BYTES)).toString('base64url');
}

/** Open offers to play anyone; one a key, and no longer there than its key. All processes show the same. */
export class Seeks {
  readonly #byKey: SharedMap<SeekView>;

  constructor(byKey: SharedMap<SeekView>) {
    this.#byKey = byKey;
  }

  /** What each key offers, oldest first. */
  get all(): SeekView[] {
    return [...this.#byKey.entries.values()];
  }

  get(handle: string): SeekView | null {
    for (const seek of this.#byKey.entries.values()) if (seek.seek === handle) return seek;
    return null;
  }

  /** In place of what the key offered before. */
  add(handle: string, from: Person, { length, rated, clock, rules }: Terms): void {
    this.#byKey.put(from.pub, { seek: handle, from: { ...from }, length, rated, clock, rules });
  }

  /** True for exactly one of several callers. */
  take(seek: SeekView): Promise<boolean> {
    return this.#byKey.take(seek.from.pub, seek);
  }

  /** What was taken is there again, unless its key offers something else by now. */
  async putBack(seek: SeekView): Promise<void> {
    await this.#byKey.putFirst(seek.from.pub, seek);
  }

  removeOf(pub: string): void {
    const seek = this.#byKey.entries.get(pub);
    if (seek) void this.take(seek);
  }

  /** Tells of each handle that comes, with its offer, and of each that goes, with null. */
  observe(listener: (handle: string, seek: SeekView | null) => void): void {
    this.#byKey.observe((_pub, after, before) => {
      if (before && before.seek !== after?.seek) listener(before.seek, null);
      if (after) listener(after.seek, after);
    });
  }
}
