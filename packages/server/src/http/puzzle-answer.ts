import type { PuzzleResponse } from '@anchor/wire';
import type { Context } from 'koa';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import { answerJson, refuseJson } from './json.ts';

const statuses = { 'no-puzzle': 404, 'puzzle-failed': 503 } as const;

/** The puzzle of the day that the query names. Nobody is known here, so nobody's answer is shown. */
export async function answerPuzzle(puzzles: Pick<Puzzles, 'show'>, ctx: Context): Promise<void> {
  const shown = await puzzles.show(readDate(ctx));
  if (!shown.ok) return refuseJson(ctx, statuses[shown.code], shown.message);
  const body: PuzzleResponse = { ...shown.value, streak: 0, yours: null };
  answerJson(ctx, body);
}

/** An empty date counts as none; of several the first counts. */
function readDate(ctx: Context): string | undefined {
  const given = ctx.query.date;
  return (Array.isArray(given) ? given[0] : given) || undefined;
}
