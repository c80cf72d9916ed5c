import type { CubeEvaluation, JobResult, JudgedPlay } from '@anchor/wire';
import { cubelessEquity } from 'bg-rules';

/** Tolerance in equity and in each chance: two builds of the same engine may differ by this much. */
export const AGREEMENT = 0.02;
/** Within this distance of the value of its chances an equity is cubeless. Engines round each number separately. */
const CUBELESS_WITHIN = 0.0005;

/**
 * The result on which two checked results agree, or null. They agree when they have the same best play and similar values for every
 * play; without plays, when their cube evaluations are similar. With plays, a cube evaluation is kept only if both have it and agree.
 */
export function agreedResult(first: JobResult, second: JobResult): JobResult | null {
  const isCubeAgreed = isSameCube(first.cube, second.cube);
  if (first.plays.length === 0) return second.plays.length === 0 && isCubeAgreed ? first : null;
  if (!arePlaysAlike(first.plays, second.plays)) return null;
  return isCubeAgreed ? first : { plays: first.plays };
}

/**
 * True if two lists have the same best play and similar values. Equal plays must have equal hops.
 *
 * If all plays have chances, these are compared. An equity may then be cubeful or cubeless, so equities are compared only if both follow
 * from their chances. If any play has no chances, all equities must be similar.
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

/** Chances decide in match play, so a play with chances never equals one without. */
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
