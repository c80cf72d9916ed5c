import { performanceRating } from '@anchor/analysis';
import {
  ANALYSES_SHOWN,
  type DiceReport as DiceReportBody,
  keyStart,
  type Leaderboard,
  leaderboardQuery,
  type MatchRow,
  matchId,
  OLDER_MATCHES,
  type PlayerAnalysis,
  type PlayerCard as PlayerCardBody,
  publicKey,
} from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import { type Header, PROTOCOL } from 'bg-record';
import { RATING_SYSTEM } from 'bg-record/ratings';
import * as z from 'zod/mini';
import { reportDice } from '../domain/dice-report.ts';
import type { Leader, PlayerCard } from '../domain/players/standings.ts';
import type { AnalysedMatch, PlayerFigures } from '../domain/ports/analysis.ts';
import type { StoredRow } from '../domain/ports/matches.ts';
import type { HttpParts } from './parts.ts';
import { queryNumber, queryValue } from './request.ts';
import { answerJson, refuseJson } from './response.ts';

/** Handlers of the routes about players. */
export function playerHandlers({ standings, leaders }: HttpParts) {
  return {
    async leaderboard(ctx: RouterContext) {
      const minGames = queryNumber(ctx, 'minGames', leaderboardQuery.minGames);
      const limit = queryNumber(ctx, 'limit', leaderboardQuery.limit);
      // Read the largest limit and cut the list, so that requests with different limits share one query.
      const most = leaderboardQuery.limit.most;
      const head = await leaders.get(String(minGames), () => standings.leaderboard(minGames, most));
      answerJson(ctx, leaderboardBody(head.slice(0, limit), queryValue(ctx, 'countries') === '1'));
    },
    async player(ctx: RouterContext) {
      const card = await standings.card(ctx.params.pub ?? '');
      answerOrMissing(ctx, card && playerCardBody(card, withSessions(ctx)));
    },
    async playerRating(ctx: RouterContext) {
      const pub = z.safeParse(publicKey, ctx.params.pub ?? '');
      answerOrMissing(ctx, pub.success ? await standings.standing(pub.data) : null);
    },
    async playerMatches(ctx: RouterContext) {
      const before = z.safeParse(matchId, queryValue(ctx, 'before'));
      const rows = await standings.matches(ctx.params.pub ?? '', OLDER_MATCHES, before.data);
      answerOrMissing(ctx, rows?.map((row) => makeMatchRow(row, withSessions(ctx))) ?? null);
    },
    async playerAnalyses(ctx: RouterContext) {
      const pub = ctx.params.pub ?? '';
      const analysed = await standings.analysed(pub, ANALYSES_SHOWN);
      answerOrMissing(ctx, analysed && { analyses: analysed.map((one) => playerAnalysis(one, pub)) });
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

/** Digits of a key in the leaderboard: enough to tell players apart, too few to be a key. */
const SHOWN_DIGITS = 16;

/** Countries are there on request only: a strict reader of the rows knows no such member. */
function leaderboardBody(leaders: readonly Leader[], withCountries: boolean): Leaderboard {
  const players = leaders.map(({ pub, country, ...leader }) => {
    const shown = withCountries && country !== null ? { country } : {};
    return { pub: pub.slice(0, SHOWN_DIGITS), ...leader, ...shown };
  });
  return { players, system: RATING_SYSTEM };
}

/** Sessions are in the rows on request only, for the same reason. */
export function withSessions(ctx: RouterContext): boolean {
  return queryValue(ctx, 'sessions') === '1';
}

function playerCardBody({ matches, ...card }: PlayerCard, isWithSessions: boolean): PlayerCardBody {
  return { ...card, matches: matches.map((row) => makeMatchRow(row, isWithSessions)) };
}

const note =
  'This histogram is a sanity check and not the proof that the dice are fair. The proof is in each record: ' +
  'anyone can derive every roll again from what both players and the server had committed to beforehand.';

/** `counts`: number of dice that showed each face, ones first. */
export function diceReportBody(counts: readonly number[]): DiceReportBody {
  const [ones = 0, twos = 0, threes = 0, fours = 0, fives = 0, sixes = 0] = counts;
  const { rolls, ...verdict } = reportDice(counts);
  const faces = { '1': ones, '2': twos, '3': threes, '4': fours, '5': fives, '6': sixes };
  return { protocol: PROTOCOL, rolls, counts: faces, ...verdict, note };
}

/** A report as its player `pub` sees it. */
function playerAnalysis({ row, engineId, ply, figures }: AnalysedMatch, pub: string): PlayerAnalysis {
  const { header, result } = row.record;
  const seat = header.players[0].pub === pub ? 0 : 1;
  const other = seat === 0 ? 1 : 0;
  return {
    matchId: header.id,
    created: header.created,
    length: header.length,
    opponent: { pub: header.players[other].pub, name: header.players[other].name },
    won: result.winner === seat,
    engineId,
    ply,
    own: withRating(figures[seat]),
    other: withRating(figures[other]),
  };
}

function withRating({ decisions, loss }: PlayerFigures) {
  return { decisions, loss, pr: performanceRating(loss, decisions) };
}

/** A row of the match index with the column names of the HTTP interface. */
export function makeMatchRow({ record, ratings }: StoredRow, isWithSessions: boolean): MatchRow {
  const { header, result, finalHash } = record;
  const [first, second] = header.players;
  return {
    id: header.id,
    created: header.created,
    length: header.length,
    p0: first.pub,
    p1: second.pub,
    name0: first.name,
    name1: second.name,
    score0: result.score[0],
    score1: result.score[1],
    winner: result.winner,
    rated: header.rated,
    reason: result.reason,
    ...ratingColumns(ratings),
    final_hash: finalHash,
    ...(isWithSessions && header.dice && { dice: header.dice }),
    ...(isWithSessions && header.length === 0 && { money: sessionColumns(header) }),
  };
}

function sessionColumns({ session }: Header) {
  return { game: session?.game ?? 1, previous: session?.previous.id ?? null };
}

function ratingColumns(ratings: StoredRow['ratings']) {
  const [first, second] = ratings ?? [null, null];
  return {
    rating0_before: first?.before.rating ?? null,
    rating0_after: first?.after.rating ?? null,
    rating1_before: second?.before.rating ?? null,
    rating1_after: second?.after.rating ?? null,
    rd0_before: first?.before.rd ?? null,
    rd0_after: first?.after.rd ?? null,
    rd1_before: second?.before.rd ?? null,
    rd1_after: second?.after.rd ?? null,
  };
}
