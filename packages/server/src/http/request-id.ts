import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

const ids = new WeakMap<Context, string>();

/** The id of a request in the log. Generated on first use; ids of the client are ignored. */
export function requestIdOf(ctx: Context): string {
  const known = ids.get(ctx);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(ctx, id);
  return id;
}
