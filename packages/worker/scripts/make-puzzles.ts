// Makes the bank of daily puzzles: pnpm --filter bg-worker puzzles -- --seed 20261121 --count 480 --date
// 2026-11-21
// The same arguments make the same bank with the same engine on the same kind of processor.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { HEURISTIC_ID } from 'bg-rules';
import { GnubgEngine } from '../src/engine/gnubg.ts';
import { FINAL } from './puzzles/criteria.ts';
import { type Find, findPuzzles } from './puzzles/find-puzzles.ts';
import { kinds } from './puzzles/kinds.ts';
import type { Puzzle } from './puzzles/puzzle.ts';

/** Number of engine processes that play in parallel. The result depends on it as well as on the seed. */
const PROCESSES = 4;
const TARGET = fileURLToPath(new URL('../../server/assets/puzzles.json.gz', import.meta.url));

const { seed, count, date } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string' }, date: { type: 'string' } },
}).values;
if (!seed || !count || !date) throw new Error('--seed, --count and --date are required');

const finds = await Promise.all(
  Array.from({ length: PROCESSES }, (_, index) => runProcess(Number(seed) * PROCESSES + index)),
);
const puzzles = distinct(finds.flatMap((find) => find.puzzles));
const bank = {
  format: 'anchor-puzzles/1',
  engine: 'GNU Backgammon 1.07.001',
  settings: '2-ply, cubeful, pruning nets, every play at full depth, Kazaross-XG2 match equity table',
  natural: HEURISTIC_ID,
  criteria: FINAL,
  date,
  command: `make-puzzles --seed ${seed} --count ${count} --date ${date}`,
  puzzles,
};
writeFileSync(TARGET, gzipSync(JSON.stringify(bank), { level: 9 }));
console.log(
  `${puzzles.length} puzzles from ${sum('moments')} rolls, ${sum('deepLooks')} of them analysed deeply:`,
  kinds.map((kind) => `${kind} ${puzzles.filter((puzzle) => puzzle.kind === kind).length}`).join(', '),
);

async function runProcess(processSeed: number): Promise<Find> {
  const engine = await GnubgEngine.open();
  if (!engine.ok) throw new Error(engine.message);
  try {
    return await findPuzzles(engine.value, processSeed, Math.ceil(Number(count) / PROCESSES));
  } finally {
    await engine.value.close();
  }
}

/** Removes duplicates: two processes may have reached the same position. */
function distinct(list: readonly Puzzle[]): Puzzle[] {
  return [...new Map(list.map((puzzle) => [JSON.stringify([puzzle.position, puzzle.dice]), puzzle])).values()];
}

function sum(member: 'moments' | 'deepLooks'): number {
  return finds.reduce((total, find) => total + find[member], 0);
}
