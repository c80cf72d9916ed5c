import { constants, createReadStream, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { gunzipSync } from 'node:zlib';
import type { Failure, Result } from 'bg-rules';
import { MAX_TEXT_BYTES, parseRecordText, type TextCode } from '../text.ts';

/** `unreadable`: no bytes could be read. The others are faults of the text. */
export type ReadCode = 'unreadable' | TextCode;

const URL_TIMEOUT_MS = 30_000;

/** Returns true if no bytes could be read. A text or record that was read and refused is invalid, not unreadable. */
export function isUnreadable({ code }: Failure<string>): boolean {
  return code === 'unreadable';
}

/**
 * Reads and parses a record or transcript, plain or gzipped.
 * @param source a path, an http or https address, or - for the standard input
 */
export async function readSource(source: string): Promise<Result<unknown, ReadCode>> {
  const read = await readBytes(source);
  return read.ok ? parseRecordText(read.value) : read;
}

/**
 * Reads bytes, plain or gzipped, up to the size of the largest record.
 * @param source as for `readSource`
 */
export async function readBytes(source: string): Promise<Result<Uint8Array<ArrayBuffer>, ReadCode>> {
  try {
    const bytes = await gather(await openSource(source), MAX_TEXT_BYTES);
    const text = bytes && unpacked(bytes);
    return text ? { ok: true, value: text } : tooLarge;
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * Opens bytes of any kind, as they are. A file stays on the disk: its parts are read, or reading them rejects, when they are asked for.
 * @param source as for `readSource`
 * @param mostHeld the number of bytes up to which anything but a file is read into memory
 */
export async function openBytes(source: string, mostHeld: number): Promise<Result<Blob, ReadCode>> {
  try {
    if (isPath(source) && (await stat(source)).isFile()) {
      await access(source, constants.R_OK);
      return { ok: true, value: await openAsBlob(source) };
    }
    const bytes = await gather(await openSource(source), mostHeld);
    if (bytes) return { ok: true, value: new Blob([bytes]) };
    const limit = `The file is larger than ${mostHeld / 1_000_000} MB.`;
    return { ...tooLarge, message: `${limit} To read a larger archive, save it and give its path.` };
  } catch (error) {
    return unreadable(error);
  }
}

export function unreadable(error: unknown): Failure<'unreadable'> {
  return { ok: false, code: 'unreadable', message: `${reasonOf(error)}.` };
}

const isPath = (source: string) => source !== '-' && !/^https?:\/\//i.test(source);

async function openSource(source: string): Promise<AsyncIterable<Uint8Array>> {
  if (isPath(source)) return createReadStream(source);
  return source === '-' ? process.stdin : openUrl(source);
}

async function openUrl(url: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(URL_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.body ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>) : Readable.from([]);
}

/** Returns all bytes, or null as soon as there are more than `most`. */
async function gather(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge: Failure<TextCode> = { ok: false, code: 'text-too-large', message: 'The text is larger than 10 MB.' };

/**
 * Decompresses gzip and returns other bytes unchanged. Returns null if the result is larger than a record may
 * be. Throws on damaged gzip.
 */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!gzipped) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_TEXT_BYTES });
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTFOUND: 'no such host',
  ECONNREFUSED: 'the server refused the connection',
};

/** Describes an error in a short phrase. `fetch` hides the reason in the error's cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${URL_TIMEOUT_MS / 1000} seconds`;
  // A file of which parts are still to be read.
  if (error.name === 'NotReadableError') return 'it was removed or changed while it was read';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('Z_')) return 'the gzip is damaged';
  return REASONS[code] ?? (code || error.message);
}
