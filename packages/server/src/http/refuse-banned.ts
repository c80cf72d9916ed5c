import type { Middleware } from 'koa';
import { type Ban, banSentence } from '../domain/bans/bans.ts';
import { addressOf } from './address.ts';
import { refuseJson } from './json.ts';
import { answerLinkPage, linkPage } from './link-pages.ts';

/** Refuses all requests of banned addresses. Browsers get an HTML page, other clients JSON. */
export function refuseBanned(banOf: (network: string) => Ban | null, isProxyTrusted: boolean): Middleware {
  return (ctx, next) => {
    const ban = banOf(addressOf(ctx, isProxyTrusted));
    if (ban === null) return next();
    ctx.set('vary', 'accept');
    const sentence = `${banSentence(ban)}.`;
    if (!prefersPage(ctx.get('accept'))) return refuseJson(ctx, 403, sentence);
    answerLinkPage(ctx, linkPage(403, 'You are banned here', sentence));
  };
}

/** True if HTML comes before JSON. Reads only the start of the header. */
function prefersPage(accept: string): boolean {
  const [html, json] = ['text/html', 'application/json'].map((type) => accept.slice(0, 1024).indexOf(type));
  return html !== undefined && html >= 0 && (json === undefined || json < 0 || html < json);
}
