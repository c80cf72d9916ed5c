import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deepReport, type EngineName, questionsOf } from '@anchor/analysis';
import { damaged, faultOfOutput, hostileText, MARK } from '@anchor/testkit/hostile';
import { SeededRandom } from '@anchor/testkit/random';
import { vectorRecord } from '@anchor/testkit/records';
import type { JobResult, JudgedReport } from '@anchor/wire';
import { type Key, keyFromSeed, signJudgement } from 'bg-record';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../src/cli/program.ts';
import { LiveScreen, PlainScreen } from '../src/cli/screen.ts';
import { makeUnit } from '../src/cli/systemd.ts';
import { readCube, readMoves, readReady } from '../src/engine/line-protocol.ts';
import { openEngine } from '../src/engine/open-engine.ts';
import { evaluateJob } from '../src/jobs/evaluate-job.ts';
import { HttpServer } from '../src/jobs/http-server.ts';
import { unfitFor } from '../src/jobs/job-fetcher.ts';
import { FakeClock } from './support/fake-clock.ts';
import { job } from './support/jobs.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new SeededRandom(seed);
const hostile = () => hostileText(random);
/** The user's own words are made visible, though not all are quoted. */
const ownWords = () => hostile().replaceAll(MARK, 'word').replaceAll('\0', '');
const folder = mkdtempSync(join(tmpdir(), 'bg-worker-own-voice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

/** Runs the program in this process. */
async function run(...words: readonly string[]) {
  let said = '';
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    }),
  );
  try {
    return { code: await runProgram(words), said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const VERIFY =
  /^(not verified |The report is about |\d+ of them are signed|The service says that workers |(They|\d+ of them) are not independently confirmed: |No judgement was made |… and \d+ more| {2}[0-9a-f]{64} )/;
const USAGE = /^(bg-worker: |See bg-worker --help\.$)/;

function check(
  { code, said }: { code: number; said: string },
  forms: RegExp,
  about: string,
  codes: readonly number[],
): void {
  expect(faultOfOutput(said, forms), about).toBeNull();
  expect(codes, `${about}: ${said}`).toContain(code);
}

const NET: EngineName = { engineId: 'anchor-net-3', ply: 0 };
const record = vectorRecord('match-1-borne-off');

/** An honest report on the record, signed by one worker. */
async function honestReport(): Promise<JudgedReport> {
  const key = (await keyFromSeed(new Uint8Array(32).fill(9))) as Key;
  const opened = await openEngine({ kind: 'anchor-net', path: null, id: NET.engineId });
  if (!opened.ok) throw new Error(opened.message);
  const results = new Map<string, JobResult>();
  const judgements: NonNullable<JudgedReport['judgements']> = [];
  for (const {
    job: { key: name, req: question },
    job: asked,
    events,
  } of questionsOf(record, NET)) {
    const judged = await evaluateJob(opened.value, asked);
    if (!judged.ok) throw new Error(judged.message);
    const { value: result } = judged;
    results.set(name, result);
    const sig = await signJudgement(key, { engine: NET.engineId, ply: NET.ply, question, result });
    judgements.push({ events: [...events], opinions: [{ worker: key.pub, sig, result }] });
  }
  await opened.value.close();
  return { ...deepReport(record, NET, results), judgements };
}

describe(`a hostile text (SEED=${seed})`, () => {
  test('OW9 in any member or name of a record or report makes no line of its own in bg-worker verify', async () => {
    const report = await honestReport();
    const [recordFile, reportFile] = [
      file('record.json', JSON.stringify(record)),
      file('report.json', JSON.stringify(report)),
    ];
    check(await run('verify', '--sample', '0', recordFile, reportFile), VERIFY, 'whole', [0]);
    const places = [...damaged(report, hostile)];
    for (const { place, value } of places.filter((_, i) => i < 30 || random.below(places.length) < 30)) {
      const path = file('hostile.json', JSON.stringify(value));
      check(await run('verify', '--sample', '0', recordFile, path), VERIFY, place, [0, 5]);
      if (random.below(4) === 0)
        check(await run('verify', '--sample', '0', '--json', recordFile, path), /^\{".*\}$/, place, [0, 5]);
    }
    const changed = [...damaged(record, hostile)];
    for (const { place, value } of changed.filter((_, i) => i < 20 || random.below(changed.length) < 20)) {
      const path = file('hostile.json', JSON.stringify(value));
      check(await run('verify', '--sample', '0', path, reportFile), VERIFY, place, [5]);
    }
    for (let round = 0; round < 20; round++) {
      const path = file('hostile.json', random.pick([hostile(), JSON.stringify(hostile())]));
      check(await run('verify', recordFile, path), VERIFY, 'text', [5]);
      check(await run('verify', path, reportFile), VERIFY, 'text', [5]);
      check(await run('verify', join(folder, `none ${ownWords()}`), reportFile), VERIFY, 'path', [2]);
    }
  });

  test('OW10 in the settings, an argument or a key file of bg-worker makes no line of its own', async () => {
    vi.stubEnv('BG_WORKER_CONFIG', join(folder, 'none.json'));
    const settings = { server: 'https://a.example', key: 'k', engine: 'gnubg', processes: '1', id: 'w' };
    for (const { place, value } of damaged(settings, hostile)) {
      // A changed path, key or name could be valid, and the worker would run.
      if (/^\.(key|id)$/.test(place)) continue;
      const config = file('config.json', JSON.stringify(value));
      check(await run('--config', config, '--ply', 'x'), USAGE, place, [2]);
    }
    for (let round = 0; round < 40; round++) {
      const config = file(
        'config.json',
        random.pick([hostile(), JSON.stringify(hostile()), JSON.stringify([hostile()])]),
      );
      check(await run('--config', config, '--ply', 'x'), USAGE, 'config', [2]);
      const own = file('own.key', hostile());
      const usual = ['--server', 'https://a.example', '--key', 'k', '--config', join(folder, 'none.json')];
      check(await run(...usual, '--own-key-file', own), USAGE, 'own key', [2]);
      const word = ownWords();
      for (const words of [[`x${word}`], [`--${word}`], ['--server', word], ['--config', config, '--engine', word]])
        check(await run(...words), USAGE, JSON.stringify(words), [2]);
      const unit = makeUnit({ node: '/usr/bin/node', program: '/b', given: { server: word, enginePath: word } });
      expect(unit.split('\n').length).toBe(makeUnit({ node: '/', program: '/b', given: {} }).split('\n').length);
    }
  });

  test('OW11 in any answer of a service or an engine is quoted by bg-worker', async () => {
    let answer: { status: number; headers: Record<string, string>; body: string } = {
      status: 200,
      headers: {},
      body: '',
    };
    const service = createServer((_, response) => response.writeHead(answer.status, answer.headers).end(answer.body));
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const signal = new AbortController().signal;
    const server = new HttpServer({ url, key: 'k', workerId: 'w', engineId: 'gnubg-1.07', own: null, signal });
    const status = { engineId: 'x', depth: 0, serverKey: 'y', leastBgWorker: '1' };
    for (let round = 0; round < 300; round++) {
      const said = random.pick([
        { error: hostile() },
        ...[...damaged(status, hostile)].map(({ value }) => value),
        { token: hostile(), jobs: [{ ...job(1), key: hostile() }] },
        { ok: false, error: hostile() },
      ]);
      const location = encodeURI(hostile().replace(/\p{Cs}/gu, ''));
      const code = random.pick([200, 200, 302, 400, 401, 404, 429, 500, 503]);
      answer = {
        status: code,
        headers: code === 302 ? { location } : {},
        body: random.pick([JSON.stringify(said), hostile()]),
      };
      const replies = [await server.wants(), await server.acquire(1), await server.submit('t', [])];
      const messages = replies.flatMap((reply) => (reply.ok ? [] : [reply.message]));
      const wanted = await server.wants();
      if (wanted.ok) messages.push(unfitFor(wanted.value, 'gnubg-1.07') ?? 'It fits.');
      for (const read of [readMoves, readCube, readReady])
        for (const line of [hostile(), JSON.stringify({ ok: false, error: hostile() })]) {
          const reply = read(line);
          if (!reply.ok) messages.push(reply.message);
        }
      for (const Screen of [LiveScreen, PlainScreen]) {
        let shown = '';
        const write = (text: string) => {
          shown += text;
          return true;
        };
        const screen = new Screen({ write }, new FakeClock());
        for (const message of messages) screen.say(message);
        expect(faultOfOutput(shown, /^(\d\d:\d\d:\d\d )?(The (server|engine)|There is|Too many|It fits)/)).toBeNull();
      }
    }
    service.close();
  });
});
