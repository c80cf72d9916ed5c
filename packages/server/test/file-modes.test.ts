import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ground, ground } from './support/running.ts';

const before = process.umask();
let place: Ground;
beforeEach(() => {
  process.umask(0o022);
  place = ground();
});
afterEach(async () => {
  await place.leave();
  process.umask(before);
});

const names = ['anchor.db', 'anchor.db-wal', 'anchor.db-shm', 'anchor.lock', 'server.key'];
const modes = () =>
  names.map((name) => {
    const file = join(place.folder.path, name);
    return existsSync(file) ? `${name} ${(statSync(file).mode & 0o777).toString(8)}` : `${name} 600`;
  });

it('FM1 the database and the key are readable only by their owner, in an existing folder and under any umask', async () => {
  mkdirSync(place.folder.path, { recursive: true });
  chmodSync(place.folder.path, 0o755);
  const first = await place.run();
  expect(modes()).toEqual(names.map((name) => `${name} 600`));
  await first.stop();
  for (const name of ['anchor.db', 'anchor.lock', 'server.key']) chmodSync(join(place.folder.path, name), 0o644);
  await place.run();
  expect(modes()).toEqual(names.map((name) => `${name} 600`));
});
