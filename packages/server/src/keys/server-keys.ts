import { followSuccession, type Key, keyFromSeed, MAX_SUCCESSION, type Succession, signSuccession } from 'bg-record';
import type { Result } from 'bg-rules';
import type { SuccessionStore } from '../domain/ports/keys.ts';
import type { MatchStore } from '../domain/ports/matches.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Log } from '../domain/ports/world.ts';
import { keyWith, type ServerKeys } from '../domain/server-keys.ts';
import { loadFormerKeys, loadServerKey } from './server-key.ts';

/** Seeds with 64 hex digits each. */
interface ServerSeeds {
  readonly present: string;
  /** The most recent first. */
  readonly former: readonly string[];
}

/** The settings about the server's keys. */
interface KeySettings {
  /** Seed of the present key. Null if it is in the data folder. */
  readonly serverKey: string | null;
  /** Seeds of former keys, in addition to those in the data folder. */
  readonly formerKeys: readonly string[];
  /** Public halves of former keys that are lost. */
  readonly lostKeys: readonly string[];
  readonly dataDir: string;
}

/** The seeds of the settings, or those of the data folder. */
export function readServerSeeds({
  serverKey,
  formerKeys,
  dataDir,
}: Omit<KeySettings, 'lostKeys'>): Result<ServerSeeds, 'bad-server-key'> {
  if (serverKey !== null) return { ok: true, value: { present: serverKey, former: formerKeys } };
  const present = loadServerKey(dataDir);
  if (!present.ok) return present;
  const former = loadFormerKeys(dataDir);
  if (!former.ok) return former;
  return { ok: true, value: { present: present.value, former: [...formerKeys, ...former.value] } };
}

type KeysCode = 'key-used-before' | 'unknown-server-key';

/**
 * Opens the server's keys. If the present key is new, the previous one signs its succession. Fails without any change if live matches need a
 * key that is neither present nor declared lost, or if a former key is to be used again.
 */
export async function openServerKeys(
  seeds: ServerSeeds,
  { lostKeys }: Pick<KeySettings, 'lostKeys'>,
  { matches, successions }: Pick<Store, 'matches' | 'successions'>,
  { now, log }: { readonly now: number; readonly log: Log },
): Promise<Result<ServerKeys, KeysCode>> {
  const [present, ...others] = await Promise.all([seeds.present, ...seeds.former].map(fromHexSeed));
  if (!present) throw new Error('no server key');
  const former = others.filter(({ pub }, i) => pub !== present.pub && others.findIndex((key) => key.pub === pub) === i);
  const keys = { present, former, succession: [] };
  const servers = await matches.liveServers(present.pub);
  const unknown = [...servers.values()].filter((pub) => !keyWith(pub, keys) && !lostKeys.includes(pub));
  if (unknown.length > 0) return unknownKeys(unknown);
  const stored = await successions.all();
  const returns = former.some(({ pub }) => lineTo(pub, stored).some(({ previous }) => previous === present.pub));
  if (returns) return usedBefore(present.pub);
  const succession = await knownSuccession(keys, stored, successions, log);
  await abortLost(servers, keys, matches, { now, log });
  logFormerKeys(servers, former, log);
  return { ok: true, value: { ...keys, succession } };
}

function fromHexSeed(seed: string): Promise<Key> {
  return keyFromSeed(Buffer.from(seed, 'hex'));
}

function unknownKeys(pubs: readonly string[]): Result<never, KeysCode> {
  const kinds = [...new Set(pubs)];
  const list = kinds.map((pub) => `  ${pub} (${pubs.filter((one) => one === pub).length})`);
  const message = [
    `${pubs.length} live matches need keys of this server that are missing:`,
    ...list,
    'To continue them, restore these keys: put their seeds into SERVER_KEY_PREVIOUS, or into server.key and server.key.previous in DATA_DIR.',
    `If the keys are lost, set SERVER_KEY_LOST=${kinds.join(',')} to abort these matches at the start.`,
  ].join('\n');
  return { ok: false, code: 'unknown-server-key', message };
}

function usedBefore(pub: string): Result<never, KeysCode> {
  const message = `The key ${pub} is a former key of this server and has named its successor, so it cannot be used again. Make a new key.`;
  return { ok: false, code: 'key-used-before', message };
}

/** The chain of statements that leads to a key, the oldest first. */
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

/** Stores the succession, so that every process and later starts know it without the old key. */
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
    log.info(
      { previous: last.pub, next: present.pub },
      'the previous server key has signed the succession of the new one',
    );
  }
  const line = lineTo(present.pub, statements);
  const [first] = line;
  if (!first) return [];
  const followed = await followSuccession(line, first.previous, present.pub);
  if (!followed.ok)
    log.error(
      { code: followed.code },
      'the stored succession of server keys is invalid; clients are not told about it',
    );
  return followed.ok ? line : [];
}

async function abortLost(
  servers: ReadonlyMap<string, string>,
  keys: ServerKeys,
  matches: MatchStore,
  { now, log }: { readonly now: number; readonly log: Log },
): Promise<void> {
  for (const [match, server] of servers) {
    if (keyWith(server, keys)) continue;
    await matches.abort(match, { blamed: null, at: now, reason: 'restart', proof: null });
    log.warn({ match, server }, 'aborted: the server key of the match is lost');
  }
}

function logFormerKeys(servers: ReadonlyMap<string, string>, former: readonly Key[], log: Log): void {
  const pubs = [...servers.values()];
  for (const { pub } of former) {
    const needed = pubs.filter((one) => one === pub).length;
    if (needed > 0) log.info({ server: pub, matches: needed }, 'live matches continue under a former server key');
    else log.info({ server: pub }, 'no live match needs this former server key any more; you can remove its seed');
  }
}
