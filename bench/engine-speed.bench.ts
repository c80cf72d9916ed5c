// Measures the speed of the published bg-engine: positions per second in plain JavaScript and in WebAssembly,
// in Node and in Chromium; the time of a move at each depth (MOVES=20000,20000,20000 takes hours; PLAIN sets
// other numbers for plain JavaScript, 0 for none); and the size of a browser's download. Needs built
// packages.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { inEmptyPage } from './empty-page.ts';
import { type Moment, selfPlay } from './engine/self-play.ts';
import { type Engine, evaluationRates, moveTimes } from './engine/speed.ts';
import { quantile } from './shared/samples.ts';

const SEED = 7;
const POSITIONS = 4_000;
const { MOVES = '5000,400,40', PLAIN = MOVES } = process.env;
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
  console.log(`positions per second in ${place}: plain ${thousands(plain)}, WebAssembly ${thousands(fast)}${ratio}`);
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
printRates('Node', evaluationRates(engines, positions));
const given = { moments: positions, rates: evaluationRates.toString() };
printRates('Chromium', await inEmptyPage(modules, (page) => page.evaluate(inPage, given)));

for (const ply of [0, 1, 2] as const) {
  for (const [index, engine] of engines.entries()) {
    const count = counts[index]?.[ply];
    if (!count) continue;
    const ms = moveTimes(engine, moments.slice(0, count), ply);
    const worst = `worst ${Math.max(...ms).toFixed(1)}`;
    const middle = `median ${quantile(ms, 0.5).toFixed(2)}, p99 ${quantile(ms, 0.99).toFixed(1)}`;
    console.log(`ms per move at ${ply} plies, ${index ? 'WebAssembly' : 'plain'}, ${count}: ${middle}, ${worst}`);
  }
}

const files = Object.values(modules).map((file) => readFileSync(file));
const kB = (size: (file: Buffer) => number) => (files.reduce((sum, file) => sum + size(file), 0) / 1000).toFixed(0);
const compressed = `gzip ${kB((file) => gzipSync(file).length)} kB, brotli ${kB((file) => brotliCompressSync(file).length)} kB`;
console.log(`the three modules with all weights: ${kB((file) => file.length)} kB, ${compressed}`);
