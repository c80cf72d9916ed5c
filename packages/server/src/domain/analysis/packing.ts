import { cubeEvaluation, type JobResult, type JudgedPlay } from '@anchor/wire';
import * as z from 'zod/mini';

/**
 * A result as compact JSON text, for storage and delivery. It is written once, when accepted, and parsed where it is measured. There are
 * many rows, so member names are left out: plays as [hops, equity, chances or null], then the cube or null.
 */
export type PackedResult = string;

type PackedPlay = readonly [hops: JudgedPlay['hops'], equity: number, probs: NonNullable<JudgedPlay['probs']> | null];
type Packed = readonly [plays: readonly PackedPlay[], cube: NonNullable<JobResult['cube']> | null];

export function packResult({ plays, cube }: JobResult): PackedResult {
  const rows: Packed = [plays.map(({ hops, equity, probs }) => [hops, equity, probs ?? null]), cube ?? null];
  return JSON.stringify(rows);
}

/** Returns null when the text is not a packed result. */
export function unpackResult(text: PackedResult): JobResult | null {
  const packed = parsed(text);
  if (!isPacked(packed)) return null;
  const plays = packed[0].map(([hops, equity, probs]) => ({ hops, equity, ...(probs && { probs }) }));
  return packed[1] ? { plays, cube: packed[1] } : { plays };
}

export function isPackedResult(text: PackedResult): boolean {
  return isPacked(parsed(text));
}

/** Checks by hand instead of by schema, because it runs for every evaluation of a match. Ranges were checked before packing. */
function isPacked(value: unknown): value is Packed {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [plays, cube] = value;
  return (
    Array.isArray(plays) && plays.every(isPackedPlay) && (cube === null || z.safeParse(cubeEvaluation, cube).success)
  );
}

function isPackedPlay(value: unknown): value is PackedPlay {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [hops, equity, probs] = value;
  const areHops = Array.isArray(hops) && hops.every((hop) => areNumbers(hop, 2));
  return areHops && typeof equity === 'number' && (probs === null || areNumbers(probs, 5));
}

function areNumbers(value: unknown, count: number): boolean {
  return Array.isArray(value) && value.length === count && value.every((one) => typeof one === 'number');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
