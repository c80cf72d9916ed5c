import { STATUS_CODES } from 'node:http';
import Koa from 'koa';
import type { HttpParts } from './parts.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** Codes of errors on the client's side: it hung up, sent an incomplete request or was cut off for being slow. */
const gone = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_REQUEST_TIMEOUT|HPE_\w+)$/;

/**
 * Handles the errors of all middleware and streams, including those while a body is being sent. The client gets only "internal error" and a
 * request id.
 */
export function answerErrors(app: Koa, unexpected: HttpParts['unexpected']): void {
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
