import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLogEntry, generateKey, type LogEntry, signLogEnd, signLogKey, verifyLogEnd } from 'bg-record';
import fc from 'fast-check';
import { ed25519Signer, formatVkey, type NoteSigner, openCheckpoint, storageSource, TileTree } from 'tlog-kit';
import { afterEach, describe, expect, it } from 'vitest';
import type { PublicLogStore } from '../../src/domain/ports/log.ts';
import { BATCH, type HeadStore, LOG_ALARM, LOOK_MS, Sequencer } from '../../src/domain/public-log/sequencer.ts';
import { endLog, knownLog } from '../../src/storage/end-log.ts';
import { logHeadFile } from '../../src/storage/log-head-file.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { nextId } from '../storage/fixtures.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';

const origin = 'example.org/log';
const atMs = 1_790_000_100_000;
const real = ed25519Signer(origin, new Uint8Array(32).fill(7));

/** A folder with a database and a head file, and the texts that the log has signed. */
async function openPlace() {
  const folder = temporaryFolder();
  const signed: string[] = [];
  const signer: NoteSigner = {
    key: real.key,
    sign: (text) => {
      signed.push(text);
      return real.sign(text);
    },
  };
  let store = await reopen();
  async function reopen(): Promise<OpenStore> {
    const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    return opened.value;
  }
  const log = new FakeLog();
  return {
    folder,
    signed,
    log,
    head: logHeadFile(folder.path),
    get store() {
      return store;
    },
    sequencer(changes: Partial<ConstructorParameters<typeof Sequencer>[0]> = {}) {
      const world = new FakeWorld('log');
      const own = { origin, signer, head: logHeadFile(folder.path), processId: nextId(), isExclusive: true };
      return new Sequencer({ ...own, store: store.publicLog, alarms: new FakeAlarms(world), world, log, ...changes });
    },
    async closed(work: () => void) {
      await store.close();
      work();
      store = await reopen();
    },
    async remove() {
      await store.close();
      folder.remove();
    },
  };
}
type Place = Awaited<ReturnType<typeof openPlace>>;

const places: Place[] = [];
const newPlace = async () => {
  const place = await openPlace();
  places.push(place);
  return place;
};
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove();
});

const report = (): LogEntry => {
  const fields = { engine: 'engine:1', ply: 2, report: 'ab'.repeat(32), worker: null, at: atMs };
  return { type: 'analysis', match: nextId(), ...fields };
};
const add = async ({ publicLog }: OpenStore, count: number) => {
  for (let i = 0; i < count; i++) await publicLog.add(report(), atMs);
};

class Killed extends Error {}

/** Kills a process before or after one of its steps. A dead process does nothing more. */
function mortal(store: PublicLogStore, head: HeadStore, steps: number, isAfter: boolean) {
  let left = steps;
  const step = <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      if (left <= 0) throw new Killed();
      left -= 1;
      if (left === 0 && !isAfter) throw new Killed();
      const done = await work(...args);
      if (left === 0) throw new Killed();
      return done;
    };
  };
  const wrap = <T extends object>(object: T): T => {
    const names = Object.keys(object) as (keyof T)[];
    return Object.fromEntries(names.map((name) => [name, step(object[name] as () => Promise<unknown>)])) as T;
  };
  return { store: wrap(store), head: wrap(head) };
}

