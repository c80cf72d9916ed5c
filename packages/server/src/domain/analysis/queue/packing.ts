import { chances, cubeEvaluation, hops, type JobResult } from '@anchor/wire';
import * as z from 'zod/mini';

/** Rows are many, so names of members are left out: plays as [hops, equity, chances or null], and the cube or null. */
const packed = z.tuple([z.array(z.tuple([hops, z.number(), z.nullable(chances)])), z.nullable(cubeEvaluation)]);

/** A result as the storage keeps it. */
export function packResult({ plays, cube }: JobResult): string {
  const rows: z.infer<typeof packed> = [
    plays.map(({ hops: made, equity, probs }) => [made, equity, probs ?? null]),
    cube ?? null,
  ];
  return JSON.stringify(rows);
}

/** Null when it is no such text. */
export function unpackResult(text: string): JobResult | null {
  const read = z.safeParse(packed, parsed(text));
  if (!read.success) return null;
  const [rows, cube] = read.data;
  const plays = rows.map(([made, equity, probs]) => ({ hops: made, equity, ...(probs && { probs }) }));
  return cube ? { plays, cube } : { plays };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
