import { type Key, Ledger, Seat, type SignedEvent } from 'bg-record';
import type { BusMessage } from '../../src/domain/bus.ts';
import type { ActResult, Waits } from '../../src/domain/table/table-parts.ts';
import { matchTopic } from '../../src/domain/topics.ts';
import { Queue } from '../../src/shared/queue.ts';
import type { Harness } from './harness.ts';
import { type PlayersAction, usualMove } from './moves.ts';

/** Both players of a match: they follow published events and sign the expected ones. */
export class Pair {
  readonly match: string;
  readonly heard: BusMessage[];
  readonly ledger: Ledger;
  readonly #harness: Harness;
  readonly #keys: readonly [Key, Key];
  readonly #seats: readonly [Seat, Seat];
  readonly #reading = new Queue();
  #read = 0;

  private constructor(harness: Harness, ledger: Ledger, keys: readonly [Key, Key], heard: BusMessage[]) {
    this.match = ledger.header.id;
    this.heard = heard;
    this.ledger = ledger;
    this.#harness = harness;
    this.#keys = keys;
    const random = (length: number) => harness.world.randomBytes(length);
    const now = () => harness.world.now();
    this.#seats = [new Seat(keys[0], ledger.header, 0, random, now), new Seat(keys[1], ledger.header, 1, random, now)];
  }

  /** Joins a live match with both keys, ordered by seat. */
  static async at(harness: Harness, match: string, keys: readonly [Key, Key]): Promise<Pair> {
    const heard = harness.messagesOn(matchTopic(match));
    const { rooms } = harness.service;
    let view = await rooms.view(match);
    if (view?.length === 0) {
      // Nobody has entered it yet.
      (await rooms.enter(match, keys[0].pub)).leave();
      view = await rooms.view(match);
    }
    if (!view) throw new Error('no such match');
    const ledger = new Ledger(view.header);
    await ledger.appendAll(view.events.parse());
    return new Pair(harness, ledger, keys, heard);
  }

  /** The types of the events so far. */
  get types(): string[] {
    return this.ledger.events.map(({ type }) => type);
  }

  /** Signs the expected event, by default the choice of the heuristic without the cube. */
  async next(action?: PlayersAction): Promise<SignedEvent> {
    await this.catchUp();
    const { party } = this.ledger.expects;
    if (party === null) throw new Error('it is nobody’s turn');
    return usualMove(this.#seats[party], this.ledger, action);
  }

  async send(event: SignedEvent): Promise<ActResult | Waits> {
    const key = this.#keys[event.p === 1 ? 1 : 0];
    const result = await this.#harness.service.rooms.act(key.pub, this.match, event);
    await this.catchUp();
    return result;
  }

  /** Sends one event of the player who has to act. */
  async step(action?: PlayersAction): Promise<ActResult | Waits> {
    return this.send(await this.next(action));
  }

  /** Moves the player at this seat to another device. */
  async sit(seat: 0 | 1): Promise<ActResult | Waits> {
    return this.send(await this.signSit(seat));
  }

  /** Signs a `sit` for this seat and does not send it. */
  async signSit(seat: 0 | 1): Promise<SignedEvent> {
    await this.catchUp();
    return this.#seats[seat].sit(this.ledger);
  }

  /** Lets the player at this seat act after an announced absence. */
  async present(seat: 0 | 1): Promise<ActResult | Waits> {
    await this.catchUp();
    return this.send(await this.#seats[seat].present(this.ledger));
  }

  /** A claim of the player at this seat, which is not sent. */
  async claimOf(seat: 0 | 1): Promise<SignedEvent> {
    await this.catchUp();
    return this.#seats[seat].claim(this.ledger);
  }

  /** Has the player at this seat take a holiday. */
  async holiday(seat: 0 | 1, days: number): Promise<ActResult | Waits> {
    await this.#readOn();
    return this.send(await this.#seats[seat].holiday(this.ledger, days));
  }

  /** Has the player at this seat claim the match because of the announced absence of the other one. */
  async claim(seat: 0 | 1): Promise<ActResult | Waits> {
    return this.send(await this.claimOf(seat));
  }

  /** Plays until the last event has this type, or the match is over. */
  async until(type: SignedEvent['type']): Promise<void> {
    do {
      const result = await this.step();
      if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
    } while (this.ledger.events.at(-1)?.type !== type && !this.ledger.state.result);
  }

  catchUp(): Promise<void> {
    return this.#reading.run(() => this.#readOn());
  }

  async #readOn(): Promise<void> {
    for (; this.#read < this.heard.length; this.#read++) {
      const message = this.heard[this.#read];
      if (message?.type !== 'event' || message.event.n < this.ledger.length) continue;
      const result = await this.ledger.append(message.event);
      if (!result.ok) throw new Error(`published event refused: ${result.code}`);
    }
  }
}
