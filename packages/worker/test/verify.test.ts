import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckedReport, checkReport, deepReport, type EngineName, questionsOf } from '@anchor/analysis';
import { vectorRecord } from '@anchor/testkit/records';
import type { JobResult, JudgedReport } from '@anchor/wire';
import { type Key, keyFromSeed, printLines, signJudgement } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLine } from '../src/cli/arguments.ts';
import { EXIT } from '../src/cli/usage.ts';
import { differenceOf, sampleOf, verifyCommand } from '../src/cli/verify.ts';
import { type EngineKind, openEngine } from '../src/engine/open-engine.ts';
import { evaluateJob } from '../src/jobs/evaluate-job.ts';
import { gnubgHere } from './gnubg-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-worker-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = vectorRecord('match-1-borne-off');
const recordFile = join(folder, 'record.json');
const key = (await keyFromSeed(new Uint8Array(32).fill(9))) as Key;
const gnubg = gnubgHere();
const NET = { engineId: 'anchor-net-3', ply: 0 };
const GNUBG = { engineId: 'gnubg-1.07', ply: 0 };

type Results = ReadonlyMap<string, JobResult>;

/** The results of an engine of this machine. */
async function resultsBy(kind: EngineKind, engine: EngineName): Promise<Results> {
  const opened = await openEngine({ kind, path: null, id: engine.engineId });
  if (!opened.ok) throw new Error(opened.message);
  const results = new Map<string, JobResult>();
  for (const { job } of questionsOf(record, engine)) {
    const judged = await evaluateJob(opened.value, job);
    if (!judged.ok) throw new Error(judged.message);
    results.set(job.key, judged.value);
  }
  await opened.value.close();
  return results;
}

/** The report from these results, each of them signed. */
async function signedReport(
  engine: EngineName,
  results: Results,
  signer: (place: number) => Key = () => key,
): Promise<JudgedReport> {
  const judgements: NonNullable<JudgedReport['judgements']> = [];
  for (const [place, { job, events }] of questionsOf(record, engine).entries()) {
    const result = results.get(job.key)!;
    const worker = signer(place);
    const sig = await signJudgement(worker, { engine: engine.engineId, ply: engine.ply, question: job.req, result });
    judgements.push({ events: [...events], opinions: [{ worker: worker.pub, sig, result }] });
  }
  return { ...deepReport(record, engine, results), judgements };
}

/** The results in a report, as if the same questions had been asked at `ply`. */
async function resultsOf(report: JudgedReport, ply: number): Promise<Results> {
  const { judged } = await checkReport(record, report);
  const byEvent = new Map(judged.map(({ events, result }) => [events[0], result]));
  return new Map(questionsOf(record, { ...NET, ply }).map(({ job, events }) => [job.key, byEvent.get(events[0])!]));
}

let files = 0;

async function run(report: unknown, ...words: string[]) {
  const path = join(folder, `report-${files++}.json`);
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  return runOn(path, ...words);
}

async function runOn(path: string, ...words: string[]) {
  const line = parseLine(['verify', recordFile, path, ...words]);
  if (!line.ok || !line.value.verify) throw new Error('the words cannot be read');
  let text = '';
  const code = await verifyCommand(line.value.verify, line.value.given, (lines) =>
    printLines({ write: (more) => (text += more) }, lines),
  );
  return { code, text };
}

/** A program that answers what `answer` returns for a request, and writes its process id to a file. */
function commandEngine(name: string, answer: string): { readonly program: string; readonly pid: () => number } {
  const [program, pidFile] = [join(folder, name), join(folder, `${name}.pid`)];
  const code = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
const say = (what) => console.log(JSON.stringify(what));
const answer = ${answer};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => say(answer(JSON.parse(line))));
say({ ready: true });`;
  writeFileSync(program, `#!${process.execPath}\n${code}`, { mode: 0o755 });
  return { program, pid: () => Number(readFileSync(pidFile, 'utf8')) };
}

let honest: Results;
let ours: JudgedReport;
let lying: JudgedReport;
let lieAt = 0;
beforeAll(async () => {
  writeFileSync(recordFile, JSON.stringify(record));
  honest = await resultsBy('anchor-net', NET);
  ours = await signedReport(NET, honest);
  const { job, events } = questionsOf(record, NET).find((one) => honest.get(one.job.key)!.plays.length > 1)!;
  lieAt = events[0]!;
  const lie = honest
    .get(job.key)!
    .plays.map((play, place) => (place === 0 ? { ...play, equity: play.equity - 0.021 } : play));
  lying = await signedReport(NET, new Map(honest).set(job.key, { plays: lie }));
});

