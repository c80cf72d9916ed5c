import { keyStart, leaderboardQuery, matchId, OLDER_MATCHES } from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import * as z from 'zod/mini';
import { answerJson, refuseJson } from './json.ts';
import { makeMatchRow } from './match-row.ts';
import type { HttpParts } from './parts.ts';
import { leaderboardBody, playerCardBody } from './player-answers.ts';
import { queryNumber, queryValue } from './query.ts';

/** Handlers of the routes about players. */
export function playerHandlers({ standings, leaders }: HttpParts) {
  return {
    async leaderboard(ctx: RouterContext) {
      const minGames = queryNumber(ctx, 'minGames', leaderboardQuery.minGames);
      const limit = queryNumber(ctx, 'limit', leaderboardQuery.limit);
      // Read the largest limit and cut the list, so that requests with different limits share one query.
      const most = leaderboardQuery.limit.most;
      const head = await leaders.get(String(minGames), () => standings.leaderboard(minGames, most));
      answerJson(ctx, leaderboardBody(head.slice(0, limit)));
    },
    async player(ctx: RouterContext) {
      const card = await standings.card(ctx.params.pub ?? '');
      answerOrMissing(ctx, card && playerCardBody(card));
    },
    async playerMatches(ctx: RouterContext) {
      const before = z.safeParse(matchId, queryValue(ctx, 'before'));
      const rows = await standings.matches(ctx.params.pub ?? '', OLDER_MATCHES, before.data);
      answerOrMissing(ctx, rows?.map(makeMatchRow) ?? null);
    },
    async key(ctx: RouterContext) {
      const start = z.safeParse(keyStart, ctx.params.start ?? '');
      answerOrMissing(ctx, start.success ? await standings.keyOf(start.data) : null);
    },
  };
}

function answerOrMissing(ctx: RouterContext, body: object | null): void {
  if (body) answerJson(ctx, body);
  else refuseJson(ctx, 404, 'no such player');
}
