/**
 * Returns the cubeless equity of a game for one point, -3 to 3: wins minus losses, plus gammons and
 * backgammons.
 *
 * @param chances the player's probabilities, 0 to 1: win, win a gammon or more, win a backgammon, lose a
 * gammon or more, lose a backgammon
 */
export function cubelessEquity(chances: ArrayLike<number>): number {
  return 2 * chances[0]! - 1 + chances[1]! + chances[2]! - chances[3]! - chances[4]!;
}
