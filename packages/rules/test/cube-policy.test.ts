import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { shouldAccept, shouldDouble, shouldTake } from '../src/cube-policy.ts';
import { heuristicAction } from '../src/heuristic-bot.ts';
import { applyAction, startMatch } from '../src/match.ts';
import type { Action, MatchState } from '../src/match-types.ts';
import { startPosition } from '../src/position.ts';
import type { Position } from '../src/types.ts';
import { randomRoll, seenBy } from './support/views.ts';

const money = startMatch({ length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } });
const match = startMatch({ length: 7, rules: { cube: true, crawford: true, jacoby: false, beavers: false } });

/** Returns a state in which player 0 is on roll. */
function onRoll(position: Position, state: MatchState = money): MatchState {
  return { ...state, position, turn: 0, toAct: 0, phase: 'roll' };
}
/** Returns a state in which player 1 must answer player 0's double. */
const doubled = (state: MatchState): MatchState => ({ ...state, phase: 'double', toAct: 1, doubler: 0 });
/** Returns a state in which player 1 offers to resign this many points. */
const resigned = (state: MatchState, points: number): MatchState => ({
  ...state,
  phase: 'resign',
  resignation: { by: 1, points, from: 'roll' },
});

/** A long race in which player 0 leads: moving each checker of player 1 back by a point adds fifteen pips. */
function race(...theirs: number[]): Position {
  const view = [0, 0, 0, 0, 3, 4, 5, 3, ...new Array(18).fill(0)];
  for (const place of theirs) view[25 - place]!--;
  return seenBy(view, 0);
}
const HOME = [6, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4];
const even = race(...HOME, 7, 7, 7);
const ahead = race(...HOME, 12, 12, 12);
const won = race(...HOME, 17, 17, 17);

describe('in a race for money', () => {
  it('neither doubles nor passes an even race', () => {
    expect(shouldDouble(onRoll(even), 0)).toBe(false);
    expect(shouldTake(doubled(onRoll(even)), 1)).toBe(true);
  });

  it('doubles when ahead and passes when far behind', () => {
    expect(shouldDouble(onRoll(ahead), 0)).toBe(true);
    expect(shouldDouble(onRoll(won), 0)).toBe(true);
    expect(shouldTake(doubled(onRoll(won)), 1)).toBe(false);
  });

  it('does not double if the rules do not allow it', () => {
    const theirs: MatchState = { ...onRoll(won), cube: { value: 2, owner: 1 } };
    expect(shouldDouble(theirs, 0)).toBe(false);
    expect(shouldDouble({ ...onRoll(won), phase: 'play' }, 0)).toBe(false);
  });

  it('accepts one point if a gammon is impossible', () => {
    expect(shouldAccept(resigned(onRoll(won), 1), 0)).toBe(true);
  });
});

describe('gammons', () => {
  // Player 0 bears off while all of player 1's checkers are far from home.
  const view = [0, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, -15, ...new Array(13).fill(0)];
  const gammon = seenBy(view, 0);

  it('are played for rather than doubled out, but not under the Jacoby rule', () => {
    expect(shouldDouble(onRoll(gammon), 0)).toBe(false);
    expect(shouldDouble(onRoll(gammon, { ...money, rules: { ...money.rules, jacoby: true } }), 0)).toBe(true);
  });

  it('are not settled for one point', () => {
    expect(shouldAccept(resigned(onRoll(gammon), 1), 0)).toBe(false);
    expect(shouldAccept(resigned(onRoll(gammon), 2), 0)).toBe(true);
  });
});

describe('in a match', () => {
  it('does not double if the current cube already wins the match', () => {
    const last: MatchState = { ...onRoll(won, match), score: [6, 3], postCrawford: true };
    expect(shouldDouble(last, 0)).toBe(false);
  });

  it('doubles at once if the opponent wins the match with this game, and the opponent takes', () => {
    const trailing: MatchState = { ...onRoll(even, match), score: [3, 6], postCrawford: true };
    expect(shouldDouble(trailing, 0)).toBe(true);
    const leading: MatchState = { ...doubled(onRoll(won, match)), score: [6, 3], postCrawford: true };
    expect(shouldTake(leading, 1)).toBe(true);
  });
});

interface Row {
  readonly kind: string;
  readonly points: readonly number[];
  readonly matchTo: number;
  readonly score: readonly [number, number];
  readonly crawford?: boolean;
  readonly jacoby?: boolean;
  readonly cube: number;
  readonly owner: 'me' | null;
  readonly noDouble: number;
  readonly doubleTake: number;
}
const file = new URL('../../../vectors/gnubg/equities.jsonl.gz', import.meta.url);
const decisions = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line))
  .filter(({ kind }) => kind === 'cube');

function stateOf(row: Row): MatchState {
  const rules = { cube: true, crawford: row.matchTo > 0, jacoby: row.jacoby === true, beavers: false };
  const cube = { value: row.cube, owner: row.owner === 'me' ? (0 as const) : null };
  const state = onRoll(seenBy(row.points, 0), startMatch({ length: row.matchTo, rules }));
  return { ...state, cube, score: row.matchTo > 0 ? row.score : [0, 0], crawford: row.crawford === true };
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

describe(`compared with GNU Backgammon, 2-ply, on ${decisions.length} cube decisions`, () => {
  it('loses less than 0.03 by doubling or not', () => {
    const losses = decisions.map((row) => {
      const doubling = Math.min(row.doubleTake, 1);
      const chosen = shouldDouble(stateOf(row), 0) ? doubling : row.noDouble;
      return Math.max(doubling, row.noDouble) - chosen;
    });
    expect(mean(losses)).toBeLessThan(0.03);
  });

  it('loses less than 0.15 by taking or passing', () => {
    const losses = decisions.map((row) => {
      const given = shouldTake(doubled(stateOf(row)), 1) ? row.doubleTake : 1;
      return given - Math.min(row.doubleTake, 1);
    });
    expect(mean(losses)).toBeLessThan(0.15);
  });
});

describe('heuristicAction', () => {
  it.each([1, 2, 3])('plays a whole match against itself by the rules, seed %i', (seed) => {
    const random = new SeededRandom(seed);
    let state = startMatch({ length: 5, rules: match.rules });
    let steps = 0;
    for (; state.phase !== 'over' && steps < 5000; steps++) {
      const action: Action = heuristicAction(state) ?? { type: 'dice', dice: randomRoll(random) };
      const applied = applyAction(state, action);
      if (!applied.ok) throw new Error(`${applied.code} after ${steps} steps`);
      state = applied.value;
    }
    expect(state.result?.reason).toBe('points');
    expect(Math.max(...state.score)).toBeGreaterThanOrEqual(5);
  });

  it('answers a resignation', () => {
    const state = { ...resigned(onRoll(startPosition()), 1), toAct: 0 as const };
    expect(heuristicAction(state)).toEqual({ type: 'accept', player: 0 });
  });

  it('returns null while the match waits for dice', () => {
    expect(heuristicAction({ ...money, phase: 'dice', toAct: null })).toBe(null);
  });
});
