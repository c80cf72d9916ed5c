import { PEOPLE, type RelationKind, type SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { RecordStore } from '../ports/records.ts';
import type { RelationStore } from '../ports/relations.ts';
import type { World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type { Person, Players } from './players.ts';

/** Finished matches in which recent opponents are looked for. */
const RECENT_MATCHES = 40;

interface RelationsParts {
  readonly store: RelationStore;
  readonly records: Pick<RecordStore, 'recentRows'>;
  readonly players: Players;
  readonly world: World;
  readonly isOnline: (pub: string) => boolean;
  /** True for keys that sit in a live match. */
  readonly isPlaying: (pub: string) => Promise<boolean>;
  /** True for the keys of the service's bots. */
  readonly isBot: (pub: string) => boolean;
}

/** The players that a key knows. */
interface Known {
  readonly follows: Person[];
  readonly blocked: Person[];
  /** Opponents of the last matches, the latest first, without bots and blocked players. */
  readonly recent: Person[];
  /** Those of the followed players and recent opponents that are connected and do not block the key. */
  readonly here: string[];
}

/**
 * The players that a key follows or blocks. Only the key itself is told. Two players of whom one blocks the other get no match
 * together, and neither learns through this service that the other one is connected.
 */
export class Relations {
  readonly #parts: RelationsParts;

  constructor(parts: RelationsParts) {
    this.#parts = parts;
  }

  /**
   * Follows or blocks a player, or neither. Keys cost nothing, so only those may have a list that the service stores or that are in a
   * match.
   */
  async set(pub: string, other: string, kind: RelationKind | null): Promise<Result<null, SocketCode>> {
    if (pub === other) return refuse('bad-key', 'This is your own key.');
    if (kind === null) await this.#parts.store.remove(pub, other);
    else {
      if (!(await this.#parts.players.isStored(pub)) && !(await this.#parts.isPlaying(pub)))
        return refuse('not-stored-yet');
      const relation = { pub, other, kind, created: this.#parts.world.now() };
      if (!(await this.#parts.store.put(relation, PEOPLE[kind]))) return refuse('list-full');
    }
    return { ok: true, value: null };
  }

  /** True if neither of the two blocks the other. */
  async mayMeet(a: string, b: string): Promise<boolean> {
    return !(await this.#parts.store.areApart(a, b));
  }

  /** True if each of the two follows the other. */
  async followEachOther(a: string, b: string): Promise<boolean> {
    return (await this.#follows(a, b)) && (await this.#follows(b, a));
  }

  /** True if this player follows the other one, or has played with them lately, and does not block them. */
  async knows(pub: string, other: string): Promise<boolean> {
    const relation = (await this.#parts.store.of(pub)).find((one) => one.other === other);
    if (relation) return relation.kind === 'follow';
    return (await this.#recentOpponents(pub, new Set())).includes(other);
  }

  /** The keys that this one blocks. */
  async blockedBy(pub: string): Promise<readonly string[]> {
    return (await this.#parts.store.of(pub)).filter(({ kind }) => kind === 'block').map(({ other }) => other);
  }

  async of(pub: string): Promise<Known> {
    const relations = await this.#parts.store.of(pub);
    const others = (wanted: RelationKind) => relations.filter(({ kind }) => kind === wanted).map(({ other }) => other);
    const [follows, blocked] = [others('follow'), others('block')];
    const recent = await this.#recentOpponents(pub, new Set(blocked));
    const people = await this.#parts.players.people([...follows, ...blocked, ...recent]);
    const shown = (keys: readonly string[]) => keys.flatMap((key) => people.get(key) ?? []);
    const here = [...new Set([...follows, ...recent])].filter(
      (key) => !this.#parts.isBot(key) && this.#parts.isOnline(key),
    );
    const blockers = new Set(here.length > 0 ? await this.#parts.store.blockersOf(pub, here) : []);
    return {
      follows: shown(follows),
      blocked: shown(blocked),
      recent: shown(recent),
      here: here.filter((key) => !blockers.has(key)),
    };
  }

  async #follows(pub: string, other: string): Promise<boolean> {
    return (await this.#parts.store.of(pub)).some((one) => one.other === other && one.kind === 'follow');
  }

  async #recentOpponents(pub: string, blocked: ReadonlySet<string>): Promise<readonly string[]> {
    const rows = await this.#parts.records.recentRows(RECENT_MATCHES, pub);
    const opponents = rows.flatMap(({ record }) => record.header.players.filter((player) => player.pub !== pub));
    const people = opponents.filter(({ pub: key, bot }) => !bot && !blocked.has(key)).map(({ pub: key }) => key);
    return [...new Set(people)].slice(0, PEOPLE.recent);
  }
}
