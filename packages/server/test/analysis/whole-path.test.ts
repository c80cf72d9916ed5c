import { readdirSync } from 'node:fs';
import { checkReport, courseOf, jobOf, tagOf } from '@anchor/analysis';
import { randomChances } from '@anchor/testkit/probabilities';
import { SeededRandom } from '@anchor/testkit/random';
import { recompute } from '@anchor/testkit/recompute';
import { randomRecord } from '@anchor/testkit/records';
import { type AnalysisReport, acquired, analysisReport, type Job, type JobResult, workerStatus } from '@anchor/wire';
import { keyFromSeed, type MatchRecord, signJudgement, signLease } from 'bg-record';
import { cubelessEquity, legalPlays } from 'bg-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { newInstallation, type Running } from '../support/running.ts';

// A finished match → jobs over HTTP → a worker’s results → the stored rows → the report, which an independent computation checks.

const ENGINE = { engineId: 'gnubg-1.07', ply: 2 };
const KEY = 'a key of the tests';
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const money = { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
const records = [
  randomRecord(21, match),
  randomRecord(22, money),
  randomRecord(23, { ...match, rules: { ...match.rules, crawford: false } }),
];

async function withStore<T>(path: string, work: (store: OpenStore) => Promise<T>): Promise<T> {
  const opened = await openStore({ dataDir: path, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  const done = await work(opened.value);
  await opened.value.close();
  return done;
}

async function finish(store: OpenStore, record: MatchRecord): Promise<void> {
  const unrated = { ...record, header: { ...record.header, rated: false } };
  await store.matches.create(unrated.header);
  const rate = () => expect.fail('rated');
  await store.matches.finish({ record: unrated, finishedAt: 5, diceCounts: [0, 0, 0, 0, 0, 0], rate });
}

/** A worker that plays randomly but legally. */
function judge({ req }: Job, random: SeededRandom): JobResult {
  const [first, second] = req.dice;
  if (first === 0)
    return {
      plays: [],
      cube: { noDouble: random.below(100) / 100, doubleTake: 0.5, doublePass: 1, action: 'double-take' },
    };
  const plays = legalPlays(req.pos, 0, [first, second]).map(({ hops }) => {
    const probs = randomChances(random);
    return { hops: hops.map(([from, to]): [number, number] => [from, to]), equity: cubelessEquity(probs), probs };
  });
  return { plays };
}

const key = await keyFromSeed(new Uint8Array(32).fill(5));

/** The result as it is submitted, with a signature or without. */
async function answered({ key: name, req, ply, engineId }: Job, result: JobResult, isSigned: boolean) {
  const statement = { engine: engineId, ply, question: req, result };
  return { key: name, result, ...(isSigned && { sig: await signJudgement(key, statement) }) };
}

describe('a deep analysis from end to end', () => {
  const files = temporaryFolder();
  const installation = newInstallation({ WORKER_KEY: KEY, ANNOTATIONS_DIR: files.path });
  const reports = new Map<string, AnalysisReport>();
  const judged = new Map<string, unknown>();
  let status: z.infer<typeof workerStatus>;

  const post = async ({ port }: Running, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-worker-key': KEY };
    const url = `http://127.0.0.1:${port}/worker/${path}`;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };

  beforeAll(async () => {
    await withStore(installation.folder.path, async (store) => {
      for (const record of records) await finish(store, record);
    });
    const running = await installation.run();
    const random = new SeededRandom(9);
    const deep = records.map(({ header }) => running.fetch(`/api/analysis/${header.id}?deep=1`));
    const all = Promise.all(deep);
    let isOver = false;
    void all.then(() => (isOver = true));
    const { serverKey: server } = z.parse(workerStatus, await (await running.fetch('/worker/status')).json());
    // A worker with a key and one without, in turn.
    for (let turn = 0; !isOver; turn++) {
      const isSigned = turn % 2 === 0;
      const workerId = isSigned ? key.pub : 'w';
      const [at, count] = [Date.now(), 16];
      const sig = await signLease(key, { at, count, engine: ENGINE.engineId, server });
      const wanted = { workerId, engineId: ENGINE.engineId, count, ...(isSigned && { signed: { at, sig } }) };
      const lease = z.parse(acquired, await post(running, 'acquire', wanted));
      if (!('token' in lease)) continue;
      const results = await Promise.all(lease.jobs.map((job) => answered(job, judge(job, random), isSigned)));
      await post(running, 'submit', { token: lease.token, workerId, results });
    }
    for (const response of await all) {
      expect(response.status).toBe(200);
      const report = z.parse(analysisReport, await response.json());
      reports.set(report.matchId, report);
    }
    status = z.parse(workerStatus, await (await running.fetch('/worker/status')).json());
    for (const id of reports.keys())
      judged.set(id, await (await running.fetch(`/api/analysis/${id}?deep=1&judgements=1`)).json());
    await running.stop();
  });
  afterAll(async () => {
    await installation.remove();
    files.remove();
  });

  it.each(records.map((record) => [record.header.id, record] as const))(
    'of %s agrees with what is stored',
    async (id, record) => {
      const report = reports.get(id)!;
      const { decisions } = courseOf(record);
      const jobs = decisions.map((decision) => jobOf(decision, ENGINE)?.key ?? '');
      const stored = await withStore(installation.folder.path, (store) => store.evaluations.read([...new Set(jobs)]));
      const losses = [0, 0];
      for (const [index, row] of report.moves.entries()) {
        const result = unpackResult(stored.get(jobs[index]!) ?? '');
        if (row.kind !== 'play') {
          expect(row.evaluation).toEqual(result?.cube);
          continue;
        }
        if (row.forced) {
          expect([result, row.loss, row.rank, row.best]).toEqual([null, 0, 1, []]);
          continue;
        }
        const { postCrawford } = decisions[index]!.state;
        const { loss, worths, made } = recompute({ header: record.header, row, postCrawford }, result!.plays);
        expect(Math.abs(row.loss - loss)).toBeLessThan(1e-9);
        expect(row.rank).toBe(1 + worths.filter((worth) => worth > made + 1e-12).length);
        expect(row.tag).toBe(tagOf(row.loss));
        losses[row.p]! += loss;
      }
      for (const p of [0, 1] as const) {
        const { loss, pr, decisions: count, luck } = report.players[p];
        expect(Math.abs(loss - losses[p]!)).toBeLessThan(1e-9);
        expect(pr === null ? count : Math.abs(pr - (losses[p]! / count) * 500)).toBeLessThan(1e-9);
        expect(luck).toBe(0);
      }
      expect(report.totals.loss).toBeCloseTo(losses[0]! + losses[1]!, 9);
      const scoredIn = record.header.length === 0 ? 'equity' : 'mwc-per-point';
      expect(report).toMatchObject({ ...ENGINE, provisional: false, prNote: null, scoredIn });
    },
  );

  it.each(records.map((record) => [record.header.id, record] as const))(
    'WK11 of %s names the keys behind its judgements with valid signatures, and nothing of workers without keys',
    async (id, record) => {
      const { judgements, ...report } = judged.get(id) as Record<string, unknown>;
      expect(report).toEqual(reports.get(id));
      const checked = await checkReport(record, judged.get(id));
      expect(checked).toMatchObject({ ...ENGINE, faults: [] });
      expect(checked.judged.length).toBe(checked.questions);
      for (const { workers } of checked.judged) expect([[], [key.pub]]).toContainEqual(workers);
      expect(JSON.stringify(judgements)).not.toContain('"w"');
    },
  );

  it('has judgements of both workers', () => {
    const all = JSON.stringify([...judged.values()]);
    expect([all.includes(`"worker":"${key.pub}"`), all.includes('"worker":null')]).toEqual([true, true]);
  });

  it('writes one file per report, and one for its judgements, into the operator’s folder', () => {
    const names = records.flatMap(({ header }) =>
      ['.judgements', ''].map((part) => `${header.id}.${ENGINE.engineId}.${ENGINE.ply}${part}.json.gz`),
    );
    expect(readdirSync(files.path).toSorted()).toEqual(names.toSorted());
  });

  it('is shown in the status: each computed once, nothing rejected', () => {
    expect(status.annotations).toEqual({ hits: 0, misses: records.length, coalesced: 0, hitRate: 0 });
    expect(status).toMatchObject({ depth: 0, rejected: 0, engineId: ENGINE.engineId });
    expect(status.served).toBeGreaterThan(50);
  });
});
