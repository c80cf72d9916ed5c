import { type Dice, opponent, type Player, type Position } from 'bg-rules';
import { worthOnRoll } from './cube-outlook.ts';
import { outlookOf } from './evaluate.ts';
import { deadWorth } from './live-cube.ts';
import { type MatchScore, stakesOf, toEquity } from './stakes.ts';

/** One of the 21 rolls, with the value of the position after the net's best play. */
export interface RollValue {
  /** The larger die comes first. */
  readonly dice: Dice;
  /** Number of occurrences of the roll among the 36. */
  readonly ways: 1 | 2;
  /** For the player who rolls, in points of the cube's value; normalised in a match. */
  readonly equity: number;
}

/** Returns the 21 rolls of a player who does not double. Empty if the game is over. */
export function rollValues(position: Position, player: Player, match: MatchScore, cubeful: boolean): RollValue[] {
  const stakes = stakesOf(match);
  const other = opponent(player);
  const { replies } = outlookOf(position, player, 1);
  return (replies ?? []).map(({ ways, outlook }, index) => {
    const worth = cubeful
      ? worthOnRoll(outlook, other, match.cube, stakes)
      : deadWorth(outlook.chances, other, match.cube, stakes);
    return { dice: rollAt(index), ways, equity: toEquity(-worth, stakes, player, match.cube) };
  });
}

/** Returns the roll of a reply of the search. Replies are in the order 1-1, 2-1, 2-2, 3-1 and so on. */
function rollAt(index: number): Dice {
  let larger = 1;
  while ((larger * (larger + 1)) / 2 <= index) larger++;
  return [larger, index - (larger * (larger - 1)) / 2 + 1];
}
