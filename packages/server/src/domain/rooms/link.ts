import type { Reaction } from '@anchor/wire';
import type { SignedEvent } from 'bg-record';
import type { Failure, Player } from 'bg-rules';
import type { Bus } from '../bus.ts';
import type { Channel } from '../ports/links.ts';
import { StoreUnavailable } from '../ports/unavailable.ts';
import type { Alarms, World } from '../ports/world.ts';
import { type Aborted, LinkLost, type Owner } from '../table/owner.ts';
import type { ActResult, Entered, Member, Stamp, Waits } from '../table/table-parts.ts';
import { LOBBY_LINES_TOPIC, matchTopic } from '../topics.ts';
import { LinkEnd } from './link-end.ts';
import { LINK_VERSION, type LineToFront, type LineToOwner, type LinkRequest } from './link-messages.ts';
import type { LobbyNews, LobbyRequest } from './lobby-messages.ts';

interface LinkParts {
  /** Unique among the links of this process. */
  readonly name: string;
  /** The id of this process, and that of the one at the other end. */
  readonly from: string;
  readonly to: string;
  readonly channel: Channel;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  /** Called once, when the link is lost. */
  readonly lost: (link: Link) => void;
}

interface Open {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The front's end of a link: the process at the other end, as the owner of matches and perhaps of the lobby. It publishes here what that process
 * publishes to members here.
 */
export class Link implements Owner {
  readonly to: string;
  readonly #parts: LinkParts;
  readonly #open = new Map<number, Open>();
  readonly #end: LinkEnd<LineToOwner, LineToFront>;
  #requests = 0;
  #welcomed: (isWelcome: boolean) => void = () => undefined;
  /** Resolves to true when the other end is the process that it should be, and to false if it is not, or the link is lost. */
  readonly welcome = new Promise<boolean>((resolve) => {
    this.#welcomed = resolve;
  });

  constructor(parts: LinkParts) {
    this.to = parts.to;
    this.#parts = parts;
    this.#end = new LinkEnd({
      ...parts,
      alarm: `link/${parts.name}`,
      receive: (line) => this.#receive(line),
      ended: () => this.#ended(),
    });
    this.#end.send({ hello: { version: LINK_VERSION, from: parts.from, to: parts.to } });
  }

  get isOver(): boolean {
    return this.#end.isOver;
  }

  enter(match: string, { id, pub }: Member): Promise<Entered | Failure<'not-stored'> | null> {
    return this.#request({ op: 'enter', match, id, pub }) as Promise<Entered | Failure<'not-stored'> | null>;
  }

  async leave(match: string, { id }: Pick<Member, 'id'>): Promise<void> {
    this.#end.send({ leave: { match, id } });
  }

  /** No member of the match is left here. */
  unfollow(match: string): void {
    this.#end.send({ unfollow: match });
  }

  act(pub: string, match: string, event: SignedEvent, at: number): Promise<ActResult | Waits | null> {
    return this.#request({ op: 'act', match, pub, event, waitedMs: this.#since(at) }) as Promise<
      ActResult | Waits | null
    >;
  }

  stamp(pub: string, match: string, event: SignedEvent | null, at: number): Promise<Stamp | null> {
    return this.#request({ op: 'stamp', match, pub, event, waitedMs: this.#since(at) }) as Promise<Stamp | null>;
  }

  abort(pub: string, match: string): Promise<Aborted | null> {
    return this.#request({ op: 'abort', match, pub }) as Promise<Aborted | null>;
  }

  react(match: string, seat: Player, reaction: Reaction): Promise<true | null> {
    return this.#request({ op: 'react', match, seat, reaction }) as Promise<true | null>;
  }

  /** Asks the owner of the lobby. Resolves to null if that process is not. */
  askLobby(q: LobbyRequest): Promise<{ readonly answer: unknown } | null> {
    return this.#request({ op: 'lobby', q }) as Promise<{ readonly answer: unknown } | null>;
  }

  sendToLobby(news: LobbyNews): void {
    this.#end.send({ lobby: news });
  }

  /** Ends the link. Open requests are lost. */
  end(): void {
    this.#end.end();
  }

  /** How long ago a time was, in milliseconds: clocks of processes differ. */
  #since(at: number): number {
    return Math.max(0, this.#parts.world.now() - at);
  }

  #ended(): void {
    this.#welcomed(false);
    for (const { reject } of this.#open.values()) reject(new LinkLost('the link to the owner was lost'));
    this.#open.clear();
    this.#parts.lost(this);
  }

  #request(q: LinkRequest): Promise<unknown> {
    if (this.isOver) return Promise.reject(new LinkLost('the link to the owner was lost'));
    const r = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#open.set(r, { resolve, reject });
      this.#end.send({ r, q });
    });
  }

  #receive(line: LineToFront): void {
    if ('welcome' in line) this.#welcomed(true);
    else if ('m' in line) this.#parts.bus.publish(matchTopic(line.m), line.p);
    else if ('l' in line)
      this.#parts.bus.publish(LOBBY_LINES_TOPIC, { type: 'lobby-line', from: this.to, line: line.l });
    else if ('r' in line) this.#answer(line);
  }

  #answer(line: Extract<LineToFront, { readonly r: number }>): void {
    const open = this.#open.get(line.r);
    this.#open.delete(line.r);
    if ('failed' in line) open?.reject(failureOf(line.failed));
    else if (line.waits) open?.resolve(this.#waiting(line.r));
    else open?.resolve(line.a);
  }

  /** The event waits at the owner. Its result is a second answer. */
  #waiting(r: number): Waits {
    const result = new Promise<ActResult>((resolve, reject) => {
      this.#open.set(r, { resolve: (answer) => resolve(answer as ActResult), reject });
    });
    return { ok: false, code: 'waits', message: 'The event waits.', result };
  }
}

function failureOf(reason: 'store' | 'other'): Error {
  if (reason === 'store') return new StoreUnavailable('the owner cannot use the database');
  return new Error('the owner could not handle the request');
}
