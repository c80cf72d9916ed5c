import { parseXgid } from 'bg-rules';
import type { EngineResult, EvaluatedPlay, MovesRequest, Plies } from './types.ts';

/** Who can be asked; so that this file needs no process. */
interface Judge {
  readonly id: string;
  moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>>;
}

interface Expected {
  readonly xgid: string;
  readonly plies: Plies;
  /** Equity of the best play. */
  readonly equity: number;
}

interface Fingerprint {
  /** The engine as it is to be, for whoever has another one. */
  readonly name: string;
  readonly expected: readonly Expected[];
  /** How far off an equity may be. */
  readonly tolerance: number;
}

// Each shows up one silent fault: a missing match equity table, missing bear-off databases, other weights or another search.
const GNUBG_EXPECTED: readonly Expected[] = [
  { xgid: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:3:0:5:10', plies: 0, equity: 0.344752 },
  { xgid: 'XGID=-BBCA--------------aacb---:0:0:1:31:0:0:0:0:10', plies: 0, equity: 0.85677 },
  { xgid: 'XGID=bABBaBBA-A--aB---b-cbbbAA-:0:0:1:63:0:2:1:3:10', plies: 2, equity: 0.543669 },
];

// Contact at a match's score, a bear-off, and a deeper look with the cube.
const ANCHOR_NET_EXPECTED: readonly Expected[] = [
  { xgid: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:3:0:5:10', plies: 0, equity: 0.6313500876255658 },
  { xgid: 'XGID=-BBCA--------------aacb---:0:0:1:31:0:0:0:0:10', plies: 0, equity: 0.8567737103528517 },
  { xgid: 'XGID=bABBaBBA-A--aB---b-cbbbAA-:0:0:1:63:0:2:1:3:10', plies: 1, equity: 0.5267453772773927 },
];

/** By engine id. */
const FINGERPRINTS: ReadonlyMap<string, Fingerprint> = new Map<string, Fingerprint>([
  // above what another processor's arithmetic makes (seen: 0.00002 here), below what the least missing file does (0.0017)
  ['gnubg-1.07', { name: 'GNU Backgammon 1.07 with all its files', expected: GNUBG_EXPECTED, tolerance: 0.0005 }],
  // it promises the same numbers everywhere
  ['anchor-net-1', { name: 'anchor-net-1', expected: ANCHOR_NET_EXPECTED, tolerance: 1e-9 }],
]);

/** Whether a name stands for known judgement, which others can be held to. */
export function hasFingerprint(id: string): boolean {
  return FINGERPRINTS.has(id);
}

/** Lets an engine whose judgement is known judge positions of known worth; results of one that judges otherwise would spoil everybody's. */
export async function checkFingerprint(judge: Judge): Promise<EngineResult<void>> {
  const { name, expected: all, tolerance } = FINGERPRINTS.get(judge.id) ?? { name: '', expected: [], tolerance: 0 };
  for (const expected of all) {
    const plays = await judge.moves(requestOf(expected));
    if (!plays.ok) return plays;
    const equity = plays.value[0]?.equity ?? Number.NaN;
    if (!(Math.abs(equity - expected.equity) <= tolerance)) return differs(name, expected, equity);
  }
  return { ok: true, value: undefined };
}

function requestOf({ xgid, plies }: Expected): MovesRequest {
  const diagram = parseXgid(xgid);
  if (!diagram.ok || diagram.value.dice === null) throw new Error(`no decision: ${xgid}`);
  return { ...diagram.value, dice: diagram.value.dice, plies };
}

function differs(name: string, { xgid, plies, equity }: Expected, found: number): EngineResult<never> {
  const message = `It gives ${found} where ${name} gives ${equity} (${xgid}, ${plies} plies).`;
  return { ok: false, code: 'engine-differs', message };
}
