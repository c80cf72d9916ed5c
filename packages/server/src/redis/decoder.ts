import * as z from 'zod/mini';

/** Returns a function that parses JSON by a schema. It returns null for anything else. */
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
