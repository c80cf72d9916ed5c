import type { Board, Side } from './board.ts';
import { DENSE_INPUTS, DENSE_ROOM, INPUT_COUNT } from './inputs.ts';
import { sigmoid } from './sigmoid.ts';

// The nets in integers. A weights file has real numbers, which become integers when it is read:
// - The sums of the hidden units are in units of 2^-14 and never round, so a position's sums follow from another's by the inputs that
//   differ, in any order. Weights have 16 bits; those of an input are in 2^-14, or coarser if they do not fit, and its values are
//   then shifted.
// - Inputs that are linear in the checkers (pips, pips outside the home, checkers in reserve) are part of the checkers' weights.
// - A table has the sigmoid, less a half, of a sum in units of 2^-10, from -8 to 8, in units of 2^-13.
// - The weights of the outputs are in 2^-11, so the outputs' sums in 2^-24.
// kernel/net.h computes the same in WebAssembly.

/** Number of outputs: win, win a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon. */
export const OUTPUT_COUNT = 5;
/** Number of inputs for the checkers. */
const RAW = 204;
/** Units that a vector of the SIMD instructions has. */
const LANES = 8;
const SUM_BITS = 14;
const OUT_WEIGHT = 2 ** 11;
const OUT_SUM = 2 ** 24;
/** Limit of an output's real sum, for 32 bits. */
const LARGEST_OUT = 127;
/** The values of the checkers' inputs are shifted by this. */
const RAW_SHIFT = 4;
/** From a sum to a place in the table. */
const SUM_SHIFT = 4;
const HALF_TABLE = 8192;

/** The activation of a sum s at `HALF_TABLE + (s >> SUM_SHIFT)`. */
export const activated = Int16Array.from({ length: 2 * HALF_TABLE }, (_, n) =>
  Math.round((sigmoid((n - HALF_TABLE + 0.5) / 1024) - 0.5) * 8192),
);

/** One net: inputs, hidden units, outputs. */
export interface Net {
  readonly hidden: number;
  /** All arrays below, one after another, as kernel/net.h has them. */
  readonly image: Uint8Array;
  readonly bias: Int32Array;
  readonly outBias: Int32Array;
  /** One row for each input of the checkers: its weights to the hidden units. */
  readonly raw: Int16Array;
  /** One row for each other input. */
  readonly dense: Int16Array;
  /** For each group of eight units, eight weights for each output. */
  readonly out: Int16Array;
  /** For each other input: the shift of its values. */
  readonly denseShift: Int16Array;
}

export interface Nets {
  /** The net for positions in which a hit is still possible. */
  readonly contact: Net;
  readonly race: Net;
  /** A small net that sees the checkers only. Its first output orders plays: the less, the better for the player who moved. */
  readonly pruning: Net;
}

/** A net in real numbers, as its file has it. */
interface RealNet {
  readonly hidden: number;
  /** One row for each input. */
  readonly inputWeights: Float32Array;
  readonly hiddenBias: Float32Array;
  /** One row for each output. */
  readonly outputWeights: Float32Array;
  readonly outputBias: Float32Array;
}

type RealNets = Readonly<Record<keyof Nets, RealNet>>;

const MAGIC = 0x324e4742; // BGN2
const HEADER_WORDS = 5;
const MOST_HIDDEN = 512;

/** Reads a weights file as training/quantise writes it. Throws on any other file. */
export function readRealNets(file: ArrayBuffer): RealNets {
  const [magic, inputCount, contact, race, pruning] = new Uint32Array(file, 0, HEADER_WORDS);
  if (magic !== MAGIC || inputCount !== INPUT_COUNT) throw new Error('this is not a weights file of this net');
  if (Math.max(contact!, race!, pruning!) > MOST_HIDDEN) throw new Error('this net has too many hidden units');
  const reader = new Reader(file, HEADER_WORDS * 4);
  return {
    contact: readReal(reader, contact!, INPUT_COUNT, OUTPUT_COUNT),
    race: readReal(reader, race!, INPUT_COUNT, OUTPUT_COUNT),
    pruning: readReal(reader, pruning!, RAW, 1),
  };
}

/** Reads consecutive arrays, each aligned to four bytes. */
class Reader {
  readonly #file: ArrayBuffer;
  #at: number;

  constructor(file: ArrayBuffer, at: number) {
    this.#file = file;
    this.#at = at;
  }

