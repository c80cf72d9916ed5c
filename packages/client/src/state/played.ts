import { effect, type ReadonlySignal } from '@preact/signals';
import type { TextStorage } from 'bg-session';

const NAME = 'anchor.played';
/** Enough to distinguish a first match from later ones. */
const MOST = 1_000;

interface PlayedPorts {
  readonly storage: TextStorage;
  /** The last match that this device requested and that has begun. */
  readonly begun: ReadonlySignal<string | null>;
  /** Null until a key is proved. A device gets one when its user first plays, seeks, invites or chooses a name. */
  readonly me: ReadonlySignal<object | null>;
}

/** The number of matches that have begun on this device, or null for a device whose user is a stranger. It can be read before anything is loaded. */
export class Played {
  readonly #storage: TextStorage;
  /** Counts also where the browser stores nothing. */
  #count: number | null;

  constructor({ storage, begun, me }: PlayedPorts) {
    this.#storage = storage;
    this.#count = this.#stored();
    effect(() => {
      if (me.value !== null) this.noteKey();
    });
    effect(() => {
      if (begun.value !== null) this.#note((this.count ?? 0) + 1);
    });
  }

  /** The matches of other tabs count too. */
  get count(): number | null {
    return this.#stored() ?? this.#count;
  }

  /** Notes that the user has brought a key to this device, before the server has seen it. */
  noteKey(): void {
    this.#note(this.count ?? 0);
  }

  #stored(): number | null {
    const text = this.#storage.read(NAME) ?? '';
    return /^\d{1,4}$/.test(text) ? Math.min(Number(text), MOST) : null;
  }

  #note(count: number): void {
    const next = Math.min(count, MOST);
    if (next === this.#stored()) return;
    this.#count = next;
    this.#storage.write(NAME, String(next));
  }
}
