import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A decision about the cube as GNU Backgammon 1.07 evaluates it, two rolls deep. */
export interface CubeEquities {
  readonly n: number;
  readonly kind: 'cube';
  readonly xgid: string;
  readonly noDouble: number;
  readonly doubleTake: number;
  readonly doublePass: number;
  /** The equity of the best choice against the best answer. */
  readonly optimal: number;
  readonly action: string;
}

const FILE = new URL('../../../vectors/gnubg/equities.jsonl.gz', import.meta.url);

/** The decisions about the cube in vectors/gnubg. */
export function cubeEquities(): readonly CubeEquities[] {
  const rows: readonly { readonly kind: string }[] = gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return rows.filter((row): row is CubeEquities => row.kind === 'cube');
}
