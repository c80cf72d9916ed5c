import type { CubeEvaluation, JobResult, JudgedPlay } from '@anchor/wire';

/** Two engines of the same build may differ by this much, in equity and in each chance. */
export const AGREEMENT = 0.02;

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

/** Whether a worker's plays are those of a known answer, or of another worker. Hops of the same play must be written alike. */
export function arePlaysAlike(first: readonly JudgedPlay[], second: readonly JudgedPlay[]): boolean {
  if (first.length !== second.length || nameOf(first[0]) !== nameOf(second[0])) return false;
  const others = new Map(second.map((play) => [nameOf(play), play]));
  return first.every((play) => isSamePlay(play, others.get(nameOf(play))));
}

function isSamePlay(one: JudgedPlay, other: JudgedPlay | undefined): boolean {
  return other !== undefined && isNear(one.equity, other.equity) && areNear(one.probs, other.probs);
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
