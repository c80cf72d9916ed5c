import type { CubeEvaluation, JobResult, JudgedPlay } from '@anchor/wire';

/** Tolerance in equity and in each chance: two builds of the same engine may differ by this much. */
export const AGREEMENT = 0.02;

/** Decimal numbers that differ by exactly the tolerance may differ by slightly more as doubles. */
const ROUNDING = 1e-9;

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

/** True if two lists have the same best play, and for each play similar equities and chances. Equal plays must have equal hops. */
export function arePlaysAlike(first: readonly JudgedPlay[], second: readonly JudgedPlay[]): boolean {
  if (first.length !== second.length || nameOf(first[0]) !== nameOf(second[0])) return false;
  const others = new Map(second.map((play) => [nameOf(play), play]));
  return first.every((play) => {
    const other = others.get(nameOf(play));
    return other !== undefined && isNear(play.equity, other.equity) && areNear(play.probs, other.probs);
  });
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
  return Math.abs(one - other) <= AGREEMENT + ROUNDING;
}

function nameOf(play: JudgedPlay | undefined): string {
  return play?.hops.join() ?? '';
}
