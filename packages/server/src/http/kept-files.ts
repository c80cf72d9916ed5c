import { ReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

/** Headers stored with a cached file. */
const fields = ['content-type', 'content-encoding', 'last-modified', 'cache-control'] as const;

/** A cached response. */
interface Answered {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Size of an entry without its body. Counted, because one path can be written in many ways. */
const ENTRY_BYTES = 1024;

/**
 * Caches the responses of `serve` in memory, `maxBytes` in total, by path and accepted codings. Only for a folder that does not change while
 * the service runs.
 */
export function keepFiles(serve: Middleware, maxBytes: number): Middleware {
  const kept = new LRUCache<string, Answered>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
  });
  return async (ctx, next) => {
    const id = `${readable(ctx)} ${ctx.path}`;
    const known = isRead(ctx) ? kept.get(id) : undefined;
    if (known) return answer(ctx, known);
    await serve(ctx, next);
    const { body } = ctx;
    if (!(body instanceof ReadStream) || ctx.response.length > maxBytes) return;
    const read = await buffer(body);
    ctx.body = read;
    kept.set(id, { headers: headersOf(ctx), body: read });
  };
}

function answer(ctx: Context, { headers, body }: Answered): void {
  for (const [name, value] of headers) ctx.res.setHeader(name, value);
  ctx.body = body;
}

/** The codings that `serve` may choose. Not the raw header, of which a client can send endless variants. */
function readable(ctx: Context): string {
  return ['br', 'gzip'].filter((encoding) => ctx.acceptsEncodings(encoding, 'identity') === encoding).join();
}

function headersOf({ res }: Context): (readonly [string, string])[] {
  return fields.flatMap((name) => {
    const value = res.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
}

/** True if the method may be answered with a file. */
export function isRead({ method }: Pick<Context, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
