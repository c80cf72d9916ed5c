import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadServerKey } from '../src/keys/server-key.ts';
import { temporaryFolder } from './storage/folders.ts';

describe("the server's key", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('is created once and readable only by its owner', () => {
    const dataDir = join(folder.path, 'new', 'data');
    const made = loadServerKey(dataDir);
    expect(made.ok && made.value).toMatch(/^[0-9a-f]{64}$/);
    expect(loadServerKey(dataDir)).toEqual(made);
    expect(readdirSync(dataDir)).toEqual(['server.key']);
    expect(statSync(join(dataDir, 'server.key')).mode & 0o777).toBe(0o600);
    expect(loadServerKey(join(folder.path, 'other'))).not.toEqual(made);
  });

  it('is never replaced, not even if it is invalid', () => {
    const file = join(folder.path, 'server.key');
    writeFileSync(file, 'half a k');
    chmodSync(file, 0o600);
    expect(loadServerKey(folder.path)).toMatchObject({ ok: false, code: 'bad-server-key' });
    expect(readFileSync(file, 'utf8')).toBe('half a k');
  });

  it('can be copied from another service', () => {
    writeFileSync(join(folder.path, 'server.key'), `${'0a'.repeat(32)}\r\n`);
    expect(loadServerKey(folder.path)).toEqual({ ok: true, value: '0a'.repeat(32) });
    expect(existsSync(join(folder.path, 'server.key'))).toBe(true);
  });
});
