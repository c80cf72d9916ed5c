import { change, type Forgery, find, type Loose, replace, set } from './forge.ts';
import { type InvalidVector, invalid } from './invalid-vector.ts';

/** Describes one change to the header of the shortest record. Hashes and signatures are recomputed to match. */
function header(name: string, code: string, note: string, edit: (header: Loose) => Loose): InvalidVector {
  return invalid(name, code, null, note, 'shortest', () => ({ header: edit }));
}

function player(seat: 0 | 1, changes: Loose): (header: Loose) => Loose {
  return (whole) => ({
    ...whole,
    players: (whole.players as Loose[]).map((one, i) => (i === seat ? { ...one, ...changes } : one)),
  });
}

const having = (changes: Loose) => (whole: Loose) => ({ ...whole, ...changes });

/**
 * Encodings of points that are invalid as keys. With the identity as key, S = 1 and R = the base point sign
 * anything.
 */
const IDENTITY = `01${'00'.repeat(31)}`;
/** y = p + 3 decodes to the point with y = 3 but is not its canonical encoding. */
const NOT_CANONICAL = `f0${'ff'.repeat(30)}7f`;
const ORDER_8 = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';
const NOT_ON_CURVE = `02${'00'.repeat(31)}`;
const BASE_POINT = `58${'66'.repeat(31)}`;

/** A signature that anyone can make if the key is the identity. It is valid for every message. */
const forgedByAnyone = async () => `${BASE_POINT}01${'00'.repeat(31)}`;

const smallOrder: InvalidVector = invalid(
  'header-key-small-order',
  'header-key',
  null,
  "player 0's key is of small order: its signatures hold for any message",
  'shortest',
  () => ({
    header: player(0, { pub: IDENTITY }),
    drafts: (drafts) => drafts.map((draft) => (draft.members.p === 0 ? { ...draft, signAs: forgedByAnyone } : draft)),
  }),
);

const session = { game: 2, previous: { id: 'the-game-before', hash: '11'.repeat(32) }, score: [1, 0] };

