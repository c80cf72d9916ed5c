import { type CrawfordState, chanceAfterGame, type EquityTable, MAX_AWAY } from 'bg-met';
import { ArgumentError, type Cube, MAX_CUBE, type MatchState, opponent, type Player } from 'bg-rules';
import { OWN_TABLE } from './generated/match-equity.ts';

/** The stakes of a game: members of a match's state, so that callers can pass a state. */
export type MatchScore = Pick<MatchState, 'length' | 'score' | 'rules' | 'cube' | 'crawford' | 'postCrawford'>;

/** A money game with a centred cube, without the Jacoby rule and beavers. */
export const MONEY: MatchScore = {
  length: 0,
  score: [0, 0],
  rules: { cube: true, crawford: false, jacoby: false, beavers: false },
  cube: { value: 1, owner: null },
  crawford: false,
  postCrawford: false,
};

/** The value of results and the right to double. A result worth w to one player is worth -w to the other. */
export interface Stakes {
  /** True in a money game, where `worth` is the number of points. */
  readonly isMoney: boolean;
  /**
   * Returns the value of winning `points` (of losing them, if negative): the points in a money game, 2 ×
   * match winning chance − 1 in a match.
   */
  worth(player: Player, points: number): number;
  /** Returns true if the player may double before the roll and can gain by it. */
  mayDouble(player: Player, cube: Cube): boolean;
  /** Returns true if a player who owns a cube of this value may double and can gain by it. */
  mayTurn(player: Player, value: number): boolean;
  /**
   * Returns the player who doubles at the first opportunity, or null: after the Crawford game, a player whose opponent needs
   * one point loses the match with the game whatever the cube's value.
   */
  doublesAtOnce(cube: Cube): Player | null;
  /** Returns true if the player doubles at the first opportunity, whenever that is. */
  isAtOnce(player: Player): boolean;
  /** Returns true if gammons and backgammons count more than a single game. */
  gammonsCount(cube: Cube): boolean;
}

/** Number of scores whose stakes are kept, with the exact values of the last rolls at them. */
const MOST_KEPT = 2;
let kept: readonly { readonly key: string; readonly table: EquityTable | undefined; readonly stakes: Stakes }[] = [];

/** Returns the stakes at a score. `table`: the match winning chances; the default is the engine's own, for the rules of the match. */
export function stakesOf(match: MatchScore, table = tableOf(match)): Stakes {
  const { cube, jacoby } = match.rules;
  const state = crawfordStateOf(match, awayOf(match));
  const key = [match.length, ...match.score, match.crawford, state.postCrawford, cube, jacoby].join();
  const before = kept.find((one) => one.key === key && one.table === table);
  const stakes = before?.stakes ?? makeStakes(match, table);
  if (kept[0]?.stakes !== stakes)
    kept = [{ key, table, stakes }, ...kept.filter((one) => one !== before)].slice(0, MOST_KEPT);
  return stakes;
}

function makeStakes(match: MatchScore, table: EquityTable | undefined): Stakes {
  const away = awayOf(match);
  const fault = scoreFaultOf(match);
  if (fault) throw new ArgumentError(fault.code, fault.message);
  const isCubeUsed = match.rules.cube && !match.crawford;
  const mayTurn: Stakes['mayTurn'] = (player, value) => isCubeUsed && 2 * value <= MAX_CUBE && value < away[player];
  const mayDouble: Stakes['mayDouble'] = (player, { value, owner }) =>
    (owner === null || owner === player) && mayTurn(player, value);
  const isAtOnce: Stakes['isAtOnce'] = (player) => away[opponent(player)] === 1;
  return {
    isMoney: match.length === 0,
    worth: match.length === 0 ? (_, points) => points : matchWorth(match, table),
    mayDouble,
    mayTurn,
    doublesAtOnce: (cube) => {
      if (isAtOnce(0) && mayDouble(0, cube)) return 0;
      return isAtOnce(1) && mayDouble(1, cube) ? 1 : null;
    },
    isAtOnce,
    gammonsCount: ({ owner }) => match.length > 0 || !match.rules.jacoby || owner !== null,
  };
}

/** A match without a cube has the chances of bg-met, which knows none. */
function tableOf({ rules }: MatchScore): EquityTable | undefined {
  return rules.cube ? OWN_TABLE : undefined;
}

/** The reasons why the engine has no chances of a match. */
export type ScoreFault = 'bad-status' | 'match-too-long';

/** Returns why the engine has no match winning chances at a score, or null. A money game needs none. */
export function scoreFaultOf(
  match: Pick<MatchScore, 'length' | 'score'>,
): { readonly code: ScoreFault; readonly message: string } | null {
  const away = awayOf(match);
  if (match.length === 0) return null;
  if (Math.min(...away) < 1) return { code: 'bad-status', message: 'The match is over.' };
  if (Math.max(...away) <= MAX_AWAY) return null;
  const message = `The engine knows the chances of a match for at most ${MAX_AWAY} points away: ${away.join(' and ')}.`;
  return { code: 'match-too-long', message };
}

/** Returns the points that each player still needs; infinite in a money game. */
function awayOf({ length, score }: Pick<MatchScore, 'length' | 'score'>): readonly [number, number] {
  const endless = Number.POSITIVE_INFINITY;
  return length === 0 ? [endless, endless] : [length - score[0], length - score[1]];
}

function matchWorth(match: MatchScore, table: EquityTable | undefined): Stakes['worth'] {
  const away = awayOf(match);
  const known = new Map<number, number>();
  const state = crawfordStateOf(match, away);
  const asFirst = (points: number): number => {
    const before = known.get(points);
    if (before !== undefined) return before;
    const worth = 2 * chanceAfterGame(away[0], away[1], points, state, table) - 1;
    known.set(points, worth);
    return worth;
  };
  return (player, points) => (player === 0 ? asFirst(points) : -asFirst(-points));
}

/**
 * Returns the flags for bg-met. Without the Crawford rule, a score with a player one point away counts as
 * post-Crawford.
 */
function crawfordStateOf(
  { crawford, postCrawford, rules }: MatchScore,
  away: readonly [number, number],
): CrawfordState {
  const oneAway = away.includes(1);
  return { crawford: crawford && oneAway, postCrawford: oneAway && !crawford && (postCrawford || !rules.crawford) };
}

/** Converts a value to equity: 1 is winning a single game at the current cube value, -1 losing one. */
export function toEquity(worth: number, stakes: Stakes, player: Player, { value }: Cube): number {
  const win = stakes.worth(player, value);
  const loss = stakes.worth(player, -value);
  return (2 * (worth - loss)) / (win - loss) - 1;
}
