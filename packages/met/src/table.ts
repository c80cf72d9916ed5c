/** The longest match the table covers: both players up to this many points away. */
export const MAX_AWAY = 25;

/** How the winner of a game wins it: single, gammon and backgammon by points, with their shares of all wins. */
export const WIN_SHARES: readonly (readonly [points: number, share: number])[] = [
  [1, 0.735],
  [2, 0.255],
  [3, 0.01],
];

/** The mean of a value over the ways to win a game, each counted by its points. */
function overWins(value: (points: number) => number): number {
  return WIN_SHARES.reduce((sum, [points, share]) => sum + share * value(points), 0);
}

/** A row by how far the trailer is away, 0 meaning won; `at` reads it for anything that is won already, too. */
function makeRow(chanceOf: (away: number, at: (away: number) => number) => number): readonly number[] {
  const row = [1];
  const at = (away: number) => (away <= 0 ? 1 : row[away]!);
  for (let away = 1; away <= MAX_AWAY; away++) row.push(chanceOf(away, at));
  return row;
}

/**
 * After the Crawford game: the match-winning chance of a trailer so many points away (the index; 0 has won) from a leader
 * who needs one. The trailer doubles at once, so each game he wins counts twice and each game he loses is the last.
 */
export const POST_CRAWFORD: readonly number[] = makeRow((away, at) => overWins((points) => at(away - 2 * points)) / 2);

/** The trailer's chance before the Crawford game, in which the cube stays in the middle. */
const CRAWFORD: readonly number[] = makeRow(
  (away) => overWins((points) => POST_CRAWFORD[Math.max(away - points, 0)]!) / 2,
);

/**
 * The match-winning chance of a player `row` points away from an opponent `column` points away, before a game; row and
 * column 1 to 25, and 0 for who has won. Either side wins a game with one half, without a cube; in row and column 1 the
 * game is the Crawford game.
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
