import { type PlayDecision, pointsOf } from '@anchor/analysis';
import type { JobRequest, JudgedPlay } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import type { Puzzle } from './puzzle.ts';

/**
 * Makes a puzzle of a decision: anonymous, with player 0 on roll. Returns null unless every legal play was judged with chances and the
 * best play by cubeless equity is also the engine's own choice, which considers the cube.
 */
export function puzzleFrom(decision: PlayDecision, req: JobRequest, judged: readonly JudgedPlay[]): Puzzle | null {
  const points = pointsOf(decision, judged);
  if (Math.max(...points) !== points[0]) return null;
  const { pos: position, dice, cube, score, matchLength: length, crawford, jacoby, beavers } = req;
  const plays = listed(req, judged, points);
  const isWhole = plays.length === decision.plays.length;
  return isWhole ? { position, dice, cube, score, length, crawford, jacoby, beavers, plays } : null;
}

/** The plays that have chances, in the order of the rules, so that the order reveals nothing. */
function listed({ pos, dice }: JobRequest, judged: readonly JudgedPlay[], points: readonly number[]): Puzzle['plays'] {
  const places = new Map(judged.map(({ hops }, index) => [hops.join(), index]));
  return legalPlays(pos, 0, dice).flatMap((play) => {
    const index = places.get(play.hops.join()) ?? -1;
    const { hops, probs: chances } = judged[index] ?? {};
    const equity = points[index];
    return hops && chances && equity !== undefined ? [{ hops, equity: round(equity), chances }] : [];
  });
}

function round(equity: number): number {
  return Math.round(equity * 1e5) / 1e5;
}