const headerVectors: readonly InvalidVector[] = [
  header('header-unknown-member', 'header-form', 'a member that the format does not have', having({ event: 'Open' })),
  header('header-format', 'header-form', 'another format', having({ format: 'bg-record/1' })),
  header(
    'header-protocol',
    'header-form',
    'another dice protocol',
    having({ protocol: 'hmac-sha256/hashchain-reveal-v1' }),
  ),
  header('header-id-short', 'header-form', 'an id of 13 characters', having({ id: 'thirteen-char' })),
  header('header-id-characters', 'header-form', 'an id with a slash', having({ id: 'fourteen/or/more' })),
  header('header-created-negative', 'header-form', 'a match made before the epoch', having({ created: -1 })),
  header('header-length', 'header-form', 'a match to 26', having({ length: 26 })),
  header('header-chain', 'header-form', 'a chain without links', having({ chain: 0 })),
  header('header-name-long', 'header-form', 'a name of 25 code points', player(0, { name: 'a'.repeat(25) })),
  header('header-name-control', 'header-form', 'a control character in a name', player(1, { name: 'Bob\u0007' })),
  header('header-key-upper-case', 'header-form', 'a key in upper-case hex', (whole) => ({
    ...whole,
    server: String(whole.server).toUpperCase(),
  })),
  header('header-three-players', 'header-form', 'three players', (whole) => ({
    ...whole,
    players: [...(whole.players as Loose[]), (whole.players as Loose[])[0]],
  })),
  smallOrder,
  header('header-key-order-8', 'header-key', "player 1's key is of order 8", player(1, { pub: ORDER_8 })),
  header(
    'header-key-not-canonical',
    'header-key',
    "player 1's key is written with y not below p",
    player(1, { pub: NOT_CANONICAL }),
  ),
  header(
    'header-key-not-a-point',
    'header-key',
    "player 1's key is no point of the curve",
    player(1, { pub: NOT_ON_CURVE }),
  ),
  header('header-key-twice', 'header-key', 'one key for both players', (whole) =>
    player(1, { pub: (whole.players as Loose[])[0]?.pub })(whole),
  ),
  header('header-key-of-server', 'header-key', 'the server plays with its own key', (whole) =>
    player(1, { pub: whole.server })(whole),
  ),
  header(
    'header-jacoby-in-match',
    'header-rules',
    'the Jacoby rule in a match',
    having({ rules: { cube: true, crawford: true, jacoby: true, beavers: false } }),
  ),
  header(
    'header-beavers-in-match',
    'header-rules',
    'beavers in a match',
    having({ rules: { cube: true, crawford: true, jacoby: false, beavers: true } }),
  ),
  header(
    'header-crawford-in-money',
    'header-rules',
    'the Crawford rule in a money game',
    having({ length: 0, rated: false }),
  ),
  header(
    'header-rated-money',
    'header-rules',
    'a rated money game',
    having({ length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: false } }),
  ),
  header(
    'header-clock-zero',
    'header-rules',
    'a clock that gives no time at all',
    having({ clock: { delayMs: 0, reserveMs: 0 }, moveMs: null }),
  ),
  header(
    'header-clock-large',
    'header-form',
    'a reserve of a millisecond more than thirty days',
    having({ clock: { delayMs: 0, reserveMs: 2_592_000_001 } }),
  ),
  header('header-absence-short', 'header-form', 'an absence of less than a second', having({ absenceMs: 999 })),
  header(
    'header-clock-and-move-time',
    'header-rules',
    'a clock and a time for each answer',
    having({ clock: { delayMs: 12_000, reserveMs: 60_000 } }),
  ),
  header('header-no-time', 'header-rules', 'neither a clock nor a time for each answer', having({ moveMs: null })),
  header('header-holiday-none', 'header-form', 'a budget of no days of holiday', having({ holidayDays: 0 })),
  header('header-holiday-year', 'header-form', 'a budget of more than a year of holiday', having({ holidayDays: 366 })),
  header(
    'header-holiday-clock',
    'header-rules',
    'holidays in a match with a clock',
    having({ clock: { delayMs: 12_000, reserveMs: 60_000 }, moveMs: null, holidayDays: 7 }),
  ),
  header('header-first-chain-short', 'header-form', 'a named chain with an anchor of 31 bytes', (whole) => ({
    ...whole,
    firstChain: { anchor: '11'.repeat(31), nonce: '22'.repeat(16) },
  })),
  header(
    'header-first-chain-clock',
    'header-rules',
    'a named chain in a match with a clock',
    having({
      clock: { delayMs: 12_000, reserveMs: 60_000 },
      moveMs: null,
      firstChain: { anchor: '11'.repeat(32), nonce: '22'.repeat(16) },
    }),
  ),
  header('header-dice-live', 'header-form', 'dice that are not in advance, by name', having({ dice: 'live' })),
  header(
    'header-absence-unlimited-clock',
    'header-rules',
    'a clock, and absences without limit',
    having({ clock: { delayMs: 12_000, reserveMs: 60_000 }, moveMs: null, absenceMs: null }),
  ),
  header(
    'header-advance-absence',
    'header-rules',
    'dice in advance with a limit of absence',
    having({ dice: 'advance' }),
  ),
  header(
    'header-advance-custody',
    'header-rules',
    'a rated match with dice in advance and a key that the service keeps',
    (whole) => player(1, { custody: 'service' })({ ...whole, dice: 'advance', absenceMs: null }),
  ),
  header('header-advance-bot', 'header-rules', 'dice in advance against a bot', (whole) =>
    player(1, { bot: true, custody: 'service' })({ ...whole, dice: 'advance', absenceMs: null, rated: false }),
  ),
  header('header-session-in-match', 'header-rules', 'a match to 1 that continues a money session', having({ session })),
  invalid(
    'header-session-first',
    'header-form',
    null,
    'a session whose first game is told as one that follows',
    'money',
    () => ({
      header: having({ session: { ...session, game: 1 } }),
    }),
  ),
  invalid('header-session-score', 'header-form', null, 'a session with a negative score', 'money', () => ({
    header: having({ session: { ...session, score: [-1, 0] } }),
  })),
  header('header-rated-bot', 'header-rules', 'a rated match with a bot', player(1, { bot: true, custody: 'service' })),
];

const record = (name: string, note: string, edit: (record: Loose) => Loose) =>
  invalid(name, 'record-form', null, note, 'shortest', () => ({ record: edit }));

const recordVectors: readonly InvalidVector[] = [
  invalid('header-null', 'header-form', null, 'a header that is no object', 'shortest', () => ({
    record: (whole) => ({ ...whole, header: null }),
  })),
  record('record-unknown-member', 'a member that the format does not have', (whole) => ({
    ...whole,
    comment: 'well played',
  })),
  record('record-missing-member', 'no final hash', ({ finalHash: _finalHash, ...rest }) => rest),
  record('record-events-object', 'events that are no list', (whole) => ({ ...whole, events: {} })),
  record('record-result-reason', 'a result with an unknown reason', (whole) => ({
    ...whole,
    result: { ...(whole.result as Loose), reason: 'luck' },
  })),
];

