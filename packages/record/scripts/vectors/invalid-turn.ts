import { MAX_SITS } from '../../src/ledger-state.ts';
import { eventOf, fault, nth } from './fault.ts';
import { type Draft, type Forgery, find, insert, type Loose, replace, set } from './forge.ts';
import { type InvalidVector, invalid } from './invalid-vector.ts';
import { CREATED, type Made } from './table.ts';

/** The `count`-th event at which a player could have rolled. */
const turn = (count: number) => nth('roll', count);

/** Replaces an event with another by the same party. */
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
    'the resigning player accepts their own offer',
    'shortest',
    (n, { record }) => set(n, { p: record.events[n - 1]!.p }),
  ),
  fault(
    'take-by-doubler',
    'wrong-party',
    nth('take'),
    'the doubler takes their own double',
    'match-7',
    (n, { record }) => set(n, { p: record.events[n - 1]!.p }),
  ),
  fault('forfeit-by-player', 'wrong-party', nth('forfeit'), 'a player declares the forfeit', 'forfeit-time', (n) =>
    set(n, { p: 0 }),
  ),
  fault(
    'resume-by-player',
    'wrong-party',
    nth('resign'),
    'the player who has to act sends a resume',
    'shortest',
    instead({ type: 'resume', since: CREATED }),
  ),
  fault(
    'forfeit-by-loser',
    'wrong-party',
    nth('resign'),
    'the player who has to act declares their own forfeit',
    'shortest',
    instead({ type: 'forfeit', loser: 0, reason: 'abandonment' }),
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
    replace(n, { p: null, type: 'resume', since: CREATED }),
  ),
  fault('absent-first', 'wrong-type', nth('commit'), 'an absence announced before anything', 'shortest', (n) =>
    replace(n, { p: null, type: 'absent', seat: 0 }),
  ),
  fault('void-first', 'wrong-type', nth('commit'), 'a void before anything', 'shortest', (n) =>
    replace(n, { p: null, type: 'void', hash: '00'.repeat(32) }),
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
    'a double in a match without a cube',
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
    'a beaver in a game without beavers',
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
    'double-beyond-limit',
    'wrong-type',
    nth('resign'),
    'a double that would bring the cube to 8192',
    'money-cube-limit',
    instead({ type: 'double' }),
  ),
  fault(
    'beaver-beyond-limit',
    'wrong-type',
    nth('take', 12),
    'a beaver after which the cube could come to 8192',
    'money-cube-limit',
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
    'a play while a resignation waits',
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

const NONCE = '5a'.repeat(16);

/** A number of consecutive `sit` events by the seat that sits first in the base record. */
function manySits(n: number, { record }: Made): Forgery {
  const { at, p } = record.events[n]!;
  const sits: Draft[] = Array.from({ length: MAX_SITS }, () => ({ members: { p, type: 'sit', nonce: NONCE, at } }));
  return { drafts: (drafts) => drafts.toSpliced(n, 0, ...sits) };
}

/** The claim of a player, who is the one that the server has announced as absent or the other one. */
const claimBy =
  (who: 'absent' | 'opponent' | 'server') =>
  (n: number, made: Made): Forgery => {
    const { seat } = eventOf(made, find(made, 'absent'), 'absent');
    const other = seat === 0 ? 1 : 0;
    return insert(n, { p: who === 'server' ? null : who === 'absent' ? seat : other, type: 'claim' });
  };

/** The place after the first announcement. */
const announced = (made: Made) => find(made, 'absent') + 1;

const claimVectors: readonly InvalidVector[] = [
  fault(
    'claim-unannounced',
    'wrong-type',
    nth('forfeit'),
    'a claim without an announced absence',
    'forfeit-time',
    (n) => insert(n, { p: 0, type: 'claim' }),
  ),
  fault('claim-first', 'wrong-type', nth('commit'), 'a claim before anything', 'forfeit-time', (n) =>
    insert(n, { p: 0, type: 'claim' }),
  ),
  fault(
    'claim-by-absent',
    'wrong-party',
    announced,
    'the player announced as absent claims',
    'forfeit-unclaimed',
    claimBy('absent'),
  ),
  fault(
    'claim-by-absent-again',
    'wrong-party',
    (made) => find(made, 'claim') + 1,
    'the player announced as absent claims after the opponent: the party is judged before the second claim',
    'forfeit-abandonment',
    claimBy('absent'),
  ),
  fault('claim-by-server', 'wrong-party', announced, 'the server claims', 'forfeit-unclaimed', claimBy('server')),
  fault(
    'claim-by-server-unannounced',
    'wrong-party',
    nth('forfeit'),
    'the server claims without an announced absence: the server is judged first',
    'forfeit-time',
    (n) => insert(n, { p: null, type: 'claim' }),
  ),
  fault(
    'claim-twice',
    'wrong-type',
    (made) => find(made, 'claim') + 1,
    'a second claim while the announcement stands',
    'forfeit-abandonment',
    claimBy('opponent'),
  ),
  fault(
    'claim-after-return',
    'wrong-type',
    (made) => find(made, 'present') + 1,
    'a claim after the absent player returned',
    'claim-again',
    claimBy('opponent'),
  ),
  fault(
    'claim-untimed',
    'wrong-type',
    announced,
    'a claim in a match without a clock',
    'money-left',
    claimBy('opponent'),
  ),
  fault(
    'claim-untimed-by-absent',
    'wrong-type',
    announced,
    'the player announced as absent claims in a match without a clock: the clock is judged before the party',
    'money-left',
    claimBy('absent'),
  ),
  fault(
    'claim-unlimited',
    'wrong-type',
    nth('forfeit'),
    'a claim in a match that does not limit absences',
    'absence-unlimited',
    (n, { record }) => insert(n, { p: record.events[n - 1]!.p, type: 'claim' }),
  ),
];

const openingVectors: readonly InvalidVector[] = [
  fault(
    'opening-commit-first',
    'wrong-party',
    nth('roll'),
    'player 1 commits before player 0 has rolled, although the header names the chain',
    'opening',
    (n, { record }) => replace(n, { p: 1, type: 'commit', ...record.header.firstChain }),
  ),
  fault(
    'opening-roll-first',
    'wrong-party',
    nth('commit', 2),
    'player 0 rolls before committing',
    'opening-revealed',
    (n) => replace(n, { p: 1, type: 'roll', reveal: '11'.repeat(32) }),
  ),
  fault('opening-other-chain', 'wrong-anchor', nth('commit', 3), 'a commit to another chain', 'opening', (n) =>
    set(n, { anchor: '11'.repeat(32) }),
  ),
  fault('opening-other-nonce', 'wrong-anchor', nth('commit', 3), 'a commit with another nonce', 'opening', (n) =>
    set(n, { nonce: '11'.repeat(16) }),
  ),
  fault(
    'opening-taken-by-other',
    'anchor-reused',
    nth('commit', 2),
    'player 0 commits to the chain that the header names for player 1',
    'opening',
    (n, { record }) => set(n, { anchor: record.header.firstChain!.anchor }),
  ),
  fault(
    'opening-taken-by-server',
    'anchor-reused',
    nth('commit'),
    'the server commits to the chain that the header names for player 1',
    'opening',
    (n, { record }) => set(n, { anchor: record.header.firstChain!.anchor }),
  ),
  fault(
    'opening-forfeit',
    'wrong-forfeit',
    nth('commit', 3),
    'a forfeit before the first commit of player 1',
    'opening',
    (n) => replace(n, { p: null, type: 'forfeit', loser: 1, reason: 'time' }),
  ),
  fault('opening-reveal-first', 'wrong-type', nth('commit', 3), 'player 1 reveals before committing', 'opening', (n) =>
    replace(n, { p: 1, type: 'reveal', reveal: '11'.repeat(32) }),
  ),
];

const holidayVectors: readonly InvalidVector[] = [
  fault('holiday-by-server', 'wrong-party', nth('holiday'), 'the server takes a holiday', 'holidays', (n) =>
    set(n, { p: null }),
  ),
  fault('holiday-before-commit', 'wrong-type', nth('commit', 2), 'a holiday before the first commit', 'holidays', (n) =>
    insert(n, { p: 0, type: 'holiday', days: 1 }),
  ),
  fault('holiday-too-long', 'wrong-holiday', nth('holiday'), 'a holiday of eight days of seven', 'holidays', (n) =>
    set(n, { days: 8 }),
  ),
  fault(
    'holidays-too-many',
    'wrong-holiday',
    nth('holiday', 4),
    'holidays of eight days of seven altogether',
    'holidays',
    (n) => set(n, { days: 5 }),
  ),
  fault(
    'holiday-none-left',
    'wrong-holiday',
    (made) => find(made, 'holiday', 2) + 1,
    'a holiday of a player who has taken all days, although the other has some left',
    'holidays',
    (n, { record }) => insert(n, { p: record.events[n - 1]!.p, type: 'holiday', days: 1 }),
  ),
  fault(
    'holiday-without-budget',
    'wrong-holiday',
    nth('forfeit'),
    'a holiday in a match whose header gives none',
    'absence-unlimited',
    (n, { record }) => insert(n, { p: record.events[n - 1]!.p, type: 'holiday', days: 1 }),
  ),
];

/** Asides: events that may occur between those of the party to act. */
const asideVectors: readonly InvalidVector[] = [
  fault('sit-by-server', 'wrong-party', nth('sit'), 'the server changes its device', 'devices', (n) =>
    set(n, { p: null }),
  ),
  fault('sit-before-commit', 'wrong-type', nth('commit', 2), 'a device before the first commit', 'shortest', (n) =>
    insert(n, { p: 0, type: 'sit', nonce: NONCE }),
  ),
  invalid(
    'sit-too-often',
    'wrong-type',
    (made) => find(made, 'sit') + MAX_SITS,
    'more than 500 devices of one seat',
    'devices',
    (made) => manySits(find(made, 'sit'), made),
  ),
  fault('present-unasked', 'wrong-type', nth('play', 2), 'no absence was announced', 'devices', (n, { record }) =>
    insert(n, { p: record.events[n]!.p, type: 'present' }),
  ),
  fault('present-by-other', 'wrong-party', nth('present'), 'the opponent answers', 'absent-present', (n, { record }) =>
    set(n, { p: record.events[n]!.p === 0 ? 1 : 0 }),
  ),
  fault('present-by-server', 'wrong-party', nth('present'), 'the server answers', 'absent-present', (n) =>
    set(n, { p: null }),
  ),
  fault(
    'present-for-reveal',
    'wrong-type',
    (made) => find(made, 'absent', 3) + 1,
    'a `present` while a reveal is owed',
    'absent-present',
    (n, { record }) => insert(n, { p: record.events[n]!.p, type: 'present' }),
  ),
  fault('absent-by-player', 'wrong-party', nth('absent'), 'a player announces an absence', 'absent-present', (n) =>
    set(n, { p: 0 }),
  ),
  fault(
    'absent-unlimited',
    'wrong-absence',
    nth('forfeit'),
    'an absence announced in a match that does not limit absences',
    'absence-unlimited',
    (n, { record }) => replace(n, { p: null, type: 'absent', seat: record.events[n - 1]!.p === 0 ? 1 : 0 }),
  ),
  fault(
    'absent-of-other',
    'wrong-absence',
    nth('absent'),
    'the player named does not have to act',
    'absent-present',
    (n, { record }) => set(n, { seat: record.events[n + 1]!.p === 0 ? 1 : 0 }),
  ),
  fault(
    'absent-twice',
    'wrong-absence',
    (made) => find(made, 'absent') + 1,
    'an absence announced again before the player has acted',
    'absent-present',
    (n, { record }) => insert(n, { p: null, type: 'absent', seat: record.events[n]!.p }),
  ),
  ...claimVectors,
  ...holidayVectors,
  ...openingVectors,
  fault('void-by-player', 'wrong-party', nth('void'), 'a player declares an event void', 'void', (n) =>
    set(n, { p: 1 }),
  ),
  fault(
    'resume-since-before',
    'wrong-resume',
    nth('resume'),
    'a gap that begins before the previous event',
    'resume',
    (n, { record }) => set(n, { since: record.events[n - 1]!.at - 1 }),
  ),
  fault('resume-since-after', 'wrong-resume', nth('resume'), 'a gap that begins after its end', 'resume', (n, made) =>
    set(n, { since: made.record.events[n]!.at + 1 }),
  ),
];

export const turnVectors: readonly InvalidVector[] = [...partyVectors, ...typeVectors, ...asideVectors];
