import * as z from 'zod/mini';
import { decoder } from './decoder.ts';

const count = z.int().check(z.nonnegative());
/** `by`: the process that writes. `n`: the number of the write among those of its process. */
const write = { by: z.string(), n: count };

const changes = z.discriminatedUnion('type', [
  /**
   * Gives the entry a value, or removes it if `text` is null. `expects`: only if this is the value, or if there is none and it is null.
   * `at`: the time in milliseconds since the epoch by the clock of the process.
   */
  z.strictObject({
    type: z.literal('set'),
    ...write,
    map: z.string(),
    key: z.string(),
    text: z.nullable(z.string()),
    expects: z.optional(z.nullable(z.string())),
    at: count,
  }),
  /** Repeats entries of this process. `seen`: the id of the last change that the process had read. */
  z.strictObject({
    type: z.literal('again'),
    ...write,
    map: z.string(),
    seen: z.string(),
    rows: z.array(z.strictObject({ key: z.string(), text: z.string(), at: count })),
  }),
  /** All entries of this process have been repeated since its write `first`; others that it had are gone. */
  z.strictObject({ type: z.literal('all'), ...write, first: count }),
  /** The heartbeat of a process. `mark` must be equal on all processes. `hasLost`: messages of it were lost since the last one. */
  z.strictObject({ type: z.literal('beat'), ...write, mark: z.string(), hasLost: z.boolean() }),
  /** A process has stopped, or has died: `isLost`. */
  z.strictObject({ type: z.literal('gone'), ...write, process: z.string(), isLost: z.boolean() }),
]);

/** A change of the shared maps, or news of a process. */
export type Change = z.infer<typeof changes>;
export type EntryChange = Extract<Change, { readonly type: 'set' }>;
export type Beat = Extract<Change, { readonly type: 'beat' }>;
export type Repetition = Extract<Change, { readonly type: 'again' }>;

/** Returns null when the text is not a valid change. */
export const readChange = decoder<Change>(changes);

/** True if the first id of a change in the stream is after the second. */
export function isAfter(one: string, other: string): boolean {
  const [ms = 0, n = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherN = 0] = other.split('-').map(Number);
  return ms > otherMs || (ms === otherMs && n > otherN);
}

/** The time of a change in the stream, in milliseconds since the epoch by the clock of Redis. */
export function timeOf(id: string): number {
  return Number(id.split('-')[0]);
}
