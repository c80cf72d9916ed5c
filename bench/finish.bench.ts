// Measures what a finished match costs the storage with and without the public log, by turns: its transaction, and with the log its
// share of giving positions, tiles and a signed checkpoint. Both use the embedded database on a real disk. FINISHES=50 is the number of
// matches that share a checkpoint, which is made once a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ed25519Signer } from '../packages/log/src/key.ts';
import { Sequencer } from '../packages/server/src/domain/public-log/sequencer.ts';
import { logHeadFile } from '../packages/server/src/storage/log-head-file.ts';
import { openStore } from '../packages/server/src/storage/open-store.ts';
import { event, finished, header } from '../packages/server/test/storage/fixtures.ts';

const FINISHES = Number(process.env.FINISHES ?? 50);
const ROUNDS = 12;
const AT_MS = 1_790_000_100_000;
const prismaFolder = fileURLToPath(new URL('../prisma', import.meta.url));
const ignore = () => undefined;

async function openContender(name: string, hasLog: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'anchor-bench-'));
  const opened = await openStore({ dataDir: folder, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  const store = opened.value;
  const sequencer = new Sequencer({
    store: store.publicLog,
    head: logHeadFile(folder),
    origin: 'bench.example/log',
    signer: ed25519Signer('bench.example/log', new Uint8Array(32).fill(1)),
    processId: 'bench',
    isExclusive: true,
    alarms: { set: ignore, clear: ignore },
    world: {
      now: () => Date.now(),
      elapsedMs: () => performance.now(),
      randomBytes: (length) => new Uint8Array(length),
    },
    log: {
      info: ignore,
      warn: (_, message) => console.error(message),
      error: (about, message) => console.error(message, about),
    },
  });
  const round = async () => {
    const headers = Array.from({ length: FINISHES }, () => header());
    for (const one of headers) {
      await store.matches.create(one);
      await store.matches.append(one.id, event(0));
    }
    const { user, system } = process.cpuUsage();
    const began = performance.now();
    for (const one of headers) await store.matches.finish(finished(one, AT_MS));
    if (hasLog) await sequencer.look();
    const used = process.cpuUsage({ user, system });
    const wallMs = performance.now() - began;
    if (hasLog && (await store.publicLog.isWaiting())) throw new Error('entries wait after a look');
    return { wallMs: wallMs / FINISHES, cpuMs: (used.user + used.system) / 1000 / FINISHES };
  };
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name, round, close, taken: [] as { readonly wallMs: number; readonly cpuMs: number }[] };
}

const contenders = [await openContender('without the log', false), await openContender('with the log', true)];
for (const { round } of contenders) await round();
for (let n = 0; n < ROUNDS; n++) for (const one of contenders) one.taken.push(await one.round());

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
console.log(`a finished match, ${FINISHES} to a checkpoint, medians of ${ROUNDS} rounds by turns`);
console.log(`${''.padEnd(20)}${'ms'.padStart(10)}${'CPU ms'.padStart(10)}`);
for (const { name, taken } of contenders) {
  const cells = [median(taken.map(({ wallMs }) => wallMs)), median(taken.map(({ cpuMs }) => cpuMs))];
  console.log(name.padEnd(20) + cells.map((ms) => ms.toFixed(2).padStart(10)).join(''));
}
for (const { close } of contenders) await close();
