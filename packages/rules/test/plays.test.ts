import { describe, expect, it } from 'vitest';
import { destinations, nextHops } from '../src/next-hops.ts';
import { applyPlay, legalPlays } from '../src/plays.ts';
import { startPosition } from '../src/position.ts';
import type { Hop, Player, Position } from '../src/types.ts';
import { seenBy } from './support/views.ts';

const PLAYERS: Player[] = [0, 1];

/** A player's view with checkers on these places, the player's positive and the opponent's negative. */
function view(places: Record<number, number>): number[] {
  return Array.from({ length: 26 }, (_, place) => places[place] ?? 0);
}

describe.each(PLAYERS)('edge cases of the rules, player %i', (player) => {
  const on = (places: Record<number, number>) => seenBy(view(places), player);

  it('6-5 with a last checker on the 6-point is two hops', () => {
    const last = on({ 6: 1, 20: -3 });
    expect(legalPlays(last, player, [6, 5]).map(({ hops }) => hops)).toEqual([
      [
        [6, 1],
        [1, 0],
      ],
    ]);
    expect(applyPlay(last, player, [6, 5], [[6, 0]])).toMatchObject({ ok: false, code: 'dice-left' });
    expect(
      applyPlay(
        last,
        player,
        [6, 5],
        [
          [6, 1],
          [1, 0],
        ],
      ),
    ).toMatchObject({ ok: true });
  });

  it('either die, but not both: the larger must be played', () => {
    const either = on({ 12: 1, 1: -2, 2: -2, 3: -2, 4: -2 });
    expect(legalPlays(either, player, [6, 2]).map(({ hops }) => hops)).toEqual([[[12, 6]]]);
    expect(applyPlay(either, player, [2, 6], [[12, 10]])).toMatchObject({ ok: false, code: 'wrong-die' });
  });

  it('both dice must be played if one order allows it', () => {
    const order = on({ 24: 1, 6: 1, 18: -2, 1: -2 });
    const play = [
      [24, 20],
      [20, 14],
    ];
    expect(legalPlays(order, player, [6, 4]).map(({ hops }) => hops)).toEqual([play]);
  });

  it('a double plays as many hops as possible', () => {
    const three = on({ 24: 1, 1: 14, 8: -2 });
    expect(legalPlays(three, player, [4, 4]).map(({ hops }) => hops)).toEqual([
      [
        [24, 20],
        [20, 16],
        [16, 12],
      ],
    ]);
    expect(
      applyPlay(
        three,
        player,
        [4, 4],
        [
          [24, 20],
          [20, 16],
        ],
      ),
    ).toMatchObject({ ok: false, code: 'dice-left' });
  });

  it('a larger die bears off only from the highest point', () => {
    const behind = on({ 5: 1, 3: 1, 24: -1 });
    expect(
      applyPlay(
        behind,
        player,
        [6, 4],
        [
          [3, 0],
          [5, 1],
        ],
      ),
    ).toMatchObject({ ok: false, code: 'illegal-hop' });
    expect(
      applyPlay(
        behind,
        player,
        [6, 4],
        [
          [5, 0],
          [3, 0],
        ],
      ),
    ).toMatchObject({ ok: true });
  });

  it('the bar comes first, and a dance is the empty play', () => {
    const shut = on({ 25: 1, 6: 5, 24: -2, 23: -2, 22: -2, 21: -2, 20: -2, 19: -2 });
    expect(legalPlays(shut, player, [6, 1])).toEqual([]);
    expect(applyPlay(shut, player, [6, 1], [])).toEqual({ ok: true, value: shut });
    expect(applyPlay(shut, player, [6, 1], [[6, 5]])).toMatchObject({ ok: false, code: 'illegal-hop' });
    expect(applyPlay(on({ 25: 1, 6: 5 }), player, [6, 1], [])).toMatchObject({ ok: false, code: 'dice-left' });
  });

  it('two checkers that land on one blot hit it once', () => {
    const blot = on({ 10: 1, 8: 1, 4: -1 });
    const after = applyPlay(
      blot,
      player,
      [6, 4],
      [
        [10, 4],
        [8, 4],
      ],
    );
    expect(after.ok && after.value).toEqual(on({ 4: 2, 0: -1 }));
  });

  it('arbitrary numbers never make it throw', () => {
    const wild = [-1e9, -1, 0, 0.5, 1, 25, 26, 1e9, Number.MAX_SAFE_INTEGER, Number.NaN];
    const hops = wild.flatMap((from) => wild.map((to): Hop => [from, to]));
    for (const hop of hops) {
      expect(applyPlay(startPosition(), player, [6, 1], [hop])).toMatchObject({ ok: false });
      expect(nextHops(startPosition(), player, [6, 1], [hop])).toMatchObject({ ok: false, code: 'illegal-hop' });
    }
    expect(applyPlay(startPosition(), player, [6, 1], new Array(100_000).fill([13, 7]))).toMatchObject({ ok: false });
  });

  it('does not change its arguments', () => {
    const position = deepFrozen(startPosition());
    for (const play of legalPlays(position, player, [3, 1])) {
      expect(applyPlay(position, player, [3, 1], play.hops).ok).toBe(true);
      expect(structuredClone(play)).toEqual(play);
    }
    expect(position).toEqual(startPosition());
  });
});

