import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

const ids = new WeakMap<Context, string>();

/** What the log calls this request: made here when it is first asked for, whatever id the client may have sent. */
export function requestIdOf(ctx: Context): string {
  const known = ids.get(ctx);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(ctx, id);
  return id;
}
