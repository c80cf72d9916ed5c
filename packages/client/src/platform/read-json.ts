import * as z from 'zod/mini';

/** Reads what this page once stored; null when there is nothing, or it is no longer of this shape. */
export function readJson<Schema extends z.ZodMiniType>(schema: Schema, text: string | null): z.infer<Schema> | null {
  try {
    const read = z.safeParse(schema, JSON.parse(text ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
