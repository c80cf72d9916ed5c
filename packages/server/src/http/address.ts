import type { Context } from 'koa';
import { arrivalOf } from '../shared/arrival.ts';

/** The client's address for rate limits and bans (see `Arrival`), computed once per request. */
export function addressOf(ctx: Context, isProxyTrusted: boolean): string {
  const state: { address?: string } = ctx.state;
  state.address ??= arrivalOf(ctx.req, isProxyTrusted).address;
  return state.address;
}
