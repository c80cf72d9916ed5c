/**
 * Points that a player can expect of a game for one point without the cube, -3 to 3: won and lost games, and again for gammons and
 * backgammons. `chances` are his: to win, to win a gammon or more, a backgammon, to lose a gammon or more, a backgammon, 0 to 1.
 */
export function cubelessEquity(chances: ArrayLike<number>): number {
  return 2 * chances[0]! - 1 + chances[1]! + chances[2]! - chances[3]! - chances[4]!;
}
