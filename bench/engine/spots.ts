import { BAR, opponent, type Player, type Position, pipCount } from '../../packages/rules/src/index.ts';
import { checkersOf } from './mixed-players.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns true if `holder` must contain one or two last checkers and has a crunched board. */
function isContainment(position: Position, holder: Player): boolean {
  const held = opponent(holder);
  const back = sum(checkersOf(position, held, 19, BAR));
  return (
    back >= 1 && back <= 2 && sum(checkersOf(position, held, 7, 18)) === 0 && sum(checkersOf(position, held, 0, 3)) >= 8
  );
}

/** Returns true if a player holds at least two points in the opponent's home and is far behind in the race. */
function isBackGame(position: Position, player: Player): boolean {
  const anchors = checkersOf(position, player, 19, 24).filter((checkers) => checkers > 1);
  return anchors.length > 1 && pipCount(position, player) - pipCount(position, opponent(player)) >= 60;
}

/** Kinds of position that a net learns late, because they are rare in games. */
export const spots: Readonly<Record<string, (position: Position) => boolean>> = {
  any: () => true,
  containment: (position) => isContainment(position, 0) || isContainment(position, 1),
  'back-game': (position) => isBackGame(position, 0) || isBackGame(position, 1),
};
