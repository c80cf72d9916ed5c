import { type Cube, opponent, type Player } from 'bg-rules';
import { type Chances, turnedRound } from './chances.ts';
import type { PositionKind } from './position-kind.ts';
import type { Stakes } from './stakes.ts';

// Rick Janowski, "Take-Points in Money Games" (1993): the value of a position lies between that with a dead
// cube, which is never turned again, and that with a live cube, with which each player doubles exactly at the
// opponent's pass point. Both are linear in the winning chance if the shares of gammons among wins and losses
// are constant. In a match the same lines are drawn between match winning chances (bg-met), with take points
// for each further turn of the cube.
// kernel/cube.h is the same in WebAssembly: a change here is a change there.

/**
 * Returns the cube efficiency, 0 to 1. Janowski gives about two thirds as typical. In a race it is lower, the
 * fewer rolls remain, because the chances then jump past the doubling point.
 */
export function cubeLife(kind: PositionKind): number {
  return kind === 'contact' ? 0.68 : 0.6;
}

/** A player's mean results of wins and losses, with the shares of gammons and backgammons. */
interface Results {
  readonly wins: Shares;
  readonly losses: Shares;
}

interface Shares {
  readonly gammon: number;
  readonly backgammon: number;
}

function sharesOf(chance: number, gammon: number, backgammon: number): Shares {
  return chance > 0 ? { gammon: gammon / chance, backgammon: backgammon / chance } : { gammon: 0, backgammon: 0 };
}

function resultsOf([win, winGammon, winBackgammon, loseGammon, loseBackgammon]: Chances): Results {
  return { wins: sharesOf(win, winGammon, winBackgammon), losses: sharesOf(1 - win, loseGammon, loseBackgammon) };
}

/** Returns the mean value of winning a game (losing it, with sign -1) with these shares of gammons. */
function meanWorth(stakes: Stakes, player: Player, cube: Cube, shares: Shares, sign: 1 | -1): number {
  const stake = sign * cube.value;
  return stakes.gammonsCount(cube) ? worthWithGammons(stakes, player, stake, shares) : stakes.worth(player, stake);
}

function worthWithGammons(stakes: Stakes, player: Player, stake: number, { gammon, backgammon }: Shares): number {
  return (
    (1 - gammon) * stakes.worth(player, stake) +
    (gammon - backgammon) * stakes.worth(player, 2 * stake) +
    backgammon * stakes.worth(player, 3 * stake)
  );
}

/** Returns the cube after a double by `player` is taken. */
export function doubled({ value }: Cube, player: Player): Cube {
  return { value: 2 * value, owner: opponent(player) };
}

/** Returns the value for a player with a dead cube. */
export function deadWorth(chances: Chances, player: Player, cube: Cube, stakes: Stakes): number {
  const { wins, losses } = resultsOf(chances);
  const win = meanWorth(stakes, player, cube, wins, 1);
  const loss = meanWorth(stakes, player, cube, losses, -1);
  return loss + chances[0] * (win - loss);
}

/**
 * Returns the winning chance, 0 to 1, that `taker` needs to take a double from `value` with a live cube. `wins` and `losses`
 * are the taker's. If the taker can redouble, a win ends at the point where the doubler would have to pass.
 */
function liveTakePoint(wins: Shares, losses: Shares, taker: Player, value: number, stakes: Stakes): number {
  if (stakes.isMoney) return moneyTakePoint(wins, losses, taker, value, stakes);
  const taken = 2 * value;
  const loss = worthWithGammons(stakes, taker, -taken, losses);
  const pass = stakes.worth(taker, -value);
  if (pass <= loss) return 0;
  const canTurn = stakes.mayTurn(taker, taken);
  const top = canTurn ? stakes.worth(taker, taken) : worthWithGammons(stakes, taker, taken, wins);
  const at = canTurn ? cashPoint(wins, losses, taker, taken, stakes) : 1;
  return Math.min((at * (pass - loss)) / (top - loss), 1);
}

/**
 * The same for money, where each turn only multiplies all results by two, so the turns differ in nothing but who takes. The
 * powers of two cancel exactly: the results have the same bits.
 */
