import { deriveDice } from '../../src/dice.ts';
import type { MatchEvent } from '../../src/types.ts';
import { eventOf, fault, nth } from './fault.ts';
import { type Loose, set } from './forge.ts';
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

function anchorOf(made: Made, n: number): Loose {
  const { anchor, nonce } = eventOf(made, n, 'commit');
  return { anchor, nonce };
}

function links({ record }: Made, n: number): MatchEvent[] {
  const party = record.events[n]!.p;
  return record.events.filter((event) => event.p === party && 'reveal' in event);
}

function linkBefore(made: Made, n: number): unknown {
  return (
    links(made, n)
      .filter((event) => event.n < n)
      .at(-1) as Loose | undefined
  )?.reveal;
}

function linkAfter(made: Made, n: number): unknown {
  return (links(made, n).find((event) => event.n > n) as Loose | undefined)?.reveal;
}

/** Returns the dice that the reveals of a roll would give for another id or roll number. */
function diceWith(made: Made, n: number, other: { id?: string; roll?: number }): Loose {
  const { events, header } = made.record;
  const roll = events.filter((event) => event.type === 'dice' && event.n <= n).length;
  const reveals = [0, 1].map((party) =>
    links(
      made,
      events.findIndex(({ p }) => p === party),
    )
      .filter((event) => event.n < n)
      .at(-1),
  );
  const [first, second] = reveals.map((event) => String((event as Loose | undefined)?.reveal));
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

export const chainAndDiceVectors: readonly InvalidVector[] = [...chainVectors, ...diceVectors];
