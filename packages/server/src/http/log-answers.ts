import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RouterContext } from '@koa/router';
import { MATCH_ID } from 'bg-record';
import type { Context } from 'koa';
import type { HttpParts } from './parts.ts';
import type { Responses } from './raw-answers.ts';
import { cacheRecords, sendGzip } from './record-files.ts';

/** A proof does not become wrong, but a page asks again while the entry is on its way. */
const BRIEFLY = 'public, max-age=1';
const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Room for the files of a log of some hundred thousand entries, which auditors read one after another. */
const CACHE_BYTES = 32 * 1024 * 1024;
const compress = promisify<Uint8Array, Uint8Array>(gzip);
const isBundle = (path: string) => path.startsWith('tile/entries/');

/** Handlers of the routes about the public log. */
export function logHandlers({ publicLog, answers }: HttpParts, responses: Responses) {
  // Bundles are text and are kept compressed. Tiles are hashes, which cannot be compressed.
  const fileAt = cacheRecords(async (path) => {
    const bytes = publicLog && (await publicLog.file(path));
    return bytes && isBundle(path) ? compress(bytes) : bytes;
  }, CACHE_BYTES);
  return {
    async logCheckpoint(ctx: RouterContext) {
      // With the second in the cache a reader sees a checkpoint that is two seconds old at most.
      const note = publicLog && (await answers.get('log', async () => (await publicLog.checkpoint()) ?? ''));
      answerText(ctx, note || null, BRIEFLY);
    },
    async logTile(ctx: RouterContext) {
      // Not the parameter, which is decoded: the form of a tile's path is unique.
      const path = ctx.path.slice('/log/'.length);
      const bytes = await fileAt(path);
      if (!bytes) return answerText(ctx, null, BRIEFLY);
      ctx.set('cache-control', FOR_GOOD);
      ctx.set('content-type', 'application/octet-stream');
      if (isBundle(path)) {
        ctx.vary('accept-encoding');
        return sendGzip(bytes, responses, ctx);
      }
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      ctx.body = responses.pace(ctx.res, buffer);
      ctx.length = buffer.length;
    },
    async logVkey(ctx: RouterContext) {
      if (publicLog) return answerText(ctx, `${publicLog.vkey}\n`, BRIEFLY);
      // Pages ask for this first. Having no log is not an error, which browsers would report in their console.
      ctx.set('cache-control', 'no-store');
      ctx.status = 204;
    },
    async recordProof(ctx: RouterContext) {
      const match = ctx.params.matchId ?? '';
      const proof = publicLog && MATCH_ID.test(match) ? await publicLog.proof(match) : null;
      if (proof !== null) ctx.set('content-disposition', `attachment; filename="${match}.tlog-proof"`);
      answerText(ctx, proof, BRIEFLY);
    },
  };
}

function answerText(ctx: Context, text: string | null, cacheControl: string): void {
  ctx.set('cache-control', text === null ? 'no-store' : cacheControl);
  ctx.status = text === null ? 404 : 200;
  ctx.set('content-type', 'text/plain; charset=utf-8');
  ctx.body = text ?? 'not found';
}
