import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobResult } from '@anchor/wire';
import { fromOwnView, legalPlays, samePosition, startPosition, swapPlayers } from 'bg-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CommandEngine } from '../src/engine/command.ts';
import { GnubgEngine } from '../src/engine/gnubg.ts';
import { openEngine, openingThreeOne } from '../src/engine/open-engine.ts';
import { WildbgEngine } from '../src/engine/wildbg.ts';
import { actionOf, evaluateJob } from '../src/jobs/evaluate-job.ts';
import { gnubgHere } from './gnubg-here.ts';
import { FakeClock } from './support/fake-clock.ts';
import { FakeEngine } from './support/fake-engine.ts';
import { job } from './support/jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-worker-engines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tiny = fileURLToPath(new URL('../examples/tiny-engine.mjs', import.meta.url));
const opening = openingThreeOne();

/** Writes a program with these lines of JavaScript. Returns its path. */
function program(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${code}`, { mode: 0o755 });
  return file;
}

describe('a command as an engine', () => {
  it('evaluates every legal play of either player, best first, and the cube', async () => {
    const opened = await CommandEngine.open({ program: tiny, id: 'tiny-1', timeoutMs: 20_000 });
    if (!opened.ok) throw new Error(opened.message);
    for (const onRoll of [0, 1] as const) {
      const position = onRoll === 0 ? startPosition() : swapPlayers(startPosition());
      const plays = await opened.value.moves({ ...opening, position, onRoll, dice: [6, 5] });
      if (!plays.ok) throw new Error(plays.message);
      expect(plays.value).toHaveLength(legalPlays(position, onRoll, [6, 5]).length);
      expect(plays.value.map(({ equity }) => equity)).toEqual(
        plays.value.map(({ equity }) => equity).sort((a, b) => b - a),
      );
      expect(plays.value[0]?.chances[0]).toBeGreaterThan(0.5);
    }
    expect(await opened.value.cube({ ...opening, plies: 0 })).toMatchObject({
      ok: true,
      value: { advice: 'No double' },
    });
    await opened.value.close();
  });

  it.each([
    ['not there', '/nowhere/engine', 'engine-missing'],
    ['never ready', program('mute', 'process.exit(0)'), 'engine-ended'],
    ['not an engine', program('greeter', 'console.log("{}")'), 'engine-garbled'],
  ])('is refused if it is %s', async (_, path, code) => {
    expect(await CommandEngine.open({ program: path, id: 'x', timeoutMs: 20_000 })).toMatchObject({ ok: false, code });
  });

  it('cannot use the id of GNU Backgammon with other evaluations', async () => {
    const opened = await CommandEngine.open({ program: tiny, id: 'gnubg-1.07', timeoutMs: 20_000 });
    expect(opened).toMatchObject({ ok: false, code: 'engine-differs' });
  });

  it.each([
    ['talks nonsense', '{"id":1,"ok":true,"moves":7}', 'engine-garbled'],
    ['is not even JSON', '{not}', 'engine-garbled'],
    ['leaves plays out', '{"id":1,"ok":true,"moves":[]}', 'engine-disagrees'],
    ['says no', '{"id":1,"ok":false,"error":"too hard"}', 'engine-refused'],
  ])('that %s gets its own error code', async (name, answer, code) => {
    const lines = `console.log('{"ready":true}'); process.stdin.on('data', () => console.log(${JSON.stringify(answer)}))`;
    const opened = await CommandEngine.open({ program: program(name, lines), id: 'x', timeoutMs: 20_000 });
    if (!opened.ok) throw new Error(opened.message);
    expect(await opened.value.moves(opening)).toMatchObject({ ok: false, code });
    await opened.value.close();
  });

  it('does not see the worker’s key', async () => {
    process.env.BG_WORKER_KEY = 'secret';
    const lines = `console.log('{"ready":true}'); process.stdin.on('data', () => console.log(JSON.stringify({ ok: false, error: ['PATH', 'BG_WORKER_KEY'].filter((name) => name in process.env).join() })))`;
    const opened = await CommandEngine.open({ program: program('spy', lines), id: 'x', timeoutMs: 20_000 });
    delete process.env.BG_WORKER_KEY;
    if (!opened.ok) throw new Error(opened.message);
    const said = await opened.value.moves(opening);
    expect(said).toMatchObject({ ok: false, message: expect.stringContaining('"PATH"') });
    await opened.value.close();
  });
});

describe('wildbg over HTTP', () => {
  let web: Server;
  let url = '';
  let shorten = false;
  const asked: URLSearchParams[] = [];

  /**
   * Answers `/move` as in wildbg’s published description: hops as `from` and `to`, cumulative probabilities,
   * best first.
   */
  function move(query: URLSearchParams): object {
    const points = Array.from({ length: 26 }, (_, pip) => Number(query.get(`p${pip}`) ?? 0));
    const plays = legalPlays(fromOwnView(points, 0), 0, [Number(query.get('die1')), Number(query.get('die2'))]);
    const moves = plays.map(({ hops }, n) => ({
      play: hops.map(([from, to]) => ({ from, to })),
      probabilities: { win: 0.6 - n / 100, winG: 0.2, winBg: 0.01, loseG: 0.1, loseBg: 0.005 },
    }));
    if (moves.length === 0)
      return { moves: [{ play: [], probabilities: { win: 0, winG: 0, winBg: 0, loseG: 0, loseBg: 0 } }] };
    return { moves: shorten ? moves.slice(1) : moves };
  }

  beforeAll(async () => {
    web = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      asked.push(searchParams);
      if (pathname !== '/move') return response.writeHead(404).end();
      if (searchParams.get('p6') === '14') return response.writeHead(400).end('{"message":"More than 15 checkers."}');
      return response.end(JSON.stringify(move(searchParams)));
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = web.address();
    url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '';
  });
  afterAll(() => web.close());

  const engine = () => new WildbgEngine({ url, id: 'wildbg', timeoutMs: 20_000 });

  it('evaluates every legal play of either player, in its order', async () => {
    for (const onRoll of [0, 1] as const) {
      const position = onRoll === 0 ? startPosition() : swapPlayers(startPosition());
      const request = { ...opening, position, onRoll, dice: [6, 6] as const };
      const plays = await engine().moves(request);
      if (!plays.ok) throw new Error(plays.message);
      expect(plays.value).toHaveLength(legalPlays(position, onRoll, [6, 6]).length);
      expect(plays.value[0]?.chances).toEqual([0.6, 0.2, 0.01, 0.1, 0.005]);
      expect(plays.value[0]?.cubeless).toBeCloseTo(0.2 + 0.1 + 0.005, 12);
    }
    expect(asked.at(-1)?.get('p24')).toBe('2');
    expect(asked.at(-1)?.has('x_away')).toBe(false);
  });

  it('handles hits, the bar, bearing off, dances and the 1-point match', async () => {
    const views = [
      [0, 0, 0, 0, -1, 2, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, -1, 0, 0],
      [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -4, 0, 0, -1, 0, 1, 1],
      [0, 3, 2, 2, 1, 1, 0, ...new Array(17).fill(0), -2, 0, 0],
      [0, ...new Array(18).fill(0), -2, -2, -2, -2, -2, -2, 1],
    ];
    for (const view of views) {
      const position = fromOwnView(view, 0);
      const legal = legalPlays(position, 0, [3, 1]);
      const plays = await engine().moves({ ...opening, position, length: 1, score: [0, 0] });
      if (!plays.ok) throw new Error(plays.message);
      expect(plays.value).toHaveLength(legal.length);
      for (const play of plays.value) expect(legal.some((one) => samePosition(one.position, play.position))).toBe(true);
    }
    expect(asked.at(-1)?.get('x_away')).toBe('1');
  });

  it('is refused if plays are missing, if it reports an error, and if no server answers', async () => {
    shorten = true;
    expect(await engine().moves(opening)).toMatchObject({ ok: false, code: 'engine-disagrees' });
    shorten = false;
    const crowd = fromOwnView([0, 0, 0, 0, 0, 0, 14, 1, ...new Array(16).fill(0), -15, 0], 0);
    expect(await engine().moves({ ...opening, position: crowd })).toMatchObject({ ok: false, code: 'engine-refused' });
    const nobody = await openEngine({ kind: 'wildbg-http', path: 'http://127.0.0.1:1', id: 'wildbg' });
    expect(nobody).toMatchObject({ ok: false, code: 'engine-missing' });
    expect(await engine().cube()).toMatchObject({ ok: false, code: 'engine-refused' });
  });

  it('does jobs with plays, without a cube evaluation', async () => {
    const opened = await openEngine({ kind: 'wildbg-http', path: url, id: 'wildbg' });
    if (!opened.ok) throw new Error(opened.message);
    const result = await evaluateJob(opened.value, job(1));
    expect(result).toMatchObject({ ok: true, value: { plays: expect.anything() } });
    expect(result.ok && 'cube' in result.value).toBe(false);
    expect(await evaluateJob(opened.value, job(1, { req: { dice: [0, 0] } }))).toMatchObject({ ok: false });
  });
});

describe('a job', () => {
  it('asks for plays if there is a roll, else for the cube, and never for both', async () => {
    const asked: string[] = [];
    const instant = Object.assign(new FakeEngine(new FakeClock()), { moves: immediately });
    const { cube } = instant;
    instant.cube = () => {
      asked.push('cube');
      return cube();
    };
    const membersOf = async (req: Parameters<typeof job>[1]) => {
      const judged = await evaluateJob(instant, job(1, req));
      return judged.ok ? [judged.value.plays.length > 0, judged.value.cube !== undefined] : judged.code;
    };
    expect(await membersOf({ req: {} })).toEqual([true, false]);
    expect(await membersOf({ req: { matchLength: 0 } })).toEqual([true, false]);
    expect(await membersOf({ req: { cube: { value: 2, owner: 0 } } })).toEqual([true, false]);
    expect(asked).toEqual([]);
    expect(await membersOf({ req: { dice: [0, 0] } })).toEqual([false, true]);
    expect(asked).toEqual(['cube']);
  });

  it.each([
    ['Double, take', 'double-take'],
    ['Optional redouble, take', 'double-take'],
    ['Redouble, pass', 'double-pass'],
    ['Optional double, pass', 'double-pass'],
    ['Double, beaver', 'double-beaver'],
    ['No double, take', 'no-double'],
    ['No redouble, beaver', 'no-double'],
    ['Never double, take (dead cube)', 'no-double'],
    ['Too good to redouble, pass', 'too-good'],
    ['Too good to double, take', 'too-good'],
    ['Ask again later!', 'ask-again-later'],
    ['…', 'unknown'],
  ])('maps the advice to a common action: %s', (advice, action) => {
    expect(actionOf(advice)).toBe(action);
    expect(action).toMatch(/^[a-z-]{1,32}$/);
  });
});

const immediately: FakeEngine['moves'] = async ({ position, onRoll, dice }) => {
  const plays = legalPlays(position, onRoll, dice);
  return { ok: true, value: plays.map((play) => ({ ...play, equity: 0, cubeless: 0, chances: [0.5, 0, 0, 0, 0] })) };
};

const gnubg = gnubgHere();

describe.runIf(gnubg !== null)('a job for GNU Backgammon', () => {
  it('makes a result that fits the schema, even if the cube cannot gain anything', async () => {
    const opened = await GnubgEngine.open({ program: gnubg ?? '' });
    if (!opened.ok) throw new Error(opened.message);
    const noDice: [number, number] = [0, 0];
    const questions = [
      {},
      { dice: noDice },
      { dice: noDice, matchLength: 3, score: [2, 0] as [number, number], postCrawford: true },
      { dice: noDice, matchLength: 3, score: [1, 1] as [number, number], cube: { value: 2, owner: 0 as const } },
      { dice: noDice, matchLength: 0, jacoby: true, beavers: true, cube: { value: 2, owner: 0 as const } },
    ];
    for (const req of questions) {
      const result = await evaluateJob(opened.value, job(1, { ply: 0, req }));
      if (!result.ok) throw new Error(result.message);
      expect(z.parse(jobResult, result.value)).toEqual(result.value);
      if ('dice' in req) expect(result.value.cube?.doublePass, JSON.stringify(req)).toBeCloseTo(1, 5);
      for (const { probs, equity } of result.value.plays) {
        const [w, wg, wbg, lg, lbg] = probs!;
        expect(equity).toBe(2 * w - 1 + wg - lg + wbg - lbg);
      }
    }
    expect(getPriority(opened.value.pid)).toBe(getPriority());
    await opened.value.close();
  });
});
