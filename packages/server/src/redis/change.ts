import * as z from 'zod/mini';
import { decoder } from './decoder.ts';

const count = z.int().check(z.nonnegative());
/** `by`: the process that writes. `n`: the number of the write among those of its process. */
const write = { by: z.string(), n: count };
const entry = { ...write, map: z.string(), key: z.string(), text: z.string() };
/** `at`: when the value was put, in milliseconds since the epoch by the clock of the process that put it. */
const put = { ...entry, at: count };

const changes = z.discriminatedUnion('type', [
  /** Replaces the value. */
  z.strictObject({ type: z.literal('put'), ...put }),
  /** Puts the value if there is none. */
  z.strictObject({ type: z.literal('first'), ...put }),
  /** Removes the entry if it has this value. */
  z.strictObject({ type: z.literal('take'), ...entry }),
  /** Makes the entry one of this process if it has this value. */
  z.strictObject({ type: z.literal('adopt'), ...entry }),
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
  /** The heartbeat of a process. `mark` must be equal on all processes. */
  z.strictObject({ type: z.literal('beat'), ...write, mark: z.string() }),
  /** A process has stopped, or has died: `isLost`. */
  z.strictObject({ type: z.literal('gone'), ...write, process: z.string(), isLost: z.boolean() }),
]);

/** A change of the shared maps, or news of a process. */
export type Change = z.infer<typeof changes>;
export type EntryChange = Extract<Change, { readonly key: string }>;
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