function deepFrozen({ points, bar, off }: Position): Position {
  return Object.freeze({ points: Object.freeze(points), bar: Object.freeze(bar), off: Object.freeze(off) });
}

describe.each(PLAYERS)('a click-to-move board, player %i', (player) => {
  const start = startPosition();
  const at = (hops: Hop[]) => {
    const now = nextHops(start, player, [3, 1], hops);
    if (!now.ok) throw new Error(now.message);
    return now.value;
  };

  it('offers the first die first, from the rearmost checker', () => {
    expect(at([]).next.map(({ hop, die }) => [...hop, die])).toEqual([
      [24, 21, 3],
      [13, 10, 3],
      [8, 5, 3],
      [6, 3, 3],
      [24, 23, 1],
      [8, 7, 1],
      [6, 5, 1],
    ]);
    expect(at([])).toMatchObject({ left: [3, 1], complete: false });
  });

  it('continues with the remaining die, and is complete after both', () => {
    expect(at([[8, 5]])).toMatchObject({ left: [1], complete: false });
    expect(new Set(at([[8, 5]]).next.map(({ die }) => die))).toEqual(new Set([1]));
    const done = at([
      [8, 5],
      [6, 5],
    ]);
    expect(done).toMatchObject({ left: [], next: [], complete: true });
    expect(
      applyPlay(
        start,
        player,
        [3, 1],
        [
          [8, 5],
          [6, 5],
        ],
      ),
    ).toEqual({ ok: true, value: done.position });
  });

  it('drags one checker by one die or both', () => {
    expect(destinations(start, player, [3, 1], [], 24).map(({ to, hops }) => [to, hops.length])).toEqual([
      [21, 1],
      [23, 1],
      [20, 2],
    ]);
    expect(
      destinations(
        start,
        player,
        [2, 2],
        [
          [6, 4],
          [6, 4],
        ],
        13,
      ).map(({ to }) => to),
    ).toEqual([11, 9]);
    expect(destinations(start, player, [3, 1], [], 12)).toEqual([]);
  });

  it('drags over a blot if the paths are equally long', () => {
    const position = seenBy(view({ 20: 1, 6: 5, 17: -1, 1: -2 }), player);
    const far = destinations(position, player, [2, 3], [], 20).find(({ to }) => to === 15);
    expect(far?.hops).toEqual([
      [20, 17],
      [17, 15],
    ]);
    expect(far?.position).toEqual(seenBy(view({ 15: 1, 6: 5, 0: -1, 1: -2 }), player));
  });

  it('does not offer a hop that would leave the other die unplayable', () => {
    const position = seenBy(view({ 24: 1, 20: 1, 18: -2, 16: -2, 14: -2 }), player);
    const now = nextHops(position, player, [6, 4], []);
    const plays = legalPlays(position, player, [6, 4]);
    const firsts = new Set(now.ok ? now.value.next.map(({ hop }) => hop.join()) : []);
    expect(
      now.ok && now.value.next.every(({ hop }) => plays.some(({ hops }) => hops.some((h) => h[0] === hop[0]))),
    ).toBe(true);
    expect(firsts.has('24,18')).toBe(false);
  });
});
