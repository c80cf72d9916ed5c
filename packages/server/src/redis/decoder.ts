import * as z from 'zod/mini';

/** Reads what a process has written as JSON; null when it is no such value. */
export function decoder<T>(schema: z.ZodMiniType<T>): (text: string) => T | null {
  return (text) => {
    try {
      const read = z.safeParse(schema, JSON.parse(text));
      return read.success ? read.data : null;
    } catch {
      return null;
    }
  };
}
