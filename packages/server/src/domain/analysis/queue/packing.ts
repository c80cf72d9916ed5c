import { cubeEvaluation, type JobResult, type JudgedPlay } from '@anchor/wire';
import * as z from 'zod/mini';

/**
 * A result as text, as the storage keeps it and as it goes to whoever waits: written once, when it is accepted, and read where it
 * is measured. Rows are many, so names of members are left out: plays as [hops, equity, chances or null], and the cube or null.
 */
export type PackedResult = string;

type PackedPlay = readonly [hops: JudgedPlay['hops'], equity: number, probs: NonNullable<JudgedPlay['probs']> | null];
type Packed = readonly [plays: readonly PackedPlay[], cube: NonNullable<JobResult['cube']> | null];

export function packResult({ plays, cube }: JobResult): PackedResult {
  const rows: Packed = [plays.map(({ hops, equity, probs }) => [hops, equity, probs ?? null]), cube ?? null];
  return JSON.stringify(rows);
}

/** Null when it is no such text. */
export function unpackResult(text: PackedResult): JobResult | null {
  const packed = parsed(text);
  if (!isPacked(packed)) return null;
  const plays = packed[0].map(([hops, equity, probs]) => ({ hops, equity, ...(probs && { probs }) }));
  return packed[1] ? { plays, cube: packed[1] } : { plays };
}

/** Whether it is such a text. */
export function isPackedResult(text: PackedResult): boolean {
  return isPacked(parsed(text));
}

/** By hand, because it is done for every evaluation of a match: numbers were held to their limits before they were packed. */
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
