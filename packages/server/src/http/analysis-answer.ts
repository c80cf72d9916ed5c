import { type AnalysisPending, analysisWait } from '@anchor/wire';
import type { Context } from 'koa';
import type { Analyses } from '../domain/analysis/analyses.ts';
import { answerJson, refuseJson } from './json.ts';
import { queryNumber, queryValue } from './query.ts';

const MS = 1000;

/** Answers with the analysis of a match: the fast tier, or the deep one with `deep=1`. */
export async function answerAnalysis(
  analyses: Pick<Analyses, 'fast' | 'deep'>,
  match: string,
  ctx: Context,
): Promise<void> {
  const seconds = queryNumber(ctx, 'wait', analysisWait);
  const waitMs = seconds === analysisWait.otherwise ? null : seconds * MS;
  const analysed = await (queryValue(ctx, 'deep') === '1' ? analyses.deep(match, waitMs) : analyses.fast(match));
  if (!analysed.ok) {
    if (analysed.code === 'no-such-match') return refuseJson(ctx, 404, analysed.message);
    const { message, hint, progress } = analysed;
    const body: AnalysisPending = { error: message, hint, ...(progress && { progress }) };
    return answerJson(ctx, body, 503);
  }
  ctx.set('cache-control', 'no-store');
  ctx.type = 'json';
  ctx.body = analysed.value;
}
