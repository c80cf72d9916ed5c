import { describe, expect, it, test } from 'vitest';
import {
  ArgumentError,
  applyAction,
  applyPlay,
  checkPosition,
  checkSituation,
  legalPlays,
  makeSituation,
  makeXgid,
  matchFrom,
  nextHops,
  options,
  parseXgid,
  type Situation,
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
