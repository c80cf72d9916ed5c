// Writes vectors/met/table.json, or with --check verifies that it is up to date: the table of the model in
// README.md, computed without this package's code, forwards and in integers. A match starts with 400^50
// tickets. Each game passes the tickets at a score on to the next scores (for each player 147 of 400 for a
// single game, 51 for a gammon, 2 for a backgammon), and tickets that arrive at a won match are counted. No
// match lasts 50 games, so every division is exact.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const MAX_AWAY = 25;
const TICKETS = 400n ** 50n;
const WINS = [
  [1, 147n],
  [2, 51n],
  [3, 2n],
];
const FILE = new URL('../../../vectors/met/table.json', import.meta.url);

/**
 * Returns the number of tickets that end in a win of the first player. A score is [away, other, the Crawford
 * game is over].
 */
function ticketsWon(away, other, crawfordOver) {
  const waiting = new Map([[key(away, other, crawfordOver), TICKETS]]);
  let won = 0n;
  for (let total = away + other; total >= 2; total--) {
    for (const [score, tickets] of [...waiting].filter(([k]) => scoreOf(k)[0] + scoreOf(k)[1] === total)) {
      for (const [next, share] of gamesAt(...scoreOf(score))) {
        const part = (tickets * share) / 400n;
        if (next[0] <= 0) won += part;
        else if (next[1] > 0) waiting.set(key(...next), (waiting.get(key(...next)) ?? 0n) + part);
      }
    }
  }
  return won;
}

function gamesAt(away, other, crawfordOver) {
  const oneAway = away === 1 || other === 1;
  const stake = crawfordOver ? 2 : 1;
  return WINS.flatMap(([points, share]) => [
    [[away - points * stake, other, oneAway], share],
    [[away, other - points * stake, oneAway], share],
  ]);
}

function key(away, other, crawfordOver) {
  return away * 100 + other * 2 + (crawfordOver ? 1 : 0);
}
function scoreOf(k) {
  return [Math.floor(k / 100), Math.floor((k % 100) / 2), k % 2 === 1];
}

/** Returns the share of all tickets, truncated to twelve decimals. */
function chance(away, other, crawfordOver) {
  return Number((ticketsWon(away, other, crawfordOver) * 10n ** 12n) / TICKETS) / 1e12;
}

const aways = Array.from({ length: MAX_AWAY }, (_, index) => index + 1);
const table = {
  model: 'either side wins a game with 1/2; of the wins 73.5 % single, 25.5 % gammon, 1 % backgammon',
  matchEquity: aways.map((away) => aways.map((other) => chance(away, other, false))),
  postCrawfordTrailer: aways.map((away) => chance(away, 1, true)),
};
// One row of the table per line.
const text = `${JSON.stringify(table).replaceAll(/([:,[])(\[|"p)/g, '$1\n$2')}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text)
    throw new Error('vectors/met/table.json is out of date; run this script without --check');
} else {
  mkdirSync(new URL('.', FILE), { recursive: true });
  writeFileSync(FILE, text);
}
