import type { Transcript } from 'bg-record';
import * as z from 'zod/mini';
import { getJson } from '../platform/get-json.ts';

/** The parts of a record that a page needs to show it. The session's ledger verifies them. */
const record = z.object({
  header: z.custom<Transcript['header']>((value) => typeof value === 'object' && value !== null),
  events: z.custom<Transcript['events']>(Array.isArray),
  result: z.object({
    winner: z.union([z.literal(0), z.literal(1)]),
    score: z.tuple([z.int(), z.int()]),
    reason: z.enum(['points', 'resign', 'time', 'abandonment']),
  }),
  finalHash: z.string(),
});
type ShownRecord = z.infer<typeof record>;

/** Fetches the record of a finished match from a service. Resolves to the reason if there is no such record or no readable answer. */
export async function fetchRecord(match: string, origin: string): Promise<ShownRecord | 'missing' | 'failed'> {
  const got = await getJson(`${origin}/records/${encodeURIComponent(match)}.json`, record);
  if (got.ok) return got.value;
  return got.code === 'missing' ? 'missing' : 'failed';
}
