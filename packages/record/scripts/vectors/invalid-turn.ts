import { fault, nth } from './fault.ts';
import { type Loose, replace, set } from './forge.ts';
import type { InvalidVector } from './invalid-vector.ts';
import type { Made } from './table.ts';

/** The `count`-th event at which a player might have rolled. */
const turn = (count: number) => nth('roll', count);

/** An event in the place of another, by the same party. */
const instead =
  (members: Loose) =>
  (n: number, { record }: Made) =>
    replace(n, { p: record.events[n]!.p, ...members });

const partyVectors: readonly InvalidVector[] = [
  fault('commit-order', 'wrong-party', nth('commit', 2), 'player 1 commits before player 0', 'shortest', (n) =>
    set(n, { p: 1 }),
  ),
  fault(
    'roll-out-of-turn',
    'wrong-party',
    turn(2),
    'the player who just played rolls again',
    'recommit',
    (n, { record }) => set(n, { p: record.events[n]!.p === 0 ? 1 : 0 }),
  ),
  fault(
    'accept-by-resigner',
    'wrong-party',
    nth('accept'),
    'the resigning player accepts his own offer',
    'shortest',
    (n, { record }) => set(n, { p: record.events[n - 1]!.p }),
  ),
  fault('take-by-doubler', 'wrong-party', nth('take'), 'the doubler takes his own double', 'match-7', (n, { record }) =>
    set(n, { p: record.events[n - 1]!.p }),
  ),
  fault('forfeit-by-player', 'wrong-party', nth('forfeit'), 'a player declares the forfeit', 'forfeit-time', (n) =>
    set(n, { p: 0 }),
  ),
  fault('dice-by-player', 'wrong-party', nth('dice'), 'a player gives the dice', 'shortest', (n) => set(n, { p: 1 })),
];

const typeVectors: readonly InvalidVector[] = [
  fault(
    'roll-before-commit',
    'wrong-type',
    nth('commit', 2),
    'a roll before both players committed',
    'shortest',
    instead({ type: 'roll', reveal: '00'.repeat(32) }),
  ),
  fault('resume-first', 'wrong-type', nth('commit'), 'a resume before anything', 'shortest', (n) =>
    replace(n, { p: null, type: 'resume' }),
  ),
  fault(
    'double-in-opening',
    'wrong-type',
    nth('roll'),
    'a double before the opening roll',
    'recommit',
    instead({ type: 'double' }),
  ),
  fault(
    'double-in-match-to-1',
    'wrong-type',
    turn(2),
    'a double in a match to 1',
    'recommit',
    instead({ type: 'double' }),
  ),
  fault(
    'double-without-cube',
    'wrong-type',
    turn(2),
    'a double where no cube is in play',
    'ground-no-cube',
    instead({ type: 'double' }),
  ),
  fault(
    'double-in-crawford-game',
    'wrong-type',
    nth('resign', 2),
    'a double in the Crawford game',
    'match-3-crawford',
    instead({ type: 'double' }),
  ),
  fault(
    'double-without-access',
    'wrong-type',
    afterTake,
    'a double by the player who does not own the cube',
    'money-beaver',
    instead({ type: 'double' }),
  ),
  fault(
    'double-after-roll',
    'wrong-type',
    nth('play', 2),
    'a double after the roll',
    'money-beaver',
    instead({ type: 'double' }),
  ),
  fault('beaver-in-match', 'wrong-type', nth('take'), 'a beaver in a match', 'match-7', instead({ type: 'beaver' })),
  fault(
    'beaver-not-agreed',
    'wrong-type',
    nth('pass'),
    'a beaver where none were agreed',
    'ground-no-beavers',
    instead({ type: 'beaver' }),
  ),
  fault(
    'beaver-of-beaver',
    'wrong-type',
    nth('take'),
    'a beaver answered with a beaver',
    'money-beaver',
    instead({ type: 'beaver' }),
  ),
  fault(
    'resign-in-opening',
    'wrong-type',
    nth('roll'),
    'a resignation before the opening dice',
    'shortest',
    instead({ type: 'resign', points: 1 }),
  ),
  fault(
    'play-instead-of-accept',
    'wrong-type',
    nth('accept'),
    'a play where a resignation waits',
    'shortest',
    instead({ type: 'play', hops: [] }),
  ),
  fault('dice-before-reveal', 'wrong-party', nth('reveal'), "dice without the opponent's reveal", 'shortest', (n) =>
    replace(n, { p: null, type: 'dice', reveal: '00'.repeat(32), dice: [1, 2] }),
  ),
  fault('recommit-missing', 'wrong-party', nth('commit', 4), 'a roll when every link was used', 'recommit', (n, made) =>
    replace(n, { p: rollerAfter(made, n), type: 'roll', reveal: '00'.repeat(32) }),
  ),
  fault(
    'recommit-early',
    'wrong-type',
    turn(2),
    'new chains while links are left',
    'recommit',
    instead({ type: 'commit', anchor: 'ab'.repeat(32), nonce: 'cd'.repeat(16) }),
  ),
];

function afterTake({ record }: Made): number {
  const taken = record.events.findIndex(({ type }) => type === 'take');
  return record.events.find(({ n, type }) => type === 'roll' && n > taken)!.n;
}

function rollerAfter({ record }: Made, n: number) {
  return record.events.find((event) => event.n > n && event.type === 'roll')!.p;
}

export const turnVectors: readonly InvalidVector[] = [...partyVectors, ...typeVectors];
