import { utf8 } from '../../src/encoding.ts';
import { ed25519Signer } from '../../src/key.ts';
import { hashLeaf, treeRoot } from '../../src/merkle.ts';
import { openCheckpoint } from '../../src/open-checkpoint.ts';
import type { Failure, LogCode, Result } from '../../src/result.ts';
import { MemoryStorage } from '../../src/storage.ts';
import { LogWriter } from '../../src/writer.ts';

export const ORIGIN = 'example.com/log';
export const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(1));

/** The sizes at which trees of tiles change their shape. */
export const SIZES = [0, 1, 2, 255, 256, 257, 65_536, 70_000];

/** The entry at a position of every test log. The Go program makes the same. */
export function entryAt(index: number): Uint8Array {
  return utf8(`entry ${index}`);
}

export function entries(from: number, to: number): Uint8Array[] {
  return Array.from({ length: to - from }, (_, i) => entryAt(from + i));
}

export function leafHashes(size: number): Uint8Array[] {
  return entries(0, size).map(hashLeaf);
}

/** The root by plain recursion over all leaves, without tiles. */
export function plainRoot(size: number): Uint8Array {
  return treeRoot(leafHashes(size));
}

/** Returns the value of a result; a failure is an error of the test. */
export function value<T>(result: { readonly ok: true; readonly value: T } | Failure): T {
  if (result.ok) return result.value;
  throw new Error(`${result.code}: ${result.message}`);
}

/** Returns the code of a failure, or 'accepted'. */
export function code(result: Result<unknown> | Failure): LogCode | 'accepted' {
  return result.ok ? 'accepted' : result.code;
}

interface TestLog {
  readonly storage: MemoryStorage;
  readonly writer: LogWriter;
}

/** Makes a log of `size` entries in one batch. */
export async function makeLog(size: number, storage = new MemoryStorage()): Promise<TestLog> {
  const writer = value(await LogWriter.open({ origin: ORIGIN, signer, storage }));
  value(await writer.append(entries(0, size)));
  return { storage, writer };
}

const made = new Map<number, Promise<TestLog>>();

/** Returns a log of `size` entries that tests share. They only read it. */
export function logOf(size: number): Promise<TestLog> {
  const log = made.get(size) ?? makeLog(size);
  made.set(size, log);
  return log;
}

export const accept = (note: string | Uint8Array) => openCheckpoint(note, ORIGIN, [signer.key]);
