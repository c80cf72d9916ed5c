// Measures the speed of the published bg-engine: positions per second in plain JavaScript and in WebAssembly,
// in Node and in Chromium; the time of a move at each depth, by turns with GNU Backgammon's on the same
// positions, if it is installed (MOVES=20000,20000,2000 takes hours; PLAIN sets other numbers for plain
// JavaScript, 0 for none); and the size of a browser's download. Needs built packages.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { WEIGHTS } from '../packages/engine/src/generated/net-weights.ts';
import { compileSearch } from '../packages/engine/src/kernel.ts';
import { makeNets, readRealNets } from '../packages/engine/src/net.ts';
import { PlainSearcher } from '../packages/engine/src/search.ts';
import { inEmptyPage } from './empty-page.ts';
import { openGnubgClock } from './engine/gnubg-clock.ts';
import { type Moment, selfPlay } from './engine/self-play.ts';
import { type Engine, evaluationRates, type MoveTime, moveTime, searchedEvaluation } from './engine/speed.ts';
import { quantile } from './shared/samples.ts';

const SEED = 7;
const POSITIONS = 4_000;
/** By depth, every this-many-th position is searched for the time of an evaluation inside a search. */
const SEARCHED = { 1: 20, 2: 100 };
const { MOVES = '5000,400,100', PLAIN = MOVES } = process.env;
/** Number of moves at each depth, for both engines. */
const counts = [PLAIN, MOVES].map((list) => list.split(',').map(Number));

const module = (name: string) => new URL(`../packages/${name}/dist/index.js`, import.meta.url);
const modules = {
  // The file with the net, so that it can be loaded twice.
  'bg-engine': new URL('engine.js', module('engine')),
  'bg-rules': module('rules'),
  'bg-met': module('met'),
  'engine-id': new URL('engine-id.js', module('engine')),
};

/** Loads the engine twice, the second time in WebAssembly. */
async function bothEngines(address: string): Promise<Engine[]> {
  const engines: Engine[] = [await import(`${address}?plain`), await import(`${address}?fast`)];
  if (!engines[1]?.accelerate()) engines.pop();
  return engines;
}

function printRates(place: string, rates: readonly number[] | null): void {
  const [plain, fast] = rates ?? [];
  const thousands = (rate: number | undefined) => (rate ? `${(rate / 1000).toFixed(1)} k` : 'none');
  const ratio = plain && fast ? `, ${(fast / plain).toFixed(2)} ×` : '';
  console.log(`evaluate() per second in ${place}: plain ${thousands(plain)}, WebAssembly ${thousands(fast)}${ratio}`);
}

/** Runs in the page. It cannot use anything of this module. */
async function inPage({ moments, rates }: { moments: readonly Moment[]; rates: string }): Promise<number[]> {
  const address = '/bg-engine.js';
  const engines = [await import(`${address}?plain`), await import(`${address}?fast`)];
  if (!engines[1].accelerate()) engines.pop();
  return new Function(`return ${rates}`)()(engines, moments);
}

const moments = selfPlay(SEED, Math.max(POSITIONS, ...counts.flat()));
console.log(`positions and rolls from the engine's self-play, seed ${SEED}`);
const engines = await bothEngines(modules['bg-engine'].href);
const positions = moments.slice(0, POSITIONS);

const nets = makeNets(readRealNets(Uint8Array.from(Buffer.from(WEIGHTS, 'base64')).buffer));
for (const [name, searcher] of [
  ['plain', new PlainSearcher(nets)],
  ['WebAssembly', compileSearch(nets)],
] as const) {
  for (const ply of [1, 2] as const) {
    const sparse = positions.filter((_, index) => index % SEARCHED[ply] === 0);
    if (searcher)
      console.log(
        `µs an evaluation in a search of ${ply}, ${name}: ${searchedEvaluation(searcher, sparse, ply).toFixed(2)}`,
      );
  }
}
printRates('Node', evaluationRates(engines, positions));
const given = { moments: positions, rates: evaluationRates.toString() };
printRates('Chromium', await inEmptyPage(modules, (page) => page.evaluate(inPage, given)));

function printTimes(name: string, times: readonly MoveTime[]): void {
  if (times.length === 0) return;
  const told = (ms: readonly number[]) =>
    `median ${quantile(ms, 0.5).toFixed(2)}, p99 ${quantile(ms, 0.99).toFixed(1)}, worst ${Math.max(...ms).toFixed(1)}`;
  const [cpu, wall] = [times.map((one) => one.cpuMs), times.map((one) => one.wallMs)];
  console.log(`ms per move at ${name}, ${times.length}: processor ${told(cpu)}; clock ${told(wall)}`);
}

const gnubg = await openGnubgClock();
if (!gnubg) console.log('GNU Backgammon is not installed');
for (const ply of [0, 1, 2] as const) {
  const times: [plain: MoveTime[], fast: MoveTime[], gnubg: MoveTime[]] = [[], [], []];
  const most = Math.max(counts[0]![ply]!, counts[1]![ply]!);
  for (const [n, moment] of moments.slice(0, most).entries()) {
    for (const [index, engine] of engines.entries())
      if (n < counts[index]![ply]!) times[index]!.push(moveTime(engine, moment, ply));
    if (gnubg && n < counts[1]![ply]!) times[2].push(await gnubg.move(moment, ply));
  }
  printTimes(`${ply} plies, plain`, times[0]);
  printTimes(`${ply} plies, WebAssembly`, times[1]);
  printTimes(`${ply} plies, GNU Backgammon`, times[2]);
}
await gnubg?.close();

const files = Object.values(modules).map((file) => readFileSync(file));
const kB = (size: (file: Buffer) => number) => (files.reduce((sum, file) => sum + size(file), 0) / 1000).toFixed(0);
const compressed = `gzip ${kB((file) => gzipSync(file).length)} kB, brotli ${kB((file) => brotliCompressSync(file).length)} kB`;
console.log(`the three modules with all weights: ${kB((file) => file.length)} kB, ${compressed}`);
