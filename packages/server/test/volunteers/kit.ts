import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Acquired, Job } from '@anchor/wire';
import { openQueue, type QueueParts } from '../../src/compose/queue-setup.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';
import { ENGINE } from './engine.ts';

interface TestQueueOptions extends Partial<Omit<QueueParts, 'alarms' | 'world' | 'log'>> {
  readonly world?: FakeWorld;
}

/** The door key and the server key of the tests. */
export const DOOR = 'the key of volunteers';
export const SERVER_PUB = '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29';

const opened: { close(): Promise<void> }[] = [];
/** Closes the databases. Programs other than tests call it themselves. */
async function closeTestStores(): Promise<void> {
  for (const each of opened.splice(0)) await each.close();
}
if (process.env.VITEST) (await import('vitest')).afterAll(closeTestStores);

/** A folder with an empty database of the present model, made once per file: migrations take long. */
let template: Promise<ReturnType<typeof temporaryFolder>> | null = null;

async function makeTemplate() {
  const folder = temporaryFolder();
  const store = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
  if (!store.ok) throw new Error(store.message);
  await store.value.close();
  opened.push({ close: async () => folder.remove() });
  return folder;
}

/** An empty embedded database, removed after the tests of the file. */
export async function openTestStore(): Promise<OpenStore> {
  template ??= makeTemplate();
  const [empty, folder] = [await template, temporaryFolder()];
  copyFileSync(join(empty.path, 'anchor.db'), join(folder.path, 'anchor.db'));
  const store = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
  if (!store.ok) throw new Error(store.message);
  opened.push({
    async close() {
      await store.value.close();
      folder.remove();
    },
  });
  return store.value;
}

/** The queue on an embedded database, with clock and random source under the test's control. */
export async function openTestQueue({ world = new FakeWorld(), ...changes }: TestQueueOptions = {}) {
  const log = new FakeLog();
  const alarms = new FakeAlarms(world);
  const own = changes.store && changes.evaluations ? null : await openTestStore();
  const parts: QueueParts = {
    store: own?.deepQueue as QueueParts['store'],
    evaluations: own?.evaluations as QueueParts['evaluations'],
    world,
    log,
    engine: ENGINE,
    alarms,
    isStrict: false,
    names: { serverPub: SERVER_PUB, isSignedOnly: false, doors: 1 },
    canaryPercent: 0,
    yieldToEventLoop: async () => {},
    ...changes,
  };
  const queue = openQueue(parts);
  return {
    queue,
    world,
    alarms,
    log,
    store: parts.store,
    evaluations: parts.evaluations,
    workerApi: queue.workerApi,
    /** Requests jobs as one asker and collects the keys that arrive. */
    ask(asker: string, jobs: readonly Job[], forMs = 24 * 3_600_000) {
      const arrived = new Set<string>();
      const asking = { asker, until: world.now() + forMs };
      const evaluation = queue.evaluator.evaluate(asking, jobs, (key) => arrived.add(key));
      return { ...evaluation, arrived };
    },
    /** Resolves when all operations have reached the queue. */
    settled: () => queue.idle(),
    status: () => queue.workerApi.status({ hits: 0, misses: 0, coalesced: 0, hitRate: 0 }),
    /** Advances the clock. */
    pass: (ms: number) => world.setNow(world.now() + ms),
    async acquire(workerId: string, count = 8, engineId: string = ENGINE.engineId): Promise<Acquired> {
      const acquired = await queue.workerApi.acquire({ engineId, workerId, count }, DOOR);
      return acquired.ok ? acquired.value : { jobs: [] };
    },
    async lease(workerId: string, count = 64, engineId: string = ENGINE.engineId) {
      const acquired = await this.acquire(workerId, count, engineId);
      return 'token' in acquired ? acquired : { token: '', jobs: [] };
    },
  };
}

export type TestQueue = Awaited<ReturnType<typeof openTestQueue>>;
