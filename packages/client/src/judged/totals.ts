import { type JudgedMoves, performanceRating } from '@anchor/analysis';
import type { LossTag, PlayRow } from '@anchor/wire';
import type { Player } from 'bg-rules';
import type { Estimate, JudgedCube } from '../engine/instant.ts';
import type { Luck } from '../engine/luck.ts';
import { isMeasured } from './judged.ts';

type Seats<T> = readonly [T, T];

/** A player's totals over a game or the whole match. */
export interface Totals {
  readonly decisions: number;
  readonly forced: number;
  /** Decisions in which the play made ranked first. */
  readonly first: number;
  readonly loss: number;
  /** Null without decisions, and if the tier only ranks. The quick analysis gives an estimate. */
  readonly pr: number | null;
  readonly marks: Readonly<Record<LossTag, number>>;
}

/** Returns the totals of both players over a game, or over the match if `game` is null. */
export function totalsOf(report: JudgedMoves, game: number | null): Seats<Totals> {
  const rows = report.moves.filter(
    (row): row is PlayRow => row.kind === 'play' && (game === null || row.game === game),
  );
  return [ofPlayer(rows, 0, isMeasured(report)), ofPlayer(rows, 1, isMeasured(report))];
}

function ofPlayer(all: readonly PlayRow[], player: Player, measured: boolean): Totals {
  const rows = all.filter(({ p }) => p === player);
  const decided = rows.filter(({ forced }) => !forced);
  const loss = decided.reduce((sum, row) => sum + row.loss, 0);
  const tagged = (tag: LossTag) => decided.filter((row) => row.tag === tag).length;
  return {
    decisions: decided.length,
    forced: rows.length - decided.length,
    first: decided.filter(({ rank }) => rank === 1).length,
    loss,
    pr: measured ? performanceRating(loss, decided.length) : null,
    marks: { inaccuracy: tagged('inaccuracy'), error: tagged('error'), blunder: tagged('blunder') },
  };
}

/** A player's totals of the decisions about the cube, by the quick analysis. */
export interface CubeTotals {
  readonly decisions: number;
  readonly loss: number;
  /** An estimate. Null without decisions. */
  readonly pr: number | null;
  readonly marks: Readonly<Record<LossTag, number>>;
  /** The mistakes by what the player did. A wrong double includes a wrong beaver. */
  readonly wrong: Readonly<Record<'missed' | 'doubles' | 'takes' | 'passes', number>>;
}

/** Returns the totals of both players over a game, or over the match if `game` is null. */
export function cubeTotalsOf({ cubes }: Estimate, game: number | null): Seats<CubeTotals> {
  const counted = cubes.filter((one) => one.counts && (game === null || one.game === game));
  const ofSeat = (player: Player) => ofCubes(counted.filter(({ p }) => p === player));
  return [ofSeat(0), ofSeat(1)];
}

function ofCubes(cubes: readonly JudgedCube[]): CubeTotals {
  const loss = cubes.reduce((sum, one) => sum + one.loss, 0);
  const tagged = (tag: LossTag) => cubes.filter((one) => one.tag === tag).length;
  const wrong = (...kinds: readonly JudgedCube['kind'][]) =>
    cubes.filter(({ tag, kind }) => tag !== null && kinds.includes(kind)).length;
  return {
    decisions: cubes.length,
    loss,
    pr: performanceRating(loss, cubes.length),
    marks: { inaccuracy: tagged('inaccuracy'), error: tagged('error'), blunder: tagged('blunder') },
    wrong: { missed: wrong('roll'), doubles: wrong('double', 'beaver'), takes: wrong('take'), passes: wrong('pass') },
  };
}

/** The decisions of a player about plays and cube together, over the match. */
interface Figures {
  readonly decisions: number;
  readonly loss: number;
  /** An estimate. Null without decisions. */
  readonly pr: number | null;
}

/** Returns the figures of both players, as the summary of the review has them. */
export function figuresOf(estimate: Estimate): Seats<Figures> {
  const [plays, cubes] = [totalsOf(estimate.report, null), cubeTotalsOf(estimate, null)];
  const ofSeat = (player: Player) => ({
    decisions: plays[player].decisions + cubes[player].decisions,
    loss: plays[player].loss + cubes[player].loss,
    pr: ratingTogether(plays[player], cubes[player]),
  });
  return [ofSeat(0), ofSeat(1)];
}

/** Returns the rating over plays and cube together. Both losses are in points at the stake of their moment. */
export function ratingTogether(plays: Totals, cube: CubeTotals): number | null {
  return performanceRating(plays.loss + cube.loss, plays.decisions + cube.decisions);
}

/** Returns the luck of both players over a game, or over the match if `game` is null. */
export function luckTotalsOf({ rolls }: Luck, game: number | null): Seats<number> {
  const sum = (player: Player) =>
    rolls
      .filter((one) => one.p === player && (game === null || one.game === game))
      .reduce((total, { luck }) => total + luck, 0);
  return [sum(0), sum(1)];
}
