import { BAR, checkersAt, opponent, type Player, type Position } from 'bg-rules';
import type { Note } from '../../src/notes.ts';
import { moneyGame, nextSession } from '../../src/session.ts';
import type { Header } from '../../src/types.ts';
import {
  aimlessly,
  type Choice,
  CREATED,
  fiercely,
  headerOf,
  type Keys,
  type Made,
  MONEY_RULES,
  openingFor,
  Table,
  vectorKeys,
} from './table.ts';
import { signedViews, vectorLog } from './views.ts';

/** A record that every verifier must accept. */
interface ValidVector {
  readonly name: string;
  readonly note: string;
  /** Codes of the notes that a verifier gives, in order. */
  readonly notes: readonly NoteCode[];
  readonly make: () => Promise<Made>;
}

const MONEY: Partial<Header> = { length: 0, rated: false, rules: MONEY_RULES };
/** A match whose players need not be there at the same time. */
const ADVANCE: Partial<Header> = { dice: 'advance', absenceMs: null };
const CLOCK = { delayMs: 12_000, reserveMs: 60_000 };
const DAY_MS = 24 * 3_600_000;

function unratedWithAccount({ players }: Keys): Partial<Header> {
  const ann = { pub: players[0].pub, name: 'Ann', bot: false, custody: 'service' } as const;
  const bob = { pub: players[1].pub, name: 'Bob', bot: false, custody: 'own' } as const;
  return { ...ADVANCE, rated: false, length: 5, chain: 5, players: [ann, bob] };
}

type NoteCode = Note['code'];
type Script = (table: Table) => Promise<unknown>;

async function made(id: string, changes: (keys: Keys) => Partial<Header>, script: Script): Promise<Table> {
  const keys = await vectorKeys();
  const table = new Table(headerOf(id, keys, changes(keys)), keys);
  await script(table);
  return table;
}

function vector(
  name: string,
  note: string,
  changes: Partial<Header>,
  script: Script,
  id = name,
  notes: readonly NoteCode[] = [],
): ValidVector {
  return { name, note, notes, make: async () => (await made(id, () => changes, script)).close() };
}

/** Tries ids until the dice are as the vector needs them. */
function withFittingDice(
  name: string,
  note: string,
  changes: Partial<Header>,
  script: Script,
  fits: (table: Table) => boolean,
) {
  const make = async () => {
    for (let attempt = 0; ; attempt++) {
      const table = await made(`${name}-${attempt}`, () => changes, script);
      if (fits(table)) return table.close();
    }
  };
  return { name, note, notes: [], make };
}

const rolls = ({ ledger }: Table) => ledger.rolls.map(({ dice }) => dice);
const hasDance = ({ ledger }: Table) => ledger.events.some((event) => event.type === 'play' && event.hops.length === 0);
const openingTied = (table: Table) => rolls(table)[0]?.[0] === rolls(table)[0]?.[1];

/** The party to act resigns at once. */
const giveUp = (points: 1 | 2 | 3) => async (table: Table) => {
  await (await table.open()).send(`resign ${points}`, 'accept');
};

/**
 * Found by trying ids: in turn 66 of this match player 0 has 5-3 and can play either a 5 or a 3 with the
 * checker on the 14-point.
 */
const LARGER_DIE_ID = 'larger-die-39';
/** Found by trying ids: the last play of this match is 2/1/off with 1-5. */
const LAST_CHECKER_ID = 'last-checker-131';

async function untilLargerDie(table: Table): Promise<void> {
  await (await table.open()).turns(66, aimlessly);
  await table.send('resign 1', 'accept');
}

async function untilDance(table: Table): Promise<void> {
  await table.open();
  for (let turn = 0; turn < 30 && !hasDance(table); turn++) await table.turns(1, fiercely);
  await table.send('resign 1', 'accept');
}

async function named(first: string, second: string): Promise<Made> {
  const table = await made(
    'names',
    (keys) => {
      const player = (seat: 0 | 1, name: string) => ({
        pub: keys.players[seat].pub,
        name,
        bot: false,
        custody: 'own' as const,
      });
      return { players: [player(0, first), player(1, second)] };
    },
    giveUp(1),
  );
  return table.close();
}

async function againstBot(): Promise<Made> {
  const changes = (keys: Keys): Partial<Header> => ({
    rated: false,
    players: [
      { pub: keys.players[0].pub, name: 'Ann', bot: false, custody: 'own' },
      { pub: keys.players[1].pub, name: 'GammonBot', bot: true, custody: 'service' },
    ],
  });
  return (await made('bot', changes, giveUp(1))).close();
}

/** Game 1 for two points, then the Crawford game, then games in which both cubes are turned. */
async function crawfordMatch(table: Table): Promise<void> {
  await (await table.open()).send('resign 2', 'accept');
  await (await table.open()).turns(1);
  const leader = table.match.score[0] === 2 ? 0 : 1;
  if (table.match.toAct !== leader) await table.turns(1);
  await table.send('resign 1', 'accept');
  await (await table.open()).turns(1);
  if (table.match.toAct === leader) await table.turns(1);
  await table.send('double', 'pass');
  await (await table.open()).turns(1);
  await table.send('double', 'take', 'roll');
  await (await table.playForced()).send('resign 1', 'accept');
}

/**
 * The cube goes to 4, one resignation is declined twice, and the last game is worth more points than are
 * needed to win.
 */
async function sevenPoints(table: Table): Promise<void> {
  await (await table.open()).turns(1);
  await table.send('double', 'take');
  await table.turns(1);
  await table.send('double', 'take');
  await table.turns(2);
  await table.send('resign 1', 'accept');
  await (await table.open()).send('resign 1', 'decline', 'resign 2', 'decline', 'resign 3', 'accept');
  if (!table.ledger.state.result) await (await table.open()).turns(3);
  if (!table.ledger.state.result) await table.send('resign 3', 'accept');
  while (!table.ledger.state.result) await (await table.open()).send('resign 3', 'accept');
}

