import { type Key, type Ledger, Seat, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import { type GuardFailure, guardFailure, historyFault, owedEvent, signingFault } from './guard.ts';
import type { Mark } from './marks.ts';
import type { MatchStore } from './match-store.ts';
import type { Decision } from './types.ts';

/** Everything a player's device signs: his decisions, and by itself commits and reveals. */
export type Act = Decision | { readonly type: 'commit' } | { readonly type: 'reveal' };

/** The player's hand at a match: it signs, after the guard has agreed and the mark is stored. */
export class Hand {
  readonly player: Player;
  readonly #seat: Seat;
  readonly #store: MatchStore;

  constructor(key: Key, ledger: Ledger, player: Player, store: MatchStore) {
    this.player = player;
    this.#seat = new Seat(key, ledger.header, player);
    this.#store = store;
  }

  /** Null when this device may act on the ledger's history. */
  async fault(ledger: Ledger): Promise<GuardFailure | null> {
    return historyFault(await this.#store.mark(ledger.header.id), this.player, ledger);
  }

  /**
   * What must be signed next without asking anybody: a commit, a reveal, or the roll that was signed before and got lost;
   * null when nothing is.
   */
  async owes(ledger: Ledger): Promise<Act | null> {
    const { party, types } = ledger.expects;
    if (party !== this.player) return null;
    if (types.includes('commit')) return { type: 'commit' };
    if (types.includes('reveal')) return { type: 'reveal' };
    const owed = owedEvent(await this.#store.mark(ledger.header.id), this.player, ledger);
    return owed?.type === 'roll' ? { type: 'roll' } : null;
  }

  /** The signed event, or why this device must not sign it. A link of the chain leaves only after its mark is stored. */
  async sign(ledger: Ledger, act: Act): Promise<SignedEvent | GuardFailure> {
    const event = await signAct(this.#seat, ledger, act);
    const reveal = event.type === 'roll' || event.type === 'reveal' ? event.reveal : null;
    const wanted = { type: event.type, reveal };
    const faultAfter = (stored: Mark | null) => signingFault(stored, this.player, ledger, wanted);
    const fault = faultAfter(await this.#store.mark(ledger.header.id));
    if (fault) return fault;
    return (await this.#place(ledger, event, faultAfter)) ? event : guardFailure('marked-otherwise');
  }

  async #place(ledger: Ledger, event: SignedEvent, fault: (stored: Mark | null) => GuardFailure | null) {
    if (event.type !== 'roll' && event.type !== 'reveal') return true;
    const { n, prev, type, reveal } = event;
    const mark = { match: ledger.header.id, n, prev, type, reveal };
    return this.#store.place(mark, (stored) => fault(stored) === null);
  }
}

function signAct(seat: Seat, ledger: Ledger, act: Act): Promise<SignedEvent> {
  if (act.type === 'play') return seat.play(ledger, act.hops);
  if (act.type === 'resign') return seat.resign(ledger, act.points);
  return seat[act.type](ledger);
}
