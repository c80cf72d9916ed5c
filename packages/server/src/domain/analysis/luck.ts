/** A roll and what the best play of it is worth to the player who rolled. */
export interface RollValue {
  readonly dice: readonly [number, number];
  readonly equity: number;
}

const ROLLS = 36;

/** How often a roll falls, of 36: a double once, any other twice. */
function weightOf([first, second]: RollValue['dice']): number {
  return first === second ? 1 : 2;
}

/** Names a roll whichever die fell first. */
function nameOf([first, second]: RollValue['dice']): string {
  return first < second ? `${second}${first}` : `${first}${second}`;
}

/**
 * How much better a roll was than the average of the 21 different ones, each by its best play, in the unit of the equities.
 * Null unless all 21 are given, each once.
 */
export function luckOf(dice: RollValue['dice'], rolls: readonly RollValue[]): number | null {
  const values = new Map(rolls.map((roll) => [nameOf(roll.dice), roll]));
  const rolled = values.get(nameOf(dice));
  const weight = [...values.values()].reduce((sum, roll) => sum + weightOf(roll.dice), 0);
  if (!rolled || weight !== ROLLS || rolls.length !== values.size) return null;
  return rolled.equity - rolls.reduce((sum, roll) => sum + weightOf(roll.dice) * roll.equity, 0) / ROLLS;
}