/** Two turns, then a forfeit against the player to act, `afterMs` after the last event. */
async function forfeit(table: Table, reason: 'time' | 'abandonment', afterMs: number): Promise<void> {
  await (await table.open()).turns(2);
  await table.append(await table.server.forfeit(table.ledger, table.actor, reason), afterMs);
}

/** The player to act is announced as absent. */
async function announce(table: Table): Promise<void> {
  await table.append(await table.server.absent(table.ledger, table.actor), 10_000);
}

/** The opponent of the player to act claims the match because of the announced absence. */
async function claim(table: Table, afterMs: number): Promise<void> {
  await table.append(await table.seats[table.actor === 0 ? 1 : 0].claim(table.ledger), afterMs);
}

async function loseByAbsence(table: Table, afterMs: number): Promise<void> {
  await table.append(await table.server.forfeit(table.ledger, table.actor, 'abandonment'), afterMs);
}

/** Two turns, then the player to act is announced as absent, and the server declares a forfeit `afterMs` later. */
async function abandon(table: Table, afterMs: number): Promise<void> {
  await (await table.open()).turns(2);
  await announce(table);
  await loseByAbsence(table, afterMs);
}

/** Like `abandon`, but the opponent claims the match `claimMs` after the announcement. */
async function abandonClaimed(table: Table, claimMs: number, afterMs: number): Promise<void> {
  await (await table.open()).turns(2);
  await announce(table);
  await claim(table, claimMs);
  await loseByAbsence(table, afterMs);
}

/** Like `abandonClaimed`, but the service stood still until 80 s after the announcement. */
async function abandonInGap(table: Table, sinceMs: number, afterMs: number): Promise<void> {
  await (await table.open()).turns(2);
  await announce(table);
  const { at } = table.ledger;
  await claim(table, 1_000);
  await table.append(await table.server.resume(table.ledger, at + sinceMs), 79_000);
  await loseByAbsence(table, afterMs);
}

/** Two turns, an absence, and a claim of it after 20 s. It is due 70 s later. */
async function claimed(table: Table): Promise<void> {
  await (await table.open()).turns(2);
  await announce(table);
  await claim(table, 20_000);
}

/** The player to act resigns `afterMs` after the last event. */
async function resignAfter(table: Table, afterMs: number): Promise<void> {
  table.wait(afterMs - 3_000);
  await table.send('resign 1', 'accept');
}

/** A claim when the time of absence is over, and the absent player returns `afterMs` later. */
async function returnAfterLateClaim(table: Table, afterMs: number): Promise<void> {
  await (await table.open()).turns(2);
  await announce(table);
  await claim(table, 100_000);
  await resignAfter(table, afterMs);
}

/** The announced player returns, is announced again, and loses by the second absence. */
async function absentAgain(table: Table, claimsAgain: boolean): Promise<void> {
  await claimed(table);
  await table.append(await table.seats[table.actor].present(table.ledger));
  await announce(table);
  if (claimsAgain) await claim(table, 10_000);
  await loseByAbsence(table, claimsAgain ? 80_000 : 90_000);
}

/** The player to act, or the opponent, takes a holiday. */
async function holiday(table: Table, days: number, who: 'actor' | 'other' = 'actor', afterMs = 1000): Promise<void> {
  const seat = who === 'actor' ? table.actor : opponent(table.actor);
  await table.append(await table.seats[seat].holiday(table.ledger, days), afterMs);
}

/** Both players take holidays, at their own turn and at the other's, one after another and with a gap in between. */
async function takeHolidays(table: Table): Promise<void> {
  await (await table.open()).turns(2);
  await holiday(table, 2);
  await holiday(table, 7, 'other');
  await holiday(table, 1, 'actor', DAY_MS);
  table.wait(2.5 * DAY_MS);
  await table.append(await table.server.resume(table.ledger, table.ledger.at + DAY_MS), 0);
  await table.turns(2);
  await holiday(table, 4, 'actor', DAY_MS - 1);
  table.wait(5 * DAY_MS - 10_000);
  await table.send('roll');
  await (await table.playForced()).send('resign 1', 'accept');
}

/** The player to act loses on time at a number of milliseconds after the answer was due without a holiday. */
async function timeOut(table: Table, extraMs: number): Promise<void> {
  const { answerSince } = table.ledger.state;
  const at = answerSince + DAY_MS + extraMs;
  await table.append(await table.server.forfeit(table.ledger, table.actor, 'time'), at - table.ledger.at);
}

/** A holiday of two days at one's own turn. */
async function holidayAtTurn(table: Table): Promise<number> {
  await (await table.open()).turns(2);
  await holiday(table, 2);
  return 2 * DAY_MS;
}

/** A holiday of three days in the opponent's turn, who plays half a day later. */
async function holidayAhead(table: Table): Promise<number> {
  await (await table.open()).turns(2);
  await holiday(table, 3, 'other');
  table.wait(DAY_MS / 2);
  await table.turns(1);
  const { state } = table.ledger;
  return state.holidays[table.actor].until! - state.answerSince;
}

/** A holiday of two days, and a gap that begins in its first day and ends half a day after it. */
async function holidayInGap(table: Table): Promise<number> {
  await (await table.open()).turns(2);
  await holiday(table, 2);
  const { at } = table.ledger;
  const since = at + DAY_MS / 4;
  await table.append(await table.server.resume(table.ledger, since), 2.5 * DAY_MS);
  // Two and a half days stand still altogether. The gap has moved `answerSince` by the part of them that it covers.
  return DAY_MS / 4;
}

const HOLIDAYS: Partial<Header> = { ...ADVANCE, holidayDays: 7 };