  floats(count: number): Float32Array {
    const floats = new Float32Array(this.#file, this.#at, count);
    this.#at += 4 * count;
    return floats;
  }

  bytes(count: number): Int8Array {
    const bytes = new Int8Array(this.#file, this.#at, count);
    this.#at += (count + 3) & ~3;
    return bytes;
  }
}

function readReal(reader: Reader, hidden: number, inputs: number, outputs: number): RealNet {
  const scales = reader.floats(inputs);
  const hiddenBias = reader.floats(hidden);
  const outputWeights = reader.floats(outputs * hidden);
  const outputBias = reader.floats(outputs);
  const quantised = reader.bytes(inputs * hidden);
  const inputWeights = Float32Array.from(quantised, (weight, n) => weight * scales[Math.floor(n / hidden)]!);
  return { hidden, inputWeights, hiddenBias, outputWeights, outputBias };
}

// ---- real numbers to integers ----

/** The weight of an input for a unit in real numbers; 0 for inputs that the net does not have. */
type WeightOf = (input: number) => number;

/** Returns the real weights of a unit for its checkers' inputs, each for the whole number 1, with the linear inputs added. */
function checkerWeights(weightOf: WeightOf): Float64Array {
  const weights = new Float64Array(RAW);
  for (let player = 0; player < 2; player++) {
    const first = (player * RAW) / 2;
    const perChecker = (place: number) => {
      const outside = Math.max(place - 6, 0) / 60;
      const spare = place <= 18 ? weightOf(213 + 14 * player) * outside : 0;
      return (weightOf(204 + 14 * player) * place) / 100 + weightOf(247 + 4 * player) * outside + spare;
    };
    for (let point = 1; point <= 24; point++) {
      const at = first + 4 * (point - 1);
      const linear = perChecker(point);
      for (let count = 1; count <= 3; count++) weights[at + count - 1] = weightOf(at + count - 1) + count * linear;
      weights[at + 3] = weightOf(at + 3) / 2 + linear;
    }
    const bar = first + 96;
    weights[bar] = weightOf(bar) + perChecker(25);
    weights[bar + 1] = weightOf(bar + 1) + perChecker(25);
    weights[bar + 2] = weightOf(bar + 2) / 2 + perChecker(25);
    for (let fives = 0; fives < 3; fives++) weights[bar + 3 + fives] = weightOf(bar + 3 + fives) / 5;
  }
  return weights;
}

/** Returns the weights of one unit. `isRace`: a race has no checkers in reserve. */
function weightsOf({ hidden, inputWeights }: RealNet, unit: number, isRace: boolean): WeightOf {
  const absent = (input: number) =>
    input * hidden >= inputWeights.length || (isRace && (input === 213 || input === 227));
  return (input) => (absent(input) ? 0 : inputWeights[input * hidden + unit]!);
}

export function makeNets({ contact, race, pruning }: RealNets): Nets {
  return { contact: makeNet(contact, false), race: makeNet(race, true), pruning: makeNet(pruning, false) };
}

/** Lays the arrays out one after another. */
function layOut(hidden: number): Net {
  const longs = hidden + LANES;
  const shorts = hidden * (RAW + DENSE_ROOM + OUTPUT_COUNT) + DENSE_ROOM;
  const image = new Uint8Array(4 * longs + 2 * shorts);
  let at = 4 * longs;
  const take = (count: number) => {
    const taken = new Int16Array(image.buffer, at, count);
    at += 2 * count;
    return taken;
  };
  return {
    hidden,
    image,
    bias: new Int32Array(image.buffer, 0, hidden),
    outBias: new Int32Array(image.buffer, 4 * hidden, OUTPUT_COUNT),
    raw: take(RAW * hidden),
    dense: take(DENSE_ROOM * hidden),
    out: take(OUTPUT_COUNT * hidden),
    denseShift: take(DENSE_ROOM),
  };
}

function makeNet(real: RealNet, isRace: boolean): Net {
  const { hidden, hiddenBias, outputWeights, outputBias } = real;
  const net = layOut(hidden);
  for (let unit = 0; unit < hidden; unit++) {
    net.bias[unit] = Math.round(hiddenBias[unit]! * 2 ** SUM_BITS);
    const weights = checkerWeights(weightsOf(real, unit, isRace));
    for (let input = 0; input < RAW; input++)
      net.raw[input * hidden + unit] = whole(weights[input]! * 2 ** (SUM_BITS - RAW_SHIFT));
  }
  for (const [n, dense] of DENSE_INPUTS.entries()) {
    const weights = Float64Array.from(
      { length: hidden },
      (_, unit) => weightsOf(real, unit, isRace)(dense.input) * dense.unit,
    );
    const shift = shiftFor(weights, dense.most);
    net.denseShift[n] = shift;
    for (let unit = 0; unit < hidden; unit++)
      net.dense[n * hidden + unit] = whole(weights[unit]! * 2 ** (SUM_BITS - shift));
  }
  for (let output = 0; output < outputBias.length; output++) {
    // The table is less a half.
    let bias = outputBias[output]!;
    let most = 0;
    for (let unit = 0; unit < hidden; unit++) {
      const weight = outputWeights[output * hidden + unit]!;
      bias += weight / 2;
      most += Math.abs(weight) / 2;
      net.out[((unit >> 3) * OUTPUT_COUNT + output) * LANES + (unit & 7)] = whole(weight * OUT_WEIGHT);
    }
    if (Math.abs(bias) + most > LARGEST_OUT) throw new Error('the weights of an output of this net are too large');
    net.outBias[output] = Math.round(bias * OUT_SUM);
  }
  return net;
}

/** Rounds to an integer of 16 bits. Throws if there is none. */
function whole(value: number): number {
  const rounded = Math.round(value);
  if (Math.abs(rounded) > 32767) throw new Error('a weight of this net is too large');
  return rounded;
}

/** The inputs together may add 2^30 to a sum, the checkers' a tenth of that. */
const LARGEST_ADDED = 2 ** 24;

/** Returns the least shift of an input's values at which its weights have 16 bits. */
function shiftFor(weights: Float64Array, most: number): number {
  const largest = weights.reduce((so, weight) => Math.max(so, Math.abs(weight)), 0);
  let shift = 0;
  while (largest * 2 ** (SUM_BITS - shift) > 32767) shift++;
  if (2 * most * 2 ** shift > 32767 || most * largest * 2 ** SUM_BITS > LARGEST_ADDED)
    throw new Error('an input of this net is too large');
  return shift;
}

// ---- evaluation ----

/** The values of the up to four inputs of a place, by the number of its checkers times four. */
const ON_POINT = new Int8Array(64);
const ON_BAR = new Int8Array(64);
const BORNE_OFF = new Int8Array(64);
for (let count = 0; count < 16; count++) {
  if (count > 0) ON_POINT[4 * count + Math.min(count, 3) - 1] = 1;
  ON_POINT[4 * count + 3] = Math.max(count - 3, 0);
  ON_BAR.set([count > 0 ? 1 : 0, count > 1 ? 1 : 0, Math.max(count - 2, 0)], 4 * count);
  for (let fives = 0; fives < 3; fives++) BORNE_OFF[4 * count + fives] = Math.min(Math.max(count - 5 * fives, 0), 5);
}

const PLACES = 26;

/** No two positions differ in more inputs: two sides with up to four inputs a place, and the others. */
const MOST_CHANGES = 2 * PLACES * 4 + DENSE_ROOM;
/** Number of rows that are added in one pass over the hidden units. */
const AT_ONCE = 4;

/** Evaluates positions with one net. It keeps the sums of the last position, and changes them by the inputs that differ. */
export class Runner {
  readonly #net: Net;
  /** The weights of the checkers' inputs, and behind them those of the others. */
  readonly #weights: Int16Array;
  readonly #sums: Int32Array;
  readonly #seen = { own: new Int32Array(PLACES), other: new Int32Array(PLACES), dense: new Int16Array(DENSE_ROOM) };
  /** The rows of weights to add, by their start, and how often. */
  readonly #rows = new Int32Array(MOST_CHANGES);
  readonly #times = new Int32Array(MOST_CHANGES);
  #changes = 0;

  constructor(net: Net) {
    this.#net = net;
    this.#weights = new Int16Array(net.image.buffer, net.raw.byteOffset, (RAW + DENSE_ROOM) * net.hidden);
    this.#sums = Int32Array.from(net.bias);
  }

  /** Writes the sums of the outputs. */
  run({ own, other }: Board, dense: Int16Array, sums: Int32Array): void {
    this.#changes = 0;
    this.#follow(own, this.#seen.own, 0);
    this.#follow(other, this.#seen.other, RAW / 2);
    this.#followDense(dense);
    this.#addRows();
    this.#total(sums);
  }

  /** Returns the sum of the first output of a net that sees only the checkers. */
  runFirst({ own, other }: Board): number {
    this.#changes = 0;
    this.#follow(own, this.#seen.own, 0);
    this.#follow(other, this.#seen.other, RAW / 2);
    this.#addRows();
    const { hidden, out, outBias } = this.#net;
    let total = outBias[0]!;
    for (let unit = 0; unit < hidden; unit++)
      total = (total + Math.imul(activation(this.#sums[unit]!), out[firstWeightOf(unit)]!)) | 0;
    return total;
  }

  /** Takes over the checkers of one side. `first` is the number of its first input. */
  #follow({ counts }: Side, seen: Int32Array, first: number): void {
    for (let place = 0; place < PLACES; place++) {
      const count = counts[place]!;
      const before = seen[place]!;
      if (count === before) continue;
      seen[place] = count;
      const values = place === 0 ? BORNE_OFF : place === 25 ? ON_BAR : ON_POINT;
      const input = first + (place === 0 ? 99 : 4 * (place - 1));
      for (let n = 0; n < 4; n++) {
        const by = values[4 * count + n]! - values[4 * before + n]!;
        if (by !== 0) this.#note(input + n, by << RAW_SHIFT);
      }
    }
  }

  #followDense(values: Int16Array): void {
    const { denseShift } = this.#net;
    const seen = this.#seen.dense;
    for (let n = 0; n < DENSE_INPUTS.length; n++) {
      const by = values[n]! - seen[n]!;
      if (by === 0) continue;
      seen[n] = values[n]!;
      this.#note(RAW + n, by << denseShift[n]!);
    }
  }

  #note(input: number, times: number): void {
    this.#rows[this.#changes] = input * this.#net.hidden;
    this.#times[this.#changes++] = times;
  }

  /** Adds the noted rows, four at a time; the last four may contain rows that are added no times. */
  #addRows(): void {
    const { hidden } = this.#net;
    const [sums, weights, rows, times] = [this.#sums, this.#weights, this.#rows, this.#times];
    for (let n = this.#changes; n % AT_ONCE !== 0; n++) rows[n] = times[n] = 0;
    for (let n = 0; n < this.#changes; n += AT_ONCE) {
      const a = rows[n]!;
      const b = rows[n + 1]!;
      const c = rows[n + 2]!;
      const d = rows[n + 3]!;
      const byA = times[n]!;
      const byB = times[n + 1]!;
      const byC = times[n + 2]!;
      const byD = times[n + 3]!;
      for (let unit = 0; unit < hidden; unit++) {
        const first = Math.imul(byA, weights[a + unit]!) + Math.imul(byB, weights[b + unit]!);
        const second = Math.imul(byC, weights[c + unit]!) + Math.imul(byD, weights[d + unit]!);
        sums[unit] = (sums[unit]! + first + second) | 0;
      }
    }
  }

  #total(outputs: Int32Array): void {
    const { hidden, out, outBias } = this.#net;
    const sums = this.#sums;
    let win = outBias[0]!;
    let winGammon = outBias[1]!;
    let winBackgammon = outBias[2]!;
    let loseGammon = outBias[3]!;
    let loseBackgammon = outBias[4]!;
    for (let unit = 0; unit < hidden; unit++) {
      const active = activation(sums[unit]!);
      const at = firstWeightOf(unit);
      win = (win + Math.imul(active, out[at]!)) | 0;
      winGammon = (winGammon + Math.imul(active, out[at + LANES]!)) | 0;
      winBackgammon = (winBackgammon + Math.imul(active, out[at + 2 * LANES]!)) | 0;
      loseGammon = (loseGammon + Math.imul(active, out[at + 3 * LANES]!)) | 0;
      loseBackgammon = (loseBackgammon + Math.imul(active, out[at + 4 * LANES]!)) | 0;
    }
    outputs[0] = win;
    outputs[1] = winGammon;
    outputs[2] = winBackgammon;
    outputs[3] = loseGammon;
    outputs[4] = loseBackgammon;
  }
}

function activation(sum: number): number {
  return activated[HALF_TABLE + Math.min(Math.max(sum >> SUM_SHIFT, -HALF_TABLE), HALF_TABLE - 1)]!;
}

/** Returns the place of a unit's weight for the first output in `out`; those for the others follow at distances of `LANES`. */
function firstWeightOf(unit: number): number {
  return (unit >> 3) * LANES * OUTPUT_COUNT + (unit & 7);
}

/** Converts an output's sum to a real number. */
export function realSum(sum: number): number {
  return sum / OUT_SUM;
}
