import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'bg-rules';

/** The seed of the server's key, 64 hex digits: read from the data folder, made there the first time. */
export function loadServerKey(dataDir: string): Result<string, 'bad-server-key'> {
  const file = join(dataDir, 'server.key');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const text = read(file) ?? make(dataDir, file);
    if (/^[0-9a-f]{64}$/.test(text)) return { ok: true, value: text };
    return refused(`${file} does not hold 64 hex digits; put the right key back.`);
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

/** The file appears whole or not at all, and of several processes that make one the first decides. */
function make(folder: string, file: string): string {
  const draft = join(folder, `server.key.${randomUUID()}`);
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

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
