import { keyStart, leaderboardQuery, matchId, OLDER_MATCHES } from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import * as z from 'zod/mini';
import { answerJson, answerWrittenJson, refuseJson } from './json.ts';
import { makeMatchRow } from './match-row.ts';
import type { HttpParts } from './parts.ts';
import { leaderboardBody, playerCardBody } from './player-answers.ts';
import { queryNumber } from './query.ts';

/** What the routes about players answer. */
export function playerHandlers({ standings, kept }: HttpParts) {
  return {
    async leaderboard(ctx: RouterContext) {
      const minGames = queryNumber(ctx, 'minGames', leaderboardQuery.minGames);
      const limit = queryNumber(ctx, 'limit', leaderboardQuery.limit);
      const read = async () => leaderboardBody(await standings.leaderboard(minGames, limit));
      answerWrittenJson(ctx, await kept.json(`leaderboard ${minGames} ${limit}`, read));
    },
    async player(ctx: RouterContext) {
      const card = await standings.card(ctx.params.pub ?? '');
      answerOrMissing(ctx, card && playerCardBody(card));
    },
    async playerMatches(ctx: RouterContext) {
      const before = z.safeParse(matchId, ctx.query.before);
      const rows = await standings.matches(ctx.params.pub ?? '', OLDER_MATCHES, before.data);
      answerOrMissing(ctx, rows?.map(makeMatchRow) ?? null);
    },
    async key(ctx: RouterContext) {
      const start = z.safeParse(keyStart, ctx.params.start);
      answerOrMissing(ctx, start.success ? await standings.keyOf(start.data) : null);
    },
  };
}

function answerOrMissing(ctx: RouterContext, body: object | null): void {
  if (body) answerJson(ctx, body);
  else refuseJson(ctx, 404, 'no such player');
}
