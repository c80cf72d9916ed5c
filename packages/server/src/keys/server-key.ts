import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Result } from 'bg-rules';
import { syncToDisk } from '../shared/sync-to-disk.ts';

const NAME = 'server.key';
const LOG_NAME = 'log.key';
/** Seeds of former keys, one per line, the newest first. */
const FORMER_NAME = 'server.key.previous';
const SEED = /^[0-9a-f]{64}$/;

/** The seed of the server's key, 64 hex digits, from the data folder. Created there if missing. */
export function loadServerKey(dataDir: string): Result<string, 'bad-server-key'> {
  return loadSeed(dataDir, NAME);
}

/** The same of the key that signs the public log. */
export function loadLogKey(dataDir: string): Result<string, 'bad-server-key'> {
  return loadSeed(dataDir, LOG_NAME);
}

function loadSeed(dataDir: string, name: string): Result<string, 'bad-server-key'> {
  const file = join(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const text = read(file) ?? make(file);
    if (SEED.test(text)) return { ok: true, value: text };
    return refused(`${file} does not hold 64 hex digits; restore the right key.`);
  } catch (error) {
    return refused(`Cannot keep ${name} in ${dataDir}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The seeds of the former keys in the data folder, the newest first. */
export function loadFormerKeys(dataDir: string): Result<readonly string[], 'bad-server-key'> {
  const file = join(dataDir, FORMER_NAME);
  try {
    const seeds = (read(file) ?? '').split(/\s+/).filter(Boolean);
    if (seeds.every((seed) => SEED.test(seed))) return { ok: true, value: seeds };
    return refused(`${file} does not hold 64 hex digits per line; restore the right keys.`);
  } catch (error) {
    return refused(`Cannot read the server's former keys: ${error instanceof Error ? error.message : error}`);
  }
}

/** The result of `rotateServerKey`. */
interface RotatedKey {
  readonly file: string;
  readonly formerFile: string;
  /** Seed of the new key. */
  readonly seed: string;
}

/**
 * Creates a new key in the data folder and keeps the old one beside it. The old one is written first, so a crash never loses a key. The
 * caller must hold the lock of the folder.
 */
export function rotateServerKey(dataDir: string): Result<RotatedKey, 'no-server-key' | 'bad-server-key'> {
  const [file, formerFile] = [join(dataDir, NAME), join(dataDir, FORMER_NAME)];
  try {
    const present = read(file);
    if (present === null)
      return { ok: false, code: 'no-server-key', message: `There is no ${file}, so there is no key to replace.` };
    if (!SEED.test(present)) return refused(`${file} does not hold 64 hex digits; restore the right key.`);
    const former = loadFormerKeys(dataDir);
    if (!former.ok) return former;
    replace(formerFile, [...new Set([present, ...former.value])].join('\n'));
    const seed = randomBytes(32).toString('hex');
    replace(file, seed);
    return { ok: true, value: { file, formerFile, seed } };
  } catch (error) {
    return refused(`Cannot keep the server's key in ${dataDir}: ${error instanceof Error ? error.message : error}`);
  }
}

function refused(message: string) {
  return { ok: false, code: 'bad-server-key', message } as const;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Creates the key file atomically. If several processes create one, the first wins. */
function make(file: string): string {
  const draft = draftOf(file);
  writeDurably(draft, `${randomBytes(32).toString('hex')}\n`);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Replaces the file atomically and durably. */
function replace(file: string, text: string): void {
  const draft = draftOf(file);
  writeDurably(draft, `${text}\n`);
  renameSync(draft, file);
  syncToDisk(dirname(file));
}

function draftOf(file: string): string {
  return `${file}.${randomUUID()}`;
}

function writeDurably(file: string, text: string): void {
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  syncToDisk(file);
}
