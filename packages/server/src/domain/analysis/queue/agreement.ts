import type { CubeEvaluation, JobResult, JudgedPlay } from '@anchor/wire';
import { cubelessEquity } from 'bg-rules';

/** Two engines of the same build may differ by this much, in equity and in each chance. */
export const AGREEMENT = 0.02;
/** An equity that is further from what its chances promise has the cube in it. Engines round each of the six numbers by themselves. */
const CUBELESS_WITHIN = 0.0005;

/**
 * What two checked results agree on, or null. They agree when both have the same best play and judge every play alike; without
 * plays, when they judge the cube alike. A cube evaluation beside plays is kept only if both have it and agree on it.
 */
export function agreedResult(first: JobResult, second: JobResult): JobResult | null {
  const isCubeAgreed = isSameCube(first.cube, second.cube);
  if (first.plays.length === 0) return second.plays.length === 0 && isCubeAgreed ? first : null;
  if (!arePlaysAlike(first.plays, second.plays)) return null;
  return isCubeAgreed ? first : { plays: first.plays };
}

/**
 * Whether a worker's plays are those of a known answer, or of another worker. Hops of the same play must be written alike.
 *
 * Where all plays have chances, these are what is measured. An equity beside them may have the cube in it or not, as the engine
 * likes, so that two equities are compared only if both follow from their chances. Where a play has none, equities are measured,
 * and all of them must be alike.
 */
export function arePlaysAlike(first: readonly JudgedPlay[], second: readonly JudgedPlay[]): boolean {
  if (first.length !== second.length || nameOf(first[0]) !== nameOf(second[0])) return false;
  const others = new Map(second.map((play) => [nameOf(play), play]));
  const areEquitiesMeasured = [...first, ...second].some(({ probs }) => probs === undefined);
  return first.every((play) => isSamePlay(play, others.get(nameOf(play)), areEquitiesMeasured));
}

function isSamePlay(one: JudgedPlay, other: JudgedPlay | undefined, areEquitiesMeasured: boolean): boolean {
  if (other === undefined || !areNear(one.probs, other.probs)) return false;
  const areComparable = areEquitiesMeasured || (isCubeless(one) && isCubeless(other));
  return !areComparable || isNear(one.equity, other.equity);
}

function isCubeless({ equity, probs }: JudgedPlay): boolean {
  return probs !== undefined && Math.abs(equity - cubelessEquity(probs)) <= CUBELESS_WITHIN;
}

/** Chances decide in match play, so a result without them is another one. */
function areNear(one: readonly number[] | undefined, other: readonly number[] | undefined): boolean {
  if (!one || !other) return one === other;
  return one.every((chance, index) => isNear(chance, other[index] ?? Number.NaN));
}

function isSameCube(one: CubeEvaluation | undefined, other: CubeEvaluation | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.action === other.action && isNear(one.noDouble, other.noDouble) && isNear(one.doubleTake, other.doubleTake)
  );
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= AGREEMENT;
}

function nameOf(play: JudgedPlay | undefined): string {
  return play?.hops.join() ?? '';
}
