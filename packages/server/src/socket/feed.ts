import type { ServerMessage } from '@anchor/wire';
import { type MatchEvent, mayBeAway } from 'bg-record';
import type { Player } from 'bg-rules';
import { type BusMessage, isForClients } from '../domain/bus.ts';
import type { Log } from '../domain/ports/world.ts';
import type { MatchView } from '../domain/rooms/match-reader.ts';
import { matchTopic } from '../domain/topics.ts';
import { type Outgoing, type RequestId, withId } from './encode.ts';
import { PAGE_EVENTS } from './limits.ts';
import type { SocketService } from './service.ts';

/** The reason why a match is not shown. `unreachable`: this process cannot reach its owner, but another one can. */
export type FollowRefusal = 'not-found' | 'too-many-watchers' | 'unreachable';

/** Delay before a gap in the stream is read again. */
const AGAIN_MS = 1_000;

interface FeedParts {
  readonly match: string;
  /** The viewer's key, if proved. */
  readonly pub: string | null;
  readonly service: Pick<SocketService, 'bus' | 'world'> & {
    readonly rooms: Pick<SocketService['rooms'], 'enter' | 'view'>;
  };
  readonly log: Log;
  readonly send: (message: Outgoing) => void;
  /** Resolves when messages may be sent to a watcher. Networks of watchers take turns. */
  readonly inRound: () => Promise<void>;
  /** Counts a watcher. Returns a function that ends this, or null if the match has too many of this network. */
  readonly watches: () => (() => void) | null;
  /** Called when the match is no longer live. No messages follow. */
  readonly over: (seat: Player | null) => void;
  /** Called when this process cannot show the match any more, although it is live. */
  readonly lost: () => void;
}

/**
 * Sends one match to one connection: first `match` with the first page and the number of events, then every later event without gap or
 * repetition, the last one before `finished`. The client requests the pages in between when it is ready for them. Messages published while
 * the match is being read are held back. Players get messages at once, and watchers when their round comes: a match with thousands of watchers
 * would delay all other matches.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #ids = new Map<string, RequestId>();
  #held: BusMessage[] | null = [];
  #next = 0;
  #seat: Player | null = null;
  #mayBeAway = false;
  #isSent = false;
  #unsubscribe: () => void = () => undefined;
  #leaveRoom: () => void = () => undefined;
  #isOver = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** The viewer's seat, once the match has been read. */
  get seat(): Player | null {
    return this.#seat;
  }

  /** True once a live match that is not a correspondence match has been sent. */
  get isTimed(): boolean {
    return this.#isSent && !this.#mayBeAway && !this.#isOver;
  }

  /** Sends the match and follows it. Returns the reason if it does not. */
  async start(id?: RequestId): Promise<FollowRefusal | null> {
    const { bus, rooms, world } = this.#parts.service;
    const ends = [bus.subscribe(matchTopic(this.#parts.match), (message) => this.#take(message))];
    this.#unsubscribe = () => {
      for (const end of ends.splice(0)) end();
    };
    const room = await rooms.enter(this.#parts.match, this.#parts.pub);
    this.#leaveRoom = room.leave;
    // Read after entering, so that no event falls between the two.
    const view =
      room.entered === null && room.reason === 'unreachable'
        ? null
        : await rooms.view(this.#parts.match, 0, PAGE_EVENTS);
    if (!view || this.#isOver) {
      this.stop()();
      if (room.entered === null && room.reason === 'unreachable') return 'unreachable';
      return view ? null : 'not-found';
    }
    const { header, events, length } = view;
    const seat = header.players.findIndex((player) => player.pub === this.#parts.pub);
    this.#seat = seat === 0 || seat === 1 ? seat : null;
    this.#mayBeAway = mayBeAway(header);
    if (this.#seat === null) {
      const gone = this.#parts.watches();
      if (gone === null) {
        this.stop()();
        return 'too-many-watchers';
      }
      ends.push(gone);
    }
    const { receipt = null, now = world.now(), presence = [] } = room.entered ?? {};
    const shown = { type: 'match', header, events, length, seat: this.#seat, now } as const;
    // Later messages are held back, so omit a receipt that does not cover exactly these events.
    this.#parts.send(withId(receipt?.n === length ? { ...shown, receipt } : shown, id));
    this.#isSent = true;
    this.#next = length;
    for (const one of presence) this.#parts.send(one);
    this.#release(view);
    return null;
  }

  /** Number of the next event to send: the viewer has all before it. */
  get next(): number {
    return this.#next;
  }

  /** The viewer's event with this signature will carry the id of their request. */
  expect(sig: string, id: RequestId): void {
    if (id !== undefined) this.#ids.set(sig, id);
  }

  forget(sig: string): void {
    this.#ids.delete(sig);
  }

  /** Ends the messages. The connection counts as a member until the returned function is called. */
  stop(): () => void {
    this.#isOver = true;
    this.#unsubscribe();
    return this.#leaveRoom;
  }

  #take(message: BusMessage): void {
    if (this.#isOver) return;
    if (this.#held) this.#held.push(message);
    else if (this.#seat !== null) this.#forward(message);
    else this.#holdForRound(message);
  }

  /** Holds the message and those after it back until the watcher's round comes. */
  #holdForRound(message: BusMessage): void {
    this.#held = [message];
    this.#parts
      .inRound()
      .then(() => {
        const held = this.#held ?? [];
        this.#held = null;
        // An event may reveal a gap: then those after it wait until it is filled.
        for (const one of held)
          if (this.#held) this.#take(one);
          else if (!this.#isOver) this.#forward(one);
      })
      .catch((err) => this.#parts.log.error({ err, match: this.#parts.match }, 'could not send a match to a watcher'));
  }

  #forward(message: BusMessage): void {
    // The members have entered again, and may have missed events.
    if (message.type === 'entered' && message.length > this.#next) this.#catchUp();
    if (message.type === 'taken-back' || message.type === 'unreachable') this.#lose();
    if (!isForClients(message)) return;
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

  /** Fills a gap in the stream from the storage. */
  #catchUp(): void {
    this.#held = [];
    this.#readGap().then(
      (view) => {
        if (this.#isOver || !view) return this.#end();
        this.#release(view);
      },
      (err) => {
        this.#parts.log.error(
          { err, match: this.#parts.match },
          'could not fill a gap in the event stream; it is tried again',
        );
        const held = this.#held ?? [];
        this.#held = null;
        for (const message of held) if (message.type !== 'event') this.#take(message);
        setTimeout(() => this.#catchUpAgain(), AGAIN_MS).unref();
      },
    );
  }

  /** No later event may come that would reveal the gap again: the player whose turn it is does not know it. */
  #catchUpAgain(): void {
    if (!this.#isOver && this.#held === null) this.#catchUp();
  }

  /** Sends stored events from the next one on, page by page. Returns the last page. */
  async #readGap(): Promise<MatchView | null> {
    for (;;) {
      const view = await this.#parts.service.rooms.view(this.#parts.match, this.#next, PAGE_EVENTS);
      if (this.#isOver || !view) return view;
      for (const event of view.events.parse()) this.#event(event, { type: 'event', match: this.#parts.match, event });
      if (view.events.count === 0 || this.#next >= view.length) return view;
    }
  }

  #release({ finished }: MatchView): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of finished ? [finished] : held) this.#take(message);
  }

  #end(): void {
    if (this.#isOver) return;
    this.stop()();
    this.#parts.over(this.#seat);
  }

  #lose(): void {
    if (this.#isOver) return;
    this.stop()();
    this.#parts.lost();
  }
}
