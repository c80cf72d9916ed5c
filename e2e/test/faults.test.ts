import { seededRandom } from '@anchor/testkit/random';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';
import { type DatabaseHost, embeddedHost, postgresHost } from '../faults/databases.ts';
import { Facts } from '../faults/facts.ts';
import { FrameCutter } from '../faults/frames.ts';
import { MUTANTS } from '../faults/mutants.ts';
import { FAULT_KINDS, kindsFor, makePlan } from '../faults/plan.ts';
import { StubbornPlayer } from '../faults/player.ts';
import { breakProgram, copyProgram, type Program } from '../faults/programs.ts';
import { FaultProxy } from '../faults/proxy.ts';
import { runSeed } from '../faults/run.ts';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

/** Plans that begin with two ends of the process and whatever else is worst; `npm run x -- faults` is the place for many. */
const SEEDS = { sqlite: Number(process.env.SEED ?? 884), postgresql: Number(process.env.SEED ?? 861) };
const STEPS = 4;
/** The public log's target is 2 s. A busy machine needs longer, and only a missing entry is a defect here. */
const ENTRY_MS = 60_000;
/** The number of characters printed of what each server process said, when a promise is broken. */
const OUTPUT_LENGTH = 8_000;
let program: Program;

beforeAll(() => {
  program = copyProgram();
});
afterAll(() => program.remove());

async function broken(host: DatabaseHost, pair: 'sqlite' | 'postgresql'): Promise<object> {
  const plan = { steps: STEPS };
  const kinds = kindsFor(pair, 1);
  const settings = { host, kinds, program: program.main, processes: 1, plan, entryMs: ENTRY_MS };
  const { broken: promises, output } = await runSeed({ seed: SEEDS[pair], ...settings });
  if (promises.size > 0) console.error(output.map((said) => said.slice(-OUTPUT_LENGTH)).join('\n'));
  return Object.fromEntries(promises);
}

describe('the fault harness', () => {
  it('FA1 makes the same plan from the same seed, and a different plan from another seed', () => {
    expect(makePlan(7, FAULT_KINDS)).toEqual(makePlan(7, FAULT_KINDS));
    expect(makePlan(8, FAULT_KINDS)).not.toEqual(makePlan(7, FAULT_KINDS));
  });

  it('FA2 drops whole frames, however the bytes arrive', () => {
    const frames = [5, 125, 126, 65_535, 65_536].map((length) => frame(length));
    const stream = Buffer.concat([Buffer.from('GET /ws HTTP/1.1\r\n\r\n'), ...frames]);
    const random = seededRandom(SEEDS.sqlite);
    const cutter = new FrameCutter();
    const pieces = [];
    for (let at = 0; at < stream.length; ) {
      const end = at + 1 + Math.floor(random() * (random() < 0.5 ? 4 : 40_000));
      pieces.push(...cutter.take(stream.subarray(at, end)));
      at = end;
    }
    expect(pieces.map(({ isText }) => isText)).toEqual([false, ...frames.map(() => true)]);
    expect(pieces.slice(1).map(({ bytes }) => bytes.length)).toEqual(frames.map(({ length }) => length));
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(stream)).toBe(true);
  });

  it('FA6 lets a player go on whose identification was lost, on a connection that stays open', async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const proxy = await FaultProxy.start(() => port);
    const server = await ServerProcess.start({ dataDir: folder.path, port, env: { ORIGINS: proxy.url } });
    const facts = new Facts(() => Date.now());
    const policy = { random: seededRandom(1), double: 0, take: 0, wild: false, resignsAt: 0 };
    const key = await generateKey();
    const player = new StubbornPlayer({ url: proxy.url, key, facts, policy, thinks: 0, leaves: 0 });
    try {
      proxy.conditions.drop.toServer = 1;
      player.come();
      await expect.poll(() => proxy.conditions.drop.toServer, { timeout: 10_000 }).toBe(0);
      const playBot = () => player.ask({ type: 'play-bot', length: 1, level: 'beginner' }, ['match']);
      await expect.poll(async () => (await playBot())?.type, { timeout: 30_000, interval: 500 }).toBe('match');
      await expect.poll(() => facts.finished.size, { timeout: 20_000 }).toBe(1);
      expect(facts.complaints).toEqual([]);
    } finally {
      player.end();
      proxy.stop();
      await server.end();
      folder.remove();
    }
  });

  it.each(MUTANTS)('FA5 can still break the built server so that $name', (mutant) => {
    const copy = copyProgram();
    try {
      expect(() => breakProgram(copy, mutant)).not.toThrow();
    } finally {
      copy.remove();
    }
  });

  it(`FA3 finds every promise kept by one process on the embedded file (seed ${SEEDS.sqlite})`, async () => {
    expect(await broken(embeddedHost, 'sqlite')).toEqual({});
  });

  it.runIf(hasPostgres)(
    `FA4 finds every promise kept by one process on PostgreSQL (seed ${SEEDS.postgresql})`,
    async () => {
      const host = await postgresHost();
      try {
        expect(await broken(host, 'postgresql')).toEqual({});
      } finally {
        await host.stop();
      }
    },
  );
});

/** A masked text frame, as a client sends it. */
function frame(length: number): Buffer {
  const head = length < 126 ? [0x81, 0x80 | length] : length < 65_536 ? [0x81, 0x80 | 126] : [0x81, 0x80 | 127];
  const extended = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8);
  if (extended.length === 2) extended.writeUInt16BE(length);
  if (extended.length === 8) extended.writeBigUInt64BE(BigInt(length));
  return Buffer.concat([Buffer.from(head), extended, Buffer.alloc(4, 7), Buffer.alloc(length, 'x')]);
}
