import type { Dice, Hop, MatchResult, Player, Rules } from 'bg-rules';
import type { RecordCode } from './codes.ts';

export const FORMAT = 'bg-record/2';
export const PROTOCOL = 'hmac-sha256/hashchain-reveal-v2';

/** The form of a match id. */
export const MATCH_ID = /^[A-Za-z0-9_-]{14,64}$/;

/** Maximum number of days of holiday of a player in a match. */
export const MAX_HOLIDAY_DAYS = 365;

/** The party that acts: a player's seat, or null for the server. */
export type Party = Player | null;

export interface HeaderPlayer {
  /** Ed25519 public key, 64 hex digits. */
  readonly pub: string;
  readonly name: string;
  readonly bot: boolean;
  /** The holder of the private key: the player, or the service on the player's behalf. */
  readonly custody: 'own' | 'service';
}

export interface ClockSettings {
  readonly delayMs: number;
  readonly reserveMs: number;
}

/** A public log of a service (docs/log.md). */
export interface HeaderLog {
  /** The name of the log in its checkpoints: ASCII without spaces and plus signs. */
  readonly origin: string;
  /** The Ed25519 key of the log, 64 hex digits. */
  readonly key: string;
}

/** The place of a money game in a session: the game before it, and the points that the session's games before it brought. */
export interface HeaderSession {
  /** Number of this game in the session. The first game, number 1, has no such member in its header. */
  readonly game: number;
  /** Id and `finalHash` of the record of the game before. */
  readonly previous: { readonly id: string; readonly hash: string };
  /** Points won in all games before this one, by the seats of this header. */
  readonly score: readonly [number, number];
}

/** A checkpoint that a party of a match has verified: `sig` is the signature of the log. */
export interface View {
  /** Number of entries, at least 1. */
  readonly size: number;
  /** Root of the tree, 64 hex digits. */
  readonly root: string;
  readonly sig: string;
}

/** The chain of player 1 for the first commit, chosen before player 0 was known. */
export interface FirstChain {
  /** The anchor, 64 hex digits. */
  readonly anchor: string;
  /** 32 hex digits. */
  readonly nonce: string;
}

/** The terms of a match, fixed before the first event. Event 0 has its hash as `prev`. */
export interface Header {
  readonly format: typeof FORMAT;
  readonly protocol: typeof PROTOCOL;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** The server's public key, 64 hex digits. */
  readonly server: string;
  readonly players: readonly [HeaderPlayer, HeaderPlayer];
  readonly length: number;
  readonly rules: Rules;
  readonly clock: ClockSettings | null;
  /** Time for one answer in a match without a clock, in milliseconds. Null if and only if there is a clock. */
  readonly moveMs: number | null;
  /**
   * Days of holiday that each player may take, in a match without a clock. Without this member there are none.
   */
  readonly holidayDays?: number;
  /**
   * Time that an absent player has to return after `absent`, in milliseconds. Null if players may be away as
   * long as they like, which only a match without a clock allows.
   */
  readonly absenceMs: number | null;
  /** Number of links in each party's hash chain. */
  readonly chain: number;
  /**
   * `advance` if each play brings the player's link for the opponent's next roll, so that the players need not
   * be there at the same time. Without this member the opponent reveals after each `roll`.
   */
  readonly dice?: 'advance';
  /**
   * The first commitment of player 1. With this member player 0 sends the opening `roll` before player 1 commits, and that `commit` must be to
   * this chain. Only a match without a clock has it.
   */
  readonly firstChain?: FirstChain;
  /** The public log of the service. With this member each `commit` carries its author's view of that log. */
  readonly log?: HeaderLog;
  /** The session that a money game continues. Without this member the game is the first one of a session. */
  readonly session?: HeaderSession;
  readonly rated: boolean;
}

/**
 * The members specific to each type of event, besides n, p, prev, sent, sig and at. Byte strings are
 * lower-case hex.
 */
