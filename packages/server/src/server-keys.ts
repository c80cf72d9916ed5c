import { followSuccession, type Key, keyFromSeed, MAX_SUCCESSION, type Succession, signSuccession } from 'bg-record';
import type { Result } from 'bg-rules';
import type { Config } from './config.ts';
import type { Log, MatchStore, Store, SuccessionStore } from './domain/ports.ts';
import { keyWith, type ServerKeys } from './domain/server-keys.ts';
import { loadFormerKeys, loadServerKey } from './server-key.ts';

/** Seeds, 64 hex digits. */
export interface ServerSeeds {
  readonly present: string;
  /** The one before the present first. */
  readonly former: readonly string[];
}

/** The seeds that the settings name, or those of the data folder. */
export function readServerSeeds({ serverKey, formerKeys, dataDir }: Config): Result<ServerSeeds, 'bad-server-key'> {
  if (serverKey !== null) return { ok: true, value: { present: serverKey, former: formerKeys } };
  const present = loadServerKey(dataDir);
  if (!present.ok) return present;
  const former = loadFormerKeys(dataDir);
  if (!former.ok) return former;
  return { ok: true, value: { present: present.value, former: [...formerKeys, ...former.value] } };
}

export type KeysCode = 'key-used-before' | 'unknown-server-key';

/**
 * The server's keys as they are to be used. Where the present one is new, the one before signs that it follows. Refused, with nothing
 * changed, when there are live matches under a key that is neither here nor said to be lost, and when a former key is to come back.
 */
export async function openServerKeys(
  seeds: ServerSeeds,
  { lostKeys }: Pick<Config, 'lostKeys'>,
  { matches, successions }: Pick<Store, 'matches' | 'successions'>,
  log: Log,
): Promise<Result<ServerKeys, KeysCode>> {
  const [present, ...others] = await Promise.all([seeds.present, ...seeds.former].map(fromHexSeed));
  if (!present) throw new Error('a server has a key');
  const former = others.filter(({ pub }, i) => pub !== present.pub && others.findIndex((key) => key.pub === pub) === i);
  const keys = { present, former, succession: [] };
  const servers = await matches.liveServers();
  const unknown = [...servers.values()].filter((pub) => !keyWith(pub, keys) && !lostKeys.includes(pub));
  if (unknown.length > 0) return unknownKeys(unknown);
  const stored = await successions.all();
  const returns = former.some(({ pub }) => lineTo(pub, stored).some(({ previous }) => previous === present.pub));
  if (returns) return usedBefore(present.pub);
  const succession = await knownSuccession(keys, stored, successions, log);
  await abortLost(servers, keys, matches, log);
  tellOfFormer(servers, former, log);
  return { ok: true, value: { ...keys, succession } };
}

function fromHexSeed(seed: string): Promise<Key> {
  return keyFromSeed(Buffer.from(seed, 'hex'));
}

function unknownKeys(pubs: readonly string[]): Result<never, KeysCode> {
  const kinds = [...new Set(pubs)];
  const list = kinds.map((pub) => `  ${pub} (${pubs.filter((one) => one === pub).length})`);
  const message = [
    `${pubs.length} live matches were begun under other keys of this server, which are not here:`,
    ...list,
    'So that they go on, put these keys back: their seeds belong into SERVER_KEY_PREVIOUS, or into server.key and server.key.previous in DATA_DIR.',
    `If they are lost for good, SERVER_KEY_LOST=${kinds.join(',')} lets the start abort these matches.`,
  ].join('\n');
  return { ok: false, code: 'unknown-server-key', message };
}

function usedBefore(pub: string): Result<never, KeysCode> {
  const message = `The key ${pub} was this server's before and has named another one: keys do not come back. Make a new one.`;
  return { ok: false, code: 'key-used-before', message };
}

/** The newest statements that lead to a key, the oldest of them first. */
function lineTo(pub: string, stored: readonly Succession[]): readonly Succession[] {
  const line: Succession[] = [];
  for (let next = pub; line.length < MAX_SUCCESSION; ) {
    const statement = stored.find((one) => one.next === next);
    if (!statement) break;
    line.unshift(statement);
    next = statement.previous;
  }
  return line;
}

/** Kept in the storage, so that every process tells it, and later starts do without the old key. */
async function knownSuccession(
  { present, former: [last] }: ServerKeys,
  stored: readonly Succession[],
  successions: SuccessionStore,
  log: Log,
): Promise<readonly Succession[]> {
  let statements = stored;
  if (last && !stored.some(({ next }) => next === present.pub)) {
    await successions.keep(await signSuccession(last, present.pub));
    statements = await successions.all();
    log.info({ previous: last.pub, next: present.pub }, 'the old server key has signed that the new one follows it');
  }
  const line = lineTo(present.pub, statements);
  const [first] = line;
  if (!first) return [];
  const followed = await followSuccession(line, first.previous, present.pub);
  if (!followed.ok)
    log.error({ code: followed.code }, 'what is stored about former server keys is not right: not told');
  return followed.ok ? line : [];
}

async function abortLost(
  servers: ReadonlyMap<string, string>,
  keys: ServerKeys,
  matches: MatchStore,
  log: Log,
): Promise<void> {
  for (const [match, server] of servers) {
    if (keyWith(server, keys)) continue;
    await matches.abort(match, null, 0);
    log.warn({ match, server }, 'aborted: the server key of the match is lost');
  }
}

function tellOfFormer(servers: ReadonlyMap<string, string>, former: readonly Key[], log: Log): void {
  const pubs = [...servers.values()];
  for (const { pub } of former) {
    const needed = pubs.filter((one) => one === pub).length;
    if (needed > 0) log.info({ server: pub, matches: needed }, 'live matches go on under a former server key');
    else log.info({ server: pub }, 'no live match needs this former server key any more: its seed can go');
  }
}
