// @vitest-environment happy-dom
import { type Dice, fromOwnView, type Hop, legalPlays, options, type Player, startMatch } from 'bg-rules';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { isShutOut, startTurn, viewTurn, withPlay } from '../../src/board/turn.ts';
import { automaticAct } from '../../src/pages/match/use-automatic.ts';
import { type Offer, occasionOf, useOffer } from '../../src/pages/match/use-offer.ts';
import { readHistory, type Step } from '../../src/play/history.ts';
import { DEFAULTS, type Preferences, StoredPreferences } from '../../src/state/preferences.ts';
import { playAtRandom } from './played.ts';

/** The player's view of a position: their checkers by place, and those of the opponent as negative counts. */
function position(places: Readonly<Record<number, number>>, player: Player) {
  return fromOwnView(
    Array.from({ length: 26 }, (_, place) => places[place] ?? 0),
    player,
  );
}

const CLOSED = { 25: 1, 6: 5, 19: -2, 20: -2, 21: -2, 22: -2, 23: -2, 24: -2 };
const RACE = { 1: 4, 2: 4, 3: 3, 24: -3 };
/** One checker on the bar can enter with a 1 only. */
const ONE_WAY = { ...CLOSED, 24: 0, 18: -2 };

function stepOf(places: Readonly<Record<number, number>>, dice: Dice, hops: readonly Hop[], player: Player = 0): Step {
  const before = position(places, player);
  const rest = { n: 9, game: 1, roll: 3, points: 0, reason: null, ended: null, score: [0, 0] } as const;
  return { ...rest, type: 'play', player, dice, hops, before, after: before, cube: { value: 1, owner: null } };
}

/** A race in which the player makes these hops, each with the die of its length. */
function bearOff(player: Player, ...hops: readonly [Hop, Hop]): Step {
  const [one, other] = hops.map(([from, to]) => from - to);
  return stepOf(RACE, [one, other] as Dice, hops, player);
}

describe.each([0, 1] as const)('the occasion for an automatic action, of player %i', (player) => {
  test('TK1 is a play without a choice, a bear-off with every die, or a dance while shut out', () => {
    const dance = stepOf(ONE_WAY, [6, 5], [], player);
    expect(occasionOf(dance, DEFAULTS)).toBe('autoConfirmForced');
    const shut = stepOf(CLOSED, [6, 5], [], player);
    expect(occasionOf(shut, DEFAULTS)).toBe('rollShutOut');
    const off = bearOff(player, [3, 0], [2, 0]);
    expect(occasionOf(off, DEFAULTS)).toBe('greedyBearOff');
    expect(occasionOf(bearOff(player, [3, 1], [1, 0]), DEFAULTS)).toBeNull();
  });

  test('TK2 comes once for each action, and not for one that is on', () => {
    const shut = stepOf(CLOSED, [6, 5], [], player);
    const chosen = (changes: Partial<Preferences>) => ({ ...DEFAULTS, ...changes });
    expect(occasionOf(shut, chosen({ offered: ['rollShutOut'] }))).toBe('autoConfirmForced');
    expect(occasionOf(shut, chosen({ rollShutOut: true, offered: ['autoConfirmForced'] }))).toBeNull();
    const off = bearOff(player, [3, 0], [2, 0]);
    expect(occasionOf(off, chosen({ greedyBearOff: true }))).toBeNull();
  });

  test('TK3 a player is shut out with a checker on the bar and all six points of entry made', () => {
    expect(isShutOut(position(CLOSED, player), player)).toBe(true);
    expect(isShutOut(position(ONE_WAY, player), player)).toBe(false);
    expect(isShutOut(position({ ...CLOSED, 25: 0, 5: 1 }, player), player)).toBe(false);
    expect(isShutOut(position({ ...CLOSED, 24: -1 }, player), player)).toBe(false);
    for (let a = 1; a <= 6; a++)
      for (let b = 1; b <= 6; b++) expect(legalPlays(position(CLOSED, player), player, [a, b])).toEqual([]);
  });
});

test('TK4 rolls on while shut out even where a double is allowed, and never otherwise', () => {
  const off = { autoRoll: false, autoConfirmForced: false, rollShutOut: false, premove: false };
  const start = startMatch({ length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } });
  const states = [CLOSED, ONE_WAY].map((places) => {
    const match = { ...start, position: position(places, 0), phase: 'roll', turn: 0, toAct: 0 } as const;
    return { match, seat: 0 as const, options: options(match) };
  });
  const nothing = { forced: false, view: null };
  expect(states.map((view) => view.options.actions.includes('double'))).toEqual([true, true]);
  const acts = (rollShutOut: boolean) => states.map((view) => automaticAct(view, nothing, { ...off, rollShutOut }));
  expect(acts(true)).toEqual(['roll', null]);
  expect(acts(false)).toEqual([null, null]);
  const match = { ...states[0]!.match, phase: 'play', dice: [6, 5] } as const;
  const dance = { forced: true, view: viewTurn(withPlay(startTurn(match.position, 0, [6, 5]), [])) };
  const view = { match, seat: 0 as const, options: options(match) };
  expect(automaticAct(view, dance, { ...off, rollShutOut: true })).toBe('play');
  expect(automaticAct(view, dance, off)).toBeNull();
});

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => act(() => render(null, app)));

test('TK5 an offer is shown until the next play of the player, is never repeated on this device, and is accepted by one press', () => {
  const played = playAtRandom(5, 7, 20_000);
  const { steps } = readHistory(played.header, played.events);
  const kept = new Map<string, string>();
  const storage = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => !!kept.set(name, text),
  };
  const preferences = new StoredPreferences(storage as never);
  let offer: Offer | null = null;
  function Page({ count }: { readonly count: number }) {
    offer = useOffer(steps.slice(0, count), 0, preferences);
    return null;
  }
  const own = steps.flatMap((step, index) => (step.type === 'play' && step.player === 0 ? [index] : []));
  const first = own.findIndex((index) => occasionOf(steps[index]!, DEFAULTS) === 'autoConfirmForced');
  expect(first).toBeGreaterThan(0);
  const show = (count: number) => act(() => render(<Page count={count} />, app));
  const until = own[first]!;
  // Plays from before the page was opened are no occasion.
  show(until + 1);
  expect(offer).toBeNull();
  act(() => render(null, app));
  show(until);
  show(until + 1);
  expect(offer).toMatchObject({ action: 'autoConfirmForced' });
  expect(preferences.current.value.offered).toEqual(['autoConfirmForced']);
  show(own[first + 1]! + 1);
  expect((offer as Offer | null)?.action).not.toBe('autoConfirmForced');
  act(() => render(null, app));
  preferences.set({ offered: [] });
  show(until);
  show(until + 1);
  act(() => (offer as Offer | null)?.accept());
  expect(offer).toBeNull();
  expect(preferences.current.value).toMatchObject({ autoConfirmForced: true, offered: ['autoConfirmForced'] });
});
