import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Installation, newInstallation } from './support/running.ts';

const before = process.umask();
let installation: Installation;
beforeEach(() => {
  process.umask(0o022);
  installation = newInstallation();
});
afterEach(async () => {
  await installation.remove();
  process.umask(before);
});

const names = ['anchor.db', 'anchor.db-wal', 'anchor.db-shm', 'anchor.lock', 'server.key'];
const modes = () =>
  names.map((name) => {
    const file = join(installation.folder.path, name);
    return existsSync(file) ? `${name} ${(statSync(file).mode & 0o777).toString(8)}` : `${name} 600`;
  });

it('FM1 the database and the key are readable only by their owner, in an existing folder and under any umask', async () => {
  mkdirSync(installation.folder.path, { recursive: true });
  chmodSync(installation.folder.path, 0o755);
  const first = await installation.run();
  expect(modes()).toEqual(names.map((name) => `${name} 600`));
  await first.stop();
  for (const name of ['anchor.db', 'anchor.lock', 'server.key']) chmodSync(join(installation.folder.path, name), 0o644);
  await installation.run();
  expect(modes()).toEqual(names.map((name) => `${name} 600`));
});
