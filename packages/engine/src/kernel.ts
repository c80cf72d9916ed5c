import { KERNEL } from './generated/net-kernel.ts';
import { INPUT_COUNT, inputs } from './inputs.ts';
import { type Layers, type Net, OUTPUT_COUNT, type RunNet } from './net.ts';
import { sigmoid } from './sigmoid.ts';

// The net in WebAssembly, with bit-identical results. The source of the module is scripts/kernel.mjs.

/** The exports of the module. Addresses are in bytes. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  run(hidden: number, inputs: number, count: number, values: number, bias: number, outputs: number, sums: number): void;
}

/** A net's layers in the module's memory, by address. */
interface Placed {
  readonly weights: number;
  readonly bias: number;
  readonly outputs: number;
}

/** The module reads the output weights of a unit in pairs. */
const OUTPUTS_PLACED = OUTPUT_COUNT + 1;

/**
 * Compiles the net to WebAssembly. Returns null if WebAssembly or SIMD is missing, or if a page's policy
 * forbids it.
 */
export function compileNet(net: Net): RunNet | null {
  const kernel = compile();
  return kernel && place(kernel, net);
}

function compile(): Kernel | null {
  try {
    const bytes = Uint8Array.from(atob(KERNEL), (letter) => letter.charCodeAt(0));
    const { memory, run } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof run !== 'function') return null;
    return { memory, run: run as Kernel['run'] };
  } catch {
    return null;
  }
}

function place(kernel: Kernel, net: Net): RunNet {
  const room = new Allocator(kernel.memory.buffer);
  const placed = new Map([net.contact, net.race].map((layers) => [layers, placeLayers(room, layers)]));
  const [values, valuesAt] = room.doubles(inputs.value.length);
  const [sums, sumsAt] = room.doubles(OUTPUTS_PLACED);
  const [rows, rowsAt] = room.words(inputs.number.length);
  return (layers, outputs) => {
    const { weights, bias, outputs: outputsAt } = placed.get(layers)!;
    const { hidden, outputBias } = layers;
    const { count, number, value } = inputs;
    for (let n = 0; n < count; n++) {
      rows[n] = weights + number[n]! * hidden * Float32Array.BYTES_PER_ELEMENT;
      values[n] = value[n]!;
    }
    for (let output = 0; output < OUTPUT_COUNT; output++) sums[output] = outputBias[output]!;
    kernel.run(hidden, rowsAt, count, valuesAt, bias, outputsAt, sumsAt);
    for (let output = 0; output < OUTPUT_COUNT; output++) outputs[output] = sigmoid(sums[output]!);
  };
}

function placeLayers(room: Allocator, { hidden, inputWeights, hiddenBias, outputWeights }: Layers): Placed {
  const [outputs, outputsAt] = room.doubles(hidden * OUTPUTS_PLACED);
  for (let unit = 0; unit < hidden; unit++) {
    for (let output = 0; output < OUTPUT_COUNT; output++)
      outputs[unit * OUTPUTS_PLACED + output] = outputWeights[output * hidden + unit]!;
  }
  const [weights, weightsAt] = room.singles(INPUT_COUNT * hidden);
  weights.set(inputWeights);
  const [bias, biasAt] = room.singles(hidden);
  bias.set(hiddenBias);
  return { weights: weightsAt, bias: biasAt, outputs: outputsAt };
}

/** Allocates arrays from the start of the memory. Throws if the memory is full. */
class Allocator {
  readonly #memory: ArrayBuffer;
  #at = 0;

  constructor(memory: ArrayBuffer) {
    this.#memory = memory;
  }

  doubles(count: number): readonly [Float64Array, number] {
    const at = this.#take(count * Float64Array.BYTES_PER_ELEMENT);
    return [new Float64Array(this.#memory, at, count), at];
  }

  singles(count: number): readonly [Float32Array, number] {
    const at = this.#take(count * Float32Array.BYTES_PER_ELEMENT);
    return [new Float32Array(this.#memory, at, count), at];
  }

  words(count: number): readonly [Int32Array, number] {
    const at = this.#take(count * Int32Array.BYTES_PER_ELEMENT);
    return [new Int32Array(this.#memory, at, count), at];
  }

  /** Returns an address aligned to the size of a SIMD vector. */
  #take(bytes: number): number {
    const at = this.#at;
    this.#at += (bytes + 15) & ~15;
    return at;
  }
}
