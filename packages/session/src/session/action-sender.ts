import { holidayDaysLeft, isAside, isDisplacing, type Ledger, MAX_SITS, mayClaim, type SignedEvent } from 'bg-record';
import type { CodedFailure } from '../platform/failure.ts';
import { voidFault } from './answers.ts';
import {
  type GuardFailure,
  historyFault,
  holdsSeat,
  mayDouble,
  mayLapse,
  mustRoll,
  seatTakenAt,
  unplacedEvent,
} from './guard.ts';
import type { MatchSigner } from './match-signer.ts';
import { decisionIn, eventStatus, type SignedRow } from './signed-row.ts';
import type { Decision, DeviceState } from './types.ts';

type Send = (event: SignedEvent) => void;

/** The data that the sender has besides the ledger. */
interface Surroundings {
  /** True if the server has signed a history with this event in it. */
  covers(n: number): boolean;
  /** True if the page has read what happened before now. After a sleep it may read several events that displaced one decision together. */
  isAwake(): boolean;
}

/** The reason for the check: the history grew, the connection was restored, or a timer fired. */
export type Trigger = 'grown' | 'reconnected' | 'retry';

/** The events that are no decisions. */
const AUTOMATIC: ReadonlySet<string> = new Set(['commit', 'reveal', 'present', 'sit', 'claim', 'holiday']);

/**
 * Gets a player's events into the history: it signs, sends and resends them, and signs the events that need no
 * decision.
 */
export class ActionSender {
  readonly #signer: MatchSigner;
  readonly #send: Send;
  readonly #surroundings: Surroundings;
  #inFlight: SignedEvent | null = null;
  #device: DeviceState = 'here';
  /** True if the player wants to play on this device although another device has the seat. */
  #wantsSeat = false;
  /** The player's decision while another event is in flight. */
  #waiting: Decision | null = null;
  /** The server's refusal of the event in flight. */
  #refusal: CodedFailure | null = null;
  /** How often asides of the server or the opponent took the place of an event of this player, since this player last had to act anew. */
  #displaced = 0;
  /** The number of the last event that was no aside. A later one means that this player's event is stored, or no longer awaited. */
  #lastAnswer = -1;
  /** The signature of the last event that was displaced. */
  #countedSig: string | null = null;
  /** The days of a holiday that waits while another event is in flight. */
  #wantedDays: number | null = null;
  /** True if another event took the place of a holiday since the last look. */
  #hasLostHoliday = false;
  #canDouble = true;
  #onlyRoll = false;

  constructor(signer: MatchSigner, send: Send, surroundings: Surroundings) {
    this.#signer = signer;
    this.#send = send;
    this.#surroundings = surroundings;
  }

  /** The player's decision that the server has not stored yet. */
  get pending(): Decision | null {
    const event = this.#inFlight;
    if (!event || AUTOMATIC.has(event.type)) return this.#waiting;
    return event.type === 'roll' ? { type: 'roll' } : (decisionIn(event) as Decision);
  }

  /** This player's event in flight, if any. */
  get inFlight(): SignedEvent | null {
    return this.#inFlight;
  }

  /** The claim or holiday of this player that is not stored yet, if any. */
  get asideInFlight(): 'claim' | 'holiday' | null {
    const type = this.#inFlight?.type;
    if (type === 'claim' || type === 'holiday') return type;
    return this.#wantedDays === null ? null : 'holiday';
  }

  /** How often this device had to sign its answer again, because asides of others took its place or declared it void. */
  get displaced(): number {
    return this.#displaced;
  }

  /** The reason why the server refused the last event, or null. */
  get refusal(): CodedFailure | null {
    return this.#refusal;
  }

  get device(): DeviceState {
    return this.#device;
  }

