import type { IncomingMessage } from 'node:http';
import { isOpenPath } from '@anchor/wire';
import type { Middleware } from 'koa';
import { MAX_PATH_BYTES, pathIn } from './request.ts';

/** `*`, because the answers do not depend on the requester. A page can read few headers of an answer unless they are named. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-disposition, etag, retry-after, x-request-id',
};
const closed = {};

/** The headers by which pages of other origins may read the answer to a request, also if it is a refusal. */
export function originHeaders({ url = '' }: Pick<IncomingMessage, 'url'>): Readonly<Record<string, string>> {
  // A longer path is refused.
  return isOpenPath(pathIn(url.slice(0, MAX_PATH_BYTES))) ? open : closed;
}

/** Sets these headers, so that every answer to an open path has them. */
export const openToOrigins: Middleware = (ctx, next) => {
  for (const [name, value] of Object.entries(originHeaders(ctx.req))) ctx.res.setHeader(name, value);
  return next();
};

/** Browsers remember a permission for at most this long: Chromium for two hours, Firefox for a day. */
const REMEMBERED_SECONDS = '86400';

/**
 * Answers the question of a browser if a page of another origin may send a request with headers of its own (a preflight). It counts in no
 * bucket: a page whose preflight is refused cannot read why.
 */
export const answerPreflights: Middleware = (ctx, next) => {
  const isPreflight = ctx.method === 'OPTIONS' && ctx.req.headers['access-control-request-method'] !== undefined;
  if (!isPreflight || originHeaders(ctx.req) === closed) return next();
  ctx.set({
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
    'access-control-max-age': REMEMBERED_SECONDS,
  });
  ctx.status = 204;
};
