import { type Dice, legalPlays, opponent, type Play, type Player, type Position } from 'bg-rules';
import { type Chances, turnedRound } from './chances.ts';
import { worthOnRoll } from './cube-outlook.ts';
import { outlookOf } from './evaluate.ts';
import { deadWorth } from './live-cube.ts';
import { evaluationCount, type Outlook, type Ply } from './look-ahead.ts';
import { type MatchScore, MONEY, type Stakes, stakesOf, toEquity } from './stakes.ts';

export interface RankOptions {
  /** Rolls to look ahead after the play: 0, 1 or 2. */
  readonly ply: Ply;
  /** Counts what the cube will do; otherwise the game is played out at its present value. */
  readonly cubeful?: boolean;
  /** Looks at every play at the full depth, whatever that takes; otherwise a filter leaves the hopeless ones behind. */
  readonly everyPlay?: boolean;
  /** Score, rules and cube; a money game with the cube in the middle when absent. */
  readonly match?: MatchScore;
}

/** A legal play with its worth to the player who makes it. */
export interface RankedPlay extends Play {
  /** In points of the cube's present value; in a match normalised so that winning a single game is 1 and losing one -1. */
  readonly equity: number;
  readonly chances: Chances;
  /** The depth at which it was looked at; less than asked for where the filter left it behind. */
  readonly ply: Ply;
}

/** Which plays are looked at one ply deeper: the best two, and up to so many that are within so much equity of the best. */
interface Filter {
  readonly most: number;
  readonly within: number;
}

// What the first of them leaves behind is measured by bench/engine/filter.ts; docs/engine.md has the figure.
const FILTERS: Readonly<Record<1 | 2, Filter>> = { 1: { most: 8, within: 0.16 }, 2: { most: 4, within: 0.08 } };

/** Evaluations after which no further play is looked at more deeply: counted, not timed, so that the answer is the same everywhere. */
const EVALUATION_BUDGET = 40_000;

/**
 * The legal plays of a roll, best first. Those that the filter leaves behind stand at the end, in the order of the lesser depth. Empty when
 * the player cannot move.
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

/** Best first; equals stay in the order of the rules package, which is the same everywhere. */
function sorted(plays: RankedPlay[]): RankedPlay[] {
  return plays.sort((a, b) => b.equity - a.equity);
}

/** Looks one ply deeper at the plays that the filter lets through. */
function deepen(ranked: readonly RankedPlay[], ply: 1 | 2, judge: Judge): RankedPlay[] {
  const start = evaluationCount();
  const looked: RankedPlay[] = [];
  for (const play of ranked) {
    if (play.ply < ply - 1 || !isWorthwhile(play, looked.length, ranked[0]!, FILTERS[ply])) break;
    if (looked.length > 1 && evaluationCount() - start > EVALUATION_BUDGET) break;
    looked.push(judge(play, ply));
  }
  return [...sorted(looked), ...ranked.slice(looked.length)];
}

function isWorthwhile(play: RankedPlay, place: number, best: RankedPlay, { most, within }: Filter): boolean {
  return place < 2 || (place < most && best.equity - play.equity <= within);
}
