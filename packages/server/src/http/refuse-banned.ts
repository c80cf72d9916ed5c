import type { Middleware } from 'koa';
import { arrivalOf } from '../domain/arrival.ts';
import { type Ban, banSentence } from '../domain/bans/bans.ts';
import { refuseJson } from './json.ts';
import { linkPage } from './link-pages.ts';

/** Refuses whoever comes from a banned address, whatever he asks for. A person is told on a page. */
export function refuseBanned(banOf: (network: string) => Ban | null, isProxyTrusted: boolean): Middleware {
  return (ctx, next) => {
    const ban = banOf(arrivalOf(ctx.req, isProxyTrusted).address);
    if (ban === null) return next();
    ctx.set({ 'cache-control': 'no-store', vary: 'accept' });
    const sentence = `${banSentence(ban)}.`;
    if (ctx.accepts('json', 'html') !== 'html') return refuseJson(ctx, 403, sentence);
    ctx.status = 403;
    ctx.type = 'html';
    ctx.body = linkPage(403, 'You are banned here', sentence).html;
  };
}