async function madeWithOpening(id: string, changes: Partial<Header>, script: Script): Promise<Made> {
  const keys = await vectorKeys();
  const table = new Table(openingFor(headerOf(id, keys, changes), keys), keys);
  await script(table);
  return table.close();
}

/** Matches in which player 0 rolls before player 1 commits. */
const openingVectors: readonly ValidVector[] = [
  {
    name: 'opening',
    note: 'the opening roll comes before the first commit of player 1, which the header names; later new chains',
    notes: ['dice-in-advance'],
    make: () =>
      madeWithOpening('opening', { ...ADVANCE, chain: 3 }, async (table) => {
        await (await table.open()).turns(4);
        await table.send('resign 1', 'accept');
      }),
  },
  {
    name: 'opening-revealed',
    note: 'the same without dice in advance',
    notes: [],
    make: () =>
      madeWithOpening('opening-revealed', { absenceMs: null }, async (table) => {
        await (await table.open()).turns(1);
        await table.send('resign 1', 'accept');
      }),
  },
];

/** Two records that end on time, one of them a millisecond early. */
function lastMoment(
  name: string,
  note: string,
  script: (table: Table) => Promise<number>,
  ...others: NoteCode[]
): readonly ValidVector[] {
  return [
    vector(name, `${note}: the time ran out`, HOLIDAYS, async (table) => timeOut(table, await script(table)), name, [
      'dice-in-advance',
      'time-ran-out',
      ...others,
    ]),
    vector(
      `${name}-left`,
      `${note}: a millisecond was left`,
      HOLIDAYS,
      async (table) => timeOut(table, (await script(table)) - 1),
      `${name}-left`,
      ['dice-in-advance', 'time-left', ...others],
    ),
  ];
}

const holidayVectors: readonly ValidVector[] = [
  vector(
    'holidays',
    'holidays of both players, one after another, and with a gap in between',
    HOLIDAYS,
    takeHolidays,
    'holidays',
    ['dice-in-advance', 'refunds'],
  ),
  ...lastMoment('holiday-at-turn', "a holiday at one's own turn", holidayAtTurn),
  ...lastMoment('holiday-ahead', "a holiday taken in the opponent's turn", holidayAhead),
  ...lastMoment('holiday-ahead-twice', 'a holiday taken during another one, which it prolongs', holidayTwiceAhead),
  ...lastMoment('holiday-gap', 'a gap that begins in a holiday and ends after it', holidayInGap, 'refunds'),
];

/** Two holidays taken in the opponent's turn, the second during the first, and the opponent plays half a day later. */
async function holidayTwiceAhead(table: Table): Promise<number> {
  await (await table.open()).turns(2);
  await holiday(table, 2, 'other');
  await holiday(table, 1, 'other', DAY_MS / 4);
  table.wait(DAY_MS / 2);
  await table.turns(1);
  const { state } = table.ledger;
  return state.holidays[table.actor].until! - state.answerSince;
}

/**
 * Two records in which the player to act loses on time, one of them a millisecond early. The script returns how long after the last event delay
 * and reserve are used up.
 */
function clockRunsOut(
  name: string,
  note: string,
  changes: Partial<Header>,
  script: (table: Table) => Promise<number>,
  ...others: NoteCode[]
): readonly ValidVector[] {
  const lose = (extraMs: number) => async (table: Table) => {
    const leftMs = await script(table);
    const { at } = table.ledger;
    if (table.ledger.clock(at)?.expiresAt !== at + leftMs) throw new Error(`${name}: the clock has another time left`);
    await table.append(await table.server.forfeit(table.ledger, table.actor, 'time'), leftMs + extraMs);
  };
  const timed = { ...changes, clock: CLOCK };
  return [
    vector(name, `${note}: the time ran out`, timed, lose(0), name, ['time-ran-out', ...others]),
    vector(`${name}-left`, `${note}: a millisecond was left`, timed, lose(-1), `${name}-left`, [
      'time-left',
      ...others,
    ]),
  ];
}

/** The player to act has used 8 s of the delay of the turn. */
async function inTurn(table: Table): Promise<void> {
  await (await table.open()).turns(2);
  table.wait(5_000);
}

const clockVectors: readonly ValidVector[] = [
  ...clockRunsOut('clock-double', 'a double renews no delay of the turn', { length: 3 }, async (table) => {
    await inTurn(table);
    await table.send('double', 'take');
    return 4_000 + 60_000;
  }),
  ...clockRunsOut('clock-decline', 'a declined resignation renews no delay of the turn', {}, async (table) => {
    await inTurn(table);
    await table.send('resign 1', 'decline');
    return 4_000 + 60_000;
  }),
  ...clockRunsOut('clock-beaver', 'a beaver renews the delay of the answer', MONEY, async (table) => {
    await (await table.open()).turns(1);
    await table.send('double');
    table.wait(5_000);
    await table.send('beaver');
    return 12_000 + 60_000;
  }),
  ...clockRunsOut(
    'clock-answer',
    'a declined resignation renews no delay of the answer to a double',
    MONEY,
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('double');
      table.wait(5_000);
      await table.send('resign 1', 'decline');
      return 4_000 + 60_000;
    },
  ),
  ...clockRunsOut(
    'clock-gap',
    'the clock stands during a gap',
    {},
    async (table) => {
      await (await table.open()).turns(2);
      await table.append(await table.server.resume(table.ledger, table.ledger.at + 2_000), 50_000);
      return 10_000 + 60_000;
    },
    'refunds',
  ),
  ...clockRunsOut('clock-empty', 'a reserve that is used up is not below 0', {}, async (table) => {
    await (await table.open()).turns(2);
    const { actor } = table;
    table.wait(100_000);
    await table.turns(2);
    if (table.actor !== actor) throw new Error('another player is on turn');
    return 12_000;
  }),
];

/** Each further game is resigned at its beginning. */
async function giveUpTheRest(table: Table): Promise<void> {
  while (!table.ledger.state.result) await (await table.open()).send('resign 3', 'accept');
}

