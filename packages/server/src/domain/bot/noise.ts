import { makeUniform } from '../../shared/uniform.ts';

/** A generator of nearly normal numbers with mean 0 and standard deviation 1. The same seed gives the same numbers on every machine. */
export type Noise = () => number;

const UNIFORMS = 12;

/** Sums twelve uniform numbers, which has variance 1. A logarithm could differ in its last digit between machines. */
export function makeNoise(seed: string): Noise {
  const uniform = makeUniform(hash(seed));
  return () => {
    let sum = -UNIFORMS / 2;
    for (let n = 0; n < UNIFORMS; n++) sum += uniform();
    return sum;
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (const letter of text) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
  return mixed;
}
