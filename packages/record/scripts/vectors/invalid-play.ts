import { eventOf, fault, nth } from './fault.ts';
import { insert, replace, set } from './forge.ts';
import type { InvalidVector } from './invalid-vector.ts';
import type { Made } from './table.ts';

const hopsOf = (made: Made, n: number) => eventOf(made, n, 'play').hops;

function danceIn({ record }: Made): number {
  return record.events.find((event) => event.type === 'play' && event.hops.length === 0)!.n;
}

const lastPlay = ({ record }: Made) => record.events.findLastIndex(({ type }) => type === 'play');

const playVectors: readonly InvalidVector[] = [
  fault(
    'play-die-left',
    'illegal-play',
    nth('play'),
    'one die of two played although both can be',
    'recommit',
    (n, made) => set(n, { hops: hopsOf(made, n).slice(0, 1) }),
  ),
  fault('play-nothing', 'illegal-play', nth('play'), 'nothing played although something can be', 'recommit', (n) =>
    set(n, { hops: [] }),
  ),
  fault('play-other-dice', 'illegal-play', nth('play'), 'a hop that no die makes', 'recommit', (n) =>
    set(n, { hops: [[24, 11]] }),
  ),
  fault('play-both-in-one', 'illegal-play', nth('play'), 'both dice in one hop instead of two', 'recommit', (n, made) =>
    set(n, { hops: joined(made, n) }),
  ),
  fault('play-onto-point', 'illegal-play', nth('play'), "onto the opponent's point", 'ground-five', (n, made) =>
    set(n, { hops: [[24, 19], ...hopsOf(made, n).slice(1)] }),
  ),
  fault(
    'play-opponents-checker',
    'illegal-play',
    nth('play'),
    'from a point without a checker of the player',
    'recommit',
    (n, made) => set(n, { hops: dice(made, n).map((die) => [12, 12 - die]) }),
  ),
  fault('play-bar-ignored', 'illegal-play', danceIn, 'a checker moved with another on the bar', 'dance', (n, made) =>
    set(n, { hops: [[6, Math.max(0, 6 - Math.min(...dice(made, n)))]] }),
  ),
  fault(
    'play-smaller-die',
    'illegal-play',
    lastPlay,
    'the smaller of two dice of which only one can be played',
    'larger-die',
    (n) => set(n, { hops: [[14, 11]] }),
  ),
  fault(
    'play-bearing-off-last',
    'illegal-play',
    lastPlay,
    'the last checker borne off by one die although it can be by both',
    'ground-last-checker',
    (n) => set(n, { hops: [[2, 0]] }),
  ),
  fault(
    'play-bearing-off-early',
    'illegal-play',
    nth('play'),
    'a checker borne off with others not home',
    'recommit',
    (n) => set(n, { hops: [[6, 0]] }),
  ),
];

function dice(made: Made, n: number): readonly number[] {
  return eventOf(made, made.record.events.filter((event) => event.type === 'dice' && event.n < n).at(-1)!.n, 'dice')
    .dice;
}

/** A hop from 13 by the sum of both dice, along a path that is free at the start. */
function joined(made: Made, n: number): unknown {
  const [one = 0, two = 0] = dice(made, n);
  return [[13, 13 - one - two]];
}

const resignVectors: readonly InvalidVector[] = [
  fault(
    'resign-not-more',
    'wrong-resignation',
    nth('resign', 2),
    'the same offer again after it was declined',
    'resign-declined',
    (n) => set(n, { points: 1 }),
  ),
  fault(
    'resign-not-more-doubled',
    'wrong-resignation',
    nth('resign', 2),
    'the same offer again after it was declined and a double was taken',
    'resign-after-double',
    (n) => set(n, { points: 1 }),
  ),
  fault(
    'resign-jacoby',
    'wrong-resignation',
    nth('resign'),
    'a gammon offered with the cube centred under the Jacoby rule',
    'money-jacoby',
    (n) => set(n, { points: 2 }),
  ),
  fault(
    'resign-jacoby-doubled',
    'wrong-resignation',
    nth('resign'),
    'a gammon offered to a double under the Jacoby rule: until it is taken the cube is in the middle',
    'money-jacoby-doubled',
    (n) => set(n, { points: 2 }),
  ),
  fault(
    'resign-after-three',
    'wrong-type',
    nth('play'),
    'a resignation after a declined one of 3: there is nothing left to offer',
    'ground-declined-three',
    (n, { record }) => replace(n, { p: record.events[n]!.p, type: 'resign', points: 3 }),
  ),
  fault(
    'resign-after-one-jacoby',
    'wrong-type',
    nth('play'),
    'a resignation after a declined one of 1 under the Jacoby rule: there is nothing left to offer',
    'ground-declined-jacoby',
    (n, { record }) => replace(n, { p: record.events[n]!.p, type: 'resign', points: 2 }),
  ),
];

const forfeitVectors: readonly InvalidVector[] = [
  fault(
    'forfeit-not-to-act',
    'wrong-forfeit',
    nth('forfeit'),
    'against the player who does not have to act',
    'forfeit-time',
    (n, made) => set(n, { loser: eventOf(made, n, 'forfeit').loser === 0 ? 1 : 0 }),
  ),
  fault('forfeit-before-roll', 'wrong-forfeit', nth('roll'), 'before the first roll', 'shortest', (n) =>
    replace(n, { p: null, type: 'forfeit', loser: 0, reason: 'abandonment' }),
  ),
  fault('forfeit-while-server-acts', 'wrong-forfeit', nth('dice', 2), 'while the server has to act', 'recommit', (n) =>
    insert(n, { p: null, type: 'forfeit', loser: 0, reason: 'abandonment' }),
  ),
];

export const playAndEndVectors: readonly InvalidVector[] = [...playVectors, ...resignVectors, ...forfeitVectors];
