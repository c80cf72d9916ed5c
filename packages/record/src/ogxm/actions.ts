import type { Dice, Hop, Player } from 'bg-rules';

/** The numbers of the actions of an OGXM file. The numbers up to 20 are rolls. */
export const ACTION = {
  double: 21,
  take: 22,
  drop: 23,
  gameOver: 24,
  matchOver: 25,
  final: 26,
  resignGame: 27,
  resignMatch: 28,
  forfeit: 29,
  none: 30,
  setPosition: 31,
  beaver: 32,
  raccoon: 33,
} as const;

/** The last number of a roll. */
export const LAST_ROLL = 20;

/** The rolls by their number, the lower die first: 11, 12 … 16, 22, 23 … 66. */
const ROLLS: readonly Dice[] = [1, 2, 3, 4, 5, 6].flatMap((low) =>
  [1, 2, 3, 4, 5, 6].filter((high) => high >= low).map((high): Dice => [low, high]),
);

/** Returns the roll with a number, or null if the number is not that of a roll. */
export function rollOf(action: number): Dice | null {
  return ROLLS[action] ?? null;
}

/** Returns the number of a roll, in either order. */
export function actionOfRoll([one, two]: Dice): number {
  return ROLLS.findIndex(([low, high]) => low === Math.min(one, two) && high === Math.max(one, two));
}

/** Returns the number of checkers that a roll can move. A play with fewer ends with a zero. */
export function mostSteps([one, two]: Dice): 2 | 4 {
  return one === two ? 4 : 2;
}

/** Returns the hop of a step, which is a byte, or null if it is not that of a checker. */
export function hopOf(step: number, player: Player): Hop | null {
  const [point, die] = [step % 32, step >> 5];
  if (point > 25 || die === 0 || die > 6) return null;
  const from = player === 0 ? 25 - point : point;
  return [from, Math.max(from - die, 0)];
}
