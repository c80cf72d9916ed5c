import { ENGINE_ID } from 'bg-engine';
import { type EventType, type Key, type Ledger, Seat, type SignedEvent } from 'bg-record';
import { type Action, heuristicAction, type Player } from 'bg-rules';
import type { MatchFollower } from '../bus.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { BotDecider } from './decide.ts';
import type { Strength } from './server-bots.ts';

/** Prefix of the bot's alarms. The match follows. */
export const BOT_ALARM = 'bot/';

/** The engine that decides for the bot. The built-in heuristic decides if it fails. */
export const BOT_ENGINE = ENGINE_ID;

/** Delay before a failed action is retried. */
const RETRY_MS = 5_000;

interface BotParts {
  readonly key: Key;
  readonly strength: Strength;
  readonly decider: BotDecider;
  readonly rooms: Rooms;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  /** Average delay before a decision, in milliseconds. Commits and reveals have no delay. */
  readonly delayMs: number;
}

/**
 * A bot plays like any other player: it has its own key and hash chain and calls `act`. Its next action follows from the ledger, so it
 * continues after a restart as soon as the match is resumed.
 */
export class Bot implements MatchFollower {
  readonly #parts: BotParts;
  readonly #seats = new Map<string, Seat>();
  readonly #turns = new Map<string, Turn>();
  /** The newest event that the bot signed in each match. */
  readonly #signed = new Map<string, SignedEvent>();

  constructor(parts: BotParts) {
    this.#parts = parts;
  }

  get pub(): string {
    return this.#parts.key.pub;
  }

  moved(ledger: Ledger): void {
    const { id, players } = ledger.header;
    const { party, types } = ledger.expects;
    if (party === null || players[party].pub !== this.pub) return;
    const turn = this.#turns.get(id);
    if (turn?.n === ledger.length) {
      turn.ledger = ledger;
      return;
    }
    this.#turns.set(id, { ledger, n: ledger.length, isThinking: false });
    this.#setAlarm(id, isDecision(types) ? this.#pauseMs() : 0);
  }

  left(match: string): void {
    this.ended(match);
  }

  ended(match: string): void {
    this.#turns.delete(match);
    this.#seats.delete(match);
    this.#signed.delete(match);
    this.#parts.alarms.clear(`${BOT_ALARM}${match}`);
  }

  #setAlarm(match: string, delayMs: number): void {
    this.#parts.alarms.set(`${BOT_ALARM}${match}`, this.#parts.world.now() + delayMs, () => this.#actIfDue(match));
  }

  /** Acts if it is still the bot's turn. */
  async #actIfDue(match: string): Promise<void> {
    const turn = this.#turns.get(match);
    if (!turn || turn.isThinking) return;
    turn.isThinking = true;
    const action = await this.#think(turn);
    const isDone = turn.ledger.length !== turn.n || (await this.#tryToAct(match, turn, action));
    // The match may have moved on, or left this process, in the meantime.
    if (this.#turns.get(match) !== turn) return;
    turn.isThinking = false;
    if (isDone) this.#turns.delete(match);
    else this.#setAlarm(match, RETRY_MS);
  }

  /** Returns false if the bot has to act later. */
  async #tryToAct(match: string, turn: Turn, action: Action | null): Promise<boolean> {
    if (this.#turns.get(match) !== turn) return true;
    // The heartbeat may only have been late for a moment. When this process has lost the match, `left` ends the turn.
    if (!this.#parts.rooms.owns(match)) return false;
    try {
      return await this.#act(match, turn.ledger, action);
    } catch (error) {
      this.#parts.log.error({ err: error, match }, 'the bot could not act; it will try again');
      return false;
    }
  }

  /** Returns null when there is nothing to decide. The noise follows from match and event number, so a decision can be reproduced. */
  async #think({ ledger, n }: Turn): Promise<Action | null> {
    if (!isDecision(ledger.expects.types)) return null;
    const state = ledger.state.match;
    const request = { state, strength: this.#parts.strength, seed: `${ledger.header.id}/${n}` };
    return (await this.#parts.decider.decide(request)) ?? heuristicAction(state);
  }

  /** Returns false if the event has to be sent again. */
  async #act(match: string, ledger: Ledger, action: Action | null): Promise<boolean> {
    const { party, types } = ledger.expects;
    if (party === null) return true;
    const seat = this.#seatAt(ledger, party);
    const event = await this.#sign(seat, ledger, types, action);
    if (!event) return true;
    const result = await this.#parts.rooms.act(this.pub, match, event);
    // The match may have ended or moved on in the meantime; anything else is a bug.
    const expected = result.ok || ['wrong-number', 'not-stored', 'not-found'].includes(result.code);
    if (!expected)
      this.#parts.log.error(
        { match, type: event.type, code: result.code },
        'the service refused an action of the bot; this is a bug',
      );
    return result.ok || result.code !== 'not-stored';
  }

  /** Signs one event per number: two different ones would be evidence of cheating. An event that was not stored is sent again. */
  async #sign(
    seat: Seat,
    ledger: Ledger,
    types: readonly EventType[],
    action: Action | null,
  ): Promise<SignedEvent | null> {
    const { id } = ledger.header;
    const last = this.#signed.get(id);
    if (last?.n === ledger.length && last.prev === ledger.head) return last;
    const event = await signMove(seat, ledger, types, action);
    if (event) this.#signed.set(id, event);
    return event;
  }

  #seatAt(ledger: Ledger, player: Player): Seat {
    const known = this.#seats.get(ledger.header.id);
    if (known) return known;
    const random = (length: number) => this.#parts.world.randomBytes(length);
    const seat = new Seat(this.#parts.key, ledger.header, player, random, () => this.#parts.world.now());
    this.#seats.set(ledger.header.id, seat);
    return seat;
  }

  /** Between half and one and a half times the average delay, so that the bot does not act at a mechanical pace. */
  #pauseMs(): number {
    const [byte = 0] = this.#parts.world.randomBytes(1);
    return Math.round(this.#parts.delayMs * (0.5 + byte / 255));
  }
}

/** An event that the bot has to sign. */
interface Turn {
  ledger: Ledger;
  /** Number of the event. */
  readonly n: number;
  /** Prevents a second decision: two different events with the same number would be evidence of cheating. */
  isThinking: boolean;
}

function isDecision(types: readonly EventType[]): boolean {
  return !types.includes('commit') && !types.includes('reveal');
}

/** The bot's next event. Returns null when the bot need not act. */
function signMove(
  seat: Seat,
  ledger: Ledger,
  types: readonly EventType[],
  action: Action | null,
): Promise<SignedEvent> | null {
  if (types.includes('commit')) return seat.commit(ledger);
  if (types.includes('reveal')) return seat.reveal(ledger);
  return action && action.type !== 'dice' && action.type !== 'forfeit' ? seat.sign(ledger, action) : null;
}
