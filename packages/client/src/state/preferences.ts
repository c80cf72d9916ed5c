import { type PushKind, pushKind } from '@anchor/wire';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { readJson, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';

export type Theme = 'system' | 'light' | 'dark';
/** The choices of the look of a board, each chosen apart from the others. */
export const LOOKS = {
  /** Wood, felt and points. `club` has a texture, the others are flat. */
  board: ['club', 'sea', 'walnut', 'linen', 'contrast'],
  /** The form of the checkers. */
  checkers: ['dished', 'flat', 'ringed'],
  /** The colours of the checkers. `board` takes those that belong to the board. */
  colours: ['board', 'slate', 'cherry', 'navy', 'moss', 'black'],
  /** `players` gives each player dice in the colour of the checkers. */
  dice: ['players', 'ivory', 'ruby', 'black'],
} as const;

/** The look of the board, by part. */
type Look = { readonly [Part in keyof typeof LOOKS]: (typeof LOOKS)[Part][number] };
export type AnimationSpeed = 'off' | 'fast' | 'normal' | 'slow';

/** A player's preferences on this device. */
export interface Preferences extends Look {
  readonly theme: Theme;
  /** Draws the last move as arrows. */
  readonly arrows: boolean;
  /** Marks light checkers with a ring and dark ones with a cross, to distinguish them by shape. */
  readonly marks: boolean;
  readonly sounds: boolean;
  /** The loudness of the sounds, from 0 to 100. */
  readonly volume: number;
  /** Acts as `off` if the system asks for reduced motion. */
  readonly animation: AnimationSpeed;
  /** Shows the player's home board on the left instead of the right. */
  readonly mirrored: boolean;
  /** Shows the player's home board at the top instead of the bottom. */
  readonly flipped: boolean;
  /** Ask before double, take, pass, beaver. */
  readonly confirmCube: boolean;
  /** Roll automatically when no double is possible. */
  readonly autoRoll: boolean;
  /** Confirm automatically when there is only one play, or none. */
  readonly autoConfirmForced: boolean;
  /** Bear off automatically in a race whenever every die can. */
  readonly greedyBearOff: boolean;
  /** While the player is shut out, roll without doubling and confirm automatically. */
  readonly rollShutOut: boolean;
  /** The automatic actions that the page has offered on this device. */
  readonly offered: readonly string[];
  /** Explain each step of a match against the bot. */
  readonly guide: boolean;
  /** Ask before a blunder in a match against the bot. */
  readonly tutor: boolean;
  /** During the opponent's turn, offer to roll automatically and to play immediately if there is only one play. */
  readonly premove: boolean;
  /** Hides what other players say in matches. */
  readonly muted: boolean;
  /** Show a system notification when it is the player's turn and the page is hidden. */
  readonly notifications: boolean;
  /** Kinds of messages that arrive while no page is open. */
  readonly push: readonly PushKind[];
}

/** The automatic actions that are offered at their first occasion. */
export type AutomaticAction = 'autoConfirmForced' | 'greedyBearOff' | 'rollShutOut';

export interface PreferenceStore {
  readonly current: ReadonlySignal<Preferences>;
  /** True if the last choice will survive the page. */
  readonly kept: ReadonlySignal<boolean>;
  set(change: Partial<Preferences>): void;
}

const NAME = 'anchor.preferences';

export const DEFAULTS: Preferences = {
  theme: 'system',
  board: 'club',
  checkers: 'dished',
  colours: 'board',
  dice: 'players',
  arrows: true,
  marks: false,
  sounds: true,
  volume: 70,
  animation: 'normal',
  mirrored: false,
  flipped: false,
  confirmCube: true,
  autoRoll: true,
  autoConfirmForced: false,
  greedyBearOff: false,
  rollShutOut: false,
  offered: [],
  guide: false,
  tutor: false,
  premove: false,
  muted: false,
  notifications: false,
  push: [],
};

/** Every member is optional: preferences may have been stored before it existed. */
const stored = z.partial(
  z.object({
    theme: z.enum(['system', 'light', 'dark']),
    board: z.enum(LOOKS.board),
    checkers: z.enum(LOOKS.checkers),
    colours: z.enum(LOOKS.colours),
    dice: z.enum(LOOKS.dice),
    arrows: z.boolean(),
    marks: z.boolean(),
    sounds: z.boolean(),
    volume: z.number().check(z.gte(0), z.lte(100)),
    animation: z.enum(['off', 'fast', 'normal', 'slow']),
    mirrored: z.boolean(),
    flipped: z.boolean(),
    confirmCube: z.boolean(),
    autoRoll: z.boolean(),
    autoConfirmForced: z.boolean(),
    greedyBearOff: z.boolean(),
    rollShutOut: z.boolean(),
    offered: z.array(z.string()),
    guide: z.boolean(),
    tutor: z.boolean(),
    premove: z.boolean(),
    muted: z.boolean(),
    notifications: z.boolean(),
    push: z.array(pushKind),
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
