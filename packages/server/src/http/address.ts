import type { Context } from 'koa';
import { arrivalOf } from '../domain/arrival.ts';

const addresses = new WeakMap<Context, string>();

/** What the visitor is counted by (`Arrival`), worked out when it is first asked for. */
export function addressOf(ctx: Context, isProxyTrusted: boolean): string {
  const known = addresses.get(ctx);
  if (known !== undefined) return known;
  const { address } = arrivalOf(ctx.req, isProxyTrusted);
  addresses.set(ctx, address);
  return address;
}
