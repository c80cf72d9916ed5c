// A soak test: matches at a human-like speed, one after another, for a long time on the built server with its
// embedded database. It compares the memory after the warm-up with the memory at the end, and expects an
// empty log:
//   npm run x -- soak [matches=300] [minutes=30] [think ms=1000].
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { generateKey } from '../packages/record/src/crypto/ed25519.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import { type RunningAnchor, startAnchor } from './realtime/anchor.ts';
import { AnchorClient } from './realtime/anchor-client.ts';
import { AnchorDuel } from './realtime/anchor-duel.ts';
import { Meter } from './realtime/meter.ts';
import { median } from './shared/samples.ts';

const [matches = 300, minutes = 30, thinkMs = 1_000] = process.argv.slice(2).map(Number);
const seed = Number(process.env.SEED ?? 20_261_121);
const SAMPLES = 60;
/** Share of the samples in the warm-up. The same share after it is compared with the same share at the end. */
const SHARE = 0.2;
const MOST_GROWTH = 0.05;
const MB = 2 ** 20;

interface Sample {
  readonly rssBytes: number;
  readonly heapBytes: number;
}

const meter = new Meter();
const troubles: string[] = [];
let [isOver, played] = [false, 0];

/** Two players who play one match after another. */
async function playOn(url: string, index: number): Promise<void> {
  const random = seededRandom(seed + index);
  const open = async (seat: number) => AnchorClient.open(url, await generateKey(), 2 * index + seat);
  const clients = [await open(0), await open(1)] as const;
  const finished = () => {
    played += 1;
    if (isOver) duel.end();
  };
  const failed = (message: string) => {
    if (!isOver) troubles.push(message);
  };
  const duel = await AnchorDuel.open(clients, { meter, pace: { thinkMs }, random, length: 1, finished, failed });
  duel.play();
}

async function openAll(url: string): Promise<void> {
  for (let index = 0; index < matches; index += 10)
    await Promise.all(Array.from({ length: Math.min(10, matches - index) }, (_, n) => playOn(url, index + n)));
}

async function watch(server: RunningAnchor): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let n = 1; n <= SAMPLES; n++) {
    await pause((minutes * 60_000) / SAMPLES);
    const use = await server.probe.memory();
    samples.push(use);
    const memory = `${(use.rssBytes / MB).toFixed(1)} MB resident, ${(use.heapBytes / MB).toFixed(1)} MB heap`;
    const minute = ((n * minutes) / SAMPLES).toFixed(1);
    console.log(`${minute.padStart(6)} min  ${memory}, ${meter.events} events, ${played} matches played out`);
  }
  return samples;
}

/** Returns the relative growth from after the warm-up to the end, by medians of periods of equal length. */
function growth(samples: readonly Sample[], of: keyof Sample): number {
  const length = Math.floor(samples.length * SHARE);
  const middle = (part: readonly Sample[]) => median(part.map((sample) => sample[of]));
  return middle(samples.slice(-length)) / middle(samples.slice(length, 2 * length)) - 1;
}

// A warning at the start would be a line in the log.
const server = await startAnchor({ ACCOUNT_KEK: randomBytes(32).toString('hex') });
console.log(`${matches} matches for ${minutes} minutes; each player thinks ${thinkMs} ms on average, seed ${seed}`);
await openAll(server.url);
const samples = await watch(server);
isOver = true;
// Ignore the line with the server's address.
const complaints = server
  .log()
  .split('\n')
  .filter((line) => line.startsWith('{'));
await server.stop();
const [rss, heap] = [growth(samples, 'rssBytes'), growth(samples, 'heapBytes')];
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
console.log(`memory growth after the warm-up: resident ${percent(rss)}, heap ${percent(heap)}`);
console.log(
  `${meter.events} events, ${played} matches played out; refused: ${troubles.length}; lines in the log: ${complaints.length}`,
);
for (const line of [...troubles, ...complaints].slice(0, 20)) console.log(line);
const isGood = rss < MOST_GROWTH && troubles.length + complaints.length === 0 && played > 0;
console.log(isGood ? 'good' : 'NOT GOOD');
process.exit(isGood ? 0 : 1);
