import type { Bus, BusMessage } from '../bus.ts';
import type { Channel } from '../ports/links.ts';
import { StoreUnavailable } from '../ports/unavailable.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { OwnedMatches } from '../table/owned-matches.ts';
import type { ActResult, Front, Waits } from '../table/table-parts.ts';
import { matchTopic } from '../topics.ts';
import { LinkEnd } from './link-end.ts';
import { LINK_VERSION, type LineToFront, type LineToOwner, type LinkRequest } from './link-messages.ts';
import type { LobbyFront, ServedLobby } from './lobby-messages.ts';

interface LinkHostParts {
  /** Unique among the links of this process. */
  readonly name: string;
  /** The id of this process. */
  readonly id: string;
  readonly channel: Channel;
  readonly owned: OwnedMatches;
  readonly lobby: ServedLobby;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  /** Called once, when the link is lost. */
  readonly lost: (host: LinkHost) => void;
}

/** The owner's end of a link: handles the requests of a front, and publishes to it what happens in the matches that have members there. */
export class LinkHost implements Front {
  readonly #parts: LinkHostParts;
  /** By match: ends the subscription. */
  readonly #followed = new Map<string, () => void>();
  readonly #end: LinkEnd<LineToFront, LineToOwner>;
  #from: string | null = null;
  /** The other end as the lobby sees it. Null until it has said which process it is. */
  #lobbyFront: LobbyFront | null = null;

  constructor(parts: LinkHostParts) {
    this.#parts = parts;
    this.#end = new LinkEnd({
      ...parts,
      alarm: `link-host/${parts.name}`,
      receive: (line) => this.#receive(line),
      ended: () => this.#ended(),
    });
  }

  /** The id of the process at the other end. Null until it has said so. */
  get from(): string | null {
    return this.#from;
  }

  get confirmedAt(): number {
    return this.#end.confirmedAt;
  }

  confirms(at: number): boolean {
    const isConfirmed = this.confirmedAt >= at;
    if (!isConfirmed) this.#end.ping();
    return isConfirmed;
  }

  get isOver(): boolean {
    return this.#end.isOver;
  }

  /** Ends the link. The players behind it are lost. */
  end(): void {
    this.#end.end();
  }

  #ended(): void {
    for (const unfollow of this.#followed.values()) unfollow();
    this.#followed.clear();
    this.#losePlayers();
    if (this.#lobbyFront) this.#parts.lobby.lose(this.#lobbyFront);
    this.#parts.lost(this);
  }

  #receive(line: LineToOwner): void {
    if ('hello' in line) this.#greet(line.hello);
    else if (this.#lobbyFront === null) this.end();
    else if ('r' in line) void this.#answer(line.r, line.q);
    else if ('leave' in line) void this.#leave(line.leave);
    else if ('unfollow' in line) this.#unfollow(line.unfollow);
    else if ('lobby' in line) this.#parts.lobby.take(this.#lobbyFront, line.lobby);
  }

  /** The address may be that of a process that has ended, which this one has now. */
  #greet({ version, from, to }: Extract<LineToOwner, { readonly hello: unknown }>['hello']): void {
    if (version !== LINK_VERSION || to !== this.#parts.id) this.end();
    else {
      this.#from = from;
      this.#lobbyFront = { process: from, send: (l) => this.#end.send({ l }) };
      this.#end.send({ welcome: true });
    }
  }

  async #answer(r: number, q: LinkRequest): Promise<void> {
    try {
      const answer = await this.#handle(q);
      if (!isWaiting(answer)) return this.#end.send({ r, a: answer });
      this.#end.send({ r, a: null, waits: true });
      this.#end.send({ r, a: plain(await answer.result) });
    } catch (err) {
      this.#parts.log.error({ err, ...about(q) }, 'could not handle a request of another process');
      this.#end.send({ r, failed: err instanceof StoreUnavailable ? 'store' : 'other' });
    }
  }

  async #handle(q: LinkRequest): Promise<unknown> {
    const { owned, lobby } = this.#parts;
    if (q.op === 'lobby') return this.#lobbyFront && lobby.handle(this.#lobbyFront, q.q);
    if (q.op === 'enter') return this.#enter(q);
    if (q.op === 'abort') return owned.abort(q.pub, q.match);
    if (q.op === 'react') return owned.react(q.match, q.seat, q.reaction);
    return this.#decide(q);
  }

  async #decide(q: Extract<LinkRequest, { readonly op: 'act' | 'stamp' }>): Promise<unknown> {
    const { pub, match } = q;
    const { owned, world } = this.#parts;
    const at = world.now() - q.waitedMs;
    const handled = owned.arrivals.add(pub, at);
    try {
      if (q.op === 'stamp') return await owned.stamp(pub, match, q.event, at);
      return plain(await owned.act(pub, match, q.event, at));
    } finally {
      handled();
    }
  }

  /** Follows first, so that the front misses no event between the answer and the next one. */
  async #enter({ match, id, pub }: Extract<LinkRequest, { readonly op: 'enter' }>): Promise<unknown> {
    const { owned, bus } = this.#parts;
    const isNew = !this.#followed.has(match);
    if (isNew)
      this.#followed.set(
        match,
        bus.subscribe(matchTopic(match), (message) => this.#publish(match, message)),
      );
    const entered = await owned.enter(match, { id, front: this, pub });
    // The link was lost while the member entered.
    if (this.isOver) this.#losePlayers();
    if ((entered === null && isNew) || this.isOver) this.#unfollow(match);
    return entered;
  }

  #losePlayers(): void {
    const { owned, log } = this.#parts;
    owned
      .loseFront(this)
      .catch((err) => log.error({ err }, 'could not note that the players of another process are lost'));
  }

  #publish(match: string, message: BusMessage): void {
    this.#end.send({ m: match, p: message });
    const isLast = message.type === 'released' || message.type === 'finished' || message.type === 'aborted';
    if (isLast) this.#unfollow(match);
  }

  async #leave({ match, id }: Extract<LineToOwner, { readonly leave: unknown }>['leave']): Promise<void> {
    const { owned, log } = this.#parts;
    try {
      await owned.leave(match, { id });
    } catch (err) {
      log.error({ err, match }, 'could not note that a player of another process has gone');
    }
  }

  #unfollow(match: string): void {
    this.#followed.get(match)?.();
    this.#followed.delete(match);
  }
}

function about(q: LinkRequest): object {
  return q.op === 'lobby' ? { op: q.q.op } : { op: q.op, match: q.match };
}

function isWaiting(answer: unknown): answer is Waits {
  return typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === 'waits';
}

/** The front needs no accepted event: it comes with those that are published. */
function plain(result: ActResult | Waits | null): unknown {
  return result?.ok ? { ok: true, value: null } : result;
}
