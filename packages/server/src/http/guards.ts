import type { IncomingMessage } from 'node:http';
import { win32 } from 'node:path';
import type { Context, Middleware, Next } from 'koa';

export const maxBodyBytes = 1024 * 1024;

/** Refuses a request without a Host header, which HTTP/1.1 requires. */
export const refuseHostless: Middleware = (ctx, next) => {
  if (ctx.req.httpVersion !== '1.1' || ctx.req.headers.host !== undefined) return next();
  ctx.set('connection', 'close');
  ctx.status = 400;
  ctx.body = 'no host';
};

/** Refuses targets that are not paths, and paths that climb (`..`), are absolute (`//x`, `/c:/x`), contain NUL or are not valid percent-encoding. */
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

/** Refuses a body that is declared as too long or turns out to be. */
export const limitBody: Middleware = (ctx, next) => {
  const { headers } = ctx.req;
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  return hasBody ? receive(ctx, next) : next();
};

async function receive(ctx: Context, next: Next): Promise<void> {
  const body = await bodyOf(ctx.req);
  if (body !== null) {
    bodies.set(ctx.req, body);
    return next();
  }
  ctx.set({ connection: 'close', 'cache-control': 'no-store' });
  ctx.status = 413;
  ctx.body = { error: 'a request body has at most 1 MB' };
}

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The body of a request that has passed `limitBody`. */
export function receivedBody(request: IncomingMessage): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}

/** Resolves to null when the body is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return null;
  return readWithin(request, maxBodyBytes);
}

/** Reads a body until it ends or exceeds the limit. */
function readWithin(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) return chunks.push(chunk);
      request.pause();
      resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    // If the client left earlier, no further event tells.
    const disconnected = () => reject(Object.assign(new Error('the client disconnected'), { code: 'ECONNRESET' }));
    if (request.destroyed) disconnected();
    else request.on('close', disconnected);
  });
}
