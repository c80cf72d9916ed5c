// Measures the memory that correspondence matches cost the built server while they wait, by turns with a server that has none. The matches are
// rows of the embedded database, 20 for each person. PEOPLE=10000 is the number of people, ROUNDS=3 that of servers of each kind.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { keyFromSeed } from '../packages/record/src/crypto/ed25519.ts';
import { header } from '../packages/server/test/storage/fixtures.ts';
import { fillEmbedded } from '../packages/server/test/storage/turn-rows.ts';
import { startAnchor } from './realtime/anchor.ts';

const PEOPLE = Number(process.env.PEOPLE ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const DAY_MS = 86_400_000;
/** The server looks for matches that are due every second, and loads what it needs at its start. */
const SETTLE_MS = 10_000;
const MB = 1e6;
const SEED = randomBytes(32).toString('hex');
const SERVER = (await keyFromSeed(Buffer.from(SEED, 'hex'))).pub;

interface Memory {
  readonly heap: number;
  readonly resident: number;
}

async function measure(people: number): Promise<Memory> {
  const text = JSON.stringify(header({ server: SERVER, clock: null, moveMs: 7 * DAY_MS, absenceMs: null }));
  const server = await startAnchor({ SERVER_KEY: SEED }, async (dataDir) => {
    mkdirSync(dataDir, { recursive: true });
    const client = await fillEmbedded(dataDir, { people, wakeAt: Date.now() + DAY_MS, header: text });
    client.close();
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const { heapBytes, rssBytes } = await server.probe.memory();
    return { heap: heapBytes / MB, resident: rssBytes / MB };
  } finally {
    await server.stop();
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const [none, parked]: [Memory[], Memory[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  none.push(await measure(2));
  parked.push(await measure(PEOPLE));
}
const matches = PEOPLE * 10;
console.log(
  `${PEOPLE} people in ${matches} parked matches, beside a server with 20; medians of ${ROUNDS} by turns, after garbage collection`,
);
console.log('| memory | with 20 | with all | difference | bytes a match |\n|---|---|---|---|---|');
for (const kind of ['heap', 'resident'] as const) {
  const [before, after] = [none, parked].map((all) => median(all.map((one) => one[kind]))) as [number, number];
  const each = ((after - before) * MB) / matches;
  console.log(
    `| ${kind}, MB | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(after - before).toFixed(1)} | ${each.toFixed(0)} |`,
  );
}