describe('bg-worker verify', () => {
  it('VR1 verifies a true report, names the keys that signed, and gets the same equities again', async () => {
    const { code, text } = await run(ours, '--seed', 'a', '--signed');
    expect([code, text]).toEqual([
      EXIT.finished,
      expect.stringContaining(`  ${key.pub}  ${ours.judgements?.length}\n`),
    ]);
    expect(text).toContain(
      'judged 20 of them again (--seed a) and agrees with 20. Equities differ by at most 0.000000, ',
    );
    const json = JSON.parse((await run(ours, '--sample', '0', '--json')).text);
    expect(json).toMatchObject({
      verdict: 'verified',
      engineId: 'anchor-net-3',
      ply: 0,
      signed: ours.judgements?.length,
      rerun: null,
      faults: [],
    });
  });

  it('VR15 says how many judgements no second volunteer behind another door key has confirmed', async () => {
    const all = ours.judgements ?? [];
    const confirmed = (count: number) => ({
      ...ours,
      judgements: all.map((one, index) => (index < count ? { ...one, confirmed: true as const } : one)),
    });
    const said = async (count: number) => (await run(confirmed(count), '--sample', '0')).text;
    expect(await said(0)).toContain('They are not independently confirmed');
    expect(await said(2)).toContain(`${all.length - 2} of them are not independently confirmed`);
    expect(await said(all.length)).toContain('workers behind different door keys agree on each of them');
    const json = JSON.parse((await run(confirmed(2), '--sample', '0', '--json')).text);
    expect(json).toMatchObject({ verdict: 'verified', confirmed: 2 });
  });

  it('VR2 names a signed judgement that the engine does not give, and its worker, if the sample has it', async () => {
    const all = String(lying.judgements?.length);
    const { code, text } = await run(lying, '--sample', all, '--json');
    const { verdict, rerun, faults } = JSON.parse(text);
    expect([code, verdict, rerun.event]).toEqual([EXIT.notVerified, 'not-verified', lieAt]);
    expect([rerun.sample, rerun.agreed]).toEqual([Number(all), Number(all) - 1]);
    expect(rerun.equity).toBeCloseTo(0.021, 9);
    expect(faults).toEqual([{ code: 'not-reproduced', event: lieAt, message: expect.stringContaining(key.pub) }]);
    expect((await run(lying, '--sample', '0')).code).toBe(EXIT.finished);
  });

  it('VR11 reads no report of more than 64 MB', async () => {
    const path = join(folder, 'large.json');
    writeFileSync(path, '{}');
    for (const [size, said] of [
      [64_000_000, 'is not JSON'],
      [64_000_001, 'it is larger than 64 MB'],
    ] as const) {
      truncateSync(path, size);
      expect((await runOn(path)).text).toContain(said);
    }
    expect((await runOn(path)).code).toBe(EXIT.usage);
  });

  it('VR10 with --signed names a judgement without a signature, and without it only counts the signed ones', async () => {
    const [first, ...rest] = ours.judgements ?? [];
    const opinions = first?.opinions.map((opinion) => ({ ...opinion, worker: null, sig: null })) ?? [];
    const half = { ...ours, judgements: [{ ...first, opinions }, ...rest] };
    const strict = JSON.parse((await run(half, '--sample', '0', '--json', '--signed')).text);
    expect(strict).toMatchObject({ verdict: 'not-verified', faults: [{ code: 'unsigned', event: first?.events[0] }] });
    const lax = JSON.parse((await run(half, '--sample', '0', '--json')).text);
    expect(lax).toMatchObject({ verdict: 'verified', signed: rest.length, faults: [] });
  });

  it('VR8 prints no control or direction character of the report or the record', async () => {
    const spoilt = { ...ours, prNote: 'a\u009b2J\u202eb\u2028c' };
    for (const words of [[], ['--json']]) {
      const { code, text } = await run(spoilt, ...words);
      expect(code).toBe(EXIT.notVerified);
      expect(text).toContain('report-differs');
      expect(text).not.toMatch(/[\u0080-\u009f\u202e\u2028]/);
    }
  });

  it('VR9 judges at no depth beyond --ply again, because a report can name one that takes hours', async () => {
    for (const ply of [3, 4]) {
      const deep = await signedReport({ ...NET, ply }, await resultsOf(ours, ply));
      const { code, text } = await run(deep);
      expect(code).toBe(EXIT.engineUnfit);
      expect(text).toContain(
        `(too-deep): The report is of ${ply} plies, and this machine judges at 2 at most: see --ply.`,
      );
      expect((await run(deep, '--sample', '0')).code).toBe(EXIT.finished);
    }
    expect((await run(ours, '--ply', '0')).code).toBe(EXIT.finished);
  });

  it('VR12 names the workers by the number of their judgements, and the first twenty of many faults', async () => {
    const other = (await keyFromSeed(new Uint8Array(32).fill(8))) as Key;
    const shared = await signedReport(NET, honest, (place) => (place === 0 ? other : key));
    const all = shared.judgements!.length;
    const { text } = await run(shared, '--sample', '0');
    expect(text).toContain(`  ${key.pub}  ${all - 1}\n  ${other.pub}  1\n`);
    expect(text).toContain('No judgement was made again');
    for (const missing of [20, 21]) {
      const less = { ...ours, judgements: ours.judgements!.slice(missing) };
      const { text } = await run(less, '--sample', '0');
      expect(text.match(/\(missing-judgement\)/g)).toHaveLength(20);
      expect(text.includes('… and 1 more.')).toBe(missing === 21);
      expect(text).not.toContain('No judgement was made again');
    }
  });

  it('VR13 tells how far another engine differs at most, and ends it', async () => {
    const equal = commandEngine(
      'equal',
      `(asked) => asked.op === 'cube'
        ? { ok: true, noDouble: 0, doubleTake: 0, doublePass: 1, action: 'No double, take' }
        : { ok: true, moves: asked.candidates.map((points) => ({ points, equity: 0, probs: [0.5, 0, 0, 0, 0] })) }`,
    );
    const words = ['--engine', 'command', '--engine-path', equal.program, '--engine-id', 'equal-1'];
    const all = String(ours.judgements?.length);
    const { code, text } = await run(ours, '--json', '--sample', all, ...words);
    const { rerun, faults } = JSON.parse(text);
    const { judged } = await checkReport(record, ours);
    const wins = judged.flatMap(({ result }) => result.plays.map(({ probs }) => Math.abs(probs![0]! - 0.5)));
    expect([code, faults, rerun.engineId]).toEqual([EXIT.finished, [], 'equal-1']);
    expect(rerun.chance).toBeGreaterThanOrEqual(Math.max(...wins));
    expect(() => process.kill(equal.pid(), 0)).toThrow('ESRCH');
    const note = 'Another engine than that of the report: a difference is no fault.';
    expect((await run(ours, '--sample', '1', ...words)).text).toContain(note);
    expect((await run(ours, '--sample', '1')).text).not.toContain(note);
  });

  it('VR14 tells an engine that fails from a lie', async () => {
    const { program } = commandEngine('failing', `() => ({ ok: false, error: 'no idea' })`);
    const words = ['--engine', 'command', '--engine-path', program, '--engine-id', 'failing-1'];
    const { code, text } = await run(ours, '--json', ...words);
    expect([code, JSON.parse(text)]).toEqual([
      EXIT.engineUnfit,
      { verdict: 'engine-unfit', faults: [expect.objectContaining({ code: 'engine-refused' })] },
    ]);
  });

  it('VR3 draws the sample by the seed alone', async () => {
    const { judged }: CheckedReport = await checkReport(record, ours);
    const drawn = (seed: string, count: number) => sampleOf(judged, seed, count).map(({ events }) => events[0]);
    expect(drawn('a', 6)).toEqual(drawn('a', 60).slice(0, 6));
    expect(drawn('a', 6)).toEqual(sampleOf(judged.toReversed(), 'a', 6).map(({ events }) => events[0]));
    expect(drawn('a', 6)).not.toEqual(drawn('b', 6));
    expect(new Set(drawn('a', 1_000)).size).toBe(judged.length);
  });

  it('VR4 names the first lies without starting an engine', async () => {
    const lie = structuredClone(ours);
    lie.judgements?.splice(0, 1);
    const { code, text } = await run(lie, '--engine', 'command', '--engine-path', '/nowhere', '--engine-id', 'x');
    expect([code, text]).toEqual([EXIT.notVerified, expect.stringContaining('(missing-judgement)')]);
    const forged = { ...record, finalHash: '0'.repeat(64) };
    writeFileSync(recordFile, JSON.stringify(forged));
    expect((await run(ours)).code).toBe(EXIT.notVerified);
    writeFileSync(recordFile, JSON.stringify(record));
    expect((await run(ours, '--server-key', '0'.repeat(64))).text).toContain('The record is not valid');
  });

  it('VR5 tells files that cannot be read and engines that cannot be used from lies', async () => {
    const { code, text } = await runOn(join(folder, 'missing'), '--json');
    expect(code).toBe(EXIT.usage);
    expect(JSON.parse(text)).toMatchObject({ verdict: 'unreadable', faults: [{ code: 'unreadable' }] });
    const unfit = await run(ours, '--engine', 'gnubg', '--engine-path', '/nowhere/gnubg');
    expect([unfit.code, unfit.text]).toEqual([EXIT.engineUnfit, expect.stringContaining('--sample 0')]);
    expect((await run('{', '--sample', '0')).text).toContain('(report-malformed)');
    expect((await run(ours, '--engine', 'no-engine')).code).toBe(EXIT.usage);
  });

  it.each([
    [[], 'two files'],
    [['a'], 'two files'],
    [['a', 'b', 'c'], 'two files'],
    [['a', 'b', '--sample', '-1'], ''],
    [['a', 'b', '--sample', 'x'], '--sample'],
    [['a', 'b', '--server-key', 'x'], '64 hex digits'],
  ])('refuses the words %j', (words, message) => {
    expect(parseLine(['verify', ...words])).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  it('has options that other commands refuse', () => {
    expect(parseLine(['check', '--sample', '3'])).toMatchObject({
      ok: false,
      message: expect.stringContaining('verify'),
    });
    expect(parseLine(['verify', '--help'])).toMatchObject({ ok: true, value: { help: true, verify: null } });
  });

  it.runIf(gnubg !== null)(
    'VR6 judges a report again with GNU Backgammon, and with another engine says how far they differ',
    async () => {
      const theirs = await signedReport(GNUBG, await resultsBy('gnubg', GNUBG));
      const same = JSON.parse((await run(theirs, '--json', '--seed', '1')).text);
      expect(same).toMatchObject({
        verdict: 'verified',
        rerun: { engineId: 'gnubg-1.07', agreed: 20 },
        faults: [],
      });
      expect(same.rerun.equity).toBeLessThan(1e-6);
      const { code, text } = await run(theirs, '--engine', 'anchor-net', '--seed', '1', '--json');
      const other = JSON.parse(text);
      expect([code, other.verdict, other.faults, other.rerun.engineId]).toEqual([0, 'verified', [], 'anchor-net-3']);
      expect(other.rerun.equity).toBeGreaterThan(0);
    },
  );
});

describe('the difference of two results', () => {
  it('is the largest of an equity and of a chance, whatever the order of the plays', () => {
    const plays: JobResult['plays'] = [
      { hops: [[24, 23]], equity: 0.5, probs: [0.5, 0.1, 0, 0.1, 0] },
      { hops: [[13, 12]], equity: 0.4, probs: [0.4, 0.1, 0, 0.1, 0] },
    ];
    const other: JobResult['plays'] = [
      { hops: [[13, 12]], equity: 0.45, probs: [0.4, 0.1, 0, 0.13, 0] },
      { hops: [[24, 23]], equity: 0.5, probs: [0.5, 0.1, 0, 0.1, 0] },
    ];
    const { equity, chance } = differenceOf({ plays }, { plays: other });
    expect([equity.toFixed(9), chance.toFixed(9)]).toEqual(['0.050000000', '0.030000000']);
    // A play that only one of the results has.
    expect(differenceOf({ plays }, { plays: other.slice(1) }).equity).toBe(Number.POSITIVE_INFINITY);
    const cube = { noDouble: 0.1, doubleTake: 0.2, doublePass: 1, action: 'no-double' };
    for (const other of [
      { ...cube, doubleTake: 0.25 },
      { ...cube, noDouble: 0.05 },
    ])
      expect(differenceOf({ plays: [], cube }, { plays: [], cube: other }).equity).toBeCloseTo(0.05);
  });
});
