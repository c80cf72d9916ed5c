// Measures how a background backup affects the time of an append, and how long the backup takes. MB=500 node
// bench/run.mjs backup
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from '../packages/server/src/storage/embedded.ts';
import { openStore } from '../packages/server/src/storage/open-store.ts';
import { event, header } from '../packages/server/test/storage/fixtures.ts';
import { quantile } from './shared/samples.ts';

const MEGABYTES = Number(process.env.MB ?? 200);
const ROW_BYTES = 4096;
const QUIET_MS = 3_000;
const command = fileURLToPath(new URL('../packages/server/dist/backup.js', import.meta.url));
const prismaFolder = fileURLToPath(new URL('../prisma', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'anchor-bench-'));
const settings = { dataDir, databaseUrl: null, prismaFolder };

async function mustOpen() {
  const opened = await openStore(settings);
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

/** Inserts rows of about the size of a record. */
async function fill(): Promise<void> {
  await (await mustOpen()).close();
  const client = await openEmbedded(join(dataDir, 'anchor.db'));
  const count = (MEGABYTES * 2 ** 20) / ROW_BYTES;
  await client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO puzzles SELECT 'fill ' || i, hex(randomblob(${ROW_BYTES / 2})), 0 FROM n`);
  client.close();
}

const store = await fill().then(mustOpen);

/** Appends events one after another until `isOver`. Returns the duration of each append. */
async function appendUntil(isOver: () => boolean): Promise<number[]> {
  const one = header();
  await store.matches.create(one);
  const times: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const begin = performance.now();
    await store.matches.append(one.id, event(n));
    times.push(performance.now() - begin);
    await setImmediate();
  }
  return times;
}

function row(what: string, times: readonly number[], seconds: number) {
  const ms = (share: number) => quantile(times, share).toFixed(2);
  return {
    during: what,
    seconds: seconds.toFixed(1),
    appends: times.length,
    '50 % ms': ms(0.5),
    '99 % ms': ms(0.99),
    'longest ms': ms(1),
  };
}

const quietEnd = performance.now() + QUIET_MS;
const quiet = await appendUntil(() => performance.now() > quietEnd);
const child = spawn(process.execPath, [command, '--data-dir', dataDir], { stdio: ['ignore', 'inherit', 'inherit'] });
const begin = performance.now();
let seconds = 0;
const ended = once(child, 'close').then(() => {
  seconds = (performance.now() - begin) / 1000;
});
const busy = await appendUntil(() => seconds > 0);
await ended;
console.log(`a database of ${MEGABYTES} MB`);
console.table([row('idle', quiet, QUIET_MS / 1000), row('a backup', busy, seconds)]);
await store.close();
rmSync(dataDir, { recursive: true });
