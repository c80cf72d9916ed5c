import type { Rules } from 'bg-rules';

/**
 * Returns the rules of a match of this length (0 is a money game): the requested ones, and for the others the usual
 * ones. `checkHeader` may refuse the result, because not every rule fits every length.
 */
export function rulesFor(length: number, wanted: { readonly [Name in keyof Rules]?: boolean | undefined } = {}): Rules {
  const money = length === 0;
  return {
    cube: wanted.cube ?? true,
    crawford: wanted.crawford ?? !money,
    jacoby: wanted.jacoby ?? money,
    beavers: wanted.beavers ?? money,
  };
}
