import type { Dice, Hop, MatchResult, Player, Rules } from 'bg-rules';

export const FORMAT = 'bg-record/2';
export const PROTOCOL = 'hmac-sha256/hashchain-reveal-v2';

/** Who acts: a player's seat, or null for the server. */
export type Party = Player | null;

export interface HeaderPlayer {
  /** Ed25519 public key, 64 hex digits. */
  readonly pub: string;
  readonly name: string;
  readonly bot: boolean;
  /** Where the private key is kept: by the player, or by the service for him. */
  readonly custody: 'own' | 'service';
}

export interface ClockSettings {
  readonly delayMs: number;
  readonly reserveMs: number;
}

/** What was agreed before the first event. Its hash is `prev` of event 0. */
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
  /** Time for one answer in a match without a clock, in milliseconds; null exactly when there is a clock. */
  readonly moveMs: number | null;
  /** Time that the party named by `absent` has to come back, in milliseconds. */
  readonly absenceMs: number;
  /** Links in each party's hash chain. */
  readonly chain: number;
  readonly rated: boolean;
}

/** The members of each type of event besides n, p, prev, sent, sig and at. Byte strings are lower-case hex. */
export type EventBody =
  | { readonly type: 'commit'; readonly anchor: string; readonly nonce: string }
  | { readonly type: 'roll'; readonly reveal: string }
  | { readonly type: 'reveal'; readonly reveal: string }
  | { readonly type: 'dice'; readonly reveal: string; readonly dice: Dice }
  | { readonly type: 'play'; readonly hops: readonly Hop[] }
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
  | { readonly type: 'void'; readonly hash: string }
  | { readonly type: 'resume'; readonly since: number }
  | { readonly type: 'forfeit'; readonly loser: Player; readonly reason: 'time' | 'abandonment' };

export type EventType = EventBody['type'];

/** The types after which the match waits for the same party and the same types as before. */
export type AsideType = 'sit' | 'present' | 'absent' | 'void' | 'resume';

/**
 * An event before it is signed. A player's event also has `sent`, the player's own clock at the signature in
 * milliseconds since the epoch. No rule judges it.
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

/** A finished match: everything that a stranger needs to check it. */
export interface MatchRecord {
  readonly header: Header;
  readonly events: readonly MatchEvent[];
  readonly result: MatchResult;
  readonly finalHash: string;
  readonly sig: string;
}

/** A match as far as someone has seen it, finished or not. */
export interface Transcript {
  readonly header: Header;
  readonly events: readonly MatchEvent[];
  /** Receipts that the server signed to the keeper of this transcript, at most 16. */
  readonly receipts?: readonly Receipt[];
}

/** The server's signed statement to one seat: how far the match has come, and what arrived last from that seat. */
export interface Receipt {
  /** Number of events. */
  readonly n: number;
  /** Hash of the last of them, or of the header: 64 hex digits. */
  readonly head: string;
  /** `sentHash` of the newest event that the server received from the seat; null when it knows of none. */
  readonly seen: string | null;
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

/** The party whose event the match waits for, and the types it would accept. Asides and `forfeit` may come besides. */
export interface Expectation {
  readonly party: Party;
  /** Empty when the match is over. */
  readonly types: readonly EventType[];
}

/** A signing key: a 32-byte Ed25519 seed and its public key. */
export interface Key {
  readonly seed: Uint8Array;
  readonly pub: string;
}
