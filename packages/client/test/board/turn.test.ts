import { applyPlay, type Dice, fromOwnView, legalPlays, type Player, type Position, startPosition } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  click,
  drop,
  forcedPlay,
  frames,
  greedyPlay,
  hasContact,
  movable,
  startTurn,
  swapDice,
  type Turn,
  targets,
  undo,
  viewTurn,
  withPlay,
} from '../../src/board/turn.ts';

/** Returns a position from the mover's own numbers: [25] is the mover's bar, [0] the opponent's. */
function position(places: Readonly<Record<number, number>>): Position {
  return fromOwnView(
    Array.from({ length: 26 }, (_, place) => places[place] ?? 0),
    0,
  );
}

function turn(places: Readonly<Record<number, number>>, dice: Dice): Turn {
  return startTurn(position(places), 0, dice);
}

describe('dice', () => {
  it('have the larger one on the left, and can be swapped until a checker moves', () => {
    const opening = startTurn(startPosition(), 0, [3, 6]);
    expect(opening.order).toEqual([6, 3]);
    const swapped = swapDice(opening);
    expect(swapped.order).toEqual([3, 6]);
    const moved = click(swapped, 24, 'left')!;
    expect(moved.steps).toEqual([[[24, 21]]]);
    expect(swapDice(moved)).toBe(moved);
  });

  it('are used one by one, four for a double', () => {
    const doubled = startTurn(startPosition(), 0, [1, 1]);
    expect(viewTurn(doubled).dice.map(({ used }) => used)).toEqual([false, false, false, false]);
    const moved = click(doubled, 8, 'left')!;
    expect(viewTurn(moved).dice.map(({ used }) => used)).toEqual([false, false, false, true]);
  });
});

describe('click', () => {
  const opening = startTurn(startPosition(), 0, [3, 1]);

  it('plays the left die, or the other with the right button', () => {
    expect(click(opening, 8, 'left')!.steps).toEqual([[[8, 5]]]);
    expect(click(opening, 8, 'right')!.steps).toEqual([[[8, 7]]]);
  });

  it('plays the other die if the requested one cannot move the checker', () => {
    const blocked = turn({ 24: 2, 18: -2, 13: 13 }, [6, 1]);
    expect(click(blocked, 24, 'left')!.steps).toEqual([[[24, 23]]]);
  });

  it('makes a point that both dice can reach', () => {
    expect(click(opening, 5, 'left')!.steps).toEqual([
      [
        [8, 5],
        [6, 5],
      ],
    ]);
  });

  it('bears off a last checker with both dice at once', () => {
    const last = turn({ 6: 1, 0: -1 }, [6, 5]);
    expect(click(last, 6, 'left')!.steps).toEqual([
      [
        [6, 1],
        [1, 0],
      ],
    ]);
  });

  it('does nothing where nothing can move', () => {
    expect(click(opening, 20, 'left')).toBeNull();
    expect(click(opening, 2, 'right')).toBeNull();
  });

  it('enters from the bar before anything else', () => {
    const barred = turn({ 25: 1, 13: 2, 6: 12 }, [4, 2]);
    expect([...movable(barred)]).toEqual([25]);
    expect(click(barred, 13, 'left')).toBeNull();
    expect(click(barred, 25, 'left')!.steps).toEqual([[[25, 21]]]);
  });
});

describe('drag', () => {
  const opening = startTurn(startPosition(), 0, [6, 4]);

  it('shows every reachable place, also with both dice', () => {
    expect(
      targets(opening, 24)
        .map(({ to }) => to)
        .sort((a, b) => a - b),
    ).toEqual([14, 18, 20]);
  });

  it('makes a combined move one step, which one undo reverts', () => {
    const moved = drop(opening, 24, 14)!;
    expect(moved.steps).toHaveLength(1);
    expect(viewTurn(moved)).toMatchObject({ complete: true, next: [] });
    expect(undo(moved)).toEqual(opening);
  });

  it('refuses a place out of reach', () => {
    expect(drop(opening, 24, 15)).toBeNull();
    expect(drop(opening, 5, 1)).toBeNull();
  });
});

