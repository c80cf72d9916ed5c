import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { checkResult, type ResultCode } from '@anchor/analysis';
import type { JobResult } from '@anchor/wire';
import { applyPlay, fromOwnView, legalPlays, ownView, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { packResult, unpackResult } from '../../src/domain/analysis/packing.ts';
import { cubeJob, honestResult, requestFor } from './engine.ts';

const req = requestFor(startPosition(), [3, 1]);
const honest = honestResult({ req });
/** The honest answer with a changed best play. */
const withBest = (change: object) => ({
  ...honest,
  plays: [{ ...honest.plays[0], ...change }, ...honest.plays.slice(1)],
});
const codeOf = (answer: unknown, asked = req) => {
  const checked = checkResult(asked, answer);
  return checked.ok ? 'ok' : checked.code;
};

interface Evaluated {
  readonly kind: string;
  readonly points: number[];
  readonly dice: [number, number];
  readonly moves: readonly { readonly points: number[]; readonly probs: [number, number, number, number, number] }[];
}
const vectors = gunzipSync(readFileSync(new URL('../../../../vectors/gnubg/equities.jsonl.gz', import.meta.url)));
const evaluated: Evaluated[] = vectors
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ kind }: Evaluated) => kind === 'checker');

describe('a result', () => {
  it('of GNU Backgammon is accepted for any position', () => {
    expect(evaluated.length).toBeGreaterThan(100);
    for (const { points, dice, moves } of evaluated) {
      const pos = fromOwnView(points, 0);
      const asked = requestFor(pos, dice);
      const byView = new Map(legalPlays(pos, 0, dice).map((play) => [ownView(play.position, 0).join(), play.hops]));
      const plays = moves.map(({ points: after, probs }) => {
        const [w, wg, wb, lg, lb] = probs;
        const equity = Math.round((2 * w - 1 + wg - lg + wb - lb) * 1e6) / 1e6;
        return { hops: byView.get(after.join()), equity, probs };
      });
      expect(codeOf({ plays }, asked)).toBe('ok');
    }
  });

  it('keeps the worker’s order, gets canonical hops, and loses unknown members', () => {
    const shuffled = honest.plays.map((play) => {
      const reversed = play.hops.toReversed();
      return applyPlay(req.pos, 0, req.dice, reversed).ok ? { ...play, hops: reversed } : play;
    });
    expect(shuffled).not.toEqual(honest.plays);
    const checked = checkResult(req, { plays: shuffled, ms: 3, comment: 'hello', cube: undefined });
    expect(checked).toEqual({ ok: true, value: { plays: honest.plays } });
  });

  it('may come without chances', () => {
    expect(codeOf({ plays: honest.plays.map(({ hops, equity }) => ({ hops, equity })) })).toBe('ok');
  });

  it('may have a cubeful equity, which does not follow from its chances', () => {
    const { plays } = honest;
    expect(codeOf({ plays: plays.map((play) => ({ ...play, equity: play.equity / 2 })) })).toBe('ok');
  });

  const [best] = honest.plays;
  const cube = { noDouble: 0.2, doubleTake: 0.1, doublePass: 1, action: 'no-double' };
  const refused: readonly [string, unknown, ResultCode][] = [
    ['nothing', undefined, 'malformed'],
    ['a text', 'best: 8/5 6/5', 'malformed'],
    ['plays that are no list', { plays: {} }, 'malformed'],
    ['an equity as text', withBest({ equity: 'NaN' }), 'bad-equity'],
    ['no equity', withBest({ equity: null }), 'bad-equity'],
    ['an equity above 4', withBest({ equity: 4.001 }), 'bad-equity'],
    ['an equity below -4', withBest({ equity: -1e300 }), 'bad-equity'],
    ['five hops', withBest({ hops: Array(5).fill([8, 5]) }), 'bad-hops'],
    ['a hop to nowhere', withBest({ hops: [[8, -3]] }), 'bad-hops'],
    ['a hop of three places', withBest({ hops: [[8, 5, 4]] }), 'bad-hops'],
    ['a chance above 1', withBest({ probs: [1.1, 0, 0, 0, 0] }), 'bad-probs'],
    ['a chance as text', withBest({ probs: ['0.5', 0, 0, 0, 0] }), 'bad-probs'],
    ['four chances', withBest({ probs: [0.5, 0, 0, 0] }), 'bad-probs'],
    ['more gammons than wins', withBest({ probs: [0.5, 0.6, 0, 0, 0], equity: 0.6 }), 'bad-probs'],
    ['more backgammons than gammons', withBest({ probs: [0.5, 0.1, 0.2, 0, 0], equity: 0.3 }), 'bad-probs'],
    ['more lost gammons than losses', withBest({ probs: [0.5, 0, 0, 0.6, 0], equity: -0.6 }), 'bad-probs'],
    ['more lost backgammons than gammons', withBest({ probs: [0.5, 0, 0, 0.1, 0.2], equity: -0.3 }), 'bad-probs'],
    ['a play by other dice', withBest({ hops: [[24, 18]] }), 'illegal-play'],
    ['half a play', withBest({ hops: [[8, 5]] }), 'illegal-play'],
    ['no hops where there is a play', withBest({ hops: [] }), 'illegal-play'],
    [
      'a play onto a made point',
      withBest({
        hops: [
          [6, 3],
          [13, 12],
        ],
      }),
      'illegal-play',
    ],
    ['a play twice', { plays: [...honest.plays, best] }, 'duplicate-play'],
    ['a play instead of another', { plays: [...honest.plays.slice(0, -1), best] }, 'duplicate-play'],
    ['a play less', { plays: honest.plays.slice(1) }, 'missing-play'],
    ['no play', { plays: [] }, 'missing-play'],
    ['a cube of text', { ...honest, cube: 'double' }, 'bad-cube'],
    [
      'a cube equity that is not finite',
      { ...honest, cube: { ...cube, noDouble: Number.POSITIVE_INFINITY } },
      'bad-cube',
    ],
    ['a cube equity beyond all sense', { ...honest, cube: { ...cube, doubleTake: 51 } }, 'bad-cube'],
    ['a cube in other units', { ...honest, cube: { ...cube, doublePass: 0.7 } }, 'bad-cube'],
    ['an action that is no word', { ...honest, cube: { ...cube, action: '<b>' } }, 'bad-cube'],
  ];
  it.each(refused)('with %s is refused', (_, answer, code) => {
    expect(codeOf(answer)).toBe(code);
  });

  it('may have a cube evaluation only if the player on roll may double', () => {
    const said: JobResult = { ...honest, cube };
    expect(codeOf(said)).toBe('ok');
    const mine = { value: 2, owner: 0 } as const;
    expect(codeOf(said, { ...req, cube: mine })).toBe('ok');
    expect(codeOf(said, { ...req, cube: { value: 2, owner: 1 } })).toBe('unwanted-cube');
    expect(codeOf(said, { ...req, matchLength: 1 })).toBe('unwanted-cube');
    expect(codeOf(said, { ...req, matchLength: 5, score: [4, 2], crawford: true })).toBe('unwanted-cube');
    expect(codeOf(said, { ...req, cube: { value: 4096, owner: 0 } })).toBe('unwanted-cube');
  });

  it('about the cube has an evaluation and no plays', () => {
    const { req: asked } = cubeJob();
    expect(codeOf({ plays: [], cube }, asked)).toBe('ok');
    expect(codeOf({ plays: [] }, asked)).toBe('missing-cube');
    expect(codeOf({ plays: honest.plays, cube }, asked)).toBe('unwanted-plays');
  });

  it('is unchanged after storage, in less space than JSON', () => {
    for (const result of [
      { plays: honest.plays },
      { plays: [], cube },
      { plays: honest.plays.map(({ hops, equity }) => ({ hops, equity })), cube },
    ]) {
      const text = packResult(result);
      expect(unpackResult(text)).toEqual(result);
      expect(text.length).toBeLessThan(JSON.stringify(result).length);
    }
    expect(unpackResult('[[[')).toBeNull();
    expect(unpackResult('{"plays":[]}')).toBeNull();
  });
});
