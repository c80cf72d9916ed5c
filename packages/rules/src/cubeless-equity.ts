/**
 * Returns the cubeless equity of a game for one point, -3 to 3: wins minus losses, plus gammons and
 * backgammons.
 *
 * @param chances the player's probabilities, 0 to 1: win, win a gammon or more, win a backgammon, lose a
 * gammon or more, lose a backgammon
 */
export function cubelessEquity(chances: ArrayLike<number>): number {
  const { 0: win = 0, 1: gammon = 0, 2: backgammon = 0, 3: lostGammon = 0, 4: lostBackgammon = 0 } = chances;
  return 2 * win - 1 + gammon + backgammon - lostGammon - lostBackgammon;
}
