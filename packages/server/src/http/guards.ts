import { win32 } from 'node:path';
import type { Context, Middleware } from 'koa';

/** Refuses a request without a Host header, which HTTP/1.1 requires. */
export const refuseHostless: Middleware = (ctx, next) => {
  if (ctx.req.httpVersion !== '1.1' || ctx.req.headers.host !== undefined) return next();
  ctx.set('connection', 'close');
  ctx.status = 400;
  ctx.body = 'no host';
};

/**
 * Refuses targets that are not paths, and paths that climb (`..`), are absolute (`//x`, `/c:/x`), contain NUL or are not valid
 * percent-encoding.
 */
export const refuseOddPaths: Middleware = (ctx, next) => {
  const path = pathOf(ctx);
  if (path?.written.startsWith('/') && !isOdd(path.read) && !path.written.includes('..')) return next();
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
