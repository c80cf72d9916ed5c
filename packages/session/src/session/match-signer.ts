import {
  canonicalJson,
  type HeaderLog,
  type Key,
  type Ledger,
  type RandomBytes,
  Seat,
  type SignedEvent,
  signEvent,
  type View,
} from 'bg-record';
import type { Player } from 'bg-rules';
import { type GuardFailure, guardFailure, signingFault } from './guard.ts';
import type { MatchStore } from './match-store.ts';
import { decisionIn, eventStatus, type SignedRow, withSignedEvent } from './signed-row.ts';
import type { Decision } from './types.ts';

/** Everything that a player's device signs: the player's decisions, and the events that need no decision. */
type Act =
  | Decision
  | { readonly type: 'commit' | 'reveal' | 'present' | 'sit' | 'claim' }
  | { readonly type: 'holiday'; readonly days: number };

interface SignerSources {
  /** The device's own time, which goes into each signature. */
  readonly now: () => number;
  /** The platform's random source, unless a test passes its own. */
  readonly random?: RandomBytes;
  /** The view of a log that this device states in its commits, or null. */
  readonly view?: (log: HeaderLog) => View | null;
}

/** Signs for a player in a match. No signed event is sent before it is stored. */
export class MatchSigner {
  readonly player: Player;
  readonly #key: Key;
  readonly #seat: Seat;
  readonly #store: MatchStore;
  readonly #now: () => number;
  readonly #view: (log: HeaderLog) => View | null;

  constructor(key: Key, ledger: Ledger, player: Player, store: MatchStore, { now, random, view }: SignerSources) {
    this.player = player;
    this.#key = key;
    this.#seat = new Seat(key, ledger.header, player, random, now);
    this.#store = store;
    this.#now = now;
    this.#view = view ?? (() => null);
  }

  /** Returns what this device has signed in the match. */
  signed(ledger: Ledger): Promise<SignedRow> {
    return this.#store.signed(ledger.header.id);
  }

  /** Returns the event to send for a decision, or the reason why this device must not sign it. */
  async sign(ledger: Ledger, act: Act): Promise<SignedEvent | GuardFailure> {
    const { log } = ledger.header;
    const viewed = act.type === 'commit' && log ? { ...act, view: this.#view(log) } : act;
    return this.#place(ledger, await this.#seat.sign(ledger, viewed));
  }

  /** Signs the same decision again at the present end of the history. */
  async again(ledger: Ledger, mark: SignedEvent): Promise<SignedEvent | GuardFailure> {
    const { sig: _sig, ...unsigned } = mark;
    const moved = { ...unsigned, n: ledger.length, prev: ledger.head, sent: this.#now() };
    return this.#place(ledger, await signEvent(moved, this.#key));
  }

  /** Stores an event as the last signed one. If something was already signed at this place, returns that instead. */
  async #place(ledger: Ledger, event: SignedEvent): Promise<SignedEvent | GuardFailure> {
    let fault: GuardFailure | null = null;
    const decision = canonicalJson(decisionIn(event));
    const isSame = (other: SignedEvent) => canonicalJson(decisionIn(other)) === decision;
    const row = await this.#store.place(ledger.header.id, (stored) => {
      if (isAtPlace(stored.mark, ledger)) return null;
      fault = signingFault(stored, this.player, ledger, event, isSame);
      if (fault) return null;
      const kept = stored.mark !== null && eventStatus(stored.mark, this.player, ledger) === 'kept';
      return withSignedEvent(stored, event, { kept, rolls: ledger.state.rolls });
    });
    if (fault) return fault;
    return isAtPlace(row.mark, ledger) ? row.mark : guardFailure('marked-otherwise');
  }
}

function isAtPlace(mark: SignedEvent | null, { length, head }: Ledger): mark is SignedEvent {
  return mark !== null && mark.n === length && mark.prev === head;
}
