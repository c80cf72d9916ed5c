import { parseXgid } from 'bg-rules';
import type { EngineResult, EvaluatedPlay, MovesRequest, Plies } from './types.ts';

/** Who can be asked; so that this file needs no process. */
interface Judge {
  moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>>;
}

interface Expected {
  readonly xgid: string;
  readonly plies: Plies;
  /** Equity of the best play. */
  readonly equity: number;
}

// Each shows up one silent fault: a missing match equity table, missing bear-off databases, other weights or another search.
const EXPECTED: readonly Expected[] = [
  { xgid: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:3:0:5:10', plies: 0, equity: 0.344752 },
  { xgid: 'XGID=-BBCA--------------aacb---:0:0:1:31:0:0:0:0:10', plies: 0, equity: 0.85677 },
  { xgid: 'XGID=bABBaBBA-A--aB---b-cbbbAA-:0:0:1:63:0:2:1:3:10', plies: 2, equity: 0.543669 },
];

/** Above what another processor's arithmetic makes (seen: 0.00002 here), below what the least missing file does (0.0017). */
const TOLERANCE = 0.0005;

/** Lets the engine judge positions of known worth; results of one that judges otherwise would spoil everybody's. */
export async function checkFingerprint(judge: Judge): Promise<EngineResult<void>> {
  for (const expected of EXPECTED) {
    const plays = await judge.moves(requestOf(expected));
    if (!plays.ok) return plays;
    const equity = plays.value[0]?.equity ?? Number.NaN;
    if (!(Math.abs(equity - expected.equity) <= TOLERANCE)) return differs(expected, equity);
  }
  return { ok: true, value: undefined };
}

function requestOf({ xgid, plies }: Expected): MovesRequest {
  const diagram = parseXgid(xgid);
  if (!diagram.ok || diagram.value.dice === null) throw new Error(`no decision: ${xgid}`);
  return { ...diagram.value, dice: diagram.value.dice, plies };
}

function differs({ xgid, plies, equity }: Expected, found: number): EngineResult<never> {
  const message = `GNU Backgammon gives ${found} where 1.07 with all its files gives ${equity} (${xgid}, ${plies} plies).`;
  return { ok: false, code: 'engine-differs', message };
}
