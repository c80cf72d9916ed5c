import type { Reaction } from '@anchor/wire';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ClockReading, Header, MatchEvent, VerifiedRoll } from 'bg-record';
import type { Hop, MatchResult, MatchState, Options, Player } from 'bg-rules';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { CodedFailure } from '../platform/failure.ts';

/** The presence of a seat's player. */
export interface Presence {
  readonly online: boolean;
  /**
   * The time at which an absent player who has to act loses the match, in milliseconds since the epoch by the server's
   * clock. Null without such a countdown.
   */
  readonly abandonAt: number | null;
}

/** An absence that the server has announced. All times are milliseconds since the epoch. */
export interface AnnouncedAbsence {
  /** The absent player. */
  readonly seat: Player;
  readonly since: number;
  /** The time from which a claim of the opponent ends the match. */
  readonly endsAt: number;
  readonly isClaimed: boolean;
}

/** The holidays of a player. */
export interface PlayerHolidays {
  readonly daysLeft: number;
  /** The end of the last holiday, in milliseconds since the epoch. Null without one. */
  readonly until: number | null;
}

/** A decision of a player. Commits and reveals are not decisions: the session signs those without the player. */
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

/** The reason why the page signs nothing more in this match. */
export interface Halt {
  /** A stable code of the ledger, of the header check, or of the guard. */
  readonly code: string;
  /** The text of the server or of the verifier, if the failure comes from there. */
  readonly message?: string;
  /** The number of transcripts stored as evidence: two if two histories were seen. */
  readonly transcripts: 1 | 2;
}

export interface RatingChange {
  readonly before: number;
  readonly after: number;
}

/** The way in which the match ended. */
export type Outcome =
  | {
      readonly kind: 'finished';
      readonly result: MatchResult;
      /** Path of the record, `/records/<id>.json`. */
      readonly record: string;
      readonly finalHash: string;
      /** By seat. Null if unrated. */
      readonly ratings: readonly [RatingChange, RatingChange] | null;
      /** The facts that the events show about the forfeit that ended the match. Null without a forfeit. */
      readonly forfeit: ForfeitFacts | null;
    }
  | {
      readonly kind: 'aborted';
      readonly reason: string;
      /** True if this device has signed a roll in the match, and has therefore stored the transcript. */
      readonly kept: boolean;
      /** True if the server has signed that it called the match off. */
      readonly isSigned: boolean;
      /**
       * The player who left, as far as this page knows, because the server does not name them. Null for another reason,
       * and for a watcher.
       */
      readonly leaver: 'viewer' | 'opponent' | null;
      /** The player for whom the match was waiting. Null if it was waiting for the server. */
      readonly awaited: Player | null;
    };

/** The facts that the events before a forfeit show about it. */
export interface ForfeitFacts {
  readonly loser: Player;
  readonly reason: 'time' | 'abandonment';
  /** True if the match was lost by abandonment because its record was full. */
  readonly isFilled: boolean;
  /** How long before the forfeit the server announced the loser as absent, without gaps in the service. Null if it did not. */
  readonly announcedMs: number | null;
  /** True if the loser's time had run out according to the dates of the events. */
  readonly ranOut: boolean;
  /**
   * How much more time the server has charged the loser in the whole match than this device measured. 0 for other
   * viewers.
   */
  readonly overchargedMs: number;
}

/** The relation of this device to its seat. */
export type DeviceState =
  /** This device may sign. It may do so before the first signature too. Also the state of a watcher. */
  | 'here'
  /** This device is taking the seat over, and waits until the server has signed that. */
  | 'taking'
  /**
   * Another device of the same player has taken the seat. This device is view-only until the player takes the seat
   * back.
   */
  | 'elsewhere';

/** A warning about the server. It proves nothing, so the player decides whether to continue. */
export type ServerWarning =
  /** The server has charged more time than this device measured. */
  | { readonly kind: 'overcharged'; readonly overchargedMs: number }
  /** Asides of the server or the opponent have come before one decision so many times. */
  | { readonly kind: 'displaced'; readonly times: number }
  /** The server has marked gaps of so much time although this page was connected, and no player was charged for them. */
  | { readonly kind: 'refunded'; readonly refundedMs: number }
  /**
   * The server answers nothing about the player's event or, with `isSeat`, about the seat that this device has taken. `tried`: new
   * connections since; `shown`: those of them that showed the match.
   */
  | { readonly kind: 'silent'; readonly tried: number; readonly shown: number; readonly isSeat: boolean };

/** News for the player that is shown once. */
export type SessionNotice =
  /** A match that was requested as rated is not rated. */
  | { readonly kind: 'unrated' }
  /** A money game that was requested as the next one of a session begins a session of its own. */
  | { readonly kind: 'new-session' }
  /** Another event took the place of the player’s holiday, which is not signed again. */
  | { readonly kind: 'holiday-lapsed' }
  /** The service was down for so long, and no clock ran. */
  | { readonly kind: 'gap'; readonly ms: number }
  /** The server refused a rematch, or to call the match off. */
  | { readonly kind: 'refused'; readonly failure: CodedFailure };

