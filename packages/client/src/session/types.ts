import type { Reaction } from '@anchor/wire';
import type { ReadonlySignal } from '@preact/signals';
import type { ClockReading, Header, MatchEvent, VerifiedRoll } from 'bg-record';
import type { Hop, MatchResult, MatchState, Options, Player } from 'bg-rules';

/** How the page stands with the server. */
export type ConnectionStatus =
  /** Open and, where a key is needed, identified. */
  | 'online'
  /** On the way: first connection, or again after a loss. */
  | 'connecting'
  /** The browser says that there is no network, or the server did not answer; tried again by itself. */
  | 'offline'
  /** The same key went on in another tab or device; this one may only watch until it takes over again. */
  | 'superseded'
  /** The server showed another key than the one pinned for this origin; nothing is signed for it. */
  | 'wrong-server'
  /** The server does not expect to be reached at the address that this page dialled; nothing is signed for it. */
  | 'wrong-address'
  /** The server has not signed its greeting with the key that it shows; nothing is signed for it. */
  | 'unproven'
  /** The operator has banned this key or address; the page does not come back by itself. */
  | 'banned';

/** Whether a seat's player is connected. */
export interface Presence {
  readonly online: boolean;
  /** When an absent player who has to act loses the match: milliseconds since the epoch by the server's clock; null: no such countdown. */
  readonly abandonAt: number | null;
}

/** What a player decides. Commits and reveals are not decisions: the session signs those by itself. */
export type Decision =
  | { readonly type: 'roll' }
  | { readonly type: 'play'; readonly hops: readonly Hop[] }
  | { readonly type: 'double' }
  | { readonly type: 'take' }
  | { readonly type: 'pass' }
  | { readonly type: 'beaver' }
  | { readonly type: 'resign'; readonly points: number }
  | { readonly type: 'accept' }
  | { readonly type: 'decline' };

/** Why the page signs nothing more in this match. */
export interface Halt {
  /** A stable code: of the ledger, of the header check, or of the guard. */
  readonly code: string;
  /** One plain sentence for the player. */
  readonly sentence: string;
  /** How many transcripts are kept as evidence: two when two histories were seen. */
  readonly transcripts: 1 | 2;
}

export interface RatingChange {
  readonly before: number;
  readonly after: number;
}

/** How the match left the live state. */
export type Outcome =
  | {
      readonly kind: 'finished';
      readonly result: MatchResult;
      /** Path of the record, `/records/<id>.json`. */
      readonly record: string;
      readonly finalHash: string;
      /** By seat; null when unrated. */
      readonly ratings: readonly [RatingChange, RatingChange] | null;
      /** What the events say about the forfeit that ended the match; null without one. */
      readonly forfeit: ForfeitFacts | null;
    }
  | {
      readonly kind: 'aborted';
      readonly reason: string;
      /** True if this device has signed a roll in it, and so has kept the transcript. */
      readonly kept: boolean;
      /** True if the server has signed that it called the match off. */
      readonly isSigned: boolean;
      /** Who left, as far as this page knows: the server names nobody. Null for another reason, and for a watcher. */
      readonly leaver: 'viewer' | 'opponent' | null;
    };

/** What the events before a forfeit say about it. */
export interface ForfeitFacts {
  readonly loser: Player;
  readonly reason: 'time' | 'abandonment';
  /** How long before it the server announced the loser as absent; null where it did not. */
  readonly announcedMs: number | null;
  /** True if the loser's time had run out by the dates of the events. */
  readonly ranOut: boolean;
  /** How much more time the server has charged the loser in the whole match than this device measured; 0 for anybody else. */
  readonly overchargedMs: number;
}

/** True if this device may sign for its seat. */
export type DeviceState =
  /** It may; so it is also before the first signature, and for a watcher. */
  | 'here'
  /** It is taking the seat over, and waits until the server has signed that. */
  | 'taking'
  /** Another device of the same player has taken the seat: this one looks on until the player wants it back. */
  | 'elsewhere';

/** The server has charged more time than this device measured. */
export interface ChargeWarning {
  readonly overchargedMs: number;
}

export interface SeenReaction {
  /** Counts up in this session, so that the same reaction twice is told apart. */
  readonly key: number;
  readonly seat: Player;
  readonly reaction: Reaction;
}

