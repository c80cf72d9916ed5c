import { STATUS_CODES } from 'node:http';
import Koa from 'koa';
import type { HttpParts } from './parts.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** The other side hung up, broke off in mid-sentence or was cut off for being slow: no mistake of ours and nobody left to answer. */
const gone = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/**
 * The boundary behind all middleware and all streams: whatever was thrown, the client learns only that it was. Koa calls it for every
 * error, also for one that comes while a body is being sent.
 */
export function answerErrors(app: Koa, unexpected: HttpParts['unexpected']): void {
  // a body that breaks off is told twice: by itself and by what sends it
  const told = new WeakSet<Koa.Context>();
  app.context.onerror = function (this: Koa.Context, error: unknown) {
    if (error === null || error === undefined || isGone(error) || told.has(this)) return;
    told.add(this);
    // what a library refuses is the caller's mistake, and no alarm
    if (error instanceof Koa.HttpError && error.status < 500) return refuse(this, error.status);
    const reqId = requestIdOf(this);
    // as it came: Koa’s own `path` throws when it is none, and nothing stands behind this
    const [path = ''] = (this.req.url ?? '').split('?', 1);
    unexpected(error, { reqId, method: this.method, path });
    if (this.headerSent || !this.writable) this.res.destroy();
    else answer(this, 500, 'internal error', { 'x-request-id': reqId });
  };
}

function refuse(ctx: Koa.Context, status: number): void {
  if (ctx.headerSent || !ctx.writable) ctx.res.destroy();
  else answer(ctx, status, STATUS_CODES[status] ?? 'refused');
}

function answer(ctx: Koa.Context, status: number, text: string, more: Readonly<Record<string, string>> = {}): void {
  for (const name of ctx.res.getHeaderNames()) ctx.res.removeHeader(name);
  ctx.set({ ...securityHeaders, 'cache-control': 'no-store', ...more });
  ctx.status = status;
  ctx.type = 'text';
  ctx.res.end(text);
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && gone.test(String(error.code));
}
