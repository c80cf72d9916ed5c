import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { WEIGHTS } from '../src/generated/net-weights.ts';
import { accelerate } from '../src/index.ts';
import { compileSearch, kernelOf } from '../src/kernel.ts';
import { makeNets, readRealNets } from '../src/net.ts';
import { FIELDS, NODE_SIZES, PlainSearcher, type Searcher } from '../src/search.ts';
import { packed, vectors } from './vectors.ts';

const nets = makeNets(readRealNets(Uint8Array.from(Buffer.from(WEIGHTS, 'base64')).buffer));
const positions = vectors.map(packed);

function compiled(): Searcher {
  const searcher = compileSearch(nets);
  if (searcher === null) throw new Error('this machine has no WebAssembly with SIMD');
  return searcher;
}

describe('the search in WebAssembly', () => {
  const plain = new PlainSearcher(nets);
  const fast = compiled();

  it.each([
    [0, 1],
    [1, 25],
    [2, 500],
  ])('is bit-identical to the plain one at %i plies, on one of %i of 10,000 positions', (ply, share) => {
    for (const words of positions.filter((_, n) => n % share === 0)) {
      for (const { tree } of [plain, fast]) tree.fill(Number.NaN);
      expect(fast.look(words, 0, ply)).toBe(plain.look(words, 0, ply));
      expect(fast.tree.subarray(0, NODE_SIZES[ply])).toEqual(plain.tree.subarray(0, NODE_SIZES[ply]));
    }
  });

  it('does not depend on what was evaluated before', () => {
    const sample = positions.filter((_, n) => n % 40 === 0);
    const askAll = (searcher: Searcher) =>
      sample.map((words) => {
        searcher.look(words, 0, 0);
        return [...searcher.tree.subarray(0, FIELDS)];
      });
    const inOrder = askAll(fast);
    sample.reverse();
    expect(askAll(fast).reverse()).toEqual(inOrder);
    expect(askAll(compiled()).reverse()).toEqual(inOrder);
  });

  it('is not used without WebAssembly, for example on a page that forbids it', () => {
    const refused = class {
      constructor() {
        throw new EvalError('refused by the policy');
      }
    };
    // WebKit refuses only the instance.
    const { Module } = WebAssembly;
    for (const refusing of [{ Module: refused }, { Module, Instance: refused }]) {
      vi.stubGlobal('WebAssembly', refusing);
      expect(accelerate()).toBe(false);
      vi.unstubAllGlobals();
    }
    expect(accelerate()).toBe(true);
  });

  it('is refused without one of its exports', () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const look = () => 7;
    const whole = { memory, start: look, addressOf: look, look, worthOfRolling: look, worthOnRoll: look };
    expect(kernelOf(whole).look(0)).toBe(7);
    expect(kernelOf(whole).worthOnRoll(1, 0, 0, 2)).toBe(7);
    for (const name of Object.keys(whole))
      expect(() => kernelOf({ ...whole, [name]: new WebAssembly.Global({ value: 'i32' }) }), name).toThrow(TypeError);
  });

  it('was compiled from the folder kernel as it is', () => {
    const script = fileURLToPath(new URL('../scripts/make-kernel.mjs', import.meta.url));
    execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' });
  });
});