describe('an automatic play', () => {
  it('is made when there is no legal move', () => {
    const shut = turn({ 25: 1, 6: 14, 24: -2, 23: -2, 22: -2, 21: -2, 20: -2, 19: -2 }, [5, 2]);
    expect(forcedPlay(shut.position, 0, shut.dice)).toEqual([]);
    expect(viewTurn(shut)).toMatchObject({ complete: true, hops: [] });
  });

  it('is made if it is the only one', () => {
    expect(forcedPlay(position({ 6: 1, 0: -1 }), 0, [6, 5])).toHaveLength(2);
    expect(forcedPlay(startPosition(), 0, [6, 5])).toBeNull();
  });

  it('is made in a race in which every die bears off', () => {
    const race = position({ 6: 2, 3: 3, 24: -3 });
    expect(greedyPlay(race, 0, [6, 3])).toEqual([
      [6, 0],
      [3, 0],
    ]);
    expect(greedyPlay(race, 0, [6, 1])).toBeNull();
    expect(greedyPlay(position({ 6: 2, 3: 3, 1: -2 }), 0, [6, 3])).toBeNull();
    expect(greedyPlay(position({ 2: 1, 24: -3 }), 0, [6, 3])).toHaveLength(1);
  });

  it('distinguishes contact from a race', () => {
    expect(hasContact(startPosition(), 0)).toBe(true);
    expect(hasContact(position({ 6: 2, 24: -2 }), 0)).toBe(false);
    expect(hasContact(position({ 6: 2, 0: -1 }), 0)).toBe(true);
  });
});

/** Positions reached by random plays from the start. */
const reached = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.nat()), {
  minLength: 1,
  maxLength: 60,
});

function walk(rolls: readonly [number, number, number][]): Turn {
  let now = startPosition();
  let player: Player = 0;
  for (const [a, b, choice] of rolls.slice(0, -1)) {
    const plays = legalPlays(now, player, [a, b]);
    now = plays[choice % plays.length]?.position ?? now;
    if (now.off[player] === 15) now = startPosition();
    player = player === 0 ? 1 : 0;
  }
  const [a, b] = rolls.at(-1)!;
  return startTurn(now, player, [a, b]);
}

describe('any sequence of clicks', () => {
  it('ends in a legal play and never gets stuck', () => {
    fc.assert(
      fc.property(reached, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (rolls, choices) => {
        let made = walk(rolls);
        for (const choice of choices) {
          const places = [...movable(made)];
          if (places.length === 0) break;
          made = click(made, places[choice % places.length]!, choice % 2 ? 'left' : 'right')!;
        }
        const view = viewTurn(made);
        expect(view.complete).toBe(true);
        const applied = applyPlay(made.position, made.player, made.dice, view.hops);
        expect(applied).toEqual({ ok: true, value: view.position });
      }),
      { numRuns: 300 },
    );
  });

  it('reaches every legal play by drags, and shows it hop by hop', () => {
    fc.assert(
      fc.property(reached, fc.nat(), (rolls, choice) => {
        const start = walk(rolls);
        const plays = legalPlays(start.position, start.player, start.dice);
        const play = plays[choice % Math.max(plays.length, 1)];
        if (!play) return;
        let made = start;
        for (const [from, to] of play.hops) made = drop(made, from, to) ?? made;
        expect(viewTurn(withPlay(start, play.hops)).complete).toBe(true);
        expect(viewTurn(made).complete).toBe(true);
        const shown = frames(start.position, start.player, start.dice, play.hops);
        expect(shown).toHaveLength(play.hops.length);
        expect(shown.at(-1)).toEqual(play.position);
      }),
      { numRuns: 200 },
    );
  });
});
