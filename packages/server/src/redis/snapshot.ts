import * as z from 'zod/mini';
import { type Row, readRow } from './shared-row.ts';

/** All rows of a shared map. */
export interface Snapshot {
  /** Generation of the data. It changes when Redis has lost the data. */
  readonly life: string;
  /** Number of the last change that is included. */
  readonly version: number;
  readonly rows: ReadonlyMap<string, Row>;
  /** Number of invalid rows. */
  readonly ignored: number;
}

const reply = z.tuple([z.string(), z.string(), z.array(z.string())]);

/** Parses the reply of the script. Returns null when it is invalid. */
export function readSnapshot(answer: unknown): Snapshot | null {
  const read = z.safeParse(reply, answer);
  if (!read.success) return null;
  const [life, version, flat] = read.data;
  const found: [string, Row][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const row = readRow(flat[i + 1] ?? '');
    if (row) found.push([flat[i] ?? '', row]);
  }
  const rows = new Map(found.sort(([, a], [, b]) => a.version - b.version));
  return { life, version: Number(version), rows, ignored: flat.length / 2 - rows.size };
}