/** Records about the limit that a declined resignation sets. */
const resignationVectors: readonly ValidVector[] = [
  vector(
    'resign-other',
    'a resignation was declined, and the opponent may offer as little',
    { length: 3 },
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('resign 2', 'decline', 'double', 'resign 1', 'accept');
      await giveUpTheRest(table);
    },
  ),
  vector(
    'resign-after-play',
    'the play of the opponent lifts what a declined resignation forbids',
    { length: 3 },
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('double', 'resign 1', 'decline', 'take');
      await table.turns(1);
      await table.send('resign 1', 'accept');
      await giveUpTheRest(table);
    },
  ),
  vector(
    'resign-after-double',
    'a double lifts nothing that a declined resignation forbids',
    { length: 3 },
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('resign 1', 'decline', 'double', 'take', 'resign 2', 'accept');
    },
  ),
];

/** New chains are due because the last links were used in a game that a resignation ended. */
async function recommitAfterAccept(table: Table): Promise<void> {
  await table.open();
  while (table.ledger.rolls.length < table.header.chain - 1) await table.turns(1);
  await table.send('roll');
  await (await table.playForced()).send('resign 1', 'accept');
  await giveUpTheRest(table);
}

/** A second device takes player 0's seat twice, once while the opponent must act and once while a roll is open. */
async function changeDevices(table: Table): Promise<void> {
  await (await table.open()).turns(1);
  await table.append(await table.seats[0].sit(table.ledger));
  await table.send('roll');
  await table.append(await table.seats[0].sit(table.ledger));
  await table.append(await table.seats[1].sit(table.ledger));
  await (await table.playForced()).send('play', 'resign 1', 'accept');
}

/**
 * The player to act is announced as absent, answers, is announced again, and then acts; later the same for a
 * reveal.
 */
async function comeBack(table: Table): Promise<void> {
  await (await table.open()).turns(1);
  await announce(table);
  await table.append(await table.seats[table.actor].present(table.ledger), 20_000);
  await announce(table);
  await table.append(await table.seats[table.actor].sit(table.ledger));
  await table.send('roll');
  await announce(table);
  await (await table.playForced()).send('play', 'resign 1', 'accept');
}

/** The server voids a play, and the player decides again. */
async function decideAnew(table: Table): Promise<void> {
  await table.open();
  const refused = await table.seats[table.actor].play(table.ledger, []);
  await table.append(await table.server.void(table.ledger, refused));
  await table.turns(1);
  await table.send('resign 1', 'accept');
}

/**
 * The service is interrupted three times: while a roll is open, twice in one turn, and for part of a thinking
 * period only.
 */
async function standStill(table: Table): Promise<void> {
  const resume = async (sinceMs: number, afterMs: number) =>
    table.append(await table.server.resume(table.ledger, table.ledger.at + sinceMs), afterMs);
  await (await table.open()).turns(1);
  await resume(0, 3_600_000);
  await table.send('roll');
  await resume(2_000, 5_000);
  await (await table.playForced()).send('play');
  await resume(9_000, 9_000);
  await resume(1_000, 60_000);
  await table.send('resign 1', 'accept');
}

const INVENTED = '5a'.repeat(32);

/** Asides of the server and the opponent at a rate of more than one every 2 s, while a player has to act. */
async function displaceQuickly(table: Table): Promise<void> {
  const { server, ledger, seats } = table;
  await (await table.open()).turns(1);
  const other = table.actor === 0 ? 1 : 0;
  await table.append(await seats[other].sit(ledger), 1_999);
  await table.append(await table.voidOf(INVENTED), 1_999);
  // An aside counts if no time passes on the server's clock.
  await table.append(await server.absent(ledger, table.actor), 0);
  // A gap excuses an aside only if it begins with the event before, and this is no gap as well.
  await table.append(await server.resume(ledger, ledger.at + 1), 1_000);
  await table.append(await server.resume(ledger, ledger.at), 1_000);
  await table.append(await table.voidOf(INVENTED), 100);
  await table.append(await server.resume(ledger, ledger.at), 100);
  await table.append(await table.voidOf(INVENTED), 799);
  await table.append(await table.voidOf(INVENTED), 999);
  await table.send('resign 1', 'accept');
}

/** As many asides as an honest server may store, and not one more. */
async function displaceSlowly(table: Table): Promise<void> {
  const { server, ledger, seats } = table;
  await (await table.open()).turns(1);
  const other = table.actor === 0 ? 1 : 0;
  for (let times = 0; times < 2; times++) {
    // Five at once. A gap that gives all the time since the event before back belongs to that event.
    await table.append(await seats[other].sit(ledger), 10_000);
    await table.append(await server.resume(ledger, ledger.at), 0);
    await table.append(await table.voidOf(INVENTED), 0);
    await table.append(await server.resume(ledger, ledger.at), 0);
    await table.append(await seats[table.actor].sit(ledger), 0);
    await table.append(await server.resume(ledger, ledger.at + 1), 1);
    await table.append(await server.resume(ledger, ledger.at), 0);
    await table.append(await table.voidOf(INVENTED), 0);
    // And one every 2 s.
    await table.append(await table.voidOf(INVENTED), 1_999);
  }
  await table.append(await server.absent(ledger, table.actor), 2_000);
  await table.send('resign 1', 'accept');
}

/** The opponent of the opening roller withholds the reveal, and forfeits before any dice. */
async function withholdOpening(table: Table): Promise<void> {
  await (await table.playForced()).send('roll');
  await table.append(await table.server.absent(table.ledger, 1), 10_000);
  await table.append(await table.server.forfeit(table.ledger, 1, 'abandonment'), 90_000);
}