  /** True if this device may sign this option of the player. */
  allows(type: Decision['type']): boolean {
    if (this.#device !== 'here') return false;
    if (this.#onlyRoll) return type === 'roll';
    return type !== 'double' || this.#canDouble;
  }

  /** Handles the server's refusal of event `n`. Only a signed `void` releases the event. */
  refused(n: number, refusal: CodedFailure): void {
    if (this.#inFlight?.n === n) this.#refusal = refusal;
  }

  /** True if this device has the seat. Null if no device has it yet. */
  holdsSeat(row: SignedRow, ledger: Ledger): boolean | null {
    return holdsSeat(row, this.#signer.player, ledger);
  }

  forgetRefusal(): void {
    this.#refusal = null;
  }

  /** Call this when the player wants to play on this device. */
  takeSeat(): void {
    this.#wantsSeat = true;
  }

  /** Signs and sends the player's decision. Resolves to the reason if this device must not sign it. */
  async decide(ledger: Ledger, decision: Decision): Promise<GuardFailure | null> {
    if (!this.allows(decision.type)) return null;
    if (this.#inFlight) {
      // Only an event that the player did not decide, such as `present`, can be in flight here.
      this.#waiting = decision;
      return null;
    }
    return this.#sendSigned(await this.#signer.sign(ledger, decision));
  }

  /** Signs and sends a claim of the match, if the opponent is announced as absent. Resolves to the reason if this device must not sign it. */
  async claim(ledger: Ledger): Promise<GuardFailure | null> {
    if (this.#device !== 'here' || this.#inFlight || !mayClaim(ledger, this.#signer.player)) return null;
    return this.#sendSigned(await this.#signer.sign(ledger, { type: 'claim' }));
  }

  /** Signs and sends a holiday, if the player has so many days left. Resolves to the reason if this device must not sign it. */
  async takeHoliday(ledger: Ledger, days: number): Promise<GuardFailure | null> {
    const { player } = this.#signer;
    if (this.#device !== 'here' || this.asideInFlight === 'holiday' || days > holidayDaysLeft(ledger, player))
      return null;
    if (this.#inFlight) {
      this.#wantedDays = days;
      return null;
    }
    return this.#sendSigned(await this.#signer.sign(ledger, { type: 'holiday', days }));
  }

  /**
   * Runs after every change of the history. It checks the event in flight and signs the events that need no decision.
   */
  async signWhatIsDue(ledger: Ledger, trigger: Trigger): Promise<GuardFailure | null> {
    const row = await this.#signer.signed(ledger);
    const own = row.mark ? [...row.strays, row.mark] : row.strays;
    const fault = historyFault(row, this.#signer.player, ledger) ?? (await voidFault(own, ledger));
    if (fault) return fault;
    this.#look(row, ledger);
    this.#countDisplaced(row, ledger);
    const still = unplacedEvent(row, this.#signer.player, ledger);
    if (still && !still.moved) return this.#keepFlying(still.event, trigger);
    this.#clearInFlight(row, ledger);
    if (ledger.state.result) return null;
    return this.#next(row, ledger, still?.event ?? null);
  }

  /** Updates what this device may do at this history. */
  #look(row: SignedRow, ledger: Ledger): void {
    const { player } = this.#signer;
    this.#canDouble = mayDouble(player, ledger) || !ledger.expects.types.includes('double');
    this.#onlyRoll = mustRoll(row, ledger);
    const holds = this.holdsSeat(row, ledger);
    if (holds === false) this.#device = this.#comesIn(row, ledger) ? 'taking' : 'elsewhere';
    else this.#device = holds && !this.#isAttested(ledger) ? 'taking' : 'here';
    if (holds) this.#wantsSeat = false;
  }

  /**
   * A device that has signed nothing here takes its seat automatically. A device whose seat was taken waits for the
   * player.
   */
  #comesIn(row: SignedRow, ledger: Ledger): boolean {
    // The rules refuse another one, and a refused event under this key could be held against it.
    if (ledger.state.sits[this.#signer.player] >= MAX_SITS) return false;
    const isComing = unplacedEvent(row, this.#signer.player, ledger)?.event.type === 'sit';
    return this.#wantsSeat || row.nonces.length === 0 || isComing;
  }

  /** A device acts on a seat that it took over only after the server has signed that history. */
  #isAttested({ events }: Ledger): boolean {
    const sat = seatTakenAt(this.#signer.player, events);
    return sat === null || this.#surroundings.covers(sat);
  }

  /**
   * Counts whether asides have displaced the last signed event, once for each signing. An aside of the player is not counted.
   */
  #countDisplaced({ mark }: SignedRow, ledger: Ledger): void {
    const { events } = ledger;
    const lastAnswer = events.findLastIndex(({ type }) => !isAside(type));
    if (lastAnswer !== this.#lastAnswer) this.#displaced = 0;
    this.#lastAnswer = lastAnswer;
    if (!mark || isAside(mark.type) || mark.sig === this.#countedSig || mark.n <= lastAnswer) return;
    if (!isDisplaced(mark, ledger)) return;
    this.#countedSig = mark.sig;
    if (this.#surroundings.isAwake()) this.#displaced += 1;
  }

  #keepFlying(event: SignedEvent, trigger: Trigger): null {
    const isNew = this.#inFlight?.sig !== event.sig;
    this.#inFlight = event;
    if (isNew || trigger !== 'grown') this.#send(event);
    return null;
  }

  /** True once if a holiday of the player was overtaken, so that it was not taken. */
  lostHoliday(): boolean {
    const hasLost = this.#hasLostHoliday;
    this.#hasLostHoliday = false;
    return hasLost;
  }

  #clearInFlight(row: SignedRow, ledger: Ledger): void {
    if (!this.#inFlight) return;
    const { player } = this.#signer;
    // The player is told of a refusal that the server has signed. Any other was overtaken by events.
    const isVoid = row.mark !== null && eventStatus(row.mark, player, ledger) === 'voided';
    if (!isVoid) this.#refusal = null;
    const { type, sig } = this.#inFlight;
    if (type === 'holiday' && !isVoid && ledger.events[this.#inFlight.n]?.sig !== sig) this.#hasLostHoliday = true;
    this.#inFlight = null;
  }

  async #next(row: SignedRow, ledger: Ledger, moved: SignedEvent | null): Promise<GuardFailure | null> {
    const { player } = this.#signer;
    const { party, types } = ledger.expects;
    const mine = party === player;
    if (this.holdsSeat(row, ledger) === false) {
      // The player wanted it on this device, which has lost the seat.
      this.#wantedDays = null;
      return this.#sit(ledger, moved);
    }
    if (this.#device === 'taking') return null;
    if (moved && mine && !mayLapse(moved)) {
      return this.#sendSigned(await this.#signer.again(ledger, moved));
    }
    const isOwed = mine && (types.includes('commit') || types.includes('reveal'));
    const days = this.#wantedDays;
    if (days !== null && !isOwed) {
      this.#wantedDays = null;
      return this.takeHoliday(ledger, days);
    }
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!mine) return null;
    if (types.includes('commit')) return this.#sendSigned(await this.#signer.sign(ledger, { type: 'commit' }));
    if (types.includes('reveal')) return this.#sendSigned(await this.#signer.sign(ledger, { type: 'reveal' }));
    if (waiting && types.includes(waiting.type)) return this.decide(ledger, waiting);
    if (ledger.state.absent?.seat === player)
      return this.#sendSigned(await this.#signer.sign(ledger, { type: 'present' }));
    return null;
  }

  async #sit(ledger: Ledger, moved: SignedEvent | null): Promise<GuardFailure | null> {
    if (this.#device !== 'taking') return null;
    this.#wantsSeat = false;
    const isAgain = moved?.type === 'sit';
    return this.#sendSigned(
      await (isAgain ? this.#signer.again(ledger, moved) : this.#signer.sign(ledger, { type: 'sit' })),
    );
  }

  #sendSigned(signed: SignedEvent | GuardFailure): GuardFailure | null {
    if ('ok' in signed) return signed;
    this.#inFlight = signed;
    this.#send(signed);
    return null;
  }
}

/** True if an aside that displaces came in the place of a signed event. */
function isDisplaced({ n, p }: SignedEvent, { events, header }: Ledger): boolean {
  return events.slice(n).some((event) => {
    const before = events[event.n - 1];
    return isDisplacing(event, { at: before?.at ?? header.created, type: before?.type ?? null, party: p });
  });
}
