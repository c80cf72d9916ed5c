import { POSITION_WORDS } from 'bg-rules';
import { bearOff } from './bearoff.ts';
import { SEARCH_MODULE } from './generated/search-module.ts';
import { activated, type Nets, OUTPUT_COUNT } from './net.ts';
import { NODE_SIZES, type Searcher } from './search.ts';

// The search in WebAssembly, with bit-identical results. The source of the module is in the folder kernel.

/** The exports of the module. Addresses are in bytes. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  start(): void;
  addressOf(what: number): number;
  look(ply: number): number;
}

const PLACES = 26;
/** The arguments of `addressOf`. */
const AT = { contact: 0, race: 1, pruning: 2, activated: 3, words: 4, tree: 5 } as const;

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
    tree: new Float64Array(memory.buffer, addressOf(AT.tree), NODE_SIZES[2]),
    look(words, offset, ply) {
      for (let word = 0; word < POSITION_WORDS; word++) input[word] = words[offset + word]!;
      return kernel.look(ply);
    },
  };
}

function compile(): Kernel | null {
  let kernel: Kernel | null = null;
  const bearOffHere = (own: number, other: number, chances: number) => {
    if (kernel) bearOffAt(kernel.memory.buffer, own, other, chances);
  };
  try {
    const bytes = Uint8Array.from(atob(SEARCH_MODULE), (letter) => letter.charCodeAt(0));
    const module = new WebAssembly.Module(bytes);
    kernel = new WebAssembly.Instance(module, { env: { bearOff: bearOffHere } }).exports as unknown as Kernel;
    return kernel;
  } catch {
    return null;
  }
}

/** Computes the exact chances of a bear-off from two sides' counts in the memory of the module, and writes them there. */
function bearOffAt(memory: ArrayBuffer, own: number, other: number, chances: number): void {
  const counts = (at: number) => new Uint8Array(memory, at, PLACES);
  bearOff(counts(own), counts(other), new Float64Array(memory, chances, OUTPUT_COUNT));
}