/** One play of each player reaches the server long after the player signed it. */
async function arriveLate(table: Table): Promise<void> {
  await (await table.open()).turns(1);
  await (await table.send('roll')).playForced();
  await table.append(await table.event('play'), 8_500);
  await (await table.send('roll')).playForced();
  await table.append(await table.event('play'), 30_000);
  await table.send('resign 1', 'accept');
}

/**
 * A play 5,000 ms later than the fastest event of its player, which is not late, and two asides that do not count: a later one, and a
 * faster one than any other event of that player.
 */
async function arriveInTime(table: Table): Promise<void> {
  await (await table.open()).turns(1);
  const seat = table.seats[table.actor];
  await table.append(await seat.sit(table.ledger), 30_000);
  await table.append(await seat.sit(table.ledger), 0);
  await (await table.send('roll')).playForced();
  await table.append(await table.event('play'), 8_000);
  await table.playForced();
  await table.send('resign 1', 'accept');
}

/** Plays turns until a player is to roll for whom the opponent's link was revealed in advance. */
async function untilLinkStands(table: Table, roller: 0 | 1): Promise<void> {
  const stands = () => table.ledger.state.ahead === 1 - roller && table.match.toAct === roller;
  for (let turn = 0; turn < 20 && !stands(); turn++) await table.turns(1);
  if (!stands()) throw new Error('no link stands');
}

/**
 * New chains after every fifth roll. The first game ends while player 0's link stands, which the opening roll of
 * the second repeats; the second ends while player 1's stands, which the opening roll of the third uses.
 */
async function inAdvance(table: Table): Promise<void> {
  await (await table.open()).turns(6);
  for (const roller of [1, 0] as const) {
    await untilLinkStands(table, roller);
    await table.send('double', 'pass');
    await table.open();
  }
  await table.turns(1);
  await table.send('double', 'take', 'roll');
  await (await table.playForced()).send('play', 'resign 3', 'accept');
}

/** The views of player 0, player 1 and the server in a match whose header names a log: size and name of each tree. */
function viewed(
  name: string,
  note: string,
  trees: readonly (readonly [number, string] | null)[],
  notes: readonly NoteCode[],
  changes: Partial<Header> = {},
  script: Script = giveUp(1),
): ValidVector {
  const make = async () => {
    const log = await vectorLog();
    const views = await signedViews(...trees);
    const table = await made(
      name,
      () => ({ ...changes, log }),
      async (begun) => {
        begun.views = views;
        await script(begun);
      },
    );
    return table.close();
  };
  return { name, note, notes, make };
}

const viewVectors: readonly ValidVector[] = [
  viewed(
    'views',
    'all three state the same checkpoint of the public log',
    [
      [7, 'tree'],
      [7, 'tree'],
      [7, 'tree'],
    ],
    [],
  ),
  viewed(
    'views-none',
    'no party states a checkpoint of the public log',
    [null, null, null],
    ['no-view', 'no-view', 'no-view'],
  ),
  viewed(
    'views-of-sizes',
    'checkpoints of different sizes',
    [[5, 'tree'], null, [9_007_199_254_740_991, 'tree']],
    ['no-view', 'views-unchecked'],
    {},
    async (table) => {
      await (await table.open()).turns(2);
      await table.send('resign 1', 'accept');
    },
  ),
  viewed(
    'views-forked',
    'two trees of one size: the log is proven to lie, and the match counts',
    [
      [7, 'tree'],
      [7, 'other tree'],
      [6, 'tree'],
    ],
    ['log-forked'],
  ),
  viewed(
    'views-again',
    'new chains bring views again',
    [[7, 'tree'], null, [7, 'tree']],
    ['no-view'],
    { chain: 1 },
    async (table) => {
      await (await table.open()).turns(1);
      await (await table.playForced()).send('resign 1', 'accept');
    },
  ),
];

/** The cube goes to 4, the loser has borne off no checker, and leaves. */
async function leaveAtFour(table: Table): Promise<void> {
  await (await table.open()).turns(1);
  await table.send('double', 'take');
  await table.turns(1);
  await table.send('double', 'take');
  await table.turns(1);
  await leave(table);
}

/** Turns until the rearmost checker of the player to act is on this place and `off` of their checkers are borne off. That player then leaves. */
const leaveWhen = (rearmost: number, off: number, choice?: Choice) => async (table: Table) => {
  const isDue = ({ position, toAct }: Table['match']) =>
    toAct !== null && rearmostOf(position, toAct) === rearmost && position.off[toAct] === off;
  await table.open();
  while (!table.match.result && !isDue(table.match)) await table.turns(1, choice);
  if (!table.match.result) await leave(table);
};

function rearmostOf(position: Position, player: Player): number {
  let place = BAR;
  while (checkersAt(position, player, place) === 0) place--;
  return place;
}

/** The player to act is announced as absent and loses by abandonment. */
async function leave(table: Table): Promise<void> {
  await announce(table);
  await loseByAbsence(table, 90_000);
}

/** True if the loser has a checker on the bar and none on the points 19 to 24. */
function isAloneOnBar({ match: { position, result } }: Table): boolean {
  const loser = result?.winner === 0 ? 1 : 0;
  return [19, 20, 21, 22, 23, 24].every((point) => checkersAt(position, loser, point) === 0);
}

const wasLeft = ({ match }: Table) => match.result?.reason === 'abandonment';

