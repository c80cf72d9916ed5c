import type { Middleware } from 'koa';
import { type Ban, banSentence } from '../domain/bans/bans.ts';
import { addressOf } from './address.ts';
import { refuseJson } from './json.ts';
import { answerLinkPage, linkPage } from './link-pages.ts';

/** Refuses whoever comes from a banned address, whatever he asks for. A person is told on a page. */
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

/** Browsers name HTML first. The rest of a long header is not looked at. */
function prefersPage(accept: string): boolean {
  const [html, json] = ['text/html', 'application/json'].map((type) => accept.slice(0, 1024).indexOf(type));
  return html !== undefined && html >= 0 && (json === undefined || json < 0 || html < json);
}
