import { bearOff } from './bearoff.ts';
import type { Board, Side } from './board.ts';
import { WEIGHTS } from './generated/net-weights.ts';
import { listInputs } from './inputs.ts';
import { compileNet } from './kernel.ts';
import { OUTPUT_COUNT, type RunNet, readNet, runNet } from './net.ts';

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

const net = readNet(Uint8Array.from(atob(WEIGHTS), (letter) => letter.charCodeAt(0)).buffer);

let run: RunNet = runNet;

/**
 * Switches the net to WebAssembly, which gives bit-identical results faster. Returns false and changes
 * nothing if WebAssembly or its SIMD instructions are missing, or if a page's content security policy forbids
 * it (`wasm-unsafe-eval`); browsers also report the violation.
 */
export function accelerate(): boolean {
  run = compileNet(net) ?? run;
  return run !== runNet;
}

const CHECKERS = 15;

/**
 * Writes the chances of the player on roll: the result of a finished game, exact values in a bear-off,
 * otherwise the net's output.
 */
export function writeChances(board: Board, outputs: Float64Array): void {
  const { own, other } = board;
  if (other.counts[0] === CHECKERS) writeLoss(own, outputs);
  else if (own.counts[0] === CHECKERS) {
    writeLoss(other, outputs);
    turnRoundChances(outputs);
  } else if (isHome(own) && isHome(other)) bearOff(own.counts, other.counts, outputs);
  else {
    run(listInputs(board) ? net.race : net.contact, outputs);
    makeConsistent(own, other, outputs);
  }
}

function isHome({ counts }: Side): boolean {
  for (let place = 7; place <= 25; place++) if (counts[place] !== 0) return false;
  return true;
}

/**
 * Writes the loser's chances of a finished game: a gammon if no checker is off, a backgammon if one is still
 * in the winner's home.
 */
function writeLoss(loser: Side, outputs: Float64Array): void {
  outputs.fill(0);
  if (loser.counts[0]! > 0) return;
  outputs[3] = 1;
  for (let place = 19; place <= 25; place++) if (loser.counts[place] !== 0) outputs[4] = 1;
}

/**
 * Removes impossible gammons (against a player who has borne off) and makes gammons part of wins, backgammons
 * part of gammons.
 */
function makeConsistent(own: Side, other: Side, outputs: Float64Array): void {
  if (other.counts[0]! > 0) outputs[1] = outputs[2] = 0;
  if (own.counts[0]! > 0) outputs[3] = outputs[4] = 0;
  outputs[1] = Math.min(outputs[1]!, outputs[0]!);
  outputs[2] = Math.min(outputs[2]!, outputs[1]);
  outputs[3] = Math.min(outputs[3]!, 1 - outputs[0]!);
  outputs[4] = Math.min(outputs[4]!, outputs[3]);
}

/** Converts one player's chances to the opponent's, in place. */
function turnRoundChances(outputs: Float64Array): void {
  const [win, winGammon, winBackgammon, loseGammon, loseBackgammon] = toChances(outputs);
  outputs[0] = 1 - win;
  outputs[1] = loseGammon;
  outputs[2] = loseBackgammon;
  outputs[3] = winGammon;
  outputs[4] = winBackgammon;
}

/** Returns the opponent's chances for one player's chances. */
export function turnedRound([win, winGammon, winBackgammon, loseGammon, loseBackgammon]: Chances): Chances {
  return [1 - win, loseGammon, loseBackgammon, winGammon, winBackgammon];
}

export function toChances(outputs: Float64Array): Chances {
  return [outputs[0]!, outputs[1]!, outputs[2]!, outputs[3]!, outputs[4]!];
}

export function newOutputs(): Float64Array {
  return new Float64Array(OUTPUT_COUNT);
}
