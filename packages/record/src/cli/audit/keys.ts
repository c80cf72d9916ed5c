import { type LogEndEntry, type LogEntry, type LogKeyEntry, verifyLogEnd, verifyLogKey } from '../../log-entry.ts';
import { followSuccession } from '../../succession.ts';
import { type Finding, finding } from './finding.ts';

/** The kept form of the keys. */
export interface KeysState {
  /** Server keys that the entries connect, as pairs of a key and its successor. */
  readonly links: readonly (readonly [string, string])[];
  /** Keys that named the key of the log. */
  readonly named: readonly string[];
  /** The servers of matches, each with its first entry. */
  readonly used: readonly (readonly [string, number])[];
}

/** Follows the statements about keys: which server keys belong to this log. */
export class Keys {
  readonly #links: (readonly [string, string])[];
  readonly #named: Set<string>;
  readonly #used: Map<string, number>;

  constructor(state: KeysState | null) {
    this.#links = [...(state?.links ?? [])];
    this.#named = new Set(state?.named);
    this.#used = new Map(state?.used);
  }

  get state(): KeysState {
    return { links: this.#links, named: [...this.#named], used: [...this.#used] };
  }

  /** Returns what is wrong with an entry. `vkeys` are the accepted keys of the log. */
  async add(
    entry: LogEntry,
    at: number,
    { origin, vkeys }: { origin: string; vkeys: readonly string[] },
  ): Promise<Finding[]> {
    if (at === 0 && entry.type !== 'log-key')
      return [finding('wrong-log-key', { entry: at }, 'The first entry does not name the key of the log.', entry)];
    if (entry.type === 'match' || entry.type === 'aborted') {
      if (!this.#used.has(entry.server)) this.#used.set(entry.server, at);
      return [];
    }
    if (entry.type === 'log-key') return this.#logKey(entry, at, entry.origin === origin && vkeys.includes(entry.key));
    if (entry.type === 'log-end') return this.#logEnd(entry, at, origin);
    if (entry.type !== 'server-key') return [];
    const { previous, next, sig } = entry;
    const followed = await followSuccession([{ previous, next, sig }], previous, next);
    if (!followed.ok)
      return [finding('bad-succession', { entry: at, about: next }, `Entry ${at}: ${followed.message}.`, entry)];
    this.#links.push([previous, next]);
    return [];
  }

  async #logKey(entry: LogKeyEntry, at: number, isOfLog: boolean): Promise<Finding[]> {
    if (!isOfLog)
      return [finding('wrong-log-key', { entry: at }, `Entry ${at} names another log than this one.`, entry)];
    if (!(await verifyLogKey(entry)))
      return [finding('wrong-log-key', { entry: at }, `Entry ${at} is not signed by the server that it names.`, entry)];
    this.#named.add(entry.server);
    return [];
  }

  async #logEnd(entry: LogEndEntry, at: number, origin: string): Promise<Finding[]> {
    if (entry.origin === origin || !(await verifyLogEnd(entry))) {
      const message = `Entry ${at} is not the signed statement that another log of this service has ended.`;
      return [finding('wrong-log-end', { entry: at }, message, entry)];
    }
    if (!this.#used.has(entry.server)) this.#used.set(entry.server, at);
    return [];
  }

  /** Servers of matches that no statement connects to the server that named the key of the log, or to the expected one. */
  strangers(expected: string | undefined): Finding[] {
    const own = this.#connected(expected === undefined ? this.#named : new Set([expected]));
    const servers: readonly (readonly [string, number | null])[] = [
      ...this.#used,
      ...[...this.#named].map((server) => [server, null] as const),
    ];
    return servers.flatMap(([server, entry]) =>
      own.has(server)
        ? []
        : [
            finding(
              'unknown-server',
              { entry, about: server },
              `No statement connects server key ${server} to the log.`,
            ),
          ],
    );
  }

  /** Statements connect keys whatever their order in the log. */
  #connected(first: ReadonlySet<string>): ReadonlySet<string> {
    const own = new Set(first);
    for (let size = -1; size !== own.size; ) {
      size = own.size;
      for (const [previous, next] of this.#links) {
        if (own.has(next)) own.add(previous);
        if (own.has(previous)) own.add(next);
      }
    }
    return own;
  }
}
