import type { Health } from '@anchor/wire';
import { type LogEntry, signLogKey } from 'bg-record';
import type { Result } from 'bg-rules';
import { ed25519Signer, formatVkey, type NoteSigner, openCheckpoint, parseCheckpoint, parseNote } from 'tlog-kit';
import type { Config } from '../config/config.ts';
import type { PublicLogStore } from '../domain/ports/log.ts';
import type { Alarms, Log, World } from '../domain/ports/world.ts';
import type { WitnessObserver } from '../domain/public-log/cosigning.ts';
import { namesLog, signersOf } from '../domain/public-log/first-entry.ts';
import { type PublishedLog, publishedLog } from '../domain/public-log/published-log.ts';
import { Sequencer } from '../domain/public-log/sequencer.ts';
import type { ServerKeys } from '../domain/server-keys.ts';
import { loadLogKey } from '../keys/server-key.ts';
import { logHeadFile } from '../storage/log-head-file.ts';

/** The name and the key of the public log. */
export interface LogIdentity {
  readonly origin: string;
  readonly signer: NoteSigner;
  /** Public keys of the server that may have signed the first entry. */
  readonly servers: readonly string[];
}

/** The public log of a running service. */
export interface RunningLog {
  readonly published: PublishedLog;
  readonly sequencer: Sequencer;
  health(): Promise<NonNullable<Health['log']>>;
}

/**
 * Reads the key of the log and enters the statements about keys. As long as no checkpoint was signed, a changed origin or key takes the
 * place of the earlier one. Afterwards it fails, because a log never changes its origin, and two keys would be two logs. It also fails
 * if the first entry names another key than the settings. Null without an origin.
 */
export async function openLogIdentity(
  { logOrigin: origin, logKey, dataDir }: Pick<Config, 'logOrigin' | 'logKey' | 'dataDir'>,
  store: PublicLogStore,
  { serverKeys, now, log }: { readonly serverKeys: ServerKeys; readonly now: number; readonly log: Log },
): Promise<Result<LogIdentity | null>> {
  if (origin === null) {
    log.info({}, 'results wait for a public log: set PUBLIC_URL or LOG_ORIGIN to publish one');
    return { ok: true, value: null };
  }
  const present = await originIn(store);
  const note = (await store.readPublished()) ?? (await keptNote(dataDir, present));
  const isOther = present !== null && present !== origin;
  if (isOther && (note !== null || (await store.hasEnded(origin)))) return otherOrigin(present, origin);
  const seed = logKey === null ? loadLogKey(dataDir) : { ok: true as const, value: logKey };
  if (!seed.ok) return seed;
  const signer = ed25519Signer(origin, Buffer.from(seed.value, 'hex'));
  if (note !== null && !openCheckpoint(note, origin, [signer.key]).ok) return otherKey(origin);
  const name = { origin, key: formatVkey(signer.key), servers: signersOf(serverKeys) };
  // The first entry of a log names its key.
  const statement = await signLogKey(serverKeys.present, name);
  const first = await store.firstEntry();
  const isForeign = first !== null && !namesLog(first, name);
  if (isForeign && note !== null) return otherFirstEntry(first, origin);
  if (isForeign || isOther) {
    await store.restart(statement, now);
    log.info(
      { origin, key: name.key },
      'the public log has no checkpoint yet and takes its name and key from the settings',
    );
  }
  await store.add(statement, now);
  for (const next of serverKeys.succession) await store.add({ type: 'server-key', ...next }, now);
  return { ok: true, value: { origin, signer, servers: name.servers } };
}

async function originIn(store: PublicLogStore): Promise<string | null> {
  return originOfText(await store.readCommitted());
}

function originOfText(text: string | null): string | null {
  const checkpoint = parseCheckpoint(text ?? '');
  return checkpoint.ok ? checkpoint.value.origin : null;
}

/** A note that was signed for this log and not published: its process was killed in between. */
async function keptNote(dataDir: string, origin: string | null): Promise<string | null> {
  const note = await logHeadFile(dataDir).read();
  const parsed = parseNote(note ?? '');
  return parsed.ok && origin !== null && originOfText(parsed.value.text) === origin ? note : null;
}

/** The way out when the log of a database cannot go on. */
const BEGIN_ANOTHER = (origin: string) =>
  `stop all processes and run \`npm run public-log -- new ${origin}-2\`, which ends this log and begins another one of all results`;

function otherOrigin(present: string, wanted: string): Result<never> {
  const message = `The public log of this database has the origin ${present}, which never changes, but the settings give ${wanted}. Set LOG_ORIGIN=${present}. To give the log another name all the same, ${BEGIN_ANOTHER(present)}.`;
  return { ok: false, code: 'log-origin', message };
}

function otherKey(origin: string): Result<never> {
  const message = `The public log of this database was signed by another key. Restore log.key in DATA_DIR, or set LOG_KEY to its content: all processes of a service need the same one. If the key is lost, ${BEGIN_ANOTHER(origin)}.`;
  return { ok: false, code: 'log-key', message };
}

function otherFirstEntry(first: LogEntry, origin: string): Result<never> {
  const named =
    first.type === 'log-key' ? `names the key ${first.key}, signed by the server key ${first.server}` : 'names no key';
  const message = `The first entry of the public log of this database ${named}. That is not the log or the server of the settings, so players' pages and auditors refuse this log. If the server has lost that key, or the entry is a mistake, ${BEGIN_ANOTHER(origin)}. Otherwise restore SERVER_KEY, or server.key in DATA_DIR.`;
  return { ok: false, code: 'log-first-entry', message };
}

interface RunningLogParts {
  readonly identity: LogIdentity | null;
  readonly store: PublicLogStore;
  readonly dataDir: string;
  readonly witnesses: Config['logWitnesses'];
  readonly observer: (witnesses: readonly string[]) => WitnessObserver;
  readonly processId: string;
  readonly isExclusive: boolean;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

export function setUpLog({
  identity,
  dataDir,
  witnesses: all,
  observer,
  ...parts
}: RunningLogParts): RunningLog | null {
  if (identity === null) return null;
  const names = all.map(({ key }) => key.name);
  const witnesses = { all, fetch: globalThis.fetch, observer: all.length === 0 ? undefined : observer(names) };
  const key = formatVkey(identity.signer.key);
  const name = { ...identity, key };
  const sequencer = new Sequencer({ ...parts, ...identity, head: logHeadFile(dataDir), witnesses });
  return {
    published: publishedLog(parts.store, key),
    sequencer,
    async health() {
      const first = await parts.store.firstEntry();
      return { own: first === null || namesLog(first, name), halted: sequencer.isHalted };
    },
  };
}
