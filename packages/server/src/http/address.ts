import type { Context } from 'koa';
import { arrivalOf } from '../domain/arrival.ts';

/** What the visitor is counted by (`Arrival`), worked out when it is first asked for. */
export function addressOf(ctx: Context, isProxyTrusted: boolean): string {
  const state: { address?: string } = ctx.state;
  state.address ??= arrivalOf(ctx.req, isProxyTrusted).address;
  return state.address;
}
