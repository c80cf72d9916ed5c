import { type PlayDecision, pointsOf } from '@anchor/analysis';
import type { JobRequest, JudgedPlay } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import type { Puzzle } from './puzzle.ts';

/**
 * A decision of a match as a puzzle: the question as the job asks it, so without names and with player 0 on roll. Null unless
 * every legal play was judged with its chances, and the engine's own choice, which minds the cube, is the best here, too.
 */
export function puzzleFrom(decision: PlayDecision, req: JobRequest, judged: readonly JudgedPlay[]): Puzzle | null {
  const points = pointsOf(decision, judged);
  if (Math.max(...points) !== points[0]) return null;
  const { pos: position, dice, cube, score, matchLength: length, crawford, jacoby, beavers } = req;
  const plays = listed(req, judged, points);
  const isWhole = plays.length === decision.plays.length;
  return isWhole ? { position, dice, cube, score, length, crawford, jacoby, beavers, plays } : null;
}

/** The plays that have chances, in the order of the rules, which knows nothing of their worth. */
function listed({ pos, dice }: JobRequest, judged: readonly JudgedPlay[], points: readonly number[]): Puzzle['plays'] {
  const places = new Map(judged.map(({ hops }, index) => [hops.join(), index]));
  return legalPlays(pos, 0, dice).flatMap((play) => {
    const index = places.get(play.hops.join()) ?? -1;
    const { hops, probs: chances } = judged[index] ?? {};
    return hops && chances ? [{ hops, equity: round(points[index]!), chances }] : [];
  });
}

function round(equity: number): number {
  return Math.round(equity * 1e5) / 1e5;
}