/** Money games that a player leaves, which costs what the board would have cost at the end. */
const leftVectors: readonly ValidVector[] = [
  vector(
    'money-left',
    'a money game left early, its back checkers not moved: three times the cube',
    MONEY,
    async (table) => {
      await (await table.open()).turns(1);
      await leave(table);
    },
  ),
  withFittingDice(
    'money-left-19',
    'rearmost checker on the 19-point: three times the cube',
    MONEY,
    leaveWhen(19, 0),
    wasLeft,
  ),
  withFittingDice(
    'money-left-18',
    'rearmost checker on the 18-point: twice the cube',
    MONEY,
    leaveWhen(18, 0),
    wasLeft,
  ),
  withFittingDice(
    'money-left-off',
    'one checker borne off: the cube',
    { ...MONEY, chain: 128 },
    leaveWhen(6, 1),
    wasLeft,
  ),
  withFittingDice(
    'money-left-bar',
    'a checker on the bar, none in the home board of the opponent: three times the cube',
    MONEY,
    leaveWhen(BAR, 0, fiercely),
    (table) => wasLeft(table) && isAloneOnBar(table),
  ),
  vector(
    'money-left-cube',
    'left with the cube at 2: six points',
    MONEY,
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('double', 'take');
      await table.turns(1);
      await table.append(await table.server.forfeit(table.ledger, table.actor, 'time'), 86_400_000);
    },
    'money-left-cube',
    ['time-ran-out'],
  ),
  vector('money-left-doubled', 'left when doubled: the double does not count', MONEY, async (table) => {
    await (await table.open()).turns(1);
    await table.send('double');
    await leave(table);
  }),
  vector(
    'money-left-jacoby',
    'left with the cube in the middle under the Jacoby rule: one point',
    { ...MONEY, rules: { ...MONEY_RULES, jacoby: true } },
    async (table) => {
      await (await table.open()).turns(1);
      await leave(table);
    },
  ),
];

const SESSION: readonly Script[] = [
  giveUp(1),
  leaveAtFour,
  async (table) => {
    await (await table.open()).turns(1);
    await table.send('double', 'pass');
  },
];

/** Game `number` of a session whose players change seats after each game. The name of the record is `session-` and the number. */
async function sessionGame(number: number): Promise<Made> {
  const { server, players } = await vectorKeys();
  const seats = number % 2 === 1 ? ([0, 1] as const) : ([1, 0] as const);
  const keys: Keys = { server, players: [players[seats[0]], players[seats[1]]] };
  const player = (seat: 0 | 1) =>
    ({ pub: players[seat].pub, name: seat === 0 ? 'Ann' : 'Bob', bot: false, custody: 'own' }) as const;
  const sides: Header['players'] = [player(seats[0]), player(seats[1])];
  const before = number === 1 ? null : moneyGame((await sessionGame(number - 1)).record);
  const session = before && nextSession(before, sides);
  const changes: Partial<Header> = {
    ...MONEY,
    rules: { ...MONEY_RULES, jacoby: true },
    created: CREATED + (number - 1) * 3_600_000,
    players: sides,
    ...(session && { session }),
  };
  const table = new Table(headerOf(`session-${number}`, keys, changes), keys);
  await SESSION[number - 1]!(table);
  return table.close();
}

const SESSION_NOTES = [
  'the first game of a money session',
  'game 2 of a money session: abandoned with the cube at 4 and the back checkers not moved, which costs 12 points',
  'game 3 of a money session',
];

const sessionVectors: readonly ValidVector[] = SESSION_NOTES.map((note, i) => ({
  name: `session-${i + 1}`,
  note,
  notes: [],
  make: () => sessionGame(i + 1),
}));

/** Absences in matches with a clock, and the claims that the opponent makes because of them. */
const absenceVectors: readonly ValidVector[] = [
  timed(
    'forfeit-abandonment',
    'lost by an announced absence of the agreed length, which the opponent claimed',
    (table) => abandonClaimed(table, 30_000, 60_000),
  ),
  timed('claim-late', 'claimed long after the time of absence was over, and lost at once', (table) =>
    abandonClaimed(table, 100_000, 0),
  ),
  timed('claim-device', 'a claim that stands although the absent player changes the device', async (table) => {
    await claimed(table);
    await table.append(await table.seats[table.actor].sit(table.ledger), 10_000);
    await loseByAbsence(table, 60_000);
  }),
  timed('claim-lapsed', 'a claim that lapses, because the absent player returns and decides', async (table) => {
    await claimed(table);
    await resignAfter(table, 10_000);
  }),
  timed('claim-again', 'two absences of a player, both claimed', (table) => absentAgain(table, true)),
  timed(
    'claim-lapsed-forfeit',
    'two absences of a player, of which the opponent claimed only the first: verifies, with a note',
    (table) => absentAgain(table, false),
    ['not-claimed'],
  ),
  timed(
    'forfeit-unclaimed',
    'lost by an announced absence of the agreed length without a claim: verifies, with a note',
    (table) => abandon(table, 90_000),
    ['not-claimed'],
  ),
  timed(
    'claim-ignored',
    'a claim after which the absent player returned 5,001 ms after it was due: verifies, with a note',
    async (table) => {
      await claimed(table);
      await resignAfter(table, 75_001);
    },
    ['claim-ignored'],
  ),
  timed('claim-ignored-not', 'the same 5,000 ms after it was due: no note', async (table) => {
    await claimed(table);
    await resignAfter(table, 75_000);
  }),
  timed(
    'claim-ignored-late',
    'a claim made after the time of absence was over, and the absent player returned 5,001 ms later: verifies, with a note',
    (table) => returnAfterLateClaim(table, 5_001),
    ['claim-ignored'],
  ),
  timed('claim-ignored-late-not', 'the same 5,000 ms later: no note', (table) => returnAfterLateClaim(table, 5_000)),
  timed(
    'claim-in-gap',
    'a claim that became due while the service stood still; the absent player then returned: no note about the claim',
    async (table) => {
      await claimed(table);
      await table.append(await table.server.resume(table.ledger, table.ledger.at + 75_000), 600_000);
      await resignAfter(table, 89_000);
    },
    ['refunds'],
  ),
  timed(
    'claim-before-gap',
    'a claim that was due 5,001 ms before the service stood still: verifies, with a note',
    async (table) => {
      await claimed(table);
      await table.append(await table.server.resume(table.ledger, table.ledger.at + 75_001), 600_000);
      await resignAfter(table, 10_000);
    },
    ['claim-ignored', 'refunds'],
  ),
  timed(
    'claim-time',
    'the time of the absent player ran out long after the claim was due: a forfeit does not ignore the claim',
    async (table) => {
      await claimed(table);
      await table.append(await table.server.forfeit(table.ledger, table.actor, 'time'), 600_000);
    },
    ['time-ran-out'],
  ),
  timed(
    'forfeit-absence-short',
    'lost by an absence shorter than agreed: verifies, with a note',
    (table) => abandonClaimed(table, 30_000, 59_999),
    ['absence-too-short'],
  ),
  timed(
    'forfeit-absence-short-unclaimed',
    'lost by an absence that was neither claimed nor long enough: verifies, with one note',
    (table) => abandon(table, 89_999),
    ['absence-too-short'],
  ),
  timed(
    'forfeit-absence-in-gap',
    'lost by an absence that was long enough only with a gap in the service: verifies, with notes',
    (table) => abandonInGap(table, 1_000, 89_999),
    ['absence-too-short', 'refunds'],
  ),
  timed(
    'forfeit-absence-since-gap',
    'lost 89,999 ms after a gap and 129,999 ms after the announcement, the gap not counted: the absence counts from the end of the gap',
    (table) => abandonInGap(table, 40_000, 89_999),
    ['absence-too-short', 'refunds'],
  ),
  timed(
    'forfeit-absence-after-gap',
    'lost by an absence of the agreed length after a gap in the service',
    (table) => abandonInGap(table, 40_000, 90_000),
    ['refunds'],
  ),
];

