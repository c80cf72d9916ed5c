import type { BanView, ServerMessageOf } from '@anchor/wire';
import { type Address, isSameNetwork, parseAddress } from '../../shared/address.ts';
import type { BanStore, StoredBan } from '../ports/players.ts';
import type { Log, World } from '../ports/world.ts';
import { parseSubject } from './subject.ts';

interface BansParts {
  readonly store: BanStore;
  readonly world: World;
  readonly log: Log;
}

/** A ban as shown to the banned client. */
export type Ban = Readonly<BanView>;

interface BannedNetwork {
  readonly address: Address;
  readonly prefix: number;
  readonly ban: Ban;
}

/** The duration of a ban as part of a sentence. */
export function endOfBan(until: number | null): string {
  return until === null ? 'for good' : `until ${new Date(until).toISOString()}`;
}

/** The ban as a sentence. */
export function banSentence({ what, until, reason }: Ban): string {
  return `The operator has banned this ${what} ${endOfBan(until)}${reason === null ? '' : `: ${reason}`}`;
}

/** The ban as a message. The caller adds the id of the request that it answers. */
export function bannedMessage(ban: Ban): ServerMessageOf<'error'> {
  return { type: 'error', code: 'banned', message: banSentence(ban), ban };
}

/** The bans, cached in memory. A lookup never reads the storage. */
export class Bans {
  readonly #parts: BansParts;
  readonly #observers: (() => void)[] = [];
  #keys: ReadonlyMap<string, Ban> = new Map();
  #networks: readonly BannedNetwork[] = [];
  #known = '';
  #reading: Promise<void> | null = null;
  #hasFailed = false;

  constructor(parts: BansParts) {
    this.#parts = parts;
  }

  /** Calls the observer when the bans have changed. */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  ofKey(pub: string): Ban | null {
    const ban = this.#keys.get(pub);
    return ban && this.#lasts(ban) ? ban : null;
  }

  /** @param network an IPv4 address, or the first four groups of an IPv6 address, as in `Arrival.address` */
  ofNetwork(network: string): Ban | null {
    if (this.#networks.length === 0) return null;
    const address = parseAddress(network.includes(':') ? `${network}::` : network);
    // Behind a proxy the address can be any text.
    if (address === null) return null;
    const isOf = (banned: BannedNetwork) => isSameNetwork(address, banned.address, banned.prefix);
    return this.#networks.find((banned) => isOf(banned) && this.#lasts(banned.ban))?.ban ?? null;
  }

  /** Reads the bans from the storage and removes expired ones. While the storage cannot be read, the known bans stay in force. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Resolves when the read in progress has ended. */
  async idle(): Promise<void> {
    await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const now = this.#parts.world.now();
      const stored = await this.#parts.store.all();
      if (stored.some(({ until }) => until !== null && until <= now)) await this.#parts.store.expire(now);
      this.#take(stored.filter(({ until }) => until === null || until > now));
      this.#hasFailed = false;
    } catch (err) {
      if (!this.#hasFailed) this.#parts.log.error({ err }, 'could not read the bans; the known ones stay in force');
      this.#hasFailed = true;
    }
  }

  #take(stored: readonly StoredBan[]): void {
    const text = JSON.stringify(stored);
    if (text === this.#known) return;
    this.#known = text;
    const keys = new Map<string, Ban>();
    const networks: BannedNetwork[] = [];
    for (const { subject, until, reason } of stored) {
      const read = parseSubject(subject);
      if (!read.ok)
        this.#parts.log.error({ subject }, 'ignored a stored ban: its subject is neither a key nor a network');
      else if (read.value.kind === 'key') keys.set(read.value.pub, { what: 'key', until, reason });
      else networks.push({ ...read.value, ban: { what: 'address', until, reason } });
    }
    [this.#keys, this.#networks] = [keys, networks];
    for (const observer of this.#observers) observer();
  }

  #lasts({ until }: Ban): boolean {
    return until === null || until > this.#parts.world.now();
  }
}
