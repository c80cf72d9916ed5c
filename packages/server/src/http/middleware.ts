import { STATUS_CODES } from 'node:http';
import { win32 } from 'node:path';
import { type Bucket, type HttpRoute, httpRoutes } from '@anchor/wire';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import Koa from 'koa';
import { type Ban, banSentence } from '../domain/bans/bans.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';
import { originHeaders } from './other-origins.ts';
import type { HttpParts } from './parts.ts';
import { addressOf, hasSeveralHosts, pathIn, requestIdOf } from './request.ts';
import { answerLinkPage, linkPage, refuseJson } from './response.ts';
import { securityHeaders } from './security-headers.ts';

/** Refuses a request with several Host headers, and one without any, which HTTP/1.1 requires. */
export const refuseOddHosts: Middleware = (ctx, next) => {
  const { headers, httpVersion } = ctx.req;
  const isMissing = httpVersion === '1.1' && headers.host === undefined;
  if (!isMissing && !hasSeveralHosts(ctx.req)) return next();
  ctx.set('connection', 'close');
  ctx.status = 400;
  ctx.body = isMissing ? 'no host' : 'several hosts';
};

/**
 * Refuses targets that are not paths, and paths that climb (`..`), are absolute (`//x`, `/c:/x`), contain NUL or are not valid
 * percent-encoding. The later handlers see the others in the form of `pathIn`.
 */
export const refuseOddPaths: Middleware = (ctx, next) => {
  const path = pathOf(ctx);
  if (path?.written.startsWith('/') && !isOdd(path.read) && !path.written.includes('..')) {
    if (path.written.includes('%')) ctx.path = pathIn(path.written);
    return next();
  }
  ctx.status = 400;
  ctx.body = 'bad path';
};

/** Applies the rules of Windows on every system, so that file serving behaves the same. */
function isOdd(path: string): boolean {
  return win32.isAbsolute(path.slice(1)) || path.includes('..') || path.includes('\0');
}

/** Returns null when the path cannot be read: Koa throws for a target such as `http://[`, and returns no string for `http://`. */
function pathOf(ctx: Context): { readonly written: string; readonly read: string } | null {
  try {
    const written = String(ctx.path);
    return { written, read: decodeURIComponent(written) };
  } catch {
    return null;
  }
}

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

type Limiting = Pick<HttpParts, 'limiter' | 'trustProxy' | 'observer'>;

/** Applies the rate limits, before the body is read. */
export function limitRequests(router: Router, { limiter, trustProxy, observer }: Limiting): Middleware {
  return async (ctx, next) => {
    const bucket = bucketOf(router, ctx);
    if (!bucket) return next();
    const seconds = await limiter.take(bucket, addressOf(ctx, trustProxy));
    if (seconds === null) return next();
    observer.limited(bucket);
    ctx.set('retry-after', String(seconds));
    refuseJson(ctx, 429, `too many requests; try again in ${seconds} s`);
  };
}

/** The bucket of the route that matches. Files, unknown paths and some routes have none. */
function bucketOf(
  router: Router,
  { path, method }: { readonly path: string; readonly method: string },
): Bucket | undefined {
  // The router's lookup costs as much as everything else here, so skip it for plain paths.
  if (plainPaths.has(path)) return plainPaths.get(path);
  const name = router.match(path, method).pathAndMethod[0]?.name;
  return routes.find(([route]) => route === name)?.[1].bucket;
}

const routes: readonly [string, HttpRoute][] = Object.entries(httpRoutes);
/** Paths without parameters whose route accepts every method. */
const plainPaths: ReadonlyMap<string, Bucket | undefined> = new Map(
  routes
    .filter(([, { method, path }]) => method !== 'POST' && !/[:{]/.test(path))
    .map(([, { path, bucket }]) => [path, bucket]),
);

/** Codes of errors on the client's side: it hung up, sent an incomplete request or was cut off for being slow. */
const gone = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/** Time after which a client may try again, in seconds: the process looks for its database as often. */
const RETRY_SECONDS = 5;
const unavailable = {
  error: 'The service cannot use its database at the moment. Try again in a few seconds.',
  code: 'database-unavailable',
};

/** True for requests that are answered with 503 while the database is unavailable: those of a bucket, and records with their proofs. */
function waitsForStore(router: Router, ctx: Context): boolean {
  return bucketOf(router, ctx) !== undefined || ctx.path.startsWith('/records/');
}

/**
 * Handles the errors of all middleware and streams, including those while a body is being sent. The client gets only "internal error" and a
 * request id, or that the database is unavailable.
 */
export function answerErrors(app: Koa, router: Router, unexpected: HttpParts['unexpected']): void {
  // An aborted body is reported twice: by the body stream and by its sender.
  const told = new WeakSet<Koa.Context>();
  app.context.onerror = function (this: Koa.Context, error: unknown) {
    if (error === null || error === undefined || isGone(error) || told.has(this)) return;
    told.add(this);
    // Errors that a library raises for a bad request are not ours.
    if (error instanceof Koa.HttpError && error.status < 500) return refuse(this, error.status);
    const reqId = requestIdOf(this);
    // Read the raw URL: Koa's `path` throws for an invalid one, and no handler follows this one.
    const [path = ''] = (this.req.url ?? '').split('?', 1);
    unexpected(error, { reqId, method: this.method, path });
    if (this.headerSent || !this.writable) this.res.destroy();
    else if (error instanceof StoreUnavailable && waitsForStore(router, this))
      answer(this, 503, JSON.stringify(unavailable), { 'retry-after': String(RETRY_SECONDS) }, 'json');
    else answer(this, 500, 'internal error', { 'x-request-id': reqId });
  };
}

function refuse(ctx: Koa.Context, status: number): void {
  if (ctx.headerSent || !ctx.writable) ctx.res.destroy();
  else answer(ctx, status, STATUS_CODES[status] ?? 'refused');
}

function answer(
  ctx: Koa.Context,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
  type: 'text' | 'json' = 'text',
): void {
  for (const name of ctx.res.getHeaderNames()) ctx.res.removeHeader(name);
  ctx.set({ ...securityHeaders, ...originHeaders(ctx.req), 'cache-control': 'no-store', ...more });
  ctx.status = status;
  ctx.type = type;
  ctx.res.end(text);
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && gone.test(String(error.code));
}
