import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context, Middleware, Next } from 'koa';
import { JSON_TYPE } from './json.ts';
import type { RecordSource } from './parts.ts';

const matchId = /^[A-Za-z0-9_-]{14,64}$/;

/** Lets pages of other sites fetch records: they are public, and anyone's verifier may read them. Nothing here depends on who asks. */
export const openRecords: Middleware = (ctx, next) => {
  if (ctx.path.startsWith('/records/') || ctx.path === '/api/records') {
    ctx.res.setHeader('access-control-allow-origin', '*');
    if (ctx.method === 'OPTIONS') ctx.res.setHeader('access-control-allow-methods', 'GET, HEAD, OPTIONS');
  }
  return next();
};

/** A record never changes, so it may be kept for ever. It is sent as it is stored wherever the client can read that. */
export async function sendRecord(records: RecordSource, id: string, ctx: Context, next: Next): Promise<void> {
  const gzip = matchId.test(id) ? await records.gzip(id) : null;
  if (!gzip) return next();
  // written here: Koa would look up the type twice, and how to quote a name that needs no quoting
  ctx.set('content-disposition', `attachment; filename="${id}.json"`);
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.set('content-type', JSON_TYPE);
  const stored = Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength);
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('content-encoding', 'gzip');
    ctx.body = stored;
  } else {
    // expanded as fast as the client reads, a few KB at a time
    ctx.compress = false;
    ctx.body = Readable.from([stored]).pipe(createGunzip());
    ctx.length = expandedBytes(stored);
  }
}

/** The end of a gzip file says how long its content is. */
function expandedBytes(stored: Buffer): number {
  return stored.readUInt32LE(stored.length - 4);
}
