import { deriveDice } from '../../src/dice.ts';
import type { MatchEvent } from '../../src/types.ts';
import { eventOf, fault, nth } from './fault.ts';
import { change, type Loose, replace, set } from './forge.ts';
import type { InvalidVector } from './invalid-vector.ts';
import type { Made } from './table.ts';

const chainVectors: readonly InvalidVector[] = [
  fault(
    'anchor-reused',
    'anchor-reused',
    nth('commit', 5),
    'player 0 commits to the first chain again',
    'recommit',
    (n, made) => set(n, anchorOf(made, nth('commit', 2)(made))),
  ),
  fault(
    'anchor-of-opponent',
    'anchor-reused',
    nth('commit', 3),
    "player 1 commits to player 0's anchor",
    'shortest',
    (n, made) => set(n, anchorOf(made, nth('commit', 2)(made))),
  ),
  fault(
    'reveal-not-the-link',
    'wrong-reveal',
    nth('reveal'),
    'a reveal that does not hash to the anchor',
    'shortest',
    (n) => set(n, { reveal: '11'.repeat(32) }),
  ),
  fault('reveal-repeated', 'wrong-reveal', nth('roll', 2), 'the same link again', 'recommit', (n, made) =>
    set(n, { reveal: linkBefore(made, n) }),
  ),
  fault(
    'reveal-link-skipped',
    'wrong-reveal',
    nth('roll'),
    'the second link instead of the first',
    'recommit',
    (n, made) => set(n, { reveal: linkAfter(made, n) }),
  ),
  fault(
    'reveal-of-server',
    'wrong-reveal',
    nth('dice'),
    'a server link that does not hash to its anchor',
    'shortest',
    (n) => set(n, { reveal: '22'.repeat(32) }),
  ),
];

/** The first roll that repeats the roller's own link, which an earlier play revealed. */
function repeatingRoll({ record: { events } }: Made): number {
  const isRepeated = (event: MatchEvent) =>
    event.type === 'roll' && events.some((one) => one.type === 'play' && one.ahead === event.reveal);
  return events.find(isRepeated)!.n;
}

/** The first play after which the chains are used up. */
function playBeforeCommit({ record: { events } }: Made): number {
  return events.find(({ n, type }) => type === 'play' && events[n + 1]?.type === 'commit')!.n;
}

const lastPlay = ({ record: { events } }: Made): number => events.findLast(({ type }) => type === 'play')!.n;

const withoutAhead = (n: number) =>
  change(n, (draft) => {
    const { ahead: _ahead, ...members } = draft.members;
    return { ...draft, members };
  });

const advanceVectors: readonly InvalidVector[] = [
  fault(
    'ahead-missing',
    'wrong-ahead',
    nth('play'),
    'a play without the link for the next roll',
    'advance',
    withoutAhead,
  ),
  fault('ahead-not-the-link', 'wrong-ahead', nth('play'), 'a link of no chain', 'advance', (n) =>
    set(n, { ahead: '33'.repeat(32) }),
  ),
  fault('ahead-repeated', 'wrong-ahead', nth('play', 3), 'the link of the roll before', 'advance', (n, made) =>
    set(n, { ahead: linkBefore(made, n) }),
  ),
  fault('ahead-skipped', 'wrong-ahead', nth('play'), 'the link after the next', 'advance', (n, made) =>
    set(n, { ahead: linkAfter(made, n) }),
  ),
  fault(
    'ahead-in-live-match',
    'wrong-ahead',
    nth('play'),
    'a link in advance in another match',
    'recommit',
    (n, made) => set(n, { ahead: linkAfter(made, n) }),
  ),
  fault('ahead-used-up', 'wrong-ahead', playBeforeCommit, 'a link although new chains are due', 'advance', (n, made) =>
    set(n, { ahead: linkBefore(made, n) }),
  ),
  fault('ahead-with-the-win', 'wrong-ahead', lastPlay, 'a link with the winning play', 'advance-borne-off', (n, made) =>
    set(n, { ahead: linkBefore(made, n) }),
  ),
  fault(
    'roll-not-repeated',
    'wrong-reveal',
    repeatingRoll,
    'another link than the one revealed',
    'advance',
    (n, made) => set(n, { reveal: linkAfter(made, n) }),
  ),
  fault(
    'reveal-after-ahead',
    'wrong-party',
    nth('dice', 2),
    'a reveal although the link is there',
    'advance',
    (n, made) => replace(n, { p: 1 - Number(made.record.events[n - 1]!.p), type: 'reveal', reveal: '11'.repeat(32) }),
  ),
];

