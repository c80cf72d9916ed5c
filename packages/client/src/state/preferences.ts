import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import * as z from 'zod/mini';
import { readJson } from '../platform/get-json.ts';
import type { TextStorage } from '../platform/ports.ts';
import type { PreferenceStore, Preferences } from '../protocol/types.ts';

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

/** Every member is optional: preferences may have been stored before it existed. */
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
export class StoredPreferences implements PreferenceStore {
  readonly #storage: TextStorage;
  readonly #current: Signal<Preferences>;
  readonly #kept = signal(true);

  constructor(storage: TextStorage) {
    this.#storage = storage;
    this.#current = signal(this.#read());
  }

  get current(): ReadonlySignal<Preferences> {
    return this.#current;
  }

  get kept(): ReadonlySignal<boolean> {
    return this.#kept;
  }

  /** Changes the stored preferences, which another tab may have changed since this page read them. */
  set(change: Partial<Preferences>): void {
    const next = { ...this.#read(), ...change };
    this.#current.value = next;
    this.#kept.value = this.#storage.write(NAME, JSON.stringify(next));
  }

  /** Applies another tab's changes. */
  reread(): void {
    this.#current.value = this.#read();
  }

  #read(): Preferences {
    return completed(readJson(stored, this.#storage.read(NAME)) ?? {});
  }
}

function completed(found: z.infer<typeof stored>): Preferences {
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}
