import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MATCH_ID } from 'bg-record';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { RecordSource } from './parts.ts';
import type { Responses } from './raw-answers.ts';
import { JSON_TYPE } from './response.ts';

/** Sends a record, which is immutable and cached for long. Sends the stored gzip if the client accepts it. */
export async function sendRecord(
  records: RecordSource,
  responses: Responses,
  id: string,
  ctx: Context,
  next: Next,
): Promise<void> {
  const gzip = MATCH_ID.test(id) ? await records.gzip(id) : null;
  if (!gzip) return next();
  // Set here, because Koa would look up the type twice and check how to quote the name.
  ctx.set('content-disposition', `attachment; filename="${id}.json"`);
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.set('content-type', JSON_TYPE);
  sendGzip(gzip, responses, ctx);
}

/** Sends the content of a gzip file: as it is if the client accepts that, and expanded otherwise. */
export function sendGzip(gzip: Uint8Array, responses: Responses, ctx: Context): void {
  const stored = Buffer.from(gzip.buffer, gzip.byteOffset, gzip.byteLength);
  const paced = responses.pace(ctx.res, stored);
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('content-encoding', 'gzip');
    ctx.body = paced;
    ctx.length = stored.length;
  } else {
    // Expand in small chunks, as fast as the client reads.
    ctx.compress = false;
    const bytes = expandedBytes(stored);
    ctx.body = pipeline(paced, responses.expanding(ctx.req, bytes / stored.length), createGunzip(), () => undefined);
    ctx.length = bytes;
  }
}

/** The last four bytes of a gzip file are the length of its content. */
function expandedBytes(stored: Buffer): number {
  return stored.readUInt32LE(stored.length - 4);
}

type Read = (id: string) => Promise<Uint8Array | null>;

/** Caches immutable files, `maxBytes` in total. Requests for one file at the same time share one read. Missing files are not cached. */
export function cacheRecords(read: Read, maxBytes: number): Read {
  const files = new LRUCache<string, Uint8Array>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const running = new Map<string, Promise<Uint8Array | null>>();
  const readAndKeep = (id: string) => {
    const reading = read(id)
      .then((file) => {
        if (file) files.set(id, file);
        return file;
      })
      .finally(() => running.delete(id));
    running.set(id, reading);
    return reading;
  };
  return async (id) => files.get(id) ?? running.get(id) ?? readAndKeep(id);
}

/** Number of newest records that `/api/records` lists, and that each process has in memory. */
export const NEWEST_RECORDS = 50;

interface Kept {
  readonly bytes: number;
  /** Null if there is no room for it. */
  readonly file: Uint8Array | null;
}

/**
 * The files of the newest records, `maxBytes` in total, so that they are served while the storage is away, also to the first who asks. Those
 * of older records do not displace them.
 */
export class NewestRecords {
  readonly #source: Pick<RecordSource, 'recentIds' | 'gzip'>;
  readonly #maxBytes: number;
  #kept: ReadonlyMap<string, Kept> = new Map();

  constructor(source: Pick<RecordSource, 'recentIds' | 'gzip'>, maxBytes: number) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  get(id: string): Uint8Array | null {
    return this.#kept.get(id)?.file ?? null;
  }

  /** Reads the records that are newer than those in memory. While the storage fails, these stay. */
  async refresh(): Promise<void> {
    const kept = new Map<string, Kept>();
    let bytes = 0;
    try {
      for (const id of await this.#source.recentIds(NEWEST_RECORDS)) {
        const one = this.#kept.get(id) ?? (await this.#read(id));
        const isFitting = one.file !== null && bytes + one.bytes <= this.#maxBytes;
        if (isFitting) bytes += one.bytes;
        kept.set(id, isFitting ? one : { bytes: one.bytes, file: null });
      }
      this.#kept = kept;
    } catch {
      // The health report says that the storage fails.
    }
  }

  async #read(id: string): Promise<Kept> {
    const file = await this.#source.gzip(id);
    return { bytes: file?.length ?? 0, file };
  }
}

/** An empty file needs a size, too. */
function sizeOf({ length }: Uint8Array): number {
  return Math.max(length, 1);
}
