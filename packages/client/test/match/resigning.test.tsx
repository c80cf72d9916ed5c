// @vitest-environment happy-dom
import { type MatchState, options, startMatch } from 'bg-rules';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { ResignPanel } from '../../src/pages/match/control-panels.tsx';
import { offeredResignations } from '../../src/pages/match/decide.ts';

const rules = { cube: true, crawford: true, jacoby: false, beavers: false };

interface Standing {
  readonly length: number;
  readonly score?: readonly [number, number];
  readonly cube?: number;
  readonly declined?: number;
}

/** A match in which player 0 may resign. */
function standing({ length, score = [0, 0], cube = 1, declined = 0 }: Standing) {
  const start = startMatch({ length, rules });
  const match: MatchState = {
    ...start,
    score,
    cube: { value: cube, owner: cube === 1 ? null : 0 },
    phase: 'roll',
    turn: 0,
    toAct: 0,
    declined: [declined, 0],
  };
  return { match, options: options(match) };
}

describe('RN1 a resignation is offered only as far as it counts', () => {
  test.each<readonly [string, Standing, number[]]>([
    ['in a match to one point', { length: 1 }, [1]],
    ['where the opponent needs one point', { length: 5, score: [0, 4] }, [1]],
    ['where a gammon wins the match', { length: 5, score: [0, 3] }, [1, 2]],
    ['with a cube that is worth what the opponent needs', { length: 5, score: [0, 3], cube: 2 }, [1]],
    ['where a backgammon counts', { length: 3 }, [1, 2, 3]],
    ['with a larger cube', { length: 7, cube: 4 }, [1, 2]],
    ['for money', { length: 0, cube: 16 }, [1, 2, 3]],
    ['after a decline', { length: 1, declined: 1 }, [2]],
  ])('%s', (_where, terms, offered) => {
    expect(offeredResignations(standing(terms))).toEqual(offered);
  });
});

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => act(() => render(null, app)));

/** Shows the panel. Returns what it has resigned for, and its buttons. */
function panel(terms: Standing) {
  const resigned: number[] = [];
  const { match, options: allowed } = standing(terms);
  const view = { match, options: allowed };
  act(() => render(<ResignPanel view={view} onResign={(points) => resigned.push(points)} onCancel={() => {}} />, app));
  const buttons = () => [...app.querySelectorAll('button')].map(({ textContent }) => textContent);
  const press = (name: string) =>
    act(() => [...app.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  return { resigned, buttons, press, title: () => app.querySelector('h2')?.textContent };
}

test('RN2 a resignation is asked about before it is sent, once its kind is chosen where there is a choice', () => {
  const one = panel({ length: 1 });
  expect([one.title(), one.buttons()]).toEqual(['Resign this game for 1 point?', ['Yes, resign', 'Cancel']]);
  one.press('Yes, resign');
  expect(one.resigned).toEqual([1]);
  act(() => render(null, app));
  const three = panel({ length: 3 });
  three.press('Gammon (2 points)');
  expect(three.resigned).toEqual([]);
  expect(three.title()).toBe('Resign this game for 2 points?');
  three.press('Yes, resign');
  expect(three.resigned).toEqual([2]);
});
