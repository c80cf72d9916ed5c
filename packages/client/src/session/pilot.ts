import type { Ledger, SignedEvent } from 'bg-record';
import type { GuardFailure } from './guard.ts';
import type { Act, Hand } from './hand.ts';
import type { Decision } from './types.ts';

/** A signed event on its way to the server. */
interface InFlight {
  readonly act: Act;
  readonly event: SignedEvent;
  /** The server's sentence, once it has refused the event. */
  readonly refusal: string | null;
}

export type Send = (event: SignedEvent) => void;

/** Sees a player's events through to the history: signs, sends, sends again, and signs what needs no decision by itself. */
export class Pilot {
  readonly #hand: Hand;
  readonly #send: Send;
  #inFlight: InFlight | null = null;
  #refusal: string | null = null;
  /** The head on which something was last signed unasked: when the server refuses it there, it is not tried there again. */
  #triedAt: string | null = null;

  constructor(hand: Hand, send: Send) {
    this.#hand = hand;
    this.#send = send;
  }

  /** What the player decided and the server has not stored yet. */
  get pending(): Decision | null {
    const act = this.#inFlight?.act;
    return !act || act.type === 'commit' || act.type === 'reveal' ? null : act;
  }

  /** Why the server refused the last event; null when it did not. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Signs and sends; the answer is why this device must not. */
  async act(ledger: Ledger, act: Act): Promise<GuardFailure | null> {
    const event = await this.#hand.sign(ledger, act);
    if ('ok' in event) return event;
    this.#inFlight = { act, event, refusal: null };
    this.#refusal = null;
    this.#send(event);
    return null;
  }

  /** Takes the server's refusal of event `n`; it counts once the history shows that nothing came before it. */
  refused(n: number, sentence: string): void {
    if (this.#inFlight?.event.n === n) this.#inFlight = { ...this.#inFlight, refusal: sentence };
  }

  forgetRefusal(): void {
    this.#refusal = null;
  }

  /**
   * After every change of the history: what became of the event on its way, and what is to be signed unasked.
   *
   * @param reconnected what was on its way may have been lost with the connection, so it is sent again
   */
  async settle(ledger: Ledger, reconnected: boolean): Promise<GuardFailure | null> {
    const fault = await this.#hand.fault(ledger);
    if (fault) return fault;
    const again = this.#land(ledger);
    if (this.#inFlight && reconnected) this.#send(this.#inFlight.event);
    const act = again ?? (this.#inFlight ? null : await this.#unasked(ledger));
    return act && this.act(ledger, act);
  }

  /** Looks for the event on its way in the history; the answer is what must be signed again after a `resume`. */
  #land(ledger: Ledger): Act | null {
    const flying = this.#inFlight;
    if (!flying) return null;
    const since = ledger.events.slice(flying.event.n);
    if (since.length === 0 && flying.refusal === null) return null;
    this.#inFlight = null;
    if (since.length === 0) this.#refusal = flying.refusal;
    return since.length > 0 && since.every(({ type }) => type === 'resume') ? flying.act : null;
  }

  async #unasked(ledger: Ledger): Promise<Act | null> {
    const owed = await this.#hand.owes(ledger);
    if (!owed || this.#triedAt === ledger.head) return null;
    this.#triedAt = ledger.head;
    return owed;
  }
}
