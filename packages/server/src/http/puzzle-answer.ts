import type { PuzzleResponse } from '@anchor/wire';
import type { Context } from 'koa';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import { answerJson, refuseJson } from './json.ts';
import { queryValue } from './query.ts';

const statuses = { 'no-puzzle': 404, 'puzzle-failed': 503 } as const;

/** The puzzle of the day that the query names; an empty date counts as none. Nobody is known here, so nobody's answer is shown. */
export async function answerPuzzle(puzzles: Pick<Puzzles, 'show'>, ctx: Context): Promise<void> {
  const shown = await puzzles.show(queryValue(ctx, 'date') || undefined);
  if (!shown.ok) return refuseJson(ctx, statuses[shown.code], shown.message);
  const body: PuzzleResponse = { ...shown.value, streak: 0, yours: null };
  answerJson(ctx, body);
}
