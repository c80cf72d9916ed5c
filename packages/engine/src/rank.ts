import { compareEqualPlays, type Dice, legalPlays, opponent, type Play, type Player, type Position } from 'bg-rules';
import { type Chances, turnedRound } from './chances.ts';
import { worthOnRoll } from './cube-outlook.ts';
import { outlookOf } from './evaluate.ts';
import { deadWorth } from './live-cube.ts';
import { evaluationCount, type Outlook, type Ply } from './look-ahead.ts';
import { type MatchScore, MONEY, type Stakes, stakesOf, toEquity } from './stakes.ts';

interface RankOptions {
  /** Search depth in rolls after the play: 0, 1 or 2. */
  readonly ply: Ply;
  /**
   * If true, the equity includes future cube actions. Otherwise the game is played to the end at the current
   * cube value.
   */
  readonly cubeful?: boolean;
  /** If true, every play is searched to the full depth. Otherwise a filter skips hopeless plays. */
  readonly everyPlay?: boolean;
  /** Score, rules and cube. Default: a money game with a centred cube. */
  readonly match?: MatchScore;
}

/** A legal play with its equity for the player who makes it. */
export interface RankedPlay extends Play {
  /**
   * In points of the current cube value; normalised in a match, so that winning a single game is 1 and losing
   * one is -1.
   */
  readonly equity: number;
  readonly chances: Chances;
  /** The depth of this play's evaluation. Less than requested if the filter skipped it. */
  readonly ply: Ply;
}

/**
 * Selects the plays for a search one ply deeper: the best two, and at most `most` plays within `within` of
 * the best equity.
 */
interface Filter {
  readonly most: number;
  readonly within: number;
}

// bench/engine/filter.ts measures the loss due to the first filter; docs/engine.md has the figure.
const FILTERS: Readonly<Record<1 | 2, Filter>> = { 1: { most: 8, within: 0.16 }, 2: { most: 4, within: 0.08 } };

/**
 * No further play is searched deeper after this many evaluations. A count, not a time, so that the result is
 * the same everywhere.
 */
const EVALUATION_BUDGET = 40_000;

/**
 * Returns the legal plays of a roll, best first. Plays that the filter skipped come last, ordered by the
 * lesser depth. Empty if the player cannot move.
 */
export function rank(position: Position, player: Player, dice: Dice, options: RankOptions): RankedPlay[] {
  const match = options.match ?? MONEY;
  const judge = makeJudge(player, match, options.cubeful ?? false);
  const plays = legalPlays(position, player, dice);
  if (options.everyPlay) return sorted(plays.map((play) => judge(play, options.ply)));
  let ranked = sorted(plays.map((play) => judge(play, 0)));
  for (const ply of [1, 2] as const) if (ply <= options.ply) ranked = deepen(ranked, ply, judge);
  return ranked;
}

type Judge = (play: Play, ply: Ply) => RankedPlay;

function makeJudge(player: Player, match: MatchScore, cubeful: boolean): Judge {
  const stakes = stakesOf(match);
  const worthOf = cubeful ? cubefulWorthOf(player, match, stakes) : cubelessWorthOf(player, match, stakes);
  return ({ hops, position }, ply) => {
    const outlook = outlookOf(position, opponent(player), ply);
    const equity = toEquity(worthOf(outlook), stakes, player, match.cube);
    return { hops, position, equity, chances: turnedRound(outlook.chances), ply };
  };
}

type WorthOf = (outlook: Outlook) => number;

function cubefulWorthOf(player: Player, { cube }: MatchScore, stakes: Stakes): WorthOf {
  return (outlook) => -worthOnRoll(outlook, opponent(player), cube, stakes);
}

function cubelessWorthOf(player: Player, { cube }: MatchScore, stakes: Stakes): WorthOf {
  return (outlook) => -deadWorth(outlook.chances, opponent(player), cube, stakes);
}

/** Sorts best first. Of plays that are worth the same, the one comes first that bears off most; the rest keep the order of bg-rules. */
function sorted(plays: RankedPlay[]): RankedPlay[] {
  return plays.sort((a, b) => b.equity - a.equity || compareEqualPlays(a.hops, b.hops));
}

/** Searches one ply deeper for the plays selected by the filter. */
function deepen(ranked: readonly RankedPlay[], ply: 1 | 2, judge: Judge): RankedPlay[] {
  const start = evaluationCount();
  const looked: RankedPlay[] = [];
  const [best] = ranked;
  for (const play of ranked) {
    if (play.ply < ply - 1 || !isWorthwhile(play, looked.length, best ?? play, FILTERS[ply])) break;
    if (looked.length > 1 && evaluationCount() - start > EVALUATION_BUDGET) break;
    looked.push(judge(play, ply));
  }
  return [...sorted(looked), ...ranked.slice(looked.length)];
}

function isWorthwhile(play: RankedPlay, place: number, best: RankedPlay, { most, within }: Filter): boolean {
  return place < 2 || (place < most && best.equity - play.equity <= within);
}