export type EventBody =
  /** `view` is the newest checkpoint that the party has verified, or null, in a match whose header names a log. */
  | { readonly type: 'commit'; readonly anchor: string; readonly nonce: string; readonly view?: View | null }
  | { readonly type: 'roll'; readonly reveal: string }
  | { readonly type: 'reveal'; readonly reveal: string }
  | { readonly type: 'dice'; readonly reveal: string; readonly dice: Dice }
  /** `ahead` is the player's link for the opponent's next roll, in a match with dice in advance. */
  | { readonly type: 'play'; readonly hops: readonly Hop[]; readonly ahead?: string }
  | { readonly type: 'double' }
  | { readonly type: 'take' }
  | { readonly type: 'pass' }
  | { readonly type: 'beaver' }
  | { readonly type: 'resign'; readonly points: number }
  | { readonly type: 'accept' }
  | { readonly type: 'decline' }
  | { readonly type: 'sit'; readonly nonce: string }
  | { readonly type: 'present' }
  | { readonly type: 'absent'; readonly seat: Player }
  | { readonly type: 'claim' }
  | { readonly type: 'holiday'; readonly days: number }
  | { readonly type: 'void'; readonly hash: string }
  | { readonly type: 'resume'; readonly since: number }
  | { readonly type: 'forfeit'; readonly loser: Player; readonly reason: 'time' | 'abandonment' };

export type EventType = EventBody['type'];

/** The types after which the match still waits for the same party and the same types as before. */
export type AsideType = 'sit' | 'present' | 'absent' | 'claim' | 'holiday' | 'void' | 'resume';

/**
 * An event before it is signed. A player's event also has `sent`, the player's clock when signing, in
 * milliseconds since the epoch. No rule depends on `sent`.
 */
export type UnsignedEvent = EventBody & {
  readonly n: number;
  readonly p: Party;
  readonly prev: string;
  readonly sent?: number;
};

/** An event as its party sends it: signed, not yet accepted. */
export type SignedEvent = UnsignedEvent & { readonly sig: string };

/** An accepted event; `at` is the server's time in milliseconds since the epoch. */
export type MatchEvent = SignedEvent & { readonly at: number };

/** A finished match, with everything needed to verify it. */
export interface MatchRecord {
  readonly header: Header;
  readonly events: readonly MatchEvent[];
  readonly result: MatchResult;
  readonly finalHash: string;
  readonly sig: string;
}

/** A match as far as it is known, finished or not. */
export interface Transcript {
  readonly header: Header;
  readonly events: readonly MatchEvent[];
  /** Receipts that the server signed for the owner of this transcript, at most 16. */
  readonly receipts?: readonly Receipt[];
}

/**
 * The fate of an event that a player asked about. `stored`: it is among the events that the receipt counts. `void`: it
 * was refused, and a `void` event says so. `moved`: another event has its place, or it names another event as the one before. A code of the
 * ledger: the rules refuse it in its place.
 */
export type Fate = 'stored' | 'void' | 'moved' | RecordCode;

/**
 * The server's signed statement to one seat: the number of events so far, and what became of the event that the seat
 * asked about.
 */
export interface Receipt {
  /** Number of events so far. */
  readonly n: number;
  /** Hash of the last event, or of the header if there is none: 64 hex digits. */
  readonly head: string;
  /** `sentHash` of the event in the very ping that this receipt answers. Null if it had none, or the receipt answers no ping. */
  readonly asked: string | null;
  /** Null exactly if `asked` is. */
  readonly fate: Fate | null;
  /** The server's time, milliseconds since the epoch. */
  readonly now: number;
  readonly sig: string;
}

/** The server's signed statement that it aborted a match before its first roll. */
export interface Aborted {
  readonly n: number;
  readonly head: string;
  readonly reason: string;
  readonly sig: string;
}

/**
 * The party whose event the match waits for, and the types that it may send. Asides and `forfeit` may come at
 * any time.
 */
export interface Expectation {
  readonly party: Party;
  /** Empty if the match is over. */
  readonly types: readonly EventType[];
}

/** A signing key: a 32-byte Ed25519 seed and its public key. */
export interface Key {
  readonly seed: Uint8Array;
  readonly pub: string;
}
