import type { ServerMessage, ServerMessageOf } from '@anchor/wire';
import { type Key, Ledger, type MatchEvent, type Receipt, Seat } from 'bg-record';
import type { Player } from 'bg-rules';
import type { ActResult, Waits } from '../../src/domain/table/table-parts.ts';
import { Queue } from '../../src/shared/queue.ts';
import { encode } from '../../src/socket/encode.ts';
import { Feed, type FollowRefusal } from '../../src/socket/feed.ts';
import type { Process } from './cluster.ts';
import type { FakeWorld } from './fake-world.ts';
import { usualMove } from './moves.ts';

/** A player who follows their match through real feeds of changing processes, and sends the expected events. */
export class RoamingPlayer {
  readonly match: string;
  readonly seat: Player;
  at: Process;
  /** The numbers of the events on the present connection, in order of arrival. */
  told: number[] = [];
  /** Number of `finished` messages on the present connection. */
  finished = 0;
  /** Number of times that the process could not show the match any more. */
  lost = 0;
  /** Why the present connection does not show the match. Null if it does. */
  refusal: FollowRefusal | null = null;
  /** Numbers and signatures of all events ever received. */
  readonly seen = new Map<number, string>();
  /** All receipts ever received. */
  readonly receipts: Receipt[] = [];
  ledger: Ledger | null = null;
  readonly #key: Key;
  readonly #world: FakeWorld;
  readonly #reading = new Queue();
  #feed: Feed | null = null;
  #hand: Seat | null = null;
  #isActing = false;

  constructor(match: string, seat: Player, key: Key, at: Process, world: FakeWorld) {
    this.match = match;
    this.seat = seat;
    this.at = at;
    this.#key = key;
    this.#world = world;
  }

  get isOver(): boolean {
    return this.finished > 0;
  }

  /** Ends the connection. */
  leave(): void {
    this.#feed?.stop()();
    this.#feed = null;
  }

  /** Connects to this process. */
  async connect(to: Process): Promise<void> {
    const leave = this.#feed?.stop();
    this.#feed = null;
    await this.idle();
    this.at = to;
    this.told = [];
    this.finished = 0;
    const { rooms, bus, log } = to;
    const service = { bus, world: this.#world, rooms };
    const feed: Feed = new Feed({
      match: this.match,
      pub: this.#key.pub,
      service,
      log,
      inRound: async () => undefined,
      watches: () => () => undefined,
      over: () => undefined,
      lost: () => {
        this.lost += 1;
      },
      send: (message) =>
        void this.#reading.run(async () => this.#feed === feed && this.#read(JSON.parse(encode(message).toString()))),
    });
    this.#feed = feed;
    this.refusal = await feed.start();
    leave?.();
    await this.idle();
  }

  /** Sends the expected event, if the player knows that they have to act. It has arrived at `arrivedAt`, by default now. */
  async act(arrivedAt?: number): Promise<ActResult | Waits | null> {
    await this.idle();
    const { ledger } = this;
    if (!ledger || this.#isActing || ledger.expects.party !== this.seat) return null;
    this.#isActing = true;
    try {
      const world = this.#world;
      this.#hand ??= new Seat(
        this.#key,
        ledger.header,
        this.seat,
        (length) => world.randomBytes(length),
        () => world.now(),
      );
      const event = await usualMove(this.#hand, ledger);
      return await this.at.rooms.act(this.#key.pub, this.match, event, arrivedAt);
    } finally {
      this.#isActing = false;
    }
  }

  /** Moves the player to another device. */
  async sit(): Promise<ActResult | Waits> {
    await this.idle();
    const { ledger } = this;
    if (!ledger) throw new Error('never connected');
    const world = this.#world;
    const seat = new Seat(
      this.#key,
      ledger.header,
      this.seat,
      (length) => world.randomBytes(length),
      () => world.now(),
    );
    return this.at.rooms.act(this.#key.pub, this.match, await seat.sit(ledger));
  }

  /** Requests a receipt. */
  async ask(): Promise<void> {
    const stamp = await this.at.rooms.stamp(this.#key.pub, this.match, null, this.#world.now());
    if (stamp !== null && typeof stamp !== 'string' && stamp.receipt) this.receipts.push(stamp.receipt);
  }

  idle(): Promise<void> {
    return this.#reading.idle();
  }

  async #read(message: ServerMessage): Promise<void> {
    if (message.type === 'match' && message.receipt) this.receipts.push(message.receipt);
    if (message.type === 'match') await this.#whole(message);
    else if (message.type === 'event') await this.#event(message.event);
    else if (message.type === 'finished') await this.#end();
    else if (message.type === 'aborted') throw new Error(`aborted: ${message.reason}`);
  }

  /** Requests the pages after the first one. */
  async #whole({ header, events, length }: ServerMessageOf<'match'>): Promise<void> {
    this.ledger = new Ledger(header);
    for (const event of events) await this.#event(event);
    while (this.told.length < length) {
      const view = await this.at.rooms.view(this.match, this.told.length, length - this.told.length);
      for (const event of view?.events.parse() ?? []) await this.#event(event);
    }
  }

  async #event(event: MatchEvent): Promise<void> {
    this.told.push(event.n);
    const known = this.seen.get(event.n);
    if (known !== undefined && known !== event.sig) throw new Error(`two histories at event ${event.n}`);
    this.seen.set(event.n, event.sig);
    const taken = await this.ledger?.append(event);
    if (!taken?.ok) throw new Error(`told of an event that does not follow: ${taken?.code}`);
  }

  /** Requests the last events if the end has overtaken them. */
  async #end(): Promise<void> {
    const view = await this.at.rooms.view(this.match);
    for (const event of view?.events.parse().slice(this.ledger?.length ?? 0) ?? []) await this.#event(event);
    this.finished += 1;
  }
}
