/** A roll with the equity of its best play for the player who rolled. */
export interface RollValue {
  readonly dice: readonly [number, number];
  readonly equity: number;
}

const ROLLS = 36;

/** Number of times that a roll occurs among 36: once for a double, otherwise twice. */
function weightOf([first, second]: RollValue['dice']): number {
  return first === second ? 1 : 2;
}

/** A name of the roll that does not depend on the order of the dice. */
function nameOf([first, second]: RollValue['dice']): string {
  return first < second ? `${second}${first}` : `${first}${second}`;
}

/**
 * The equity of a roll minus the average over all rolls, each with its best play. Returns null unless `rolls` has each of the 21
 * different rolls exactly once.
 */
export function luckOf(dice: RollValue['dice'], rolls: readonly RollValue[]): number | null {
  const values = new Map(rolls.map((roll) => [nameOf(roll.dice), roll]));
  const rolled = values.get(nameOf(dice));
  const weight = [...values.values()].reduce((sum, roll) => sum + weightOf(roll.dice), 0);
  if (!rolled || weight !== ROLLS || rolls.length !== values.size) return null;
  return rolled.equity - rolls.reduce((sum, roll) => sum + weightOf(roll.dice) * roll.equity, 0) / ROLLS;
}