export interface SeenReaction {
  /** Increases within this session, so that two equal reactions can be distinguished. */
  readonly key: number;
  readonly seat: Player;
  /** One of the reactions of the protocol, or one that a newer server has. */
  readonly reaction: string;
}

/** Everything that the match page shows. It is a plain value that is replaced as a whole at every change. */
export interface MatchView {
  readonly id: string;
  readonly header: Header;
  /** The viewer's seat, or null for a watcher. */
  readonly seat: Player | null;
  /** The verified state: rules, score, cube, position, phase. */
  readonly match: MatchState;
  /** The verified events, for the move list. */
  readonly events: readonly MatchEvent[];
  /** The player who must act and the deadline for it, in milliseconds since the epoch. Null while the server must act, and after the end. */
  readonly answerBy: { readonly player: Player; readonly at: number } | null;
  /** True once the first roll is accepted. From then on the match cannot be called off. */
  readonly hasRolled: boolean;
  /** The verified rolls with all data that shows their computation, oldest first. */
  readonly rolls: readonly VerifiedRoll[];
  /**
   * The viewer's options now. `actions` is empty if it is not the viewer's decision, while `pending`, and after a halt.
   */
  readonly options: Options;
  readonly connection: ConnectionStatus;
  /** By seat. */
  readonly presence: readonly [Presence, Presence];
  /** Number of connections that watch the match, as the server last said. 0 until it has. */
  readonly watchers: number;
  /** The viewer's decision that is signed but not yet stored by the server. */
  readonly pending: Decision | null;
  /** The announced absence of a player in a match with a clock. Null without one. */
  readonly absence: AnnouncedAbsence | null;
  /** By seat: the holidays of a player in a correspondence match. Null in a match without holidays. */
  readonly holidays: readonly [PlayerHolidays, PlayerHolidays] | null;
  /** The viewer's claim or holiday that is signed but not yet stored by the server. */
  readonly asideInFlight: 'claim' | 'holiday' | null;
  /**
   * The server's refusal of the last decision. As long as the decision is also `pending`, the server has not
   * signed the refusal.
   */
  readonly refused: CodedFailure | null;
  /** By seat: true if the player has asked for another match. */
  readonly rematch: readonly [boolean, boolean];
  /** The newest reaction of each seat, oldest first. */
  readonly reactions: readonly SeenReaction[];
  readonly outcome: Outcome | null;
  readonly halted: Halt | null;
  readonly device: DeviceState;
  /** Shown until the player continues or stops. */
  readonly warning: ServerWarning | null;
  /** Shown until the player dismisses it. */
  readonly notice: SessionNotice | null;
}

/** The part of a `MatchView` that says whose turn it is. */
export interface TurnFacts extends Pick<MatchView, 'seat' | 'outcome' | 'halted'> {
  readonly match: Pick<MatchView['match'], 'toAct'>;
}

/** True if the match waits for a decision of the viewer. */
export function isViewersTurn({ seat, match, outcome, halted }: TurnFacts): boolean {
  return seat !== null && match.toAct === seat && !outcome && !halted;
}

/**
 * A match as the page sees it. `view` changes, and commands take effect by changing it. A command that is not possible
 * at the moment (no such option, halted, offline with an event in flight) changes nothing.
 */
export interface MatchSession {
  readonly view: ReadonlySignal<MatchView>;
  /** The server's time as estimated by this device, in milliseconds since the epoch. */
  now(): number;
  /** The clocks at `now`, or null for an untimed match. */
  clock(): ClockReading | null;
  decide(decision: Decision): void;
  /** Claims the match because of the announced absence of the opponent. It may be claimed before the time from which that takes effect. */
  claim(): void;
  /** Takes a holiday of so many whole days, in which no time for an answer of the viewer runs. More days than are left change nothing. */
  takeHoliday(days: number): void;
  react(reaction: Reaction): void;
  rematch(): void;
  /** Takes the connection back after `superseded`. */
  useHere(): void;
  /** Takes the seat back from another device of the same player. */
  playHere(): void;
  /** Continues in spite of a warning. */
  goOn(): void;
  /** Signs nothing more in this match and saves the evidence. */
  stop(): void;
  /** Calls the match off for both players before its first roll. A refusal appears as `notice`. */
  callOff(): void;
  /** Stops watching. A player keeps their seat. */
  leave(): void;
  /** Saves the record of a finished match, the evidence after a halt, or the transcript so far. */
  download(): void;
  /** Saves everything that this device stores about the match, as evidence. */
  saveEvidence(): void;
  dismissNotice(): void;
}