/** Everything that the match page shows; a plain value, replaced as a whole at every change. */
export interface MatchView {
  readonly id: string;
  readonly header: Header;
  /** The viewer's seat; null for a watcher. */
  readonly seat: Player | null;
  /** The verified state: rules, score, cube, position, phase. */
  readonly match: MatchState;
  /** The verified events, for the move list. */
  readonly events: readonly MatchEvent[];
  /** True once the first roll was accepted: from then on the match cannot be called off. */
  readonly hasRolled: boolean;
  /** The verified rolls with everything that shows their arithmetic, oldest first. */
  readonly rolls: readonly VerifiedRoll[];
  /** What the viewer may decide now; `actions` empty when it is not his decision, while `pending`, and when halted. */
  readonly options: Options;
  readonly connection: ConnectionStatus;
  /** By seat. */
  readonly presence: readonly [Presence, Presence];
  /** The viewer's decision that was signed and is not yet stored by the server. */
  readonly pending: Decision | null;
  /** The server refused the last decision: one sentence. While it is `pending` all the same, the server has not signed that. */
  readonly refused: string | null;
  /** By seat: who has asked for another match. */
  readonly rematch: readonly [boolean, boolean];
  /** The newest reaction of each seat, oldest first. */
  readonly reactions: readonly SeenReaction[];
  readonly outcome: Outcome | null;
  readonly halted: Halt | null;
  readonly device: DeviceState;
  /** Shown until the player goes on or stops. */
  readonly warning: ChargeWarning | null;
  /** What the player has to be told once: for instance that a match asked as rated is not. */
  readonly notice: string | null;
}

/**
 * A match as the page sees it. `view` changes, commands ask; what they led to shows in `view`. A command that does not
 * fit at the moment (no such option, halted, offline with something in flight) changes nothing.
 */
export interface MatchSession {
  readonly view: ReadonlySignal<MatchView>;
  /** The server's time by this device, in milliseconds since the epoch. */
  now(): number;
  /** The clocks at `now`; null when untimed. */
  clock(): ClockReading | null;
  decide(decision: Decision): void;
  react(reaction: Reaction): void;
  rematch(): void;
  /** Takes the connection back after `superseded`. */
  useHere(): void;
  /** Takes the seat back from another device of the same player. */
  playHere(): void;
  /** Goes on although the server's clock charged too much. */
  goOn(): void;
  /** Signs nothing more in this match and saves the evidence. */
  stop(): void;
  /** Calls the match off for both players, before its first roll. A refusal comes as `notice`. */
  callOff(): void;
  /** Stops watching; a player's seat stays his. */
  leave(): void;
  /** Saves the record of a finished match; after a halt the evidence, else the transcript so far. */
  download(): void;
  /** Saves everything that this device holds about the match, as evidence. */
  saveEvidence(): void;
  dismissNotice(): void;
}

export type Theme = 'system' | 'light' | 'dark';
/** What the board looks like. */
export type BoardTheme = 'sea' | 'walnut' | 'linen' | 'contrast';
export type AnimationSpeed = 'off' | 'fast' | 'normal' | 'slow';

/** What a player prefers on this device. */
export interface Preferences {
  readonly theme: Theme;
  readonly board: BoardTheme;
  /** A ring on the light checkers and a cross on the dark ones, to tell them apart by shape. */
  readonly marks: boolean;
  readonly sounds: boolean;
  /** Treated as `off` when the system asks for reduced motion. */
  readonly animation: AnimationSpeed;
  /** Own home at the left instead of the right. */
  readonly mirrored: boolean;
  /** Own home at the top instead of the bottom. */
  readonly flipped: boolean;
  /** Ask before double, take, pass, beaver. */
  readonly confirmCube: boolean;
  /** Roll by itself when no double is possible. */
  readonly autoRoll: boolean;
  /** Confirm by itself when there is only one play, or none. */
  readonly autoConfirmForced: boolean;
  /** Bear off by itself in a race whenever every die can. */
  readonly greedyBearOff: boolean;
  /** Offer, while the opponent is at it, to roll and to play at once what leaves no choice. */
  readonly premove: boolean;
  /** A message of the system when it is one's turn and nobody looks at the page. */
  readonly notifications: boolean;
}

export interface PreferenceStore {
  readonly current: ReadonlySignal<Preferences>;
  /** Whether the last choice will outlive the page. */
  readonly kept: ReadonlySignal<boolean>;
  set(change: Partial<Preferences>): void;
}

/** What the app hands to the match page (`src/match/match-page.tsx`, default export, loaded when first needed). */
export interface MatchPageProps {
  readonly session: MatchSession;
  readonly preferences: PreferenceStore;
}
