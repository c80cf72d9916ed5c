import type { PuzzleResponse } from '@anchor/wire';
import type { Context } from 'koa';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import { answerJson, refuseJson } from './json.ts';
import { queryValue } from './query.ts';

const statuses = { 'no-puzzle': 404, 'puzzle-failed': 503 } as const;

/** Answers with the puzzle of the date in the query. An empty date counts as none. The requester is unknown, so no answer is shown. */
export async function answerPuzzle(puzzles: Pick<Puzzles, 'show'>, ctx: Context): Promise<void> {
  const shown = await puzzles.show(queryValue(ctx, 'date') || undefined);
  if (!shown.ok) return refuseJson(ctx, statuses[shown.code], shown.message);
  const body: PuzzleResponse = { ...shown.value, streak: 0, yours: null };
  answerJson(ctx, body);
}
