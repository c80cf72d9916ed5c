import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Chances } from '../../packages/engine/src/chances.ts';
import type { MatchScore } from '../../packages/engine/src/stakes.ts';
import { type Dice, fromOwnView, type Player, type Position } from '../../packages/rules/src/index.ts';

// Decisions evaluated by GNU Backgammon 1.07, 2-ply cubeful, every candidate at the full depth:
// vectors/gnubg/equities.jsonl.gz.

const FILE = new URL('../../vectors/gnubg/equities.jsonl.gz', import.meta.url);

interface Row {
  readonly kind: 'checker' | 'cube';
  readonly points: readonly number[];
  readonly dice: Dice;
  readonly matchTo: number;
  /** Points of the player on roll and of the opponent. */
  readonly score: readonly [number, number];
  readonly crawford?: boolean;
  readonly jacoby?: boolean;
  readonly beavers?: boolean;
  readonly cube: number;
  readonly owner: 'me' | 'opp' | null;
}

/** A play with its equity. */
export interface ReferencePlay {
  readonly points: readonly number[];
  /** Cubeful equity. */
  readonly equity: number;
  readonly probs: Chances;
}

/** A decision with player 0 on roll. */
export interface CheckerRow {
  readonly position: Position;
  readonly dice: Dice;
  readonly match: MatchScore;
  readonly moves: readonly ReferencePlay[];
}

export interface CubeRow {
  readonly position: Position;
  readonly match: MatchScore;
  readonly noDouble: number;
  readonly doubleTake: number;
}

type CheckerFile = Row & Pick<CheckerRow, 'moves'>;
type CubeFile = Row & Pick<CubeRow, 'noDouble' | 'doubleTake'>;

const OWNERS: Readonly<Record<'me' | 'opp', Player>> = { me: 0, opp: 1 };

const rows: readonly (CheckerFile | CubeFile)[] = gunzipSync(readFileSync(FILE))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

export const checkerRows: readonly CheckerRow[] = rows
  .filter((row): row is CheckerFile => row.kind === 'checker')
  .map((row) => ({ position: fromOwnView(row.points, 0), dice: row.dice, match: matchOf(row), moves: row.moves }));

export const cubeRows: readonly CubeRow[] = rows
  .filter((row): row is CubeFile => row.kind === 'cube')
  .map((row) => ({
    position: fromOwnView(row.points, 0),
    match: matchOf(row),
    noDouble: row.noDouble,
    doubleTake: row.doubleTake,
  }));

function matchOf({ matchTo, score, cube, owner, crawford = false, jacoby = false, beavers = false }: Row): MatchScore {
  const oneAway = matchTo > 0 && score.includes(matchTo - 1);
  return {
    length: matchTo,
    score,
    rules: { cube: true, crawford: matchTo > 0, jacoby, beavers },
    cube: { value: cube, owner: owner && OWNERS[owner] },
    crawford,
    postCrawford: oneAway && !crawford,
  };
}
