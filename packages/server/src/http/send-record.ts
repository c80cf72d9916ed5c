import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context, Next } from 'koa';
import { JSON_TYPE } from './json.ts';
import type { RecordSource } from './parts.ts';

const expand = promisify(gunzip);
const matchId = /^[A-Za-z0-9_-]{14,64}$/;

/** A record never changes, so it may be kept for ever. It is sent as it is stored wherever the client can read that. */
export async function sendRecord(records: RecordSource, id: string, ctx: Context, next: Next): Promise<void> {
  const gzip = matchId.test(id) ? await records.gzip(id) : null;
  if (!gzip) return next();
  // written here: Koa would look up the type twice, and how to quote a name that needs no quoting
  ctx.set('content-disposition', `attachment; filename="${id}.json"`);
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.set('content-type', JSON_TYPE);
  const asStored = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (asStored) ctx.set('content-encoding', 'gzip');
  ctx.body = asStored ? Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength) : await expand(gzip);
}
