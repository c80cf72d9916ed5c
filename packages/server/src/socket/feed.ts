import type { ServerMessage } from '@anchor/wire';
import type { MatchEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { BusMessage, Log } from '../domain/ports.ts';
import type { Service } from '../domain/service.ts';
import type { MatchView } from '../domain/table/tables.ts';
import { matchTopic } from '../domain/topics.ts';
import { type RequestId, withId } from './encode.ts';

export interface FeedParts {
  readonly match: string;
  /** The viewer's key, if he has proved one. */
  readonly pub: string | null;
  readonly service: Pick<Service, 'tables' | 'bus' | 'world'>;
  readonly log: Log;
  readonly send: (message: ServerMessage) => void;
  /** The match has left the live ones: nothing more will come. */
  readonly over: (seat: Player | null) => void;
}

/**
 * One match on its way to one connection: first `match`, then its events without gap or repetition, the last one before
 * `finished`. What is published while the match is being read waits.
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
    const { match, pub, service, send } = this.#parts;
    this.#unsubscribe = service.bus.subscribe(matchTopic(match), (message) => this.#take(message));
    const view = await service.tables.view(match);
    if (!view || this.#isOver) {
      this.stop();
      return view !== null;
    }
    const { header, events } = view;
    const seat = header.players.findIndex((player) => player.pub === pub);
    this.#seat = seat === 0 || seat === 1 ? seat : null;
    send(withId({ type: 'match', header, events: [...events], seat: this.#seat, now: service.world.now() }, id));
    this.#next = events.length;
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
    const { match, service, log } = this.#parts;
    this.#held = [];
    // a moment later: the table, which listens too, has heard of the event by then
    const read = Promise.resolve().then(() => service.tables.view(match));
    read.then(
      (view) => {
        if (this.#isOver || !view) return this.#end();
        for (const event of view.events.slice(this.#next)) this.#event(event, { type: 'event', match, event });
        this.#release(view);
      },
      (err) => {
        log.error({ err, match }, 'gap not filled');
        // the next event shows the gap once more
        this.#held = null;
      },
    );
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
