import type { LogEntry } from 'bg-record';
import { Registry } from 'prom-client';
import {
  checkPolicy,
  cosigner,
  ed25519Signer,
  type Fetch,
  formatVkey,
  parsePolicy,
  Witness,
  type WitnessState,
} from 'tlog-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WitnessObserver } from '../../src/domain/public-log/cosigning.ts';
import { Sequencer } from '../../src/domain/public-log/sequencer.ts';
import { countCosignatures } from '../../src/metrics/stored.ts';
import { logHeadFile } from '../../src/storage/log-head-file.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { nextId } from '../storage/fixtures.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';

const origin = 'example.org/log';
const signer = ed25519Signer(origin, new Uint8Array(32).fill(7));
const SOON = { timeout: 60_000, interval: 20 };
const AT = 1_790_000_100_000;

/** A witness without a network. */
function makeWitness(seed: number) {
  const own = cosigner(`w${seed}.example`, new Uint8Array(32).fill(seed), () => 1_790_000_000);
  const states = new Map<string, WitnessState>();
  const witness = new Witness({
    signers: [own],
    logKeys: (name) => (name === origin ? [signer.key] : null),
    store: {
      read: async (name) => states.get(name) ?? null,
      advance: async (name, _, next) => {
        states.set(name, next);
        return true;
      },
    },
  });
  return { key: own.key, url: `https://w${seed}.example`, witness };
}

let folder: ReturnType<typeof temporaryFolder>;
let store: OpenStore;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await openIn(folder.path);
});
afterEach(async () => {
  await store.close();
  folder.remove();
});
async function openIn(dataDir: string): Promise<OpenStore> {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

const witnesses = () => [makeWitness(1), makeWitness(2)] as const;
const fetchOf =
  (all: readonly ReturnType<typeof makeWitness>[]): Fetch =>
  async (url, { body = '' }) => {
    const asked = all.find((one) => url.startsWith(one.url));
    if (!asked) throw new Error('no answer');
    const answer = await asked.witness.addCheckpoint(body);
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.contentType } });
  };
const policyOf = (all: readonly ReturnType<typeof makeWitness>[]) => {
  const lines = all.map(({ key }, i) => `witness w${i} ${formatVkey(key)}\n`).join('');
  const names = all.map((_, i) => `w${i}`).join(' ');
  const policy = parsePolicy(`log ${formatVkey(signer.key)}\n${lines}group all all ${names}\nquorum all\n`);
  if (!policy.ok) throw new Error(policy.message);
  return policy.value;
};
const add = async ({ publicLog }: OpenStore, count: number) => {
  for (let i = 0; i < count; i++) {
    const fields = { engine: 'engine:1', ply: 2, report: 'ab'.repeat(32), worker: null, at: AT };
    const entry: LogEntry = { type: 'analysis', match: nextId(), ...fields };
    await publicLog.add(entry, AT);
  }
};

/** A sequencer that looks when the test advances its time. */
function sequencerOf(
  own: OpenStore,
  dataDir: string,
  all: readonly ReturnType<typeof makeWitness>[],
  fetch = fetchOf(all),
  observer?: WitnessObserver,
) {
  const [world, log] = [new FakeWorld('log'), new FakeLog()];
  const alarms = new FakeAlarms(world);
  const head = logHeadFile(dataDir);
  const parts = {
    store: own.publicLog,
    origin,
    signer,
    head,
    witnesses: { all, fetch, observer },
    processId: nextId(),
    isExclusive: true,
  };
  const sequencer = new Sequencer({ ...parts, alarms, world, log });
  sequencer.start();
  return { sequencer, alarms, log };
}
const published = async (own: OpenStore, all: readonly ReturnType<typeof makeWitness>[]) =>
  checkPolicy((await own.publicLog.readPublished()) ?? '', policyOf(all));

describe('cosignatures of the public log', () => {
  it('CO1 publishes each checkpoint with the cosignatures of all witnesses', async () => {
    const all = witnesses();
    const { alarms, sequencer } = sequencerOf(store, folder.path, all);
    for (const size of [3, 6]) {
      await add(store, 3);
      await vi.waitFor(async () => {
        alarms.takeDue(Number.POSITIVE_INFINITY)?.onDue();
        expect(await published(store, all)).toMatchObject({ ok: true, value: { size } });
      }, SOON);
    }
    await sequencer.stop();
  });

  it('TG21 counts the answers and failures of each witness, with their time', async () => {
    const [one, other] = witnesses();
    const registry = new Registry();
    const observer = countCosignatures(registry, [one.key.name, other.key.name, 'silent.example']);
    const { alarms, sequencer } = sequencerOf(store, folder.path, [one, other], fetchOf([one]), observer);
    await add(store, 3);
    await vi.waitFor(async () => {
      alarms.takeDue(Number.POSITIVE_INFINITY)?.onDue();
      const text = await registry.metrics();
      expect(text).toMatch(/cosignatures_total\{witness="w1\.example",outcome="cosigned"\} [1-9]/);
      expect(text).toMatch(/cosignatures_total\{witness="w2\.example",outcome="failed"\} [1-9]/);
      expect(text).toMatch(/cosignatures_total\{witness="silent\.example",outcome="cosigned"\} 0/);
      expect(text).toMatch(/witness_seconds_count\{witness="w2\.example"\} [1-9]/);
    }, SOON);
    await sequencer.stop();
  });

  it('CO2 publishes without a witness that does not answer, and stops at once', async () => {
    const all = witnesses();
    const [one] = all;
    const fetch: Fetch = (url, init) =>
      url.startsWith(one.url)
        ? fetchOf(all)(url, init)
        : new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('stopped'))));
    const { alarms, sequencer } = sequencerOf(store, folder.path, all, fetch);
    await add(store, 3);
    await vi.waitFor(async () => {
      alarms.takeDue(Number.POSITIVE_INFINITY)?.onDue();
      expect(await store.publicLog.publishedSize()).toBe(3);
    }, SOON);
    await add(store, 2);
    await vi.waitFor(async () => {
      alarms.takeDue(Number.POSITIVE_INFINITY)?.onDue();
      expect(await store.publicLog.publishedSize()).toBe(5);
    }, SOON);
    await sequencer.stop();
  });

  it('CO3 signs nothing more if a witness has cosigned a larger tree, or another one', async () => {
    const all = witnesses();
    const first = sequencerOf(store, folder.path, all);
    await add(store, 5);
    await vi.waitFor(async () => {
      first.alarms.takeDue(Number.POSITIVE_INFINITY)?.onDue();
      expect(await published(store, all)).toMatchObject({ ok: true });
    }, SOON);
    await first.sequencer.stop();
    for (const entries of [3, 5]) {
      // A new machine with an older or another database: no head in its folder.
      const other = temporaryFolder();
      const restored = await openIn(other.path);
      await add(restored, entries);
      const { alarms, sequencer, log } = sequencerOf(restored, other.path, all);
      await vi.waitFor(() => {
        alarms.takeDue(Number.POSITIVE_INFINITY)?.onDue();
        expect(sequencer.isHalted).toBe(true);
      }, SOON);
      expect(log.errors.join()).toContain('has stopped signing');
      await sequencer.stop();
      await restored.close();
      other.remove();
    }
  });
});
