import { jobResult } from '@anchor/wire';
import { ENGINE_ID, rank } from 'bg-engine';
import { fromOwnView, legalPlays, makeSituation, startPosition, swapPlayers } from 'bg-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkEngine } from '../src/cli/check.ts';
import { makeSettings } from '../src/cli/settings.ts';
import { ANCHOR_NET_ID, openAnchorNet } from '../src/engine/anchor-net.ts';
import type { CommandEngine } from '../src/engine/command.ts';
import { checkFingerprint } from '../src/engine/fingerprint.ts';
import { openEngine, openingThreeOne } from '../src/engine/open-engine.ts';
import { evaluateJob } from '../src/jobs/evaluate-job.ts';
import { job } from './support/jobs.ts';

let engine: CommandEngine;
const opening = openingThreeOne();

beforeAll(async () => {
  const opened = await openAnchorNet(60_000);
  if (!opened.ok) throw new Error(opened.message);
  engine = opened.value;
}, 60_000);
afterAll(() => engine.close());

describe('our own engine as a volunteer’s', () => {
  it('evaluates every legal play of either player at the full depth, best first, like bg-engine', async () => {
    for (const onRoll of [0, 1] as const) {
      const position = onRoll === 0 ? startPosition() : swapPlayers(startPosition());
      const plays = await engine.moves({ ...opening, position, onRoll, dice: [4, 1], plies: 1 });
      if (!plays.ok) throw new Error(plays.message);
      expect(plays.value).toHaveLength(legalPlays(position, onRoll, [4, 1]).length);
      const here = rank(makeSituation({ position, onRoll, dice: [4, 1] }), { ply: 1, everyPlay: true });
      expect(plays.value.map(({ equity }) => equity)).toEqual(here.map(({ equity }) => equity));
      for (const { chances } of plays.value)
        for (const chance of chances) expect(Math.round(chance * 1e6) / 1e6).toBe(chance);
    }
  });

  it('makes a result that fits the schema, even if the cube cannot gain anything', async () => {
    const noRoll = { dice: [0, 0] as [number, number] };
    const questions = [
      {},
      { matchLength: 1 },
      noRoll,
      { ...noRoll, matchLength: 3, score: [2, 0] as [number, number], postCrawford: true },
      { ...noRoll, matchLength: 3, score: [1, 1] as [number, number], cube: { value: 2, owner: 0 as const } },
      { ...noRoll, matchLength: 5, score: [0, 0] as [number, number], cube: { value: 16, owner: 0 as const } },
      { ...noRoll, matchLength: 0, jacoby: true, beavers: true, cube: { value: 2, owner: 0 as const } },
    ];
    for (const req of questions) {
      const result = await evaluateJob(engine, job(1, { ply: 0, req }));
      if (!result.ok) throw new Error(result.message);
      const told = JSON.stringify(req);
      expect(z.parse(jobResult, result.value), told).toEqual(result.value);
      expect(result.value.cube !== undefined, told).toBe('dice' in req);
      if (result.value.cube) expect(result.value.cube.doublePass, told).toBe(1);
      if (result.value.cube) expect(result.value.cube.noDouble + result.value.cube.doubleTake, told).not.toBeNaN();
    }
  });

  it('evaluates a double that cannot gain anything: its cost is the opponent’s chance to win twice', async () => {
    // Three checkers each, one or two rolls left: a player who needs one point can only lose by doubling.
    const position = fromOwnView([0, 3, ...new Array(22).fill(0), -3, 0], 0);
    const asked = { ...opening, position, length: 3, score: [2, 0] as const, plies: 0 };
    const cube = await engine.cube({ ...asked, crawford: false });
    if (!cube.ok) throw new Error(cube.message);
    expect(cube.value.advice).toBe('no double');
    expect(cube.value.noDouble).toBeGreaterThan(cube.value.doubleTake);
  });

  it('evaluates every play of a roll with many at full depth', async () => {
    const points = [0, -1, 0, 0, 0, 0, 2, 1, 1, 1, 1, 1, -5, 1, 1, 1, 1, -3, 1, -4, 0, 1, 1, 0, 1, 0];
    const asked = { ...opening, position: fromOwnView(points, 0), dice: [3, 1] as const, plies: 2 };
    const plays = await engine.moves(asked);
    if (!plays.ok) throw new Error(plays.message);
    expect(plays.value.length).toBeGreaterThan(100);
    const situation = makeSituation({ position: asked.position, dice: asked.dice });
    const expected = rank(situation, { ply: 2, everyPlay: true }).map(({ position, equity }) => ({ position, equity }));
    expect(plays.value.map(({ position, equity }) => ({ position, equity }))).toEqual(expected);
  }, 60_000);

  it('refuses an unsupported depth', async () => {
    expect(await engine.moves({ ...opening, plies: 3 })).toMatchObject({ ok: false, code: 'engine-refused' });
    expect(await engine.cube({ ...opening, plies: 4 })).toMatchObject({ ok: false, code: 'engine-refused' });
  });

  it('has the id that bg-engine exports', () => {
    expect(ANCHOR_NET_ID).toBe(ENGINE_ID);
  });

  it('requires its fingerprint of any engine with its id', async () => {
    expect(await checkFingerprint(engine)).toMatchObject({ ok: true });
    const other = { id: ENGINE_ID, moves: (request: typeof opening) => engine.moves({ ...request, plies: 0 }) };
    expect(await checkFingerprint(other)).toMatchObject({ ok: false, code: 'engine-differs' });
  });

  it('is selected by its kind alone, and passes the check', async () => {
    const given = { server: 'http://localhost', key: 'k', engine: 'anchor-net' };
    expect(makeSettings(given, () => 'me')).toMatchObject({ ok: true, value: { engineId: 'anchor-net-3' } });
    expect(makeSettings({ ...given, engineId: 'other' }, () => 'me')).toMatchObject({ code: 'bad-setting' });
    const said: string[] = [];
    const chosen = { engine: 'anchor-net', enginePath: null, engineId: ENGINE_ID, ply: 1 } as const;
    expect(await checkEngine(chosen, (text) => said.push(text))).toBe(0);
    expect(said.join()).toContain('expected equities');
    const opened = await openEngine({ kind: 'anchor-net', path: null, id: ENGINE_ID });
    expect(opened.ok && opened.value.id).toBe(ENGINE_ID);
    if (opened.ok) await opened.value.close();
  });
});