/** Throws unless all signed texts are states of the one tree that the storage has, and each entry is in it once. */
async function expectOneTree({ store: { publicLog: log }, signed, head }: Place, count: number): Promise<void> {
  const note = await log.readPublished();
  const newest = openCheckpoint(note ?? '', origin, [real.key]);
  if (!newest.ok) throw new Error(newest.message);
  expect(newest.value.size).toBe(count);
  expect(await head.read()).toBe(note);
  const tree = new TileTree(count, newest.value.root, storageSource(log));
  for (const text of new Set(signed)) {
    const { size, root } = sizeAndRoot(text);
    const own = await tree.rootAt(size);
    if (!own.ok) throw new Error(own.message);
    expect(Buffer.from(own.value).equals(root), `the tree of ${size} entries`).toBe(true);
  }
  const refs = new Set<string>();
  for (const bytes of await log.entriesFrom(0, count + 1)) {
    const entry = decodeLogEntry(bytes);
    if (!entry.ok) throw new Error(entry.message);
    refs.add(JSON.stringify(entry.value));
  }
  expect(refs.size).toBe(count);
}
function sizeAndRoot(text: string) {
  const [, size = '', root = ''] = text.split('\n');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

describe('the sequencer of the public log', () => {
  it('TG1 never contradicts what it has signed, and enters each entry once, wherever its process is killed', async () => {
    const place = await newPlace();
    const deaths: number[] = [];
    let count = 0;
    const life = fc.record({
      entries: fc.integer({ min: 0, max: 90 }),
      steps: fc.integer({ min: 1, max: 24 }),
      isAfter: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 5 }), async (lives) => {
        for (const { entries, steps, isAfter } of lives) {
          await add(place.store, entries);
          count += entries;
          const { store, head } = mortal(place.store.publicLog, place.head, steps, isAfter);
          const dying = place.sequencer({ store, head });
          await dying.look().catch((error) => {
            if (!(error instanceof Killed)) throw error;
            deaths.push(steps);
          });
        }
        await place.sequencer().look();
        if (count > 0) await expectOneTree(place, count);
        expect(await place.store.publicLog.isWaiting()).toBe(false);
      }),
      { numRuns: 12 },
    );
    expect(new Set(deaths).size).toBeGreaterThan(8);
    expect(place.log.errors).toEqual([]);
  }, 120_000);

  it('TG2 stays one log if two processes extend it at once', async () => {
    const place = await newPlace();
    const both = [place.sequencer(), place.sequencer()];
    let count = 0;
    for (let round = 0; round < 6; round++) {
      await add(place.store, 40);
      count += 40;
      await Promise.all(both.map((one) => one.look()));
    }
    while (await place.store.publicLog.isWaiting()) await Promise.all(both.map((one) => one.look()));
    await expectOneTree(place, count);
    expect(place.log.errors).toEqual([]);
  }, 60_000);

  it('TG3 works in one process at a time, and passes to the next one at a stop or a second after a death', async () => {
    const place = await newPlace();
    const world = new FakeWorld('two processes');
    const [one, other] = [1, 2].map(() => place.sequencer({ isExclusive: false, world }));
    const size = () => place.store.publicLog.publishedSize();
    await add(place.store, 1);
    await one!.look();
    await add(place.store, 1);
    await other!.look();
    expect(await size()).toBe(1);
    await one!.stop();
    await other!.look();
    expect(await size()).toBe(2);
    await add(place.store, 1);
    const third = place.sequencer({ isExclusive: false, world });
    world.setNow(world.now() + 999);
    await third.look();
    expect(await size()).toBe(2);
    world.setNow(world.now() + 1);
    await third.look();
    expect(await size()).toBe(3);
  });

  it('TG4 looks twice a second, and puts up to 256 entries under one checkpoint', async () => {
    const place = await newPlace();
    const world = new FakeWorld('alarms');
    const alarms = new FakeAlarms(world);
    const sequencer = place.sequencer({ alarms, world });
    await add(place.store, BATCH + 5);
    sequencer.start();
    expect(alarms.at(LOG_ALARM)).toBe(world.now() + LOOK_MS);
    await alarms.ring(LOG_ALARM);
    expect(alarms.at(LOG_ALARM)).toBe(world.now() + LOOK_MS);
    expect(place.signed.map((text) => sizeAndRoot(text).size)).toEqual([0, BATCH, BATCH + 5]);
    await sequencer.stop();
    expect(alarms.at(LOG_ALARM)).toBeNull();
  });

  it('TG22 stops in order while the storage is away', async () => {
    const place = await newPlace();
    const release = () => Promise.reject(new Error('the database is away'));
    const sequencer = place.sequencer({ store: { ...place.store.publicLog, release } });
    await sequencer.look();
    await sequencer.stop();
    expect(place.log.errors).toEqual([expect.stringContaining('the database is away')]);
  });

  it('TG5 stops signing after an older database was restored, and the log says what to do', async () => {
    const place = await newPlace();
    const file = join(place.folder.path, 'anchor.db');
    await add(place.store, 3);
    await place.sequencer().look();
    await place.closed(() => copyFileSync(file, `${file}.old`));
    await add(place.store, 2);
    await place.sequencer().look();
    await place.closed(() => copyFileSync(`${file}.old`, file));
    const signed = place.signed.length;
    const idle = place.sequencer();
    await idle.look();
    expect(idle.isHalted, 'no entry waits').toBe(true);
    await add(place.store, 4);
    const restored = place.sequencer();
    await restored.look();
    await restored.look();
    expect(restored.isHalted).toBe(true);
    expect(place.signed).toHaveLength(signed);
    const stopped = expect.stringMatching(/Restore the newer database.*"(code|reason)":"rolled-back/);
    expect(place.log.errors).toEqual([stopped, stopped]);
  });

  it('TG18 a process that has not seen the newer head signs nothing after another one has stopped, until the operator says so', async () => {
    const place = await newPlace();
    const file = join(place.folder.path, 'anchor.db');
    await add(place.store, 3);
    await place.sequencer().look();
    await place.closed(() => copyFileSync(file, `${file}.old`));
    await add(place.store, 2);
    await place.sequencer().look();
    await place.closed(() => copyFileSync(`${file}.old`, file));
    const head: HeadStore = { read: async () => null, keep: async () => undefined };
    const unknowing = place.sequencer({ head });
    await place.sequencer().look();
    await add(place.store, 4);
    const signed = place.signed.length;
    await unknowing.look();
    await place.sequencer({ head }).look();
    expect(unknowing.isHalted).toBe(true);
    expect(place.signed).toHaveLength(signed);
    const { publicLog } = place.store;
    expect(await publicLog.haltReason()).toMatch(/^rolled-back: /);
    expect(
      await publicLog.commit(
        await publicLog.readCommitted(),
        'example.org/log\n9\nAAAA\n'.replace('AAAA', `${'A'.repeat(43)}=`),
      ),
    ).toBe(false);
    // The operator decides that nobody has seen the lost checkpoint.
    expect([await publicLog.resume(), await publicLog.resume()]).toEqual([true, false]);
    await unknowing.look();
    expect(unknowing.isHalted).toBe(false);
    expect(place.signed.length).toBeGreaterThan(signed);
  });

  it('TG19 a log that the operator ends is followed by another one of all results, which names the end of the first', async () => {
    const place = await newPlace();
    const { publicLog } = place.store;
    await add(place.store, 3);
    await place.sequencer().look();
    const former = await knownLog(publicLog, place.folder.path);
    expect(former).toMatchObject({ origin, size: 3, halted: null });
    const server = await generateKey();
    const next = ed25519Signer('example.org/log-2', new Uint8Array(32).fill(7));
    const named = await signLogKey(server, { origin: next.key.name, key: formatVkey(next.key) });
    const root = Buffer.from(former!.newest.root).toString('hex');
    const ended = await signLogEnd(server, { origin, key: formatVkey(real.key), size: 3, root, at: atMs });
    expect(await verifyLogEnd(ended)).toBe(true);
    expect(await verifyLogEnd({ ...ended, size: 2 })).toBe(false);
    await add(place.store, 1);
    const settings = { dataDir: place.folder.path, origin: next.key.name, statements: [named, ended], at: atMs };
    const folder = await endLog(publicLog, settings);
    const files = ['checkpoint', 'log.head', 'tile/0/000.p/3', 'tile/entries/000.p/3'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    expect([await publicLog.hasEnded(origin), await publicLog.hasEnded(next.key.name)]).toEqual([true, false]);
    // The head of the former log is still in the folder, and stops nothing.
    const sequencer = place.sequencer({ origin: next.key.name, signer: next });
    await sequencer.look();
    expect(sequencer.isHalted).toBe(false);
    expect(place.log.errors).toEqual([]);
    const entries = (await publicLog.entriesFrom(0, 10)).map((bytes) => decodeLogEntry(bytes));
    const types = entries.map((entry) => (entry.ok ? entry.value.type : entry.code));
    expect(types).toEqual(['log-key', 'log-end', 'analysis', 'analysis', 'analysis', 'analysis']);
    const note = await publicLog.readPublished();
    expect(openCheckpoint(note ?? '', next.key.name, [next.key])).toMatchObject({ ok: true, value: { size: 6 } });
    // The operator may have to do it again.
    await endLog(publicLog, { ...settings, origin: 'example.org/log-3' });
    expect(await publicLog.hasEnded(origin)).toBe(true);
  });

  it.each([
    ['rolled-back', 'notices it while it runs', false, 0],
    ['rolled-back', 'has an exception in between', true, 1],
    ['forked', 'sees another log grow larger there', false, 9],
  ])('TG15 stops signing (%s) when the database is set back and it %s', async (code, _how, isFailing, others) => {
    const place = await newPlace();
    const file = join(place.folder.path, 'anchor.db');
    let isDown = false;
    const now = <K extends keyof PublicLogStore>(name: K) => place.store.publicLog[name];
    const store = new Proxy({} as PublicLogStore, {
      get: (_target, name: keyof PublicLogStore) => {
        if (isDown && name === 'write') return () => Promise.reject(new Error('the connection is lost'));
        return now(name);
      },
    });
    const sequencer = place.sequencer({ store });
    await add(place.store, 3);
    await sequencer.look();
    await place.closed(() => copyFileSync(file, `${file}.old`));
    await add(place.store, 2);
    await sequencer.look();
    if (isFailing) {
      isDown = true;
      await add(place.store, 1);
      await expect(sequencer.look()).rejects.toThrow('the connection is lost');
      isDown = false;
    }
    await place.closed(() => copyFileSync(`${file}.old`, file));
    await add(place.store, others);
    // A process on another machine has not seen the newer head.
    const head: HeadStore = { read: async () => null, keep: async () => undefined };
    if (code === 'forked') await place.sequencer({ head }).look();
    const [signed, kept] = [place.signed.length, await place.head.read()];
    await sequencer.look();
    expect(sequencer.isHalted).toBe(true);
    expect(place.signed).toHaveLength(signed);
    expect(await place.head.read()).toBe(kept);
    expect(place.log.errors).toEqual([expect.stringContaining(`"code":"${code}"`)]);
  });

  it('TG16 keeps the heads that processes on other machines signed', async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const [own, other] = [logHeadFile(folder.path), place.sequencer({ isExclusive: false })];
    await add(place.store, 3);
    await other.look();
    const idle = place.sequencer({ isExclusive: false, head: own });
    await idle.look();
    const three = await place.store.publicLog.readPublished();
    expect(await own.read()).toBe(three);
    await add(place.store, 1);
    await other.look();
    await idle.look();
    const four = await place.store.publicLog.readPublished();
    expect(four).not.toBe(three);
    expect(await own.read()).toBe(four);
    await own.keep(three!);
    expect(await own.read(), 'a smaller head').toBe(four);
    folder.remove();
  });

  it('TG6 has the newest head in its file before the head is published', async () => {
    const place = await newPlace();
    const order: string[] = [];
    const { publicLog } = place.store;
    const store = {
      ...publicLog,
      async publish(note: string, size: number) {
        order.push(`published ${size}`);
        expect(await place.head.read()).toBe(note);
        await publicLog.publish(note, size);
      },
    };
    await add(place.store, 2);
    await place.sequencer({ store }).look();
    expect(order).toEqual(['published 0', 'published 2']);
  });

  it('TG7 goes on after the storage failed for a while', async () => {
    const place = await newPlace();
    const world = new FakeWorld('alarms');
    const alarms = new FakeAlarms(world);
    let isDown = true;
    const { publicLog } = place.store;
    const write: PublicLogStore['write'] = async (files) => {
      if (isDown) throw new Error('the disk is full');
      await publicLog.write(files);
    };
    const sequencer = place.sequencer({ store: { ...publicLog, write }, alarms, world });
    await add(place.store, 5);
    sequencer.start();
    await alarms.ring(LOG_ALARM);
    expect(place.log.errors).toHaveLength(1);
    expect(alarms.at(LOG_ALARM)).toBe(world.now() + 1_000);
    world.setNow(world.now() + 1_000);
    await alarms.ring(LOG_ALARM);
    expect(place.log.errors, 'a failure that lasts is not reported at each try').toHaveLength(1);
    isDown = false;
    await alarms.ring(LOG_ALARM);
    await expectOneTree(place, 5);
    expect(sequencer.isHalted).toBe(false);
  });
});
