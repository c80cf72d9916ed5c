import { bearOff } from './bearoff.ts';
import type { Board, Side } from './board.ts';
import { WEIGHTS } from './generated/net-weights.ts';
import { listInputs } from './inputs.ts';
import { compileNet } from './kernel.ts';
import { OUTPUT_COUNT, type RunNet, readNet, runNet } from './net.ts';

/**
 * Chances of a player, 0 to 1, in the order in which engines give them: to win, to win a gammon or more, a backgammon, to lose a gammon or
 * more, a backgammon. Those of a gammon are part of those of a win.
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
 * Works the net out in WebAssembly from now on: the same answers to the last bit, sooner. False, and nothing changes, where WebAssembly
 * or its vectors are missing, and on a page whose policy does not allow it (`wasm-unsafe-eval`), which browsers also report.
 */
export function accelerate(): boolean {
  run = compileNet(net) ?? run;
  return run !== runNet;
}

const CHECKERS = 15;

/** Writes the chances of the player on roll: of a finished game as it ended, of a bear-off exactly, else by the net. */
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

/** The loser's chances once the game is over: a gammon with no checker off, a backgammon with one still in the winner's home. */
function writeLoss(loser: Side, outputs: Float64Array): void {
  outputs.fill(0);
  if (loser.counts[0]! > 0) return;
  outputs[3] = 1;
  for (let place = 19; place <= 25; place++) if (loser.counts[place] !== 0) outputs[4] = 1;
}

/** No gammon against who has borne off; a gammon is part of a win and a backgammon part of a gammon. */
function makeConsistent(own: Side, other: Side, outputs: Float64Array): void {
  if (other.counts[0]! > 0) outputs[1] = outputs[2] = 0;
  if (own.counts[0]! > 0) outputs[3] = outputs[4] = 0;
  outputs[1] = Math.min(outputs[1]!, outputs[0]!);
  outputs[2] = Math.min(outputs[2]!, outputs[1]);
  outputs[3] = Math.min(outputs[3]!, 1 - outputs[0]!);
  outputs[4] = Math.min(outputs[4]!, outputs[3]);
}

/** Makes one player's chances those of the other. */
export function turnRoundChances(outputs: Float64Array): void {
  const [win, winGammon, winBackgammon, loseGammon, loseBackgammon] = toChances(outputs);
  outputs[0] = 1 - win;
  outputs[1] = loseGammon;
  outputs[2] = loseBackgammon;
  outputs[3] = winGammon;
  outputs[4] = winBackgammon;
}

/** What one player's chances are for the other. */
export function turnedRound([win, winGammon, winBackgammon, loseGammon, loseBackgammon]: Chances): Chances {
  return [1 - win, loseGammon, loseBackgammon, winGammon, winBackgammon];
}

export function toChances(outputs: Float64Array): Chances {
  return [outputs[0]!, outputs[1]!, outputs[2]!, outputs[3]!, outputs[4]!];
}

export function newOutputs(): Float64Array {
  return new Float64Array(OUTPUT_COUNT);
}