function anchorOf(made: Made, n: number): Loose {
  const { anchor, nonce } = eventOf(made, n, 'commit');
  return { anchor, nonce };
}

/** The links that the party of event `n` reveals, with the numbers of their events. */
function links({ record }: Made, n: number): { n: number; link: string }[] {
  const party = record.events[n]!.p;
  return record.events.flatMap((event) => {
    if (event.p !== party) return [];
    if ('reveal' in event) return [{ n: event.n, link: event.reveal }];
    return 'ahead' in event && event.ahead !== undefined ? [{ n: event.n, link: event.ahead }] : [];
  });
}

function linkBefore(made: Made, n: number): string | undefined {
  return links(made, n).findLast((one) => one.n < n)?.link;
}

function linkAfter(made: Made, n: number): string | undefined {
  return links(made, n).find((one) => one.n > n)?.link;
}

/** Returns the dice that the reveals of a roll would give for another id or roll number. */
function diceWith(made: Made, n: number, other: { id?: string; roll?: number }): Loose {
  const { events, header } = made.record;
  const roll = events.filter((event) => event.type === 'dice' && event.n <= n).length;
  const reveals = [0, 1].map((party) =>
    links(
      made,
      events.findIndex(({ p }) => p === party),
    ).findLast((one) => one.n < n),
  );
  const [first, second] = reveals.map((one) => String(one?.link));
  const { reveal: serverReveal } = eventOf(made, n, 'dice');
  return { dice: deriveDice({ serverReveal, reveals: [first!, second!], id: header.id, roll, ...other }) };
}

const diceVectors: readonly InvalidVector[] = [
  fault('dice-chosen', 'wrong-dice', nth('dice'), 'dice that do not follow from the reveals', 'shortest', (n, made) =>
    set(n, { dice: eventOf(made, n, 'dice').dice.map((die) => (die % 6) + 1) }),
  ),
  fault('dice-order', 'wrong-dice', nth('dice'), 'the right dice in the other order', 'shortest', (n, made) =>
    set(n, { dice: eventOf(made, n, 'dice').dice.toReversed() }),
  ),
  fault(
    'dice-of-other-match',
    'wrong-dice',
    nth('dice'),
    'the dice that the same reveals give another match',
    'shortest',
    (n, made) => set(n, diceWith(made, n, { id: 'another-match-0000' })),
  ),
  fault('dice-of-other-roll', 'wrong-dice', nth('dice', 2), 'the dice of roll 1 for roll 2', 'recommit', (n, made) =>
    set(n, diceWith(made, n, { roll: 1 })),
  ),
  fault(
    'dice-numbered-by-game',
    'wrong-dice',
    diceOfSecondGame,
    'rolls counted from 1 again in the second game',
    'match-3-crawford',
    (n, made) => set(n, diceWith(made, n, { roll: 1 })),
  ),
];

function diceOfSecondGame({ record }: Made): number {
  const accepted = record.events.findIndex(({ type }) => type === 'accept');
  return record.events.find(({ n, type }) => type === 'dice' && n > accepted)!.n;
}

/** Two faults in the content of one event, of which the one that stands first in the list of codes counts. */
const firstFaultVectors: readonly InvalidVector[] = [
  fault(
    'content-first-anchor',
    'anchor-reused',
    nth('commit', 3),
    "several faults, of which the first counts: player 0's anchor, and a view although the header names no log",
    'shortest',
    (n, made) => set(n, { ...anchorOf(made, nth('commit', 2)(made)), view: null }),
  ),
  fault(
    'content-first-reveal',
    'wrong-reveal',
    nth('dice'),
    'several faults, of which the first counts: a server link that does not hash to its anchor, and dice that follow from no link',
    'shortest',
    (n, made) => set(n, { reveal: '22'.repeat(32), dice: eventOf(made, n, 'dice').dice.map((die) => (die % 6) + 1) }),
  ),
  fault(
    'content-first-play',
    'illegal-play',
    nth('play'),
    'several faults, of which the first counts: nothing played although something can be, and a link of no chain',
    'advance',
    (n) => set(n, { hops: [], ahead: '33'.repeat(32) }),
  ),
];

export const chainAndDiceVectors: readonly InvalidVector[] = [
  ...chainVectors,
  ...advanceVectors,
  ...diceVectors,
  ...firstFaultVectors,
];