/** A vector with a clock. */
function timed(name: string, note: string, script: Script, notes: readonly NoteCode[] = []): ValidVector {
  return vector(name, note, { clock: CLOCK }, script, name, notes);
}

/** Short matches that cover every kind of event, rule and ending. */
export const validVectors: readonly ValidVector[] = [
  vector('shortest', 'one roll, one resignation; the record worked through in the format', { chain: 4 }, giveUp(1)),
  vector('money', 'a money game, resigned as a gammon', MONEY, giveUp(2)),
  vector('money-jacoby', 'with the Jacoby rule', { ...MONEY, rules: { ...MONEY_RULES, jacoby: true } }, giveUp(1)),
  vector(
    'money-jacoby-doubled',
    'with the Jacoby rule, resigned when doubled: the cube is still in the middle',
    { ...MONEY, rules: { ...MONEY_RULES, jacoby: true } },
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('double', 'resign 1', 'accept');
    },
  ),
  vector(
    'money-jacoby-beavered',
    'with the Jacoby rule, a gammon resigned to a beaver: the cube is no longer in the middle',
    { ...MONEY, rules: { ...MONEY_RULES, jacoby: true } },
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('double', 'beaver', 'resign 2', 'accept');
    },
  ),
  vector('money-no-cube', 'without a cube', { ...MONEY, rules: { ...MONEY_RULES, cube: false } }, giveUp(3)),
  vector('money-beaver', 'a beaver taken, the cube at 4', MONEY, async (table) => {
    await (await table.open()).turns(2);
    await table.send('double', 'beaver', 'take');
    await table.turns(1);
    await table.send('double', 'pass');
  }),
  vector('money-beaver-passed', 'a beaver passed: lost at the once-doubled value', MONEY, async (table) => {
    await (await table.open()).turns(1);
    await table.send('double', 'beaver', 'pass');
  }),
  vector('money-beaver-resigned', 'resigned when beavered: the first double counts', MONEY, async (table) => {
    await (await table.open()).turns(1);
    await table.send('double', 'beaver', 'resign 2', 'accept');
  }),
  vector('money-doubled-resigned', 'resigned when doubled: the open double does not count', MONEY, async (table) => {
    await (await table.open()).turns(1);
    await table.send('double', 'resign 3', 'accept');
  }),
  vector('money-cube-limit', 'the cube turned until it is at 4096', MONEY, async (table) => {
    await (await table.open()).turns(1);
    for (let cube = 1; cube < 4096; cube *= 2) {
      await table.send('double', 'take');
      await table.turns(1);
    }
    await table.send('resign 1', 'accept');
  }),
  vector('match-1-borne-off', 'a match to 1 played to the end', {}, async (table) => {
    await (await table.open()).turns(200);
  }),
  { name: 'bot', note: 'a bot, whose key the service keeps', notes: ['service-custody'], make: againstBot },
  {
    name: 'names',
    note: 'names of other alphabets, at full length',
    notes: [],
    make: () => named('🎲'.repeat(24), 'Žofie Łącka-Ōno'),
  },
  { name: 'names-empty', note: 'an empty name', notes: [], make: () => named('', 'x') },
  vector('match-3-crawford', 'Crawford game, then free doubles, a dead cube among them', { length: 3 }, crawfordMatch),
  vector(
    'match-7',
    'cube at 4, declined resignations, a score beyond the length',
    { length: 7, clock: CLOCK },
    sevenPoints,
  ),
  vector(
    'match-25-no-crawford',
    'the longest match, by abandonment',
    { length: 25, rules: { cube: true, crawford: false, jacoby: false, beavers: false } },
    (table) => abandon(table, 120_000),
  ),
  vector('resign-declined', 'in a match to 1 more than once declined', {}, async (table) => {
    await (await table.open()).send('resign 1', 'decline', 'resign 3', 'accept');
  }),
  vector('forfeit-time', 'lost on time', { clock: CLOCK }, (table) => forfeit(table, 'time', 72_001), 'forfeit-time', [
    'time-ran-out',
  ]),
  vector(
    'forfeit-time-early',
    'lost on time although time was left: verifies, with a note',
    { clock: CLOCK },
    (table) => forfeit(table, 'time', 72_000 - 10_000),
    'forfeit-time-early',
    ['time-left'],
  ),
  vector(
    'forfeit-time-untimed',
    'a match without a clock, lost by the time for one answer',
    {},
    (table) => forfeit(table, 'time', 86_400_000),
    'forfeit-time-untimed',
    ['time-ran-out'],
  ),
  ...absenceVectors,
  vector(
    'forfeit-absence-unannounced',
    'lost by an absence that was not announced: verifies, with a note',
    { clock: CLOCK },
    (table) => forfeit(table, 'abandonment', 1000),
    'forfeit-absence-unannounced',
    ['absence-not-announced'],
  ),
  vector('forfeit-opening', 'forfeited after the first roll and before the first dice', {}, withholdOpening),
  vector('devices', 'devices that change during the match', { clock: CLOCK }, changeDevices),
  vector('absent-present', 'absences announced and answered', { clock: CLOCK }, comeBack),
  vector('void', 'an event that the server refused', { clock: CLOCK }, decideAnew),
  vector(
    'quick-asides',
    'more than one aside of other parties every 2 s while a player had to act: verifies, with notes',
    { clock: CLOCK },
    displaceQuickly,
    'quick-asides',
    ['refunds', 'quick-asides'],
  ),
  vector(
    'asides-apart',
    'as many asides as a server may store while a player has to act',
    { clock: CLOCK },
    displaceSlowly,
    'asides-apart',
    ['refunds'],
  ),
  vector(
    'late',
    'an event of each player that took long to arrive: verifies, with notes',
    { clock: CLOCK },
    arriveLate,
    'late',
    ['late', 'late'],
  ),
  vector(
    'late-not',
    'an event that took 5,000 ms longer than the fastest of its player, and asides, which are not compared: no note',
    { clock: CLOCK },
    arriveInTime,
  ),
  vector('recommit', 'chains of two links: new ones after every second roll', { chain: 2 }, async (table) => {
    await (await table.open()).turns(5);
    await table.send('resign 1', 'accept');
  }),
  vector(
    'recommit-after-accept',
    'new chains after a resignation in the turn of the last link, and the match goes on',
    { length: 3, chain: 4 },
    recommitAfterAccept,
  ),
  vector(
    'resume',
    'the service stopped, and no player is charged for the gaps',
    { clock: CLOCK },
    standStill,
    'resume',
    ['refunds'],
  ),
  vector(
    'advance',
    'dice in advance: links repeated and used after games that ended before the roll, and new chains',
    { ...ADVANCE, length: 5, chain: 5 },
    inAdvance,
    'advance',
    ['dice-in-advance'],
  ),
  {
    name: 'advance-custody',
    note: 'dice in advance in an unrated match of a player whose key the service keeps',
    notes: ['service-custody', 'dice-in-advance'],
    make: async () => (await made('advance-custody', unratedWithAccount, inAdvance)).close(),
  },
  vector(
    'advance-borne-off',
    'dice in advance, played to the end: the winning play brings no link',
    ADVANCE,
    async (table) => {
      await (await table.open()).turns(200);
    },
    'advance-borne-off',
    ['dice-in-advance'],
  ),
  vector(
    'absence-unlimited',
    'lost by an absence in a match that does not limit absences: verifies, with a note',
    { absenceMs: null },
    (table) => forfeit(table, 'abandonment', 1000),
    'absence-unlimited',
    ['absence-not-announced'],
  ),
  withFittingDice('opening-tie', 'the opening roll tied once', {}, giveUp(1), openingTied),
  withFittingDice('recommit-after-tie', 'new chains after a tied opening roll', { chain: 1 }, giveUp(1), openingTied),
  withFittingDice('dance', 'a player who cannot move', {}, untilDance, hasDance),
  vector(
    'larger-die',
    'either die can be played but not both: the larger is',
    { chain: 400 },
    untilLargerDie,
    LARGER_DIE_ID,
  ),
  timed('absent-early', 'an absence announced before the first roll', async (table) => {
    await table.playForced();
    await announce(table);
    await giveUp(1)(table);
  }),
  ...clockVectors,
  ...resignationVectors,
  ...holidayVectors,
  ...openingVectors,
  ...viewVectors,
  ...leftVectors,
  ...sessionVectors,
];

