// npm run public-log [-- status | resume | new ORIGIN] [--data-dir DIR]: shows the public log, lets it be signed again after a halt, or
// ends it and begins another one.

import { keyFromSeed, signLogEnd, signLogKey } from 'bg-record';
import type { Result } from 'bg-rules';
import { ed25519Signer, formatVkey, isKeyName } from 'tlog-kit';
import type { Config } from '../config/config.ts';
import { prismaFolder } from '../config/paths.ts';
import { loadLogKey } from '../keys/server-key.ts';
import { readServerSeeds } from '../keys/server-keys.ts';
import { print, printError } from '../shared/terminal.ts';
import { missingDatabase } from '../storage/data-folder.ts';
import { endLog, type KnownLog, knownLog } from '../storage/end-log.ts';
import { type OpenStore, openStore } from '../storage/open-store.ts';
import { end, readCommandLine, runCommand } from './command-line.ts';

const USAGE = 'usage: npm run public-log [-- status | resume | new ORIGIN] [--data-dir DIR]';

async function main(): Promise<void> {
  const called = readCommandLine(process.argv.slice(2));
  if (!called.ok) return end(called.code, called.lines);
  const { config, place, words } = called.value;
  const [task = 'status', origin, ...more] = words;
  const isWell = more.length === 0 && (task === 'new') === (origin !== undefined);
  if (!isWell || !['status', 'resume', 'new'].includes(task)) return end('bad-usage', USAGE);
  printError(place);
  const missing = missingDatabase(config);
  if (missing !== null) return end('no-database', missing);
  const opened = await openStore({ ...config, prismaFolder });
  if (!opened.ok)
    return end(
      opened.code,
      opened.code === 'folder-in-use' ? `${opened.message} Stop the server first.` : opened.message,
    );
  const store = opened.value;
  const done = await run(task, origin, config, store).finally(() => store.close());
  if (!done.ok) return end(done.code, done.message);
  print(done.value);
}

async function run(
  task: string,
  origin: string | undefined,
  config: Config,
  store: OpenStore,
): Promise<Result<readonly string[]>> {
  const log = await knownLog(store.publicLog, config.dataDir);
  if (log === null) return { ok: false, code: 'no-log', message: 'This database has no public log.' };
  if (task === 'new') return begin(origin ?? '', log, config, store);
  return { ok: true, value: task === 'resume' ? [await resume(log, store)] : status(log) };
}

function status({ origin, size, halted, newest }: KnownLog): string[] {
  return [
    `origin   ${origin}`,
    `entries  ${size}`,
    `signing  ${halted === null ? 'yes' : `stopped: ${halted}`}`,
    ...(newest.size > size ? [`log.head knows a checkpoint of ${newest.size} entries, which this database lacks`] : []),
  ];
}

async function resume({ size, newest }: KnownLog, { publicLog }: OpenStore): Promise<string> {
  const wasHalted = await publicLog.resume();
  if (!wasHalted) return 'The public log was not stopped.';
  return newest.size > size
    ? `The public log may be signed again, but log.head still knows a checkpoint of ${newest.size} entries, and the database has ${size}: the service will stop it again.`
    : 'The public log is signed again within seconds. A process that has stopped it must be restarted.';
}

/** Ends the log under the server's signature, and begins another one of all stored results. */
async function begin(
  origin: string,
  log: KnownLog,
  config: Config,
  store: OpenStore,
): Promise<Result<readonly string[]>> {
  if (!isKeyName(origin))
    return { ok: false, code: 'bad-usage', message: `${origin} cannot be the origin of a log. ${USAGE}` };
  if (origin === log.origin || (await store.publicLog.hasEnded(origin)))
    return {
      ok: false,
      code: 'bad-usage',
      message: `A log with the origin ${origin} exists. A new log needs a new one, such as ${log.origin}-2.`,
    };
  const seeds = readServerSeeds(config);
  if (!seeds.ok) return seeds;
  const seed = config.logKey === null ? loadLogKey(config.dataDir) : { ok: true as const, value: config.logKey };
  if (!seed.ok) return seed;
  const server = await keyFromSeed(Buffer.from(seeds.value.present, 'hex'));
  const own = Buffer.from(seed.value, 'hex');
  const at = Date.now();
  const { size, root } = log.newest;
  // If the key of the former log is lost, its first entry still names it.
  const first = await store.publicLog.firstEntry();
  const isNamed = first?.type === 'log-key' && first.origin === log.origin;
  const key = isNamed ? first.key : formatVkey(ed25519Signer(log.origin, own).key);
  const ended = await signLogEnd(server, {
    origin: log.origin,
    key,
    size,
    root: Buffer.from(root).toString('hex'),
    at,
  });
  const named = await signLogKey(server, { origin, key: formatVkey(ed25519Signer(origin, own).key) });
  const folder = await endLog(store.publicLog, { dataDir: config.dataDir, origin, statements: [named, ended], at });
  return {
    ok: true,
    value: [
      `The log ${log.origin} has ended with ${size} entries. Its files are in ${folder}: keep them, and let a web server publish them if you can.`,
      `Set LOG_ORIGIN=${origin} for all processes and start them. They enter all stored matches into the new log, marked as imported.`,
      `Give the new key to your witnesses: ${named.key}`,
      'Tell your players why the log has ended: their pages and every auditor see it.',
    ],
  };
}

await runCommand(main);
