import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import * as z from 'zod/mini';
import { readJson } from '../session/json.ts';
import type { Shelf } from '../session/ports.ts';
import type { PreferenceStore, Preferences } from '../session/types.ts';

const NAME = 'anchor.preferences';

export const DEFAULTS: Preferences = {
  theme: 'system',
  board: 'sea',
  marks: false,
  sounds: true,
  animation: 'normal',
  mirrored: false,
  flipped: false,
  confirmCube: true,
  autoRoll: true,
  autoConfirmForced: false,
  greedyBearOff: false,
  premove: false,
  notifications: false,
};

/** Every member may be missing: preferences may have been stored before it existed. */
const stored = z.partial(
  z.object({
    theme: z.enum(['system', 'light', 'dark']),
    board: z.enum(['sea', 'walnut', 'linen', 'contrast']),
    marks: z.boolean(),
    sounds: z.boolean(),
    animation: z.enum(['off', 'fast', 'normal', 'slow']),
    mirrored: z.boolean(),
    flipped: z.boolean(),
    confirmCube: z.boolean(),
    autoRoll: z.boolean(),
    autoConfirmForced: z.boolean(),
    greedyBearOff: z.boolean(),
    premove: z.boolean(),
    notifications: z.boolean(),
  }),
);

/** The preferences of this device. */
export class ShelfPreferences implements PreferenceStore {
  readonly #shelf: Shelf;
  readonly #current: Signal<Preferences>;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    this.#current = signal(completed(readJson(stored, shelf.read(NAME)) ?? {}));
  }

  get current(): ReadonlySignal<Preferences> {
    return this.#current;
  }

  set(change: Partial<Preferences>): void {
    this.#current.value = { ...this.#current.peek(), ...change };
    this.#shelf.write(NAME, JSON.stringify(this.#current.peek()));
  }
}

function completed(found: z.infer<typeof stored>): Preferences {
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}
