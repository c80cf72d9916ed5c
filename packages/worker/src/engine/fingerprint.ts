import { parseXgid } from 'bg-rules';
import type { EngineResult, EvaluatedPlay, MovesRequest, Plies } from './types.ts';

/** The part of an engine that the check needs. */
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
  /** Description of the expected engine, for error messages. */
  readonly name: string;
  readonly expected: readonly Expected[];
  /** Maximum difference of an equity. */
  readonly tolerance: number;
}

// Each detects one silent fault: a missing match equity table, missing bear-off databases, other weights or
// another search.
const GNUBG_EXPECTED: readonly Expected[] = [
  { xgid: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:3:0:5:10', plies: 0, equity: 0.344752 },
  { xgid: 'XGID=-BBCA--------------aacb---:0:0:1:31:0:0:0:0:10', plies: 0, equity: 0.85677 },
  { xgid: 'XGID=bABBaBBA-A--aB---b-cbbbAA-:0:0:1:63:0:2:1:3:10', plies: 2, equity: 0.543669 },
];

// A contact position at a match score, a race, a bear-off, the last rolls of one with the cube, and a deeper search with the cube.
const ANCHOR_NET_EXPECTED: readonly Expected[] = [
  { xgid: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:3:0:5:10', plies: 0, equity: 0.379162872892316 },
  { xgid: 'XGID=-BBCBBBAA--------aabbcbbb-:0:0:1:31:0:0:0:0:10', plies: 0, equity: 0.1263104041381724 },
  { xgid: 'XGID=-BBCA--------------aacb---:0:0:1:31:0:0:0:0:10', plies: 0, equity: 0.8567737103528517 },
  { xgid: 'XGID=--AA-B-------------a---ba-:0:0:1:21:0:0:0:0:10', plies: 0, equity: -0.12715393148027943 },
  { xgid: 'XGID=bABBaBBA-A--aB---b-cbbbAA-:0:0:1:63:0:2:1:3:10', plies: 1, equity: 0.5573172369713035 },
];

/** Fingerprints by engine id. */
const FINGERPRINTS: ReadonlyMap<string, Fingerprint> = new Map<string, Fingerprint>([
  // Larger than differences between processors (observed: 0.00002), smaller than the effect of any missing
  // file (0.0017).
  ['gnubg-1.07', { name: 'GNU Backgammon 1.07 with all its files', expected: GNUBG_EXPECTED, tolerance: 0.0005 }],
  // This engine guarantees the same numbers on every platform.
  ['anchor-net-3', { name: 'anchor-net-3', expected: ANCHOR_NET_EXPECTED, tolerance: 1e-9 }],
]);

/** Returns true if an engine id has a known fingerprint. */
export function hasFingerprint(id: string): boolean {
  return FINGERPRINTS.has(id);
}

/**
 * Evaluates reference positions with an engine whose id has a fingerprint. Fails if the equities differ,
 * because its results would be inconsistent with those of other workers.
 */
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
  const situation = parseXgid(xgid);
  if (!situation.ok || !situation.value.dice) throw new Error(`not a decision: ${xgid}`);
  const { rules, dice, ...moment } = situation.value;
  return { ...moment, jacoby: rules.jacoby, beavers: rules.beavers, dice, plies };
}

function differs(name: string, { xgid, plies, equity }: Expected, found: number): EngineResult<never> {
  const message = `The engine gives ${found}; ${name} gives ${equity} (${xgid}, ${plies} plies).`;
  return { ok: false, code: 'engine-differs', message };
}
