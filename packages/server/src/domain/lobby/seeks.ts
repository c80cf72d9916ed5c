import type { SeekView } from '@anchor/wire';
import type { Person } from '../players/person.ts';
import type { World } from '../ports.ts';
import type { Terms } from '../table/terms.ts';

const HANDLE_BYTES = 9;

export function makeHandle(world: World): string {
  return Buffer.from(world.randomBytes(HANDLE_BYTES)).toString('base64url');
}

/** Open offers to play anyone; one a key, and no longer there than its key. */
export class Seeks {
  readonly #byHandle = new Map<string, SeekView>();
  readonly #byKey = new Map<string, string>();

  /** What each key offers, oldest first. */
  get all(): SeekView[] {
    return [...this.#byHandle.values()];
  }

  get(handle: string): SeekView | null {
    return this.#byHandle.get(handle) ?? null;
  }

  add(handle: string, from: Person, { length, rated, clock, rules }: Terms): SeekView {
    const seek = { seek: handle, from: { ...from }, length, rated, clock, rules };
    this.#byHandle.set(handle, seek);
    this.#byKey.set(from.pub, handle);
    return seek;
  }

  /** The handle of what the key offered, null if nothing. */
  removeOf(pub: string): string | null {
    const handle = this.#byKey.get(pub) ?? null;
    if (handle === null) return null;
    this.#byKey.delete(pub);
    this.#byHandle.delete(handle);
    return handle;
  }
}
