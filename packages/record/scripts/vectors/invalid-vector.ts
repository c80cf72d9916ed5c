import { type Forgery, forge, type Loose } from './forge.ts';
import type { Made } from './table.ts';
import { forgingGround, validVectors } from './valid.ts';

/** A record with exactly one fault, and the code with which every verifier must refuse it. */
export interface InvalidVector {
  readonly name: string;
  readonly code: string;
  /** Number of the faulty event. Null if the fault is in the header, the result or the closing. */
  readonly event: () => Promise<number | null>;
  readonly note: string;
  readonly make: () => Promise<Loose>;
  /** The server key to expect, for vectors that test it. */
  readonly serverKey?: string;
}

const known = new Map<string, Promise<Made>>();

/** Returns a valid vector by name. It is made once. */
export function validNamed(name: string): Promise<Made> {
  const vector = [...validVectors, ...forgingGround].find((one) => one.name === name);
  if (!vector) throw new Error(`there is no valid vector ${name}`);
  const made = known.get(name) ?? vector.make();
  known.set(name, made);
  return made;
}

type Where = number | null | ((made: Made) => number | null);

/** Describes a forgery of a valid vector. */
export function invalid(
  name: string,
  code: string,
  where: Where,
  note: string,
  base: string,
  forgery: (made: Made) => Forgery,
): InvalidVector {
  return {
    name,
    code,
    note,
    event: async () => (typeof where === 'function' ? where(await validNamed(base)) : where),
    make: async () => {
      const made = await validNamed(base);
      return forge(made, forgery(made));
    },
  };
}
