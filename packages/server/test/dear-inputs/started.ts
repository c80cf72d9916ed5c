import { compose } from '../../src/compose/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { pathOf } from '../../src/config/paths.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { finished, header } from '../storage/fixtures.ts';
import { temporaryFolder } from '../storage/folders.ts';
import { FakeLog } from '../support/fake-world.ts';

const MOST = '1000000';

/** The whole service with a finished match, without a port: requests use in-memory connections. */
export async function started() {
  const folder = temporaryFolder();
  const config = readConfig({
    DATA_DIR: folder.path,
    BACKUP_HOURS: '0',
    WORKER_KEY: 'the worker key',
    CRON_KEY: 'the cron key',
    TRUST_PROXY: '1',
    LIMIT_READ: MOST,
    LIMIT_WRITE: MOST,
    LIMIT_ANALYSIS: MOST,
  });
  if (!config.ok) throw new Error(config.message);
  const store = await openStore({ ...config.value, prismaFolder: pathOf('../prisma') });
  if (!store.ok) throw new Error(store.message);
  const match = header();
  await store.value.matches.create(match);
  await store.value.matches.finish(finished(match, 1));
  await store.value.close();
  const log = new FakeLog();
  const composed = await compose(config.value, log);
  if (!composed.ok) throw new Error(composed.message);
  const { server, start, stop } = composed.value;
  // Otherwise Node drops a request without an answer as soon as the input ends.
  Object.assign(server, { httpAllowHalfOpen: true });
  await start();
  return {
    server,
    matchId: match.id,
    log,
    async stop() {
      await stop();
      folder.remove();
    },
  };
}
