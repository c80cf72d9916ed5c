import { describe, expect, it, test } from 'vitest';
import {
  ArgumentError,
  applyAction,
  applyPlay,
  borneOffResult,
  checkPosition,
  checkSituation,
  destinations,
  estimate,
  heuristicAction,
  legalPlays,
  makeGnuId,
  makeMatchId,
  makePlay,
  makePositionId,
  makeSituation,
  makeXgid,
  matchFrom,
  nextHops,
  options,
  parseGnuId,
  parseXgid,
  perft,
  rankPlays,
  requireSituation,
  type Situation,
  shouldAccept,
  shouldDouble,
  shouldTake,
  situationOf,
  startMatch,
  startPosition,
} from '../src/index.ts';
import { beaveredBy0, before1Rolls, doubledBy1, newMatch, opened } from './match-steps.ts';

const start = startPosition();
const wrong = <T>(value: unknown) => value as T;

/** Returns the code of the thrown error. */
function codeOf(run: () => unknown): string | null {
  try {
    run();
  } catch (error) {
    return error instanceof ArgumentError ? error.code : `not coded: ${error}`;
  }
  return null;
}

describe('RA1 impossible arguments are refused with a code, never answered', () => {
  it.each([[[0, 0]], [[7, 1]], [[3.5, 1]], [[1]], [[1, 2, 3]], ['31'], [null]])('dice %j', (dice) => {
    expect(codeOf(() => legalPlays(start, 0, wrong(dice)))).toBe('bad-dice');
    expect(codeOf(() => applyPlay(start, 0, wrong(dice), []))).toBe('bad-dice');
    expect(codeOf(() => nextHops(start, 0, wrong(dice), []))).toBe('bad-dice');
  });

  it.each([2, -1, '0', null])('player %j', (player) => {
    expect(codeOf(() => legalPlays(start, wrong(player), [3, 1]))).toBe('no-such-player');
  });

  it.each([{}, null, undefined, 7, 'board', { points: 1 }, { ...start, bar: null }])('position %j', (position) => {
    expect(checkPosition(wrong(position))).toMatchObject({ ok: false, code: 'bad-count' });
    expect(checkSituation(wrong({ ...makeSituation(), position }))).toMatchObject({ ok: false, code: 'bad-count' });
  });

  it.each([null, undefined, 5, 'roll', {}, { type: 'fly', player: 0 }])('action %j', (action) => {
    expect(applyAction(startMatch({ length: 3, rules: newMatch(3).rules }), wrong(action)).ok).toBe(false);
  });

  it.each([null, undefined, 7, [null], [[1]], ['13/10']])('hops %j', (hops) => {
    expect(applyPlay(start, 0, [3, 1], wrong(hops))).toMatchObject({ ok: false, code: 'illegal-hop' });
    const state = opened(newMatch(3));
    expect(applyAction(state, { type: 'play', player: 0, hops: wrong(hops) })).toMatchObject({ code: 'illegal-play' });
  });
});

describe('RA4 what is no position, state or situation is refused with a code', () => {
  const junk = [undefined, null, {}, [], 7, 'x', true, { length: 3 }, { length: 3, rules: {} }, { points: [] }];
  const calls: Readonly<Record<string, (value: never) => unknown>> = {
    startMatch,
    'startMatch with these rules': (rules) => startMatch({ length: 3, rules }),
    options,
    applyAction: (state) => applyAction(state, { type: 'roll', player: 0 }),
    situationOf,
    matchFrom,
    requireSituation,
    'makeSituation with this position': (position) => makeSituation({ position: position ?? null }),
    makeXgid,
    makeGnuId,
    makeMatchId,
    makePositionId,
    legalPlays: (position) => legalPlays(position, 0, [3, 1]),
    applyPlay: (position) => applyPlay(position, 0, [3, 1], []),
    nextHops: (position) => nextHops(position, 0, [3, 1], []),
    destinations: (position) => destinations(position, 0, [3, 1], [], 8),
    rankPlays: (position) => rankPlays(position, 0, [3, 1]),
    perft: (position) => perft(position, 0, 1),
    estimate: (position) => estimate(position, 0, 0),
    borneOffResult: (state) => borneOffResult(state, 0),
    heuristicAction,
    shouldAccept: (state) => shouldAccept(state, 0),
    shouldDouble: (state) => shouldDouble(state, 0),
    shouldTake: (state) => shouldTake(state, 0),
  };

  it.each(Object.entries(calls))('%s', (_, call) => {
    for (const value of junk)
      expect([value, codeOf(() => call(wrong(value)))]).toEqual([value, expect.stringMatching(/^[a-z-]+$/)]);
  });

  it.each([undefined, null, {}, 7, [null], [[1]], ['13/10']])('hops %j', (hops) => {
    expect(nextHops(start, 0, [3, 1], wrong(hops))).toMatchObject({ ok: false, code: 'illegal-hop' });
    expect(codeOf(() => makePlay(wrong(hops)))).toBe('bad-hops');
  });

  it('a match to one point more than the longest, or to none', () => {
    const { rules } = newMatch(3);
    for (const length of [26, -1, 2.5, Number.NaN])
      expect(codeOf(() => startMatch({ length, rules }))).toBe('bad-length');
    expect(codeOf(() => startMatch(wrong({ length: 3 })))).toBe('bad-rules');
  });
});

