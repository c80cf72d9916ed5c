// Measures the cost of answering a read: the built server, alternating with a bare Koa with router that
// answers the same bytes from memory. First at full speed, then both at the same rate, for the processor time
// per answer. ROUNDS, STRETCH_S and PACE (requests per second) change the size. Needs built packages.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { temporaryFolder } from '../e2e/kit/server.ts';
import { startAnchor } from './realtime/anchor.ts';
import { peersFolder, startPeer } from './realtime/peer-process.ts';
import type { Probe } from './realtime/probe.ts';
import { type Answer, read } from './routes/read.ts';
import { median } from './shared/samples.ts';
import { playMatches } from './worker.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.STRETCH_S ?? 1);
const pace = Number(process.env.PACE ?? 2_000);
const CONNECTIONS = 32;
const MATCHES = 6;
/** Number of client addresses, sent through a proxy header, so that no rate limit applies. */
const ADDRESSES = 4_000;

interface Place {
  readonly url: string;
  readonly probe: Pick<Probe, 'use'>;
}
interface Rate {
  readonly perS: number;
  readonly cpuUs: number;
}

/** Sends requests as fast as they are answered, or `perS` per second. */
async function load({ url, probe }: Place, { path, headers }: Answer, perS?: number): Promise<Rate> {
  const autocannon = createRequire(`${peersFolder}package.json`)('autocannon');
  const requests = Array.from({ length: ADDRESSES }, (_, n) => ({
    method: 'GET',
    path,
    headers: { ...headers, 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` },
  }));
  const before = await probe.use();
  const done = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests, overallRate: perS });
  const cpuUs = (await probe.use()).cpuUs - before.cpuUs;
  if (done.non2xx + done.errors + done.timeouts > 0) throw new Error(`some requests for ${path} failed`);
  return { perS: done.requests.total / done.duration, cpuUs: cpuUs / done.requests.total };
}

type Pair = readonly [own: Rate, bare: Rate];

/** Measures alternately, after one warm-up round. */
async function takeTurns(own: Place, bare: Place, answer: Answer, perS?: number): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round++)
    pairs.push([await load(own, answer, perS), await load(bare, answer, perS)]);
  return pairs.slice(1);
}

async function compare(own: Place, bare: Place, answer: Answer) {
  const fast = await takeTurns(own, bare, answer);
  const paced = await takeTurns(own, bare, answer, pace);
  const middle = (pairs: readonly Pair[], of: (pair: Pair) => number, digits: number) =>
    median(pairs.map(of)).toFixed(digits);
  return {
    path: answer.path.replace(/[\w-]{14,}/, '…'),
    bytes: answer.bytes.length,
    'a second': middle(fast, ([{ perS }]) => perS, 0),
    bare: middle(fast, ([, { perS }]) => perS, 0),
    'of bare': `${middle(fast, ([mine, its]) => mine.perS / its.perS, 2)} ×`,
    'paced per second': middle(paced, ([{ perS }]) => perS, 0),
    'CPU µs': middle(paced, ([{ cpuUs }]) => cpuUs, 0),
    'bare CPU µs': middle(paced, ([, { cpuUs }]) => cpuUs, 0),
    'by CPU': `${middle(paced, ([mine, its]) => its.cpuUs / mine.cpuUs, 2)} ×`,
  };
}

const anchor = await startAnchor({ TRUST_PROXY: '1', LIMIT_READ: '1000000', BOT_DELAY_MS: '0' });
const folder = temporaryFolder();
try {
  const [match = ''] = await playMatches(anchor.url, MATCHES, 20_261_121, 3);
  const wanted = [
    ['/healthz', {}],
    ['/api/leaderboard?minGames=0', {}],
    ['/api/matches', {}],
    [`/records/${match}.json`, { 'accept-encoding': 'gzip' }],
    ['/favicon.svg', {}],
  ] as const;
  const answers: Answer[] = [];
  for (const [path, headers] of wanted) answers.push(await read(anchor.url, path, headers));
  const file = join(folder.path, 'answers.json');
  writeFileSync(
    file,
    JSON.stringify(answers.map(({ bytes, ...rest }) => ({ ...rest, base64: bytes.toString('base64') }))),
  );
  const { port, ...bare } = await startPeer('koa', [file]);
  const rows = [];
  for (const answer of answers) rows.push(await compare(anchor, { url: `http://127.0.0.1:${port}`, ...bare }, answer));
  console.table(rows);
  await bare.stop();
} finally {
  await anchor.stop();
  folder.remove();
}
