/**
 * A player's probabilities, 0 to 1, in the usual order of engines: win, win a gammon or more, win a
 * backgammon, lose a gammon or more, lose a backgammon. Gammons are part of wins, and backgammons part of
 * gammons.
 */
export type Chances = readonly [
  win: number,
  winGammon: number,
  winBackgammon: number,
  loseGammon: number,
  loseBackgammon: number,
];

/** Returns the opponent's chances for one player's chances. */
export function turnedRound([win, winGammon, winBackgammon, loseGammon, loseBackgammon]: Chances): Chances {
  return [1 - win, loseGammon, loseBackgammon, winGammon, winBackgammon];
}
