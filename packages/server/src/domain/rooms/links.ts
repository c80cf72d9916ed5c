import type { Bus } from '../bus.ts';
import { EXPIRE_MS, EXPIRE_REFUSED_MS, type Leases } from '../leases/leases.ts';
import type { ProcessRow } from '../ports/leases.ts';
import type { DialFault, LinkNetwork } from '../ports/links.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { OwnedMatches } from '../table/owned-matches.ts';
import { Link } from './link.ts';
import { LinkHost } from './link-host.ts';
import type { ServedLobby } from './lobby-messages.ts';

/** A process to which no link was needed for this long is not called unreachable any more. */
const FORGET_MS = 10_000;

/** By the monotonic clock: since when no link can be opened, and when one was tried last. */
interface Failing {
  readonly sinceMs: number;
  readonly triedMs: number;
}

/** A live process to which no link can be opened for this long is unreachable. */
export const UNREACHABLE_MS = 3_000;

interface LinksParts {
  /** Null if no other process works on the same data. */
  readonly network: LinkNetwork | null;
  readonly leases: Leases;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** The rooms of this process that other processes use. */
interface Served {
  readonly owned: OwnedMatches;
  readonly lobby: ServedLobby;
}

/**
 * The links of this process to the owners of matches that have members here, and those of other processes to it: at most one in each direction for
 * each pair of processes. Each direction has its own, because a process may be able to reach another one that cannot reach it.
 */
export class Links {
  readonly #parts: LinksParts;
  /** By process. */
  readonly #links = new Map<string, Link>();
  readonly #dialling = new Map<string, Promise<Link | DialFault>>();
  readonly #hosts = new Set<LinkHost>();
  /** The processes to which no link could be opened when that was tried last. */
  readonly #failing = new Map<string, Failing>();
  readonly #lostListeners: ((link: Link) => void)[] = [];
  #others: ReadonlySet<string> = new Set();
  #made = 0;

  constructor(parts: LinksParts) {
    this.#parts = parts;
  }

  /** Answers the requests of other processes from now on. */
  serve({ owned, lobby }: Served): void {
    const { network, leases, bus, alarms, world, log } = this.#parts;
    const lost = (host: LinkHost) => this.#hosts.delete(host);
    network?.accept((channel) => {
      const name = this.#name();
      this.#hosts.add(new LinkHost({ name, id: leases.id, channel, owned, lobby, bus, alarms, world, log, lost }));
    });
  }

  /** Calls the listener with each link to an owner that is lost. */
  onLost(listener: (link: Link) => void): void {
    this.#lostListeners.push(listener);
  }

  /**
   * The link to a process. If that one does not answer and is silent, expires it. Null if it is worth looking again for the owner, and
   * `unreachable` if the process lives and cannot be reached from here.
   */
  async reach(process: ProcessRow): Promise<Link | 'unreachable' | null> {
    const { id, silentMs } = process;
    const link = await this.#to(process);
    if (typeof link !== 'string') return link;
    const isRefused = link === 'refused';
    const isDead = silentMs >= (isRefused ? EXPIRE_REFUSED_MS : EXPIRE_MS);
    if (isDead) await this.#parts.leases.expire(id, isRefused);
    else if (this.#failingMs(id) >= UNREACHABLE_MS) return 'unreachable';
    return null;
  }

  /** The link to a process. Opens one if there is none. */
  async #to(process: ProcessRow): Promise<Link | DialFault> {
    const known = this.#links.get(process.id);
    if (known) return known;
    const dialling = this.#dialling.get(process.id) ?? this.#dial(process);
    this.#dialling.set(process.id, dialling);
    return dialling;
  }

  /** Milliseconds since when no link to this process can be opened. 0 if none was tried since the last one. */
  #failingMs(process: string): number {
    const failing = this.#failing.get(process);
    return failing ? this.#parts.world.elapsedMs() - failing.sinceMs : 0;
  }

  /** Ends the links with processes that are gone since the last call, so that nothing of a stale owner arrives here. */
  endGone(others: ReadonlyMap<string, unknown>): void {
    const gone = new Set([...this.#others].filter((id) => !others.has(id)));
    this.#others = new Set(others.keys());
    for (const [id, link] of [...this.#links]) if (gone.has(id)) link.end();
    for (const host of [...this.#hosts]) if (host.from !== null && gone.has(host.from)) host.end();
    const now = this.#parts.world.elapsedMs();
    for (const [id, { triedMs }] of [...this.#failing])
      if (gone.has(id) || now - triedMs > FORGET_MS) this.#failing.delete(id);
  }

  endAll(): void {
    for (const link of [...this.#links.values()]) link.end();
    for (const host of [...this.#hosts]) host.end();
  }

  /** Numbers of other processes, of links to owners, of links of fronts, and of processes to which no link can be opened. Null if there are no other processes. */
  get figures(): {
    readonly others: number;
    readonly owners: number;
    readonly fronts: number;
    readonly failing: number;
  } | null {
    const { network, leases } = this.#parts;
    if (network === null) return null;
    return {
      others: leases.others.size,
      owners: this.#links.size,
      fronts: this.#hosts.size,
      failing: this.#failing.size,
    };
  }

  async #dial({ id, address }: ProcessRow): Promise<Link | DialFault> {
    const { world } = this.#parts;
    try {
      const link = address === null ? 'unreachable' : await this.#open(id, address);
      const triedMs = world.elapsedMs();
      if (typeof link === 'string' && !this.#failing.has(id))
        this.#parts.log.warn(
          { process: id, address },
          'cannot reach another process; it may have ended. If it runs, it needs the same SERVER_KEY, and its LINK_ADDRESS must be reached from here',
        );
      if (typeof link === 'string')
        this.#failing.set(id, { sinceMs: this.#failing.get(id)?.sinceMs ?? triedMs, triedMs });
      else this.#failing.delete(id);
      return link;
    } finally {
      this.#dialling.delete(id);
    }
  }

  async #open(to: string, address: string): Promise<Link | DialFault> {
    const { network, leases, bus, alarms, world } = this.#parts;
    const channel = (await network?.dial(address)) ?? 'unreachable';
    if (typeof channel === 'string') return channel;
    const lost = (link: Link) => this.#lost(link);
    const link = new Link({ name: this.#name(), from: leases.id, to, channel, bus, alarms, world, lost });
    // Another process may listen there: it has the address of one that has ended.
    if (!(await link.welcome) || link.isOver) return 'unreachable';
    this.#links.set(to, link);
    return link;
  }

  #lost(link: Link): void {
    if (this.#links.get(link.to) !== link) return;
    this.#links.delete(link.to);
    for (const listener of this.#lostListeners) listener(link);
  }

  #name(): string {
    this.#made += 1;
    return String(this.#made);
  }
}
