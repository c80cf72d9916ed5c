import { INPUT_COUNT, inputs } from './inputs.ts';
import { sigmoid } from './sigmoid.ts';

/** Number of outputs: win, win a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon. */
export const OUTPUT_COUNT = 5;

/** One net: inputs, hidden units, outputs, with a sigmoid after each layer. */
export interface Layers {
  readonly hidden: number;
  /** One row per input: its weights to the hidden units. */
  readonly inputWeights: Float32Array;
  readonly hiddenBias: Float32Array;
  /** One row per output. */
  readonly outputWeights: Float32Array;
  readonly outputBias: Float32Array;
}

export interface Net {
  /** The net for positions in which a hit is still possible. */
  readonly contact: Layers;
  readonly race: Layers;
}

const MAGIC = 0x314e4742; // BGN1
const HEADER_WORDS = 5;
const INT8 = 8;
const MOST_HIDDEN = 512;

/** Reads a weights file as training/quantise writes it. Throws on any other file. */
export function readNet(file: ArrayBuffer): Net {
  const [magic, bits, inputCount, contactHidden, raceHidden] = new Uint32Array(file, 0, HEADER_WORDS);
  if (magic !== MAGIC || bits !== INT8 || inputCount !== INPUT_COUNT)
    throw new Error('this is not a weights file of this net');
  if (contactHidden! > MOST_HIDDEN || raceHidden! > MOST_HIDDEN) throw new Error('this net has too many hidden units');
  const reader = new Reader(file, HEADER_WORDS * 4);
  return { contact: readLayers(reader, contactHidden!), race: readLayers(reader, raceHidden!) };
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

function readLayers(reader: Reader, hidden: number): Layers {
  const scales = reader.floats(INPUT_COUNT);
  const hiddenBias = reader.floats(hidden);
  const outputWeights = reader.floats(OUTPUT_COUNT * hidden);
  const outputBias = reader.floats(OUTPUT_COUNT);
  const quantised = reader.bytes(INPUT_COUNT * hidden);
  const inputWeights = Float32Array.from(quantised, (weight, n) => weight * scales[Math.floor(n / hidden)]!);
  return { hidden, inputWeights, hiddenBias, outputWeights, outputBias };
}

const sums = new Float32Array(MOST_HIDDEN);

/** Computes the net's outputs for the listed inputs. */
export type RunNet = (layers: Layers, outputs: Float64Array) => void;

/** `RunNet` in plain TypeScript. */
export function runNet(layers: Layers, outputs: Float64Array): void {
  addInputs(layers);
  const { hidden, outputWeights, outputBias } = layers;
  let win = outputBias[0]!;
  let winG = outputBias[1]!;
  let winB = outputBias[2]!;
  let loseG = outputBias[3]!;
  let loseB = outputBias[4]!;
  for (let unit = 0; unit < hidden; unit++) {
    const active = sigmoid(sums[unit]!);
    win += active * outputWeights[unit]!;
    winG += active * outputWeights[hidden + unit]!;
    winB += active * outputWeights[2 * hidden + unit]!;
    loseG += active * outputWeights[3 * hidden + unit]!;
    loseB += active * outputWeights[4 * hidden + unit]!;
  }
  outputs[0] = sigmoid(win);
  outputs[1] = sigmoid(winG);
  outputs[2] = sigmoid(winB);
  outputs[3] = sigmoid(loseG);
  outputs[4] = sigmoid(loseB);
}

/** Adds the inputs to the hidden units, four inputs at a time. The engine spends most of its time here. */
function addInputs({ hidden, inputWeights, hiddenBias }: Layers): void {
  const { count, number, value } = inputs;
  sums.set(hiddenBias);
  let n = 0;
  for (; n + 3 < count; n += 4) {
    const a = number[n]! * hidden;
    const b = number[n + 1]! * hidden;
    const c = number[n + 2]! * hidden;
    const d = number[n + 3]! * hidden;
    const va = value[n]!;
    const vb = value[n + 1]!;
    const vc = value[n + 2]!;
    const vd = value[n + 3]!;
    for (let u = 0; u < hidden; u++) {
      sums[u] =
        sums[u]! +
        va * inputWeights[a + u]! +
        vb * inputWeights[b + u]! +
        vc * inputWeights[c + u]! +
        vd * inputWeights[d + u]!;
    }
  }
  for (; n < count; n++) {
    const row = number[n]! * hidden;
    for (let u = 0; u < hidden; u++) sums[u] = sums[u]! + value[n]! * inputWeights[row + u]!;
  }
}
