// What it takes to answer a read: the built server beside a bare Koa with its router that answers the same bytes from memory, by
// turns. Rates tell of the moment, processor time for each answer tells more. ROUNDS and STRETCH_S change the size. Needs built packages.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { temporaryFolder } from '../e2e/kit/server.ts';
import { median } from './clock.ts';
import { startAnchor } from './realtime/anchor.ts';
import { peersFolder, startPeer } from './realtime/peer-process.ts';
import type { Probe } from './realtime/probe.ts';
import { type Answer, read } from './routes/read.ts';
import { playMatches } from './worker.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.STRETCH_S ?? 1);
const CONNECTIONS = 32;
const MATCHES = 6;
/** Requests come from so many addresses, through a proxy, so that no limit is met. */
const ADDRESSES = 4_000;

interface Place {
  readonly url: string;
  readonly probe: Pick<Probe, 'use'>;
}
interface Rate {
  readonly perS: number;
  readonly cpuUs: number;
}

async function load({ url, probe }: Place, { path, headers }: Answer): Promise<Rate> {
  const autocannon = createRequire(`${peersFolder}package.json`)('autocannon');
  const requests = Array.from({ length: ADDRESSES }, (_, n) => ({
    ...{ method: 'GET', path },
    headers: { ...headers, 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` },
  }));
  const before = await probe.use();
  const done = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests });
  const cpuUs = (await probe.use()).cpuUs - before.cpuUs;
  if (done.non2xx + done.errors + done.timeouts > 0) throw new Error(`${path} was not always answered`);
  return { perS: done.requests.total / done.duration, cpuUs: cpuUs / done.requests.total };
}

/** By turns, after a round that does not count. */
async function compare(own: Place, bare: Place, answer: Answer) {
  const pairs: (readonly [Rate, Rate])[] = [];
  for (let round = 0; round <= rounds; round++) pairs.push([await load(own, answer), await load(bare, answer)]);
  const counted = pairs.slice(1);
  const middle = (of: (pair: readonly [Rate, Rate]) => number) => median(counted.map(of));
  return {
    ...{ path: answer.path.replace(/[\w-]{14,}/, '…'), bytes: answer.bytes.length },
    ...{ 'a second': middle(([{ perS }]) => perS).toFixed(0), bare: middle(([, { perS }]) => perS).toFixed(0) },
    'of bare': `${middle(([mine, its]) => mine.perS / its.perS).toFixed(2)} ×`,
    ...{
      'CPU µs': middle(([{ cpuUs }]) => cpuUs).toFixed(0),
      'bare CPU µs': middle(([, { cpuUs }]) => cpuUs).toFixed(0),
    },
    'by CPU': `${middle(([mine, its]) => its.cpuUs / mine.cpuUs).toFixed(2)} ×`,
  };
}

const anchor = await startAnchor({ TRUST_PROXY: 'on', LIMIT_READ: '1000000', BOT_DELAY_MS: '0' });
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