/** Valid records that only serve as a base for invalid vectors. */
export const forgingGround: readonly ValidVector[] = [
  vector('ground-declined-three', 'a declined backgammon', MONEY, async (table) => {
    await (await table.open()).send('resign 3', 'decline', 'play', 'resign 1', 'accept');
  }),
  vector(
    'ground-declined-jacoby',
    'a declined single game with the cube centred under the Jacoby rule',
    { ...MONEY, rules: { ...MONEY_RULES, jacoby: true } },
    async (table) => {
      await (await table.open()).send('resign 1', 'decline', 'play', 'resign 1', 'accept');
    },
  ),
  vector(
    'ground-no-cube',
    'several turns without a cube',
    { ...MONEY, rules: { ...MONEY_RULES, cube: false } },
    async (table) => {
      await (await table.open()).turns(2);
      await table.send('resign 1', 'accept');
    },
  ),
  vector(
    'ground-no-beavers',
    'a double in a money game without beavers',
    { ...MONEY, rules: { ...MONEY_RULES, beavers: false } },
    async (table) => {
      await (await table.open()).turns(1);
      await table.send('double', 'pass');
    },
  ),
  vector(
    'ground-last-checker',
    'the last checker is on the 2-point, and 1-5 plays both dice with it',
    {},
    async (table) => {
      await (await table.open()).turns(200);
    },
    LAST_CHECKER_ID,
  ),
  withFittingDice(
    'ground-five',
    'an opening roll with a five, which no back checker can play',
    {},
    oneTurn,
    (table) =>
      rolls(table)
        .at(-1)
        ?.some((die) => die === 5) === true,
  ),
];

async function oneTurn(table: Table): Promise<void> {
  await (await table.open()).send('play', 'resign 1', 'accept');
}
