import type { Ledger, SignedEvent } from 'bg-record';
import { type GuardFailure, historyFault, holdsSeat, mayDouble, mustRoll, owed, sitOf } from './guard.ts';
import type { Hand } from './hand.ts';
import { decisionIn, type Signed, standing } from './marks.ts';
import type { Decision, DeviceState } from './types.ts';

export type Send = (event: SignedEvent) => void;

/** What the pilot may know besides the ledger. */
export interface Sight {
  /** True if the server has signed a history with this event in it. */
  covers(n: number): boolean;
}

/** Why the history is looked at: what was on its way may have been lost with a connection, or for no reason that shows. */
export type Occasion = 'grown' | 'reconnected' | 'retry';

const AUTOMATIC: ReadonlySet<string> = new Set(['commit', 'reveal', 'present', 'sit']);

/** Sees a player's events through to the history: signs, sends, sends again, and signs what needs no decision by itself. */
export class Pilot {
  readonly #hand: Hand;
  readonly #send: Send;
  readonly #sight: Sight;
  #inFlight: SignedEvent | null = null;
  #device: DeviceState = 'here';
  /** True if the player wants to play on this device although another one has the seat. */
  #wantsSeat = false;
  /** What the player decided while something else of his was on its way. */
  #waiting: Decision | null = null;
  /** The server's sentence about the event on its way. */
  #refusal: string | null = null;
  #canDouble = true;
  #onlyRoll = false;

  constructor(hand: Hand, send: Send, sight: Sight) {
    this.#hand = hand;
    this.#send = send;
    this.#sight = sight;
  }

  /** What the player decided and the server has not stored yet. */
  get pending(): Decision | null {
    const event = this.#inFlight;
    if (!event || AUTOMATIC.has(event.type)) return this.#waiting;
    return event.type === 'roll' ? { type: 'roll' } : (decisionIn(event) as Decision);
  }

  /** True if something of this player's is on its way, decided or not. */
  get flying(): SignedEvent | null {
    return this.#inFlight;
  }

  /** Why the server refused the last event; null when it did not. */
  get refusal(): string | null {
    return this.#refusal;
  }

  get device(): DeviceState {
    return this.#device;
  }

  /** What of a player's options this device may sign. */
  allows(type: Decision['type']): boolean {
    if (this.#device !== 'here') return false;
    if (this.#onlyRoll) return type === 'roll';
    return type !== 'double' || this.#canDouble;
  }

  /** Takes the server's refusal of event `n`. It frees nothing: only a signed `void` does. */
  refused(n: number, sentence: string): void {
    if (this.#inFlight?.n === n) this.#refusal = sentence;
  }

  /** True if this device has the seat; null before anybody has. */
  holdsSeat(row: Signed, ledger: Ledger): boolean | null {
    return holdsSeat(row, this.#hand.player, ledger);
  }

  forgetRefusal(): void {
    this.#refusal = null;
  }

  /** The player wants to play here. */
  takeSeat(): void {
    this.#wantsSeat = true;
  }

  /** Signs and sends what the player decided; the answer is why this device must not. */
  async decide(ledger: Ledger, decision: Decision): Promise<GuardFailure | null> {
    if (!this.allows(decision.type)) return null;
    if (this.#inFlight) {
      // Only what the player did not decide, such as `present`, may be on its way here.
      this.#waiting = decision;
      return null;
    }
    return this.#fly(await this.#hand.sign(ledger, decision));
  }

  /** After every change of the history: what became of the event on its way, and what is to be signed unasked. */
  async settle(ledger: Ledger, occasion: Occasion): Promise<GuardFailure | null> {
    const row = await this.#hand.signed(ledger);
    const fault = historyFault(row, this.#hand.player, ledger);
    if (fault) return fault;
    this.#look(row, ledger);
    const still = owed(row, this.#hand.player, ledger);
    if (still && !still.moved) return this.#keepFlying(still.event, occasion);
    this.#land(row, ledger);
    if (ledger.state.result) return null;
    return this.#next(row, ledger, still?.event ?? null);
  }

  /** What this device may do at this history. */
  #look(row: Signed, ledger: Ledger): void {
    const { player } = this.#hand;
    this.#canDouble = mayDouble(player, ledger) || !ledger.expects.types.includes('double');
    this.#onlyRoll = mustRoll(row, ledger);
    const holds = this.holdsSeat(row, ledger);
    if (holds === false) this.#device = this.#comesIn(row, ledger) ? 'taking' : 'elsewhere';
    else this.#device = holds && !this.#isAttested(ledger) ? 'taking' : 'here';
    if (holds) this.#wantsSeat = false;
  }

  /** A device that has signed nothing here comes in by itself; one whose seat was taken waits for its player. */
  #comesIn(row: Signed, ledger: Ledger): boolean {
    const isComing = owed(row, this.#hand.player, ledger)?.event.type === 'sit';
    return this.#wantsSeat || row.nonces.length === 0 || isComing;
  }

  /** A seat that was taken over is used once the server has signed the history with that in it. */
  #isAttested({ events }: Ledger): boolean {
    const sat = sitOf(this.#hand.player, events);
    return sat === null || this.#sight.covers(sat);
  }

  #keepFlying(event: SignedEvent, occasion: Occasion): null {
    const isNew = this.#inFlight?.sig !== event.sig;
    this.#inFlight = event;
    if (isNew || occasion !== 'grown') this.#send(event);
    return null;
  }

  #land(row: Signed, ledger: Ledger): void {
    if (!this.#inFlight) return;
    const { player } = this.#hand;
    // A refusal that the server has signed is the player's to know; any other was overtaken.
    const isVoid = row.mark !== null && standing(row.mark, player, ledger) === 'voided';
    if (!isVoid) this.#refusal = null;
    this.#inFlight = null;
  }

  async #next(row: Signed, ledger: Ledger, moved: SignedEvent | null): Promise<GuardFailure | null> {
    const { player } = this.#hand;
    const { party, types } = ledger.expects;
    const mine = party === player;
    if (this.holdsSeat(row, ledger) === false) return this.#sit(ledger, moved);
    if (this.#device === 'taking') return null;
    if (moved && mine && moved.type !== 'sit' && moved.type !== 'present')
      return this.#fly(await this.#hand.again(ledger, moved));
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!mine) return null;
    if (types.includes('commit')) return this.#fly(await this.#hand.sign(ledger, { type: 'commit' }));
    if (types.includes('reveal')) return this.#fly(await this.#hand.sign(ledger, { type: 'reveal' }));
    if (waiting && types.includes(waiting.type)) return this.decide(ledger, waiting);
    if (ledger.state.absent?.seat === player) return this.#fly(await this.#hand.sign(ledger, { type: 'present' }));
    return null;
  }

  async #sit(ledger: Ledger, moved: SignedEvent | null): Promise<GuardFailure | null> {
    if (this.#device !== 'taking') return null;
    this.#wantsSeat = false;
    const isAgain = moved?.type === 'sit';
    return this.#fly(await (isAgain ? this.#hand.again(ledger, moved) : this.#hand.sign(ledger, { type: 'sit' })));
  }

  #fly(signed: SignedEvent | GuardFailure): GuardFailure | null {
    if ('ok' in signed) return signed;
    this.#inFlight = signed;
    this.#send(signed);
    return null;
  }
}
