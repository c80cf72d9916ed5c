// Measures the generation of legal plays: all 21 rolls of positions from self-play, compared with two npm
// libraries in the same run.
import { generatePlays, loadPosition } from '../packages/rules/src/kernel.ts';
import { POSITION_WORDS, packPosition } from '../packages/rules/src/packed.ts';
import { legalPlays } from '../packages/rules/src/plays.ts';
import { fromOwnView } from '../packages/rules/src/position.ts';
import type { Play } from '../packages/rules/src/types.ts';
import { type Contender, measure } from './clock.ts';
import { type Counter, nodots, peersFolder, tsgammon } from './peers.ts';
import { rolls, type View, views } from './positions.ts';
import { installPeers } from './shared/install-peers.ts';

/** The peers are slow, so they are compared on every twentieth position. */
const SHARE = 20;
const sample = views.filter((_, index) => index % SHARE === 0);

/** Counts the plays of all rolls in one prepared position. */
type CountAll = () => number;

function byKernel(view: View): CountAll {
  const packed = new Int32Array(POSITION_WORDS);
  packPosition(fromOwnView(view, 0), 0, packed);
  return () => {
    loadPosition(packed);
    return total(generatePlays);
  };
}

function byLegalPlays(view: View): CountAll {
  const position = fromOwnView(view, 0);
  return () => total((larger, smaller) => legalPlays(position, 0, [larger, smaller]).length);
}

/** Like `byLegalPlays`, with one more copy of the list: the difference is the price of its objects. */
function byLegalPlaysCopied(view: View): CountAll {
  const position = fromOwnView(view, 0);
  return () => total((larger, smaller) => legalPlays(position, 0, [larger, smaller]).map(copyOf).length);
}

function copyOf({ hops, position: { points, bar, off } }: Play): Play {
  const copies = { points: points.slice(), bar: [bar[0], bar[1]], off: [off[0], off[1]] } as const;
  return { hops: hops.map(([from, to]) => [from, to] as const), position: copies };
}

function byPeer(prepare: (view: View) => Counter): (view: View) => CountAll {
  return (view) => {
    const count = prepare(view);
    return () => total(count);
  };
}

function total(count: Counter): number {
  let plays = 0;
  for (const [larger, smaller] of rolls) plays += count(larger, smaller);
  return plays;
}

function contender(name: string, prepare: (view: View) => CountAll, positions: readonly View[]): Contender {
  const parts = positions.map(prepare).map((countAll) => () => ({ rolls: rolls.length, plays: countAll() }));
  return { name, parts };
}

function print(title: string, contenders: readonly Contender[]): void {
  const found = contenders.map(({ parts }) => parts.reduce((sum, part) => sum + part().plays, 0));
  const rates = measure(contenders);
  console.log(`\n${title}\n${row('', 'plays found', 'rolls/s', 'plays/s', 'kernel, by round')}`);
  rates.forEach(({ name, rollsPerS, playsPerS, firstIsTimes }, index) => {
    const times = `${firstIsTimes.toFixed(1)} x`;
    console.log(row(name, grouped(found[index]!), grouped(rollsPerS), grouped(playsPerS), times));
  });
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(40) + cells.map((cell) => cell.padStart(18)).join('');
}

function grouped(n: number): string {
  return Math.round(n).toLocaleString('en-US');
}

installPeers(peersFolder);
print(`${views.length} positions x ${rolls.length} rolls`, [
  contender('kernel (loaded once for 21 rolls)', byKernel, views),
  contender('legalPlays', byLegalPlays, views),
  contender('legalPlays, and a copy of its result', byLegalPlaysCopied, views),
]);
print(`${sample.length} of them x ${rolls.length} rolls`, [
  contender('kernel (loaded once for 21 rolls)', byKernel, sample),
  contender('legalPlays', byLegalPlays, sample),
  contender('tsgammon-core 0.3.0', byPeer(tsgammon()), sample),
  contender('@nodots-llc/backgammon-core 4.6.3', byPeer(nodots()), sample),
]);
