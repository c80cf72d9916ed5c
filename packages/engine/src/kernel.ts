import { POSITION_WORDS } from 'bg-rules';
import { bearOff } from './bearoff.ts';
import { SEARCH_MODULE } from './generated/search-module.ts';
import { activated, type Nets, OUTPUT_COUNT } from './net.ts';
import { NODE_SIZES, type SearchedCube, type Searcher } from './search.ts';
import type { Stakes } from './stakes.ts';

// The search in WebAssembly, with bit-identical results. The source of the module is in the folder kernel.

/** The exports of the module. Addresses are in bytes. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  start(): void;
  addressOf(what: number): number;
  look(ply: number): number;
  worthOfRolling(ply: number, player: number, level: number, owner: number): number;
  worthOnRoll(ply: number, player: number, level: number, owner: number): number;
}

const PLACES = 26;
/** The arguments of `addressOf`. */
const AT = { contact: 0, race: 1, pruning: 2, activated: 3, words: 4, tree: 5, stakes: 6 } as const;

/** Starts the search in WebAssembly. Returns null if WebAssembly or SIMD is missing, or if a page's policy forbids it. */
export function compileSearch(nets: Nets): Searcher | null {
  const kernel = compile();
  if (kernel === null) return null;
  kernel.start();
  const { memory, addressOf } = kernel;
  for (const name of ['contact', 'race', 'pruning'] as const)
    new Uint8Array(memory.buffer, addressOf(AT[name])).set(nets[name].image);
  new Int16Array(memory.buffer, addressOf(AT.activated)).set(activated);
  const input = new Int32Array(memory.buffer, addressOf(AT.words), POSITION_WORDS);
  return {
    cube: cubeOf(kernel),
    tree: new Float64Array(memory.buffer, addressOf(AT.tree), NODE_SIZES[2]),
    look(words, offset, ply) {
      for (let word = 0; word < POSITION_WORDS; word++) input[word] = words[offset + word]!;
      return kernel.look(ply);
    },
  };
}

/** Values of the cube in the module: 1, 2, 4 and so on. */
const LEVELS = 16;
const TIMES = [-3, -2, -1, 1, 2, 3];
const CENTRED = 2;

/** The cube at the root of the last search, with the results of `cube-outlook.ts` to the last bit. */
function cubeOf({ memory, addressOf, worthOfRolling, worthOnRoll }: Kernel): SearchedCube {
  const at = addressOf(AT.stakes);
  const worths = new Float64Array(memory.buffer, at, 2 * LEVELS * TIMES.length);
  const flags = new Int32Array(memory.buffer, at + worths.byteLength, 2 * LEVELS + 3);
  let loaded: Stakes | null = null;
  function load(stakes: Stakes): void {
    if (stakes === loaded) return;
    loaded = stakes;
    for (const player of [0, 1] as const) {
      for (let level = 0; level < LEVELS; level++) {
        const place = LEVELS * player + level;
        for (const [n, times] of TIMES.entries())
          worths[TIMES.length * place + n] = stakes.worth(player, times * 2 ** level);
        flags[place] = Number(stakes.mayTurn(player, 2 ** level));
      }
      flags[2 * LEVELS + player] = Number(stakes.isAtOnce(player));
    }
    flags[2 * LEVELS + 2] = Number(stakes.gammonsCount({ value: 1, owner: null }));
  }
  const asked =
    (ask: Kernel['worthOnRoll']): SearchedCube['worthOnRoll'] =>
    (ply, player, { value, owner }, stakes) => {
      load(stakes);
      // A negative zero, which C and JavaScript choose differently between two zeros, becomes zero.
      return ask(ply, player, Math.log2(value), owner ?? CENTRED) + 0;
    };
  return { worthOfRolling: asked(worthOfRolling), worthOnRoll: asked(worthOnRoll) };
}

function compile(): Kernel | null {
  let memory: WebAssembly.Memory | null = null;
  const bearOffHere = (own: number, other: number, chances: number) => {
    if (memory) bearOffAt(memory.buffer, own, other, chances);
  };
  const instance = instantiate({ env: { bearOff: bearOffHere } });
  if (instance === null) return null;
  const kernel = kernelOf(instance.exports);
  memory = kernel.memory;
  return kernel;
}

function instantiate(imports: WebAssembly.Imports): WebAssembly.Instance | null {
  try {
    const bytes = Uint8Array.from(atob(SEARCH_MODULE), (letter) => letter.charCodeAt(0));
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  } catch {
    return null;
  }
}

/** Reads the exports. Throws if one is missing, which would be a fault of the committed module. */
export function kernelOf(exports: WebAssembly.Exports): Kernel {
  const { memory, start, addressOf, look, worthOfRolling, worthOnRoll } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new TypeError('The search module exports no memory');
  if (typeof start !== 'function' || typeof addressOf !== 'function' || typeof look !== 'function')
    throw new TypeError('The search module lacks a function');
  if (typeof worthOfRolling !== 'function' || typeof worthOnRoll !== 'function')
    throw new TypeError('The search module lacks a function');
  return {
    memory,
    start: () => start(),
    addressOf: (what) => Number(addressOf(what)),
    look: (ply) => Number(look(ply)),
    worthOfRolling: (...given) => Number(worthOfRolling(...given)),
    worthOnRoll: (...given) => Number(worthOnRoll(...given)),
  };
}

/** Computes the exact chances of a bear-off from two sides' counts in the memory of the module, and writes them there. */
function bearOffAt(memory: ArrayBuffer, own: number, other: number, chances: number): void {
  const counts = (at: number) => new Uint8Array(memory, at, PLACES);
  bearOff(counts(own), counts(other), new Float64Array(memory, chances, OUTPUT_COUNT));
}
