import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../testkit/src/random.ts';
import { makeBoard } from '../src/board.ts';
import { newOutputs } from '../src/chances.ts';
import { WEIGHTS } from '../src/generated/net-weights.ts';
import { accelerate } from '../src/index.ts';
import { INPUT_COUNT, inputs, listInputs } from '../src/inputs.ts';
import { compileNet } from '../src/kernel.ts';
import { type Layers, type RunNet, readNet, runNet } from '../src/net.ts';
import { setUp, vectors } from './vectors.ts';

const net = readNet(Uint8Array.from(Buffer.from(WEIGHTS, 'base64')).buffer);

function compiled(): RunNet {
  const run = compileNet(net);
  if (run === null) throw new Error('this machine has no WebAssembly with SIMD');
  return run;
}

function answer(run: RunNet, layers: Layers): number[] {
  const outputs = newOutputs();
  run(layers, outputs);
  return [...outputs];
}

describe('the net in WebAssembly', () => {
  const run = compiled();

  it('is bit-identical to the plain one on 10,000 positions', () => {
    const board = makeBoard();
    for (const vector of vectors) {
      setUp(board, vector);
      const layers = listInputs(board) ? net.race : net.contact;
      expect(answer(run, layers)).toEqual(answer(runNet, layers));
    }
  });

  it('is bit-identical for lists of every length, and far outside the range of real positions', () => {
    const seed = 20_261_122;
    const random = seededRandom(seed);
    for (let count = 0; count <= inputs.number.length; count++) {
      inputs.count = count;
      for (let n = 0; n < count; n++) {
        inputs.number[n] = Math.floor(random() * INPUT_COUNT);
        inputs.value[n] = (random() - 0.5) * 10 ** Math.floor(random() * 5);
      }
      for (const layers of [net.contact, net.race])
        expect(answer(run, layers), `${count} inputs, seed ${seed}`).toEqual(answer(runNet, layers));
    }
  });

  it('is not used without WebAssembly, for example on a page that forbids it', () => {
    const refused = class {
      constructor() {
        throw new EvalError('refused by the policy');
      }
    };
    vi.stubGlobal('WebAssembly', { ...WebAssembly, Module: refused });
    expect(accelerate()).toBe(false);
    vi.unstubAllGlobals();
    expect(accelerate()).toBe(true);
  });

  it('is the output of scripts/kernel.mjs', () => {
    const script = fileURLToPath(new URL('../scripts/make-kernel.mjs', import.meta.url));
    execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' });
  });
});
