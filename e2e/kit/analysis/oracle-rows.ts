import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fromOwnView, type MatchState, startMatch } from 'bg-rules';

/** A GNU Backgammon judgement in vectors/gnubg/equities.jsonl.gz, from the side of the player on roll. */
interface Row {
  readonly n: number;
  readonly points: readonly number[];
  readonly matchTo: number;
  readonly score: readonly [number, number];
  readonly crawford?: boolean;
  readonly jacoby?: boolean;
  readonly beavers?: boolean;
  readonly cube: number;
  readonly owner: 'me' | 'opp' | null;
}

export interface PlayRow extends Row {
  readonly kind: 'checker';
  readonly dice: readonly [number, number];
  /** Best first, in the engine's own order. */
  readonly moves: readonly {
    readonly equity: number;
    readonly probs: [number, number, number, number, number];
    /** The position after the play. */
    readonly points: readonly number[];
  }[];
}

export interface CubeRow extends Row {
  readonly kind: 'cube';
  readonly noDouble: number;
  readonly doubleTake: number;
  readonly doublePass: number;
  readonly action: string;
}

const file = new URL('../../../vectors/gnubg/equities.jsonl.gz', import.meta.url);

export function oracleRows(): readonly (PlayRow | CubeRow)[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** The match state at this decision, with player 0 on roll. */
export function stateOf(row: PlayRow | CubeRow): MatchState {
  const { points, matchTo: length, score, cube, owner } = row;
  const crawford = row.crawford ?? false;
  const rules = { cube: true, crawford: length > 0, jacoby: row.jacoby ?? false, beavers: row.beavers ?? false };
  return {
    ...startMatch({ length, rules }),
    position: fromOwnView(points, 0),
    score,
    turn: 0,
    toAct: 0,
    dice: row.kind === 'checker' ? row.dice : null,
    cube: { value: cube, owner: owner === null ? null : owner === 'me' ? 0 : 1 },
    crawford,
    postCrawford: length > 1 && !crawford && score.includes(length - 1),
  };
}
