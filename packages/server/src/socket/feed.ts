import type { ServerMessage, ServerMessageOf } from '@anchor/wire';
import type { MatchEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { BusMessage, Log } from '../domain/ports.ts';
import type { Service } from '../domain/service.ts';
import type { MatchView } from '../domain/table/tables.ts';
import { matchTopic } from '../domain/topics.ts';
import { type RequestId, withId } from './encode.ts';
import { PAGE_EVENTS } from './limits.ts';

/** Reads a part of a match; null when there is no such match. */
export type MatchReader = (match: string, from: number, count: number) => Promise<MatchView | null>;

export interface FeedParts {
  readonly match: string;
  /** The viewer's key, if he has proved one. */
  readonly pub: string | null;
  readonly service: Pick<Service, 'bus' | 'world'> & { readonly tables: Pick<Service['tables'], 'receipt'> };
  readonly view: MatchReader;
  readonly log: Log;
  readonly send: (message: ServerMessage) => void;
  /** The match has left the live ones: nothing more will come. */
  readonly over: (seat: Player | null) => void;
}

/**
 * One match on its way to one connection: first `match` with the first page and the number of events, then every event that comes after
 * those without gap or repetition, the last one before `finished`. The client asks for the pages in between, when it has room for them. What
 * is published while the match is being read waits.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #ids = new Map<string, RequestId>();
  #held: BusMessage[] | null = [];
  #next = 0;
  #seat: Player | null = null;
  #unsubscribe: () => void = () => undefined;
  #isOver = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** The viewer's, as far as the match was read. */
  get seat(): Player | null {
    return this.#seat;
  }

  /** Sends the match and follows it; false when there is no such match. */
  async start(id?: RequestId): Promise<boolean> {
    const { match, pub, service, view: read, send } = this.#parts;
    this.#unsubscribe = service.bus.subscribe(matchTopic(match), (message) => this.#take(message));
    const view = await read(match, 0, PAGE_EVENTS);
    if (!view || this.#isOver) {
      this.stop();
      return view !== null;
    }
    const { header, events, length } = view;
    const seat = header.players.findIndex((player) => player.pub === pub);
    this.#seat = seat === 0 || seat === 1 ? seat : null;
    const receipt = this.#seat === null || pub === null ? null : await service.tables.receipt(pub, match);
    const now = service.world.now();
    const shown: ServerMessageOf<'match'> = {
      type: 'match',
      header,
      events: [...events],
      length,
      seat: this.#seat,
      now,
    };
    // what was published meanwhile waits, and a receipt beyond it would tell of events that the page does not have
    send(withId(receipt?.n === length ? { ...shown, receipt } : shown, id));
    this.#next = length;
    this.#release(view);
    return true;
  }

  /** The event with this signature is the viewer's own: it will carry the id of his request. */
  expect(sig: string, id: RequestId): void {
    if (id !== undefined) this.#ids.set(sig, id);
  }

  forget(sig: string): void {
    this.#ids.delete(sig);
  }

  stop(): void {
    this.#isOver = true;
    this.#unsubscribe();
  }

  #take(message: BusMessage): void {
    if (this.#isOver) return;
    if (this.#held) this.#held.push(message);
    else this.#forward(message);
  }

  #forward(message: BusMessage): void {
    if (message.type === 'seated' || message.type === 'given-up' || message.type === 'judged') return;
    if (message.type === 'event') this.#event(message.event, message);
    else this.#parts.send(message);
    if (message.type === 'finished' || message.type === 'aborted') this.#end();
  }

  #event(event: MatchEvent, message: ServerMessage): void {
    if (event.n > this.#next) this.#catchUp();
    if (event.n !== this.#next) return;
    this.#next += 1;
    const id = this.#ids.get(event.sig);
    this.#ids.delete(event.sig);
    this.#parts.send(id === undefined ? message : withId(message, id));
  }

  /** Something was lost between another process and this one: what is stored fills the gap, with the event that showed it. */
  #catchUp(): void {
    const { match, log } = this.#parts;
    this.#held = [];
    // a moment later: the table, which listens too, has heard of the event by then
    Promise.resolve()
      .then(() => this.#readGap())
      .then(
        (view) => {
          if (this.#isOver || !view) return this.#end();
          this.#release(view);
        },
        (err) => {
          log.error({ err, match }, 'gap not filled');
          // the next event shows the gap once more
          this.#held = null;
        },
      );
  }

  /** Sends what is stored from the next event on, page by page; returns the last page. */
  async #readGap(): Promise<MatchView | null> {
    const { match, view: read } = this.#parts;
    for (;;) {
      const view = await read(match, this.#next, PAGE_EVENTS);
      if (this.#isOver || !view) return view;
      for (const event of view.events) this.#event(event, { type: 'event', match, event });
      if (view.events.length === 0 || this.#next >= view.length) return view;
    }
  }

  #release({ presence, finished }: MatchView): void {
    for (const one of presence) this.#parts.send(one);
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of finished ? [finished] : held) this.#take(message);
  }

  #end(): void {
    if (this.#isOver) return;
    this.stop();
    this.#parts.over(this.#seat);
  }
}