function moneyTakePoint(wins: Shares, losses: Shares, taker: Player, value: number, stakes: Stakes): number {
  let turns = 0;
  for (let taken = 2 * value; stakes.mayTurn(taker, taken); taken *= 2) turns++;
  const ownLoss = worthWithGammons(stakes, taker, -2, losses);
  const otherLoss = worthWithGammons(stakes, taker, -2, wins);
  let isOwn = (turns & 1) === 0;
  let top = worthWithGammons(stakes, taker, 2, isOwn ? wins : losses);
  let at = 1;
  for (let turn = turns; ; turn--) {
    const loss = isOwn ? ownLoss : otherLoss;
    const point = -1 <= loss ? 0 : Math.min((at * (-1 - loss)) / (top - loss), 1);
    if (turn === 0) return point;
    top = 2;
    at = 1 - point;
    isOwn = !isOwn;
  }
}

/** Returns the winning chance from which the opponent passes `player`'s double from `value` with a live cube. */
function cashPoint(wins: Shares, losses: Shares, player: Player, value: number, stakes: Stakes): number {
  return 1 - liveTakePoint(losses, wins, opponent(player), value, stakes);
}

/** Returns the value for a player with a live cube: linear between the points at which the players double. */
function liveWorth(chances: Chances, player: Player, cube: Cube, stakes: Stakes): number {
  const results = resultsOf(chances);
  const [win] = chances;
  const loss = meanWorth(stakes, player, cube, results.losses, -1);
  const gain = meanWorth(stakes, player, cube, results.wins, 1);
  const { wins, losses } = results;
  const low = stakes.mayDouble(opponent(player), cube) ? liveTakePoint(wins, losses, player, cube.value, stakes) : 0;
  const high = stakes.mayDouble(player, cube) ? cashPoint(wins, losses, player, cube.value, stakes) : 1;
  const atLow = low > 0 ? stakes.worth(player, -cube.value) : loss;
  const atHigh = high < 1 ? stakes.worth(player, cube.value) : gain;
  if (win < low) return between(win, 0, loss, low, atLow);
  if (win > high) return between(win, high, atHigh, 1, gain);
  return between(win, low, atLow, high, atHigh);
}

function between(x: number, x0: number, y0: number, x1: number, y1: number): number {
  return x1 > x0 ? y0 + ((x - x0) * (y1 - y0)) / (x1 - x0) : y1;
}

/**
 * Returns the value for the player on roll without a double now, by Janowski's interpolation between dead and
 * live cube.
 */
export function cubefulWorth(chances: Chances, player: Player, cube: Cube, stakes: Stakes, life: number): number {
  const dead = deadWorth(chances, player, cube, stakes);
  if (life === 0) return dead;
  const doubler = stakes.doublesAtOnce(cube);
  const share = doubler === null ? life : lifeBeforeDouble(chances, player, doubler, cube, stakes, life);
  return (1 - share) * dead + share * liveWorth(chances, player, cube, stakes);
}

/** From this far below the pass point to this far above it the cube of a player who doubles at once loses its additional life. */
const BELOW_PASS = 0.1;
const ABOVE_PASS = 0.15;

/**
 * Returns the cube efficiency if `doubler` doubles at the next opportunity, after the Crawford game. Until then waiting costs
 * nothing, so the cube is live, unless two rolls can carry the doubler past the point from which the opponent passes: in games
 * of the engine with itself they change a chance by 0.11 (root of the mean square).
 */
function lifeBeforeDouble(
  chances: Chances,
  player: Player,
  doubler: Player,
  cube: Cube,
  stakes: Stakes,
  life: number,
): number {
  const own = doubler === player ? chances : turnedRound(chances);
  const { wins, losses } = resultsOf(own);
  const above = own[0] - cashPoint(wins, losses, doubler, cube.value, stakes);
  return 1 - (1 - life) * Math.min(Math.max((above + BELOW_PASS) / (BELOW_PASS + ABOVE_PASS), 0), 1);
}

/**
 * Returns the winning chance, 0 to 1, at which a take is worth as much as a pass, for a taker with these
 * shares of gammons and this cube efficiency (0 dead, 1 live).
 */
export function takePointAt(chances: Chances, taker: Player, cube: Cube, stakes: Stakes, life: number): number {
  const results = resultsOf(chances);
  const taken = doubled(cube, opponent(taker));
  const loss = meanWorth(stakes, taker, taken, results.losses, -1);
  const dead = meanWorth(stakes, taker, taken, results.wins, 1) - loss;
  const canTurn = stakes.mayDouble(taker, taken);
  const live = canTurn
    ? (stakes.worth(taker, taken.value) - loss) / cashPoint(results.wins, results.losses, taker, taken.value, stakes)
    : dead;
  return (stakes.worth(taker, -cube.value) - loss) / ((1 - life) * dead + life * live);
}
