import type { Dice, Hop, MatchResult, Player, Rules } from 'bg-rules';

export const FORMAT = 'bg-record/1';
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
  /** Links in each party's hash chain. */
  readonly chain: number;
  readonly rated: boolean;
}

/** What each type of event carries besides n, p, prev, sig and at. Byte strings are lower-case hex. */
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
  | { readonly type: 'resume' }
  | { readonly type: 'forfeit'; readonly loser: Player; readonly reason: 'time' | 'abandonment' };

export type EventType = EventBody['type'];

/** An event before it is signed. */
export type UnsignedEvent = EventBody & { readonly n: number; readonly p: Party; readonly prev: string };

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
}

/** Whose event the match waits for, and which types would be accepted from that party (besides `forfeit` and `resume`). */
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
