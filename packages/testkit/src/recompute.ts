import type { JudgedPlay } from '@anchor/wire';
import type { Header } from 'bg-record';
import type { Cube, Hop, Player, Position } from 'bg-rules';

// An independent implementation of the measure from its specification, for tests and for readers who doubt a
// report. It uses nothing of the analysis package or of bg-met.

const SHARES = [0.735, 0.255, 0.01];
type CrawfordPhase = 'before' | 'crawford' | 'after';
const known = new Map<string, number>();

/** Returns the chance of a player who needs `own` points against one who needs `other`, computed recursively. */
function chance(own: number, other: number, phase: CrawfordPhase): number {
  if (own <= 0 || other <= 0) return own <= 0 ? 1 : 0;
  const name = `${own} ${other} ${phase}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const stake = phase === 'after' ? 2 : 1;
  let sum = 0;
  for (const [index, share] of SHARES.entries()) {
    const points = stake * (index + 1);
    sum += (share * (next(own - points, other, phase) + next(own, other - points, phase))) / 2;
  }
  known.set(name, sum);
  return sum;
}

function next(own: number, other: number, phase: CrawfordPhase): number {
  const isOneAway = own === 1 || other === 1;
  return chance(own, other, phase === 'before' ? (isOneAway ? 'crawford' : 'before') : 'after');
}

/** A row as the report contains it. */
interface Row {
  readonly p: Player;
  readonly score: readonly [number, number];
  readonly cube: Cube;
  readonly crawford: boolean;
  readonly position: Position;
  readonly hops: readonly Hop[];
}

interface Spot {
  readonly header: Pick<Header, 'length' | 'rules'>;
  readonly row: Row;
  /** True if the Crawford game was played before this one. */
  readonly postCrawford: boolean;
}

/** Returns the value of the match for the row's player after this many points. */
function worthAfter({ header, row, postCrawford }: Spot, points: number): number {
  const own = header.length - row.score[row.p] - Math.max(points, 0);
  const other = header.length - row.score[row.p === 0 ? 1 : 0] + Math.min(points, 0);
  const isOneAway = own === 1 || other === 1;
  const isOver = row.crawford || postCrawford || !header.rules.crawford;
  return chance(own, other, isOneAway ? (isOver ? 'after' : 'crawford') : 'before');
}

/** Splits the probabilities into six exclusive outcomes: win or lose a single game, gammon or backgammon. */
function outcomes([w, wg, wb, lg, lb]: NonNullable<JudgedPlay['probs']>): [points: number, probability: number][] {
  return [
    [1, w - wg],
    [2, wg - wb],
    [3, wb],
    [-1, 1 - w - lg],
    [-2, lg - lb],
    [-3, lb],
  ];
}

const mean = (probs: NonNullable<JudgedPlay['probs']>, value: (points: number) => number) =>
  outcomes(probs).reduce((sum, [points, probability]) => sum + probability * value(points), 0);

/** Returns the position after hops as text. A hit sends the opponent's blot to the bar. */
function reached({ position, p }: Spot['row'], hops: readonly (readonly [number, number])[]): string {
  const points = [...position.points];
  const bar = [...position.bar];
  const sign = p === 0 ? 1 : -1;
  const at = (place: number) => (p === 0 ? place - 1 : 24 - place);
  for (const [from, to] of hops) {
    if (from === 25) bar[p]!--;
    else points[at(from)]! -= sign;
    if (to === 0) continue;
    if (points[at(to)] === -sign) {
      points[at(to)] = 0;
      bar[1 - p]!++;
    }
    points[at(to)]! += sign;
  }
  return JSON.stringify([points, bar]);
}

/** Returns loss and rank of the play made, from an engine's evaluation of every play. */
export function recompute(spot: Spot, judged: readonly JudgedPlay[]) {
  const { header, row } = spot;
  const isMatch = header.length > 0;
  const byProbs = judged.every(({ probs }) => probs);
  const cube = row.cube.value;
  const point = isMatch && byProbs ? (worthAfter(spot, cube) - worthAfter(spot, -cube)) / 2 : 1;
  const worths = judged.map(({ probs, equity }) => {
    if (!byProbs || !probs) return equity;
    return mean(probs, isMatch ? (points) => worthAfter(spot, points * cube) : (points) => points);
  });
  const wanted = reached(row, row.hops);
  const made = worths[judged.findIndex(({ hops }) => reached(row, hops) === wanted)]!;
  return { loss: (Math.max(...worths) - made) / point, worths, made, point };
}
