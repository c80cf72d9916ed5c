import { ReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

/** What says of a file how it is to be read and kept. */
const fields = ['content-type', 'content-encoding', 'last-modified', 'cache-control'] as const;

/** A file as it was answered once, to be answered again. */
interface Answered {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** What an answer takes besides its body: one path can be written in many ways. */
const ENTRY_BYTES = 1024;

/**
 * Spares the disk: what `serve` answers is kept in memory, `maxBytes` of it in all, under its path and what the client can read.
 * Only for a folder that does not change while the service runs.
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

/** The encodings that `serve` chooses from, as far as the client can read them: not the header, which a stranger may write in a million ways. */
function readable(ctx: Context): string {
  return ['br', 'gzip'].filter((encoding) => ctx.acceptsEncodings(encoding, 'identity') === encoding).join();
}

function headersOf({ res }: Context): (readonly [string, string])[] {
  return fields.flatMap((name) => {
    const value = res.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
}

/** Whether a file can be the answer. */
export function isRead({ method }: Pick<Context, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
