import type { Bus } from '../ports/bus.ts';
import type { ProcessRow } from '../ports/leases.ts';
import type { DialFault, LinkNetwork } from '../ports/links.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { OwnedMatches } from '../table/owned-matches.ts';
import { Link } from './link.ts';
import { LinkHost } from './link-host.ts';

/** A process to which no link was needed for this long is not called unreachable any more. */
const FORGET_MS = 10_000;

/** By the monotonic clock: since when no link can be opened, and when one was tried last. */
interface Failing {
  readonly sinceMs: number;
  readonly triedMs: number;
}

interface LinksParts {
  /** The id of this process. */
  readonly id: string;
  readonly network: LinkNetwork;
  readonly owned: OwnedMatches;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  /** Called when a link to an owner is lost. */
  readonly lost: (link: Link) => void;
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
  #others: ReadonlySet<string> = new Set();
  #made = 0;

  constructor(parts: LinksParts) {
    this.#parts = parts;
    const { network, id, owned, bus, alarms, world, log } = parts;
    const lost = (host: LinkHost) => this.#hosts.delete(host);
    network.accept((channel) =>
      this.#hosts.add(new LinkHost({ name: this.#name(), id, channel, owned, bus, alarms, world, log, lost })),
    );
  }

  /** The link to a process. Opens one if there is none. */
  async to(process: ProcessRow): Promise<Link | DialFault> {
    const known = this.#links.get(process.id);
    if (known) return known;
    const dialling = this.#dialling.get(process.id) ?? this.#dial(process);
    this.#dialling.set(process.id, dialling);
    return dialling;
  }

  /** Milliseconds since when no link to this process can be opened. 0 if none was tried since the last one. */
  failingMs(process: string): number {
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

  /** Number of links to owners, of links of fronts, and of processes to which no link can be opened. */
  get figures(): { readonly owners: number; readonly fronts: number; readonly failing: number } {
    return { owners: this.#links.size, fronts: this.#hosts.size, failing: this.#failing.size };
  }

  async #dial({ id, address }: ProcessRow): Promise<Link | DialFault> {
    const { world } = this.#parts;
    try {
      const link = address === null ? 'unreachable' : await this.#open(id, address);
      const triedMs = world.elapsedMs();
      if (typeof link === 'string')
        this.#failing.set(id, { sinceMs: this.#failing.get(id)?.sinceMs ?? triedMs, triedMs });
      else this.#failing.delete(id);
      return link;
    } finally {
      this.#dialling.delete(id);
    }
  }

  async #open(to: string, address: string): Promise<Link | DialFault> {
    const { network, id: from, bus, alarms, world } = this.#parts;
    const channel = await network.dial(address);
    if (typeof channel === 'string') return channel;
    const lost = (link: Link) => this.#lost(link);
    const link = new Link({ name: this.#name(), from, to, channel, bus, alarms, world, lost });
    // Another process may listen there: it has the address of one that has ended.
    if (!(await link.welcome) || link.isOver) return 'unreachable';
    this.#links.set(to, link);
    return link;
  }

  #lost(link: Link): void {
    if (this.#links.get(link.to) !== link) return;
    this.#links.delete(link.to);
    this.#parts.lost(link);
  }

  #name(): string {
    this.#made += 1;
    return String(this.#made);
  }
}