/** Describes a fault in the form of one event of a valid record. The event is signed with the fault in it. */
function event(name: string, note: string, base: string, type: string, forgery: (n: number) => Forgery): InvalidVector {
  return invalid(
    name,
    'event-form',
    (made) => find(made, type),
    note,
    base,
    (made) => forgery(find(made, type)),
  );
}

const eventVectors: readonly InvalidVector[] = [
  event('event-unknown-member', 'a signed member that the format does not have', 'shortest', 'roll', (n) =>
    set(n, { comment: 'come on, sixes' }),
  ),
  event('event-unknown-type', 'a type that the format does not have', 'shortest', 'resign', (n) =>
    replace(n, { p: 0, type: 'pause' }),
  ),
  event('event-seven', 'a die that shows seven', 'shortest', 'dice', (n) => set(n, { dice: [7, 1] })),
  event('event-three-dice', 'three dice', 'shortest', 'dice', (n) => set(n, { dice: [1, 2, 3] })),
  event('event-five-hops', 'a play of five hops', 'recommit', 'play', (n) =>
    set(n, { hops: Array.from({ length: 5 }, () => [8, 7]) }),
  ),
  event('event-hop-from-off', 'a hop that begins off the board', 'recommit', 'play', (n) => set(n, { hops: [[0, 1]] })),
  event('event-resign-four', 'a resignation of four points', 'shortest', 'resign', (n) => set(n, { points: 4 })),
  event('event-third-party', 'an event by party 2', 'shortest', 'accept', (n) => set(n, { p: 2 })),
  event('event-reveal-upper-case', 'a reveal in upper-case hex', 'shortest', 'reveal', (n) =>
    change(n, (draft) => ({
      ...draft,
      members: { ...draft.members, reveal: String(draft.members.reveal).toUpperCase() },
    })),
  ),
  event('event-without-time', 'an event without a time', 'shortest', 'accept', (n) =>
    change(n, (draft) => ({ ...draft, after: ({ at: _at, ...rest }) => rest })),
  ),
  event('event-without-sent', "a player's event without the player's time", 'shortest', 'accept', (n) =>
    change(n, (draft) => ({ ...draft, after: ({ sent: _sent, ...rest }) => rest })),
  ),
  event('event-server-sent', "a server's event with a player's time", 'shortest', 'dice', (n) =>
    change(n, (draft) => ({ ...draft, after: (whole) => ({ ...whole, sent: 1_767_225_617_000 }) })),
  ),
  event('event-ahead-elsewhere', 'a link in advance with a roll', 'advance', 'roll', (n) =>
    set(n, { ahead: '11'.repeat(32) }),
  ),
  event('event-ahead-short', 'a link in advance of 31 bytes', 'advance', 'play', (n) =>
    set(n, { ahead: '11'.repeat(31) }),
  ),
  event('event-number-negative', 'a negative number', 'shortest', 'accept', (n) => set(n, { n: -1 })),
  event('event-time-negative', 'a time before the epoch', 'shortest', 'accept', (n) => set(n, { at: -1 })),
  event('event-sent-negative', "a player's time before the epoch", 'shortest', 'accept', (n) => set(n, { sent: -1 })),
  event('event-claim-seat', 'a claim that names a seat', 'forfeit-abandonment', 'claim', (n) => set(n, { seat: 0 })),
  event('event-claim-without-sent', "a claim without the player's time", 'forfeit-abandonment', 'claim', (n) =>
    change(n, (draft) => ({ ...draft, after: ({ sent: _sent, ...rest }) => rest })),
  ),
  event('event-holiday-none', 'a holiday of no days', 'holidays', 'holiday', (n) => set(n, { days: 0 })),
  event('event-holiday-year', 'a holiday of more than a year', 'holidays', 'holiday', (n) => set(n, { days: 366 })),
  event('event-holiday-seat', 'a holiday that names a seat', 'holidays', 'holiday', (n) => set(n, { seat: 0 })),
  event('event-since-negative', 'a gap that begins before the epoch', 'resume', 'resume', (n) => set(n, { since: -1 })),
];

export const formVectors: readonly InvalidVector[] = [...headerVectors, ...recordVectors, ...eventVectors];
