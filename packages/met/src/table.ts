/** The largest number of points away that the table covers, for each player. */
export const MAX_AWAY = 25;

/** The share of single games, gammons and backgammons among wins, by points. */
export const WIN_SHARES: readonly (readonly [points: number, share: number])[] = [
  [1, 0.735],
  [2, 0.255],
  [3, 0.01],
];

/** Returns the mean of a value over the ways to win a game. */
function overWins(value: (points: number) => number): number {
  return WIN_SHARES.reduce((sum, [points, share]) => sum + share * value(points), 0);
}

/** Computes a row by the trailer's points away; 0 means won. `at` also accepts negative numbers. */
function makeRow(chanceOf: (away: number, at: (away: number) => number) => number): readonly number[] {
  const row = [1];
  const at = (away: number) => (away <= 0 ? 1 : row[away]!);
  for (let away = 1; away <= MAX_AWAY; away++) row.push(chanceOf(away, at));
  return row;
}

/**
 * After the Crawford game: the match winning chance of a trailer with this many points away (the index; 0 has
 * won) against a leader who needs one. The trailer doubles at once, so each win counts twice and the first
 * loss ends the match.
 */
export const POST_CRAWFORD: readonly number[] = makeRow((away, at) => overWins((points) => at(away - 2 * points)) / 2);

/** The trailer's chance in the Crawford game, in which the cube is not used. */
const CRAWFORD: readonly number[] = makeRow(
  (away) => overWins((points) => POST_CRAWFORD[Math.max(away - points, 0)]!) / 2,
);

/**
 * The match winning chance of a player `row` points away against an opponent `column` points away, before a
 * game; row and column 1 to 25, and 0 for a player who has won. Each player wins a game with probability one
 * half, without a cube. In row and column 1 the game is the Crawford game.
 */
export const MATCH_EQUITY: readonly (readonly number[])[] = makeTable();

function makeTable(): number[][] {
  const size = MAX_AWAY + 1;
  const table = Array.from({ length: size }, (_, away) => new Array<number>(size).fill(away === 0 ? 1 : 0));
  const at = (away: number, other: number) => table[Math.max(away, 0)]![Math.max(other, 0)]!;
  for (let away = 1; away <= MAX_AWAY; away++) {
    for (let other = 1; other <= MAX_AWAY; other++) table[away]![other] = chanceBefore(away, other, at);
  }
  return table;
}

function chanceBefore(away: number, other: number, at: (away: number, other: number) => number): number {
  if (other === 1) return CRAWFORD[away]!;
  if (away === 1) return 1 - CRAWFORD[other]!;
  return overWins((points) => at(away - points, other) + at(away, other - points)) / 2;
}
