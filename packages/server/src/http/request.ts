import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NumberRange } from '@anchor/wire';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { arrivalOf } from '../shared/arrival.ts';
import { answerJson, answerLinkPage, linkPage } from './response.ts';

/** The client's address for rate limits and bans (see `Arrival`), computed once per request. */
export function addressOf(ctx: Context, isProxyTrusted: boolean): string {
  const state: { address?: string } = ctx.state;
  state.address ??= arrivalOf(ctx.req, isProxyTrusted).address;
  return state.address;
}

/** True for a request with more than one Host header. Node shows the first one, and a proxy may have judged by another. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Longer than any path and query of our routes, mails and pages. */
export const MAX_PATH_BYTES = 1024;
export const MAX_QUERY_BYTES = 1024;
export const MAX_QUERY_PAIRS = 16;

/** Percent-encoded letters, digits and `-._~`. They mean the same as the characters (RFC 3986, 6.2.2.2). */
const encodedPlain = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;

/**
 * The path of a target in the form that routes are written in: `/%68ealthz` is `/healthz`. Other codes stay, so a reader that decodes the
 * path decodes nothing twice. Paths with the same form mean the same if their percent-encoding is valid.
 */
export function pathIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(encodedPlain, decodeURIComponent);
}

const CODE = 'query-too-long';
const SENTENCE = `A query has at most ${MAX_QUERY_BYTES} bytes and ${MAX_QUERY_PAIRS} pairs.`;

/**
 * Disables Koa's parsed query: its cost grows with the square of the number of equal names, so one request of 16 KB blocked the event loop
 * for a second. Use `queryValue` instead.
 */
export function forbidParsedQuery(app: Koa): void {
  Object.defineProperty(app.request, 'query', {
    get() {
      throw new Error('ctx.query takes quadratic time: use queryValue');
    },
  });
}

/** Refuses long targets before they are parsed. A long query is refused in the format of its route. */
export const refuseLongTargets: Middleware = (ctx, next) => {
  const { url = '' } = ctx.req;
  const end = url.indexOf('?');
  const query = end === -1 ? '' : url.slice(end + 1);
  if ((end === -1 ? url.length : end) > MAX_PATH_BYTES) {
    ctx.status = 400;
    ctx.body = 'bad path';
    return;
  }
  if (query.length <= MAX_QUERY_BYTES && !hasManyPairs(query)) return next();
  const path = pathIn(url);
  if (path.startsWith('/email/')) return answerLinkPage(ctx, linkPage(400, 'This link is too long', SENTENCE));
  if (answersJson.test(path)) return answerJson(ctx, { error: SENTENCE, code: CODE }, 400);
  ctx.status = 400;
  ctx.body = CODE;
};

const answersJson = /^\/(?:api\/|worker\/|healthz$)/;

/** The text is short already. */
function hasManyPairs(query: string): boolean {
  return query.split('&', MAX_QUERY_PAIRS + 1).length > MAX_QUERY_PAIRS;
}

/** The first value of this name in the query. Returns null when there is none. */
export function queryValue(ctx: Context, name: string): string | null {
  return new URLSearchParams(ctx.querystring).get(name);
}

/** An integer of the query, moved into the range. Returns the default when it is missing or not an integer. */
export function queryNumber(ctx: Context, name: string, { least, most, otherwise }: NumberRange): number {
  const text = queryValue(ctx, name)?.trim() ?? '';
  return /^-?\d+$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : otherwise;
}

const ids = new WeakMap<Context, string>();

/** The id of a request in the log. Generated on first use; ids of the client are ignored. */
export function requestIdOf(ctx: Context): string {
  const known = ids.get(ctx);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(ctx, id);
  return id;
}

/** Compares in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
