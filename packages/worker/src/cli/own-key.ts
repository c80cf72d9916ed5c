import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Key, keyFromSeed } from 'bg-record';
import type { Result } from 'bg-rules';
import { usualConfigPath } from './config-file.ts';

/** The default path of the worker's own key: beside the default settings file. */
export function usualOwnKeyPath(env: Readonly<Record<string, string | undefined>>): string {
  return join(dirname(usualConfigPath(env)), 'own.key');
}

/**
 * Reads the worker's own key: 64 hex digits, the seed of an Ed25519 key. Resolves to null if `path` is null and there is none at the
 * default path: the worker then has no key.
 */
export async function readOwnKey(
  path: string | null,
  env: Readonly<Record<string, string | undefined>>,
  say: (text: string) => void,
): Promise<Result<Key | null, 'bad-own-key'>> {
  const place = path ?? usualOwnKeyPath(env);
  if (path === null && !existsSync(place)) return { ok: true, value: null };
  try {
    if (process.platform !== 'win32' && (statSync(place).mode & 0o077) !== 0)
      say(`Other users of this machine can read ${place}, the key of this worker; protect it with chmod 600.`);
    const text = readFileSync(place, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(text)) return bad(`${place} does not hold a key: 64 hex digits`);
    return { ok: true, value: await keyFromSeed(Buffer.from(text, 'hex')) };
  } catch (error) {
    return bad(`the worker's own key ${place} cannot be read (${error instanceof Error ? error.message : error})`);
  }
}

/** Makes a key and writes it, readable only by its owner. Never overwrites one. Returns false if there is a file already. */
export function makeOwnKey(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  writeSync(file, `${randomBytes(32).toString('hex')}\n`);
  fsyncSync(file);
  closeSync(file);
  return true;
}

function bad(message: string) {
  return { ok: false, code: 'bad-own-key', message } as const;
}
