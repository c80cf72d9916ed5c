import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { nextHops } from '../src/next-hops.ts';
import { applyPlay, legalPlays } from '../src/plays.ts';
import type { Dice, Hop, Player, Position } from '../src/types.ts';
import { bruteForce, type Sequence, type View } from './support/brute-force.ts';
import { keyOf, keysOf, randomRoll, randomView, seenBy } from './support/views.ts';

const SEED = 20_260_911;
const PLAYERS: Player[] = [0, 1];

interface Case {
  readonly view: View;
  readonly dice: Dice;
  readonly sequences: readonly Sequence[];
}

/** Random positions and rolls with every legal sequence. */
function cases(count: number, seed: number): Case[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const view = randomView(random);
    const dice = randomRoll(random);
    return { view, dice, sequences: bruteForce(view, dice) };
  });
}
const all = cases(2500, SEED);
const title = ({ view, dice }: Case) => `${view.join(' ')} dice ${dice.join('')}`;

describe(`against brute force on ${all.length} random positions, seed ${SEED}`, () => {
  it('covers the important cases', () => {
    const bar = all.filter(({ view }) => view[25]! > 0).length;
    const dance = all.filter(({ sequences }) => sequences.length === 0).length;
    const partial = all.filter(({ dice, sequences }) => {
      const used = sequences[0]?.dice.length ?? 0;
      return used > 0 && used < (dice[0] === dice[1] ? 4 : 2);
    }).length;
    const off = all.filter(({ sequences }) => sequences.some(({ hops }) => hops.some(([, to]) => to === 0))).length;
    expect(Math.min(bar, dance, partial, off)).toBeGreaterThan(50);
  });

  it.each(PLAYERS)('legalPlays for player %i returns each resulting position once', (player) => {
    const wrong = all.filter(({ view, dice, sequences }) => {
      const expected = new Set(sequences.map((one) => keyOf(seenBy(one.view, player))));
      const found = keysOf(legalPlays(seenBy(view, player), player, dice));
      return found.join(' ') !== [...expected].sort().join(' ');
    });
    expect(wrong.map(title)).toEqual([]);
  });

  it.each(PLAYERS)('applyPlay for player %i accepts every order that the rules allow', (player) => {
    const random = new SeededRandom(SEED + 1);
    const wrong = all.filter(({ view, dice, sequences }) => {
      const position = seenBy(view, player);
      const some = sequences.length > 60 ? sequences.filter(() => random.below(sequences.length) < 60) : sequences;
      return some.some((one) => {
        const applied = applyPlay(position, player, dice, one.hops);
        return !applied.ok || keyOf(applied.value) !== keyOf(seenBy(one.view, player));
      });
    });
    expect(wrong.map(title)).toEqual([]);
  });

  it.each(PLAYERS)('applyPlay for player %i refuses everything else', (player) => {
    const random = new SeededRandom(SEED + 2);
    const codes = new Set<string>();
    const wrong = all.filter(({ view, dice, sequences }) => {
      const allowed = new Set(sequences.map(({ hops }) => hops.join(' ')));
      if (sequences.length === 0) allowed.add('');
      const tries = Array.from({ length: 40 }, () => mutation(random, sequences, dice));
      return tries.some((hops) => {
        const applied = applyPlay(seenBy(view, player), player, dice, hops);
        if (!applied.ok) codes.add(applied.code);
        return applied.ok !== allowed.has(hops.join(' '));
      });
    });
    expect(wrong.map(title)).toEqual([]);
    expect([...codes].sort()).toEqual(['dice-left', 'illegal-hop', 'wrong-die']);
  });
});

/** Hops close to legal ones: one changed, dropped, added or out of order, or arbitrary numbers. */
function mutation(random: SeededRandom, sequences: readonly Sequence[], dice: Dice): Hop[] {
  const hops: Hop[] = sequences.length > 0 ? [...random.pick(sequences).hops] : [];
  const at = random.below(hops.length + 1);
  const from = random.below(27) - 1;
  const by = random.below(4) === 0 ? random.below(9) - 1 : random.pick(dice);
  const hop: Hop = [from, Math.max(from - by, 0)];
  const kind = random.below(5);
  if (kind === 0) hops.splice(at, 1, hop);
  else if (kind === 1) hops.splice(at, 1);
  else if (kind === 2) hops.splice(at, 0, hop);
  else if (kind === 3) hops.reverse();
  else return [hop];
  return hops;
}

describe('nextHops on random positions', () => {
  const few = all.filter(({ sequences }) => sequences.length < 400).slice(0, 500);

  it.each(PLAYERS)('leads player %i along exactly the legal sequences', (player) => {
    const wrong = few.filter(({ view, dice, sequences }) => {
      const expected = [...new Set(sequences.map(({ hops }) => hops.join(' ')))].sort();
      return walk(seenBy(view, player), player, dice).join('|') !== expected.join('|');
    });
    expect(few).toHaveLength(500);
    expect(wrong.map(title)).toEqual([]);
  });
});

/** Returns all plays that a board lets its user make, click by click, except the empty one of a dance. */
function walk(position: Position, player: Player, dice: Dice): string[] {
  const found = new Set<string>();
  const open: Hop[][] = [[]];
  for (let hops = open.pop(); hops; hops = open.pop()) {
    const now = nextHops(position, player, dice, hops);
    if (!now.ok) throw new Error(`refused ${hops.join(' ')}`);
    const { complete, next } = now.value;
    if (complete !== (next.length === 0)) throw new Error(`stuck after ${hops.join(' ')}`);
    if (complete && hops.length > 0) found.add(hops.join(' '));
    for (const { hop } of next) open.push([...hops, hop]);
  }
  return [...found].sort();
}
