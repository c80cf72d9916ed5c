import { signLogKey } from 'bg-record';
import type { Result } from 'bg-rules';
import { ed25519Signer, formatVkey, type NoteSigner, openCheckpoint, parseCheckpoint } from 'tlog-kit';
import type { Config } from '../config/config.ts';
import type { PublicLogStore } from '../domain/ports/log.ts';
import type { Alarms, Log, World } from '../domain/ports/world.ts';
import type { WitnessObserver } from '../domain/public-log/cosigning.ts';
import { type PublishedLog, publishedLog } from '../domain/public-log/published-log.ts';
import { Sequencer } from '../domain/public-log/sequencer.ts';
import type { ServerKeys } from '../domain/server-keys.ts';
import { loadLogKey } from '../keys/server-key.ts';
import { logHeadFile } from '../storage/log-head-file.ts';

/** The name and the key of the public log. */
export interface LogIdentity {
  readonly origin: string;
  readonly signer: NoteSigner;
}

/** The public log of a running service. */
export interface RunningLog {
  readonly published: PublishedLog;
  readonly sequencer: Sequencer;
}

/**
 * Reads the key of the log and enters the statements about keys. Fails when the database holds a log of another origin or key: a log
 * never changes its origin, and two keys would be two logs. Null without an origin.
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
  if (present !== null && present !== origin) return otherOrigin(present, origin);
  const seed = logKey === null ? loadLogKey(dataDir) : { ok: true as const, value: logKey };
  if (!seed.ok) return seed;
  const signer = ed25519Signer(origin, Buffer.from(seed.value, 'hex'));
  const note = await store.readPublished();
  if (note !== null && !openCheckpoint(note, origin, [signer.key]).ok) return otherKey;
  // The first entry of a log names its key.
  await store.add(await signLogKey(serverKeys.present, { origin, key: formatVkey(signer.key) }), now);
  for (const statement of serverKeys.succession) await store.add({ type: 'server-key', ...statement }, now);
  return { ok: true, value: { origin, signer } };
}

async function originIn(store: PublicLogStore): Promise<string | null> {
  const text = await store.readCommitted();
  if (text === null) return null;
  const checkpoint = parseCheckpoint(text);
  return checkpoint.ok ? checkpoint.value.origin : null;
}

function otherOrigin(present: string, wanted: string): Result<never> {
  const message = `The public log of this database has the origin ${present}, which never changes, but the settings give ${wanted}. Set LOG_ORIGIN=${present}.`;
  return { ok: false, code: 'log-origin', message };
}

const otherKey: Result<never> = {
  ok: false,
  code: 'log-key',
  message:
    'The public log of this database was signed by another key. Restore log.key in DATA_DIR, or set LOG_KEY to its content: all processes of a service need the same one.',
};

interface RunningLogParts {
  readonly identity: LogIdentity | null;
  readonly store: PublicLogStore;
  readonly dataDir: string;
  readonly witnesses: Config['logWitnesses'];
  readonly observer: (witnesses: readonly string[]) => WitnessObserver;
  readonly processId: string;
  readonly isAlone: boolean;
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
  const published = publishedLog(parts.store, formatVkey(identity.signer.key));
  return { published, sequencer: new Sequencer({ ...parts, ...identity, head: logHeadFile(dataDir), witnesses }) };
}