it('RA5 a match to 1 has no Crawford game, in each form of it, and no double', () => {
  const state = opened(newMatch(1));
  expect(state).toMatchObject({ crawford: false, postCrawford: false });
  const situation = situationOf(state);
  expect(situation).toMatchObject({ crawford: false, postCrawford: false });
  expect(makeSituation({ ...situation, crawford: false }).crawford).toBe(makeSituation({ length: 1 }).crawford);
  expect(parseXgid(makeXgid(situation))).toMatchObject({ ok: true, value: { crawford: false } });
  expect(parseGnuId(makeGnuId(situation))).toMatchObject({ ok: true, value: { crawford: false } });
  expect(options(before1Rolls(newMatch(1))).actions).not.toContain('double');
});

describe('RA2 a situation is possible as a whole', () => {
  const match = makeSituation({ length: 7, score: [4, 6], onRoll: 0 });

  it('derives the Crawford state from the score', () => {
    expect(match).toMatchObject({ crawford: false, postCrawford: true, rules: { crawford: true } });
    expect(makeSituation({ length: 7, score: [4, 5] })).toMatchObject({ crawford: false, postCrawford: false });
    expect(makeSituation({ length: 7, score: [4, 6], crawford: true })).toMatchObject({ postCrawford: false });
    expect(parseXgid('XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:6:0:7:10')).toMatchObject({ value: match });
  });

  it.each<[code: string, members: Record<string, unknown>]>([
    ['bad-crawford', { postCrawford: false }],
    ['bad-crawford', { crawford: true }],
    ['bad-crawford', { score: [4, 5] }],
    ['bad-score', { score: [4, 7] }],
    ['bad-score', { score: [4] }],
    ['bad-score', { length: -7 }],
    ['bad-rules', { rules: { ...match.rules, jacoby: true } }],
    ['bad-rules', { rules: null }],
    ['bad-cube', { cube: { value: 3, owner: null } }],
    ['bad-cube', { cube: { value: 2, owner: 2 } }],
    ['bad-dice', { dice: [0, 0] }],
    ['bad-dice', { dice: [3, 1], doubled: true }],
    ['no-such-player', { onRoll: 2 }],
    ['bad-status', { status: 'paused' }],
    ['wrong-checkers', { position: { ...start, bar: [1, 0] } }],
  ])('%s: %j', (code, members) => {
    expect(checkSituation({ ...match, ...members } as Situation)).toMatchObject({ ok: false, code });
    expect(codeOf(() => makeSituation({ ...match, ...members } as Situation))).toBe(code);
  });
});

describe('RA3 a match continues from its situation', () => {
  test.each([
    ['before a roll', before1Rolls(newMatch(7))],
    ['a play', opened(newMatch(7))],
    ['a double', doubledBy1(newMatch(7))],
    ['a beaver', beaveredBy0(newMatch(0, { jacoby: true, beavers: true }))],
    ['the opening', newMatch(7)],
  ])('%s', (_moment, state) => {
    const situation = situationOf(state);
    expect(checkSituation(situation)).toEqual({ ok: true, value: situation });
    const again = matchFrom(situation);
    expect(situationOf(again)).toEqual(situation);
    expect(options(again)).toEqual(options({ ...state, games: [] }));
    expect(makeXgid(situationOf(again))).toBe(makeXgid(situation));
  });

  it('refuses a game that has ended', () => {
    const over = { ...start, points: new Array<number>(24).fill(0), off: [15, 0], bar: [0, 15] } as const;
    expect(codeOf(() => matchFrom(makeSituation({ position: over })))).toBe('bad-status');
    expect(codeOf(() => matchFrom(makeSituation({ status: 'dropped' })))).toBe('bad-status');
  });
});
