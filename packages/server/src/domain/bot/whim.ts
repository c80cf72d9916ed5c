import { makeUniform } from '../uniform.ts';

/** Numbers with mean 0 and standard deviation 1, nearly normal, the same for the same seed on every machine. */
export type Whim = () => number;

const UNIFORMS = 12;

/** The sum of twelve uniform numbers has variance 1, and needs no logarithm, in whose last digit machines may differ. */
export function makeWhim(seed: string): Whim {
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
