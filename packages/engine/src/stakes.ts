import { type CrawfordState, chanceAfterGame } from 'bg-met';
import { type Cube, MAX_CUBE, type MatchState, type Player } from 'bg-rules';

/** What a game is played for: these members of a match's state, so that a state can be passed as it is. */
export type MatchScore = Pick<MatchState, 'length' | 'score' | 'rules' | 'cube' | 'crawford' | 'postCrawford'>;

/** A money game with the cube in the middle, neither the Jacoby rule nor beavers in force. */
export const MONEY: MatchScore = {
  length: 0,
  score: [0, 0],
  rules: { cube: true, crawford: false, jacoby: false, beavers: false },
  cube: { value: 1, owner: null },
  crawford: false,
  postCrawford: false,
};

/** Worth of results and right to double. What is worth w to one player is worth -w to the other. */
export interface Stakes {
  /** What winning so many points is worth to the player, losing them where negative: in money the points, in a match twice the chance to win it less 1. */
  worth(player: Player, points: number): number;
  /** Whether the player may double before his roll and can gain by it. */
  mayDouble(player: Player, cube: Cube): boolean;
  /** Whether gammons and backgammons count more than a single game. */
  gammonsCount(cube: Cube): boolean;
}

export function stakesOf(match: MatchScore): Stakes {
  const away = awayOf(match);
  return {
    worth: match.length === 0 ? (_, points) => points : matchWorth(match),
    mayDouble: (player, { value, owner }) =>
      match.rules.cube &&
      !match.crawford &&
      (owner === null || owner === player) &&
      2 * value <= MAX_CUBE &&
      value < away[player],
    gammonsCount: ({ owner }) => match.length > 0 || !match.rules.jacoby || owner !== null,
  };
}

/** Points that each player still needs; no end in money. */
function awayOf({ length, score }: MatchScore): readonly [number, number] {
  const endless = Number.POSITIVE_INFINITY;
  return length === 0 ? [endless, endless] : [length - score[0], length - score[1]];
}

function matchWorth(match: MatchScore): Stakes['worth'] {
  const away = awayOf(match);
  const known = new Map<number, number>();
  const state = crawfordStateOf(match, away);
  const asFirst = (points: number): number => {
    const before = known.get(points);
    if (before !== undefined) return before;
    const worth = 2 * chanceAfterGame(away[0], away[1], points, state) - 1;
    known.set(points, worth);
    return worth;
  };
  return (player, points) => (player === 0 ? asFirst(points) : -asFirst(-points));
}

/** As bg-met wants it: where the Crawford rule is not played, a score with a player one point away is past it. */
function crawfordStateOf(
  { crawford, postCrawford, rules }: MatchScore,
  away: readonly [number, number],
): CrawfordState {
  const oneAway = away.includes(1);
  return { crawford: crawford && oneAway, postCrawford: oneAway && !crawford && (postCrawford || !rules.crawford) };
}

/** A worth as points of the cube's present value: 1 is winning a single game at it, -1 losing one. */
export function toEquity(worth: number, stakes: Stakes, player: Player, { value }: Cube): number {
  const win = stakes.worth(player, value);
  const loss = stakes.worth(player, -value);
  return (2 * (worth - loss)) / (win - loss) - 1;
}

/** The equity that `toEquity` makes of a worth, turned back. */
export function toWorth(equity: number, stakes: Stakes, player: Player, { value }: Cube): number {
  const win = stakes.worth(player, value);
  const loss = stakes.worth(player, -value);
  return loss + ((equity + 1) / 2) * (win - loss);
}
