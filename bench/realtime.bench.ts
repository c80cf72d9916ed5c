// Measures the real-time path: from a player's event to the opponent's screen, through the built server with
// its embedded database, alternating with a bare relay and two game servers. With DATABASE_URL it
// also measures processes that share it, as many as PROCESSES says (1,3), with the players of a match on
// two of them and on one. BEFORE is the path of another build's main.js, to be measured by turns with this one.
// MATCHES, STRETCH_S, WARM_UP_S, ROUNDS and CONTENDERS change the size. With PACED_FIRST_S the paced matches are
// measured first, after that many seconds. Needs built packages.
import { availableParallelism, loadavg } from 'node:os';
import { anchor, anchorBefore } from './realtime/anchor.ts';
import { anchorShared } from './realtime/anchor-shared.ts';
import { boardgameIo } from './realtime/boardgame-io.ts';
import { colyseus } from './realtime/colyseus.ts';
import type { Contender } from './realtime/contender.ts';
import { measureIdle } from './realtime/idle.ts';
import { rawWs } from './realtime/raw-ws.ts';
import { type RunFigures, runContender } from './realtime/run.ts';
import { tablesOf } from './realtime/table.ts';

/** With a dedicated PostgreSQL, several processes are measured too. */
const { DATABASE_URL: databaseUrl, BEFORE } = process.env;
const numbers = (process.env.PROCESSES ?? '1,3').split(',').map(Number);
const shared = numbers.flatMap((processes) =>
  (processes === 1 ? [true] : [false, true]).map((isTogether) => ({ processes, isTogether })),
);
const builds = BEFORE ? [undefined, BEFORE] : [undefined];
const known: readonly Contender[] = [
  rawWs,
  anchor,
  ...(BEFORE ? [anchorBefore(BEFORE)] : []),
  boardgameIo,
  colyseus,
  ...(databaseUrl
    ? shared.flatMap((how) => builds.map((program) => anchorShared({ ...how, databaseUrl, program })))
    : []),
];
const wanted = process.env.CONTENDERS?.split(',');
const contenders = known.filter(({ name }) => wanted?.includes(name) ?? true);
const counts = (process.env.MATCHES ?? '50,500').split(',').map(Number);
const rounds = Number(process.env.ROUNDS ?? 2);
const IDLE = 1_000;
// The more processes share the events, the longer each takes to compile its code.
const settings = {
  thinkMs: 1_000,
  warmUpS: Number(process.env.WARM_UP_S ?? 8),
  pacedFirstS: process.env.PACED_FIRST_S ? Number(process.env.PACED_FIRST_S) : null,
  seconds: Number(process.env.STRETCH_S ?? 4),
};

async function tryContender(contender: Contender, matches: number): Promise<RunFigures[]> {
  try {
    return [await runContender(contender, { ...settings, matches })];
  } catch (error) {
    console.log(`${contender.name} with ${matches} matches was not measured: ${error}`);
    return [];
  }
}

const runs: RunFigures[] = [];
for (const matches of counts)
  for (let round = 0; round < rounds; round++)
    for (const contender of contenders) runs.push(...(await tryContender(contender, matches)));

console.log(`${availableParallelism()} cores for server and players together; load ${loadavg()[0]?.toFixed(1)}`);
console.log(tablesOf(runs));
if (contenders.includes(anchor)) {
  const { connections, strangerRssBytes, identifiedRssBytes } = await measureIdle(IDLE);
  const kB = (bytes: number) => (bytes / 1024).toFixed(1);
  console.log(
    `Per idle connection, of ${connections}: ${kB(strangerRssBytes)} KB resident, ${kB(identifiedRssBytes)} KB after identification.`,
  );
}
