import { setImmediate as nextTurn } from 'node:timers/promises';
import { TURNS_A_PERSON } from '@anchor/wire';
import { type AbortedEntry, canonicalJson, type Header, type MatchEvent, mayBeAway, type Transcript } from 'bg-record';
import { EventTexts } from '../domain/event-texts.ts';
import type {
  Aborting,
  AbortNotice,
  Created,
  Creating,
  LiveLook,
  MatchSnapshot,
  MatchStore,
  StoredTurn,
} from '../domain/ports/matches.ts';
import { abortedEntry } from '../domain/public-log/entries.ts';
import type { Appender } from './append.ts';
import { type Db, isConflict, type Transaction } from './db.ts';
import { finish } from './finish.ts';
import { removeInvite } from './invites.ts';
import { addToLog } from './public-log.ts';
import { readAborted, readEvent, readHeader } from './text.ts';

/** `reads` is the client for reads that no player of the match waits for. */
export function matchStore(db: Db, reads: Db, appender: Appender): MatchStore {
  return {
    create: (header, creating) => create(db, header, creating),
    append: (match, event) => appender.append(match, event),
    live: (match) => live(db, match),
    page: (match, from, count) => page(db, match, from, count),
    look: (match, from, count) => look(reads, match, from, count),
    stateOf: (match) => stateOf(db, match),
    liveIds: () => liveIds(db),
    header: async (match) => {
      const row = await db.liveMatch.findUnique({ where: { id: match }, select: { header: true } });
      return row && readHeader(row.header);
    },
    liveServers: (except) => liveServers(db, except),
    liveOf: (pub) => liveOf(db, pub),
    botTurnOf: async (pub) =>
      (await db.turnSeat.findUnique({ where: { pub_place: { pub, place: BOT_PLACE } } }))?.matchId ?? null,
    turnsOf: (pub) => turnsOf(db, pub),
    haveTurns: async (pubs) => {
      const where = { pub: { in: [...pubs] } };
      return (await db.turnSeat.findMany({ where, distinct: ['pub'], select: { pub: true } })).map(({ pub }) => pub);
    },
    countTurns: (pub) => db.turnSeat.count({ where: { pub, place: { gt: BOT_PLACE } } }),
    note: (match, snapshot, wakeAt) => note(db, match, snapshot, wakeAt),
    seatsOf: (pubs) => seatsOf(db, pubs),
    finish: (finished) => finish(db, finished),
    abort: (match, aborting, length) => abort(db, match, aborting, length),
    aborted: (match) => aborted(db, match),
    abortsSince: (pub, since) => db.abort.count({ where: { blamed: pub, at: { gte: BigInt(since) } } }),
    ratedSince: (pubs, since) => ratedSince(db, pubs, since),
  };
}

async function create(db: Db, header: Header, creating: Creating = {}): Promise<Created> {
  // In one order whoever sits where, so that two creations for the same players do not lock each other out.
  const people = header.players.filter(({ bot }) => !bot).sort((a, b) => (a.pub < b.pub ? -1 : 1));
  const { id, created } = header;
  const freeFrom = BigInt(creating.freeFrom ?? 0);
  const columns = { id, created: BigInt(created), header: canonicalJson(header), freeFrom };
  const seats = { seats: { create: people.map(({ pub }) => ({ pub })) } };
  const withBot = { turnSeats: { create: people.map(({ pub }) => ({ pub, place: BOT_PLACE })) } };
  if (!mayBeAway(header)) return insert(db, creating, { ...columns, ...seats });
  if (people.length < header.players.length) return insert(db, creating, { ...columns, ...withBot });
  // Another process may take the same place at the same moment. Each attempt then finds one place less.
  for (let attempt = 0; attempt < 2 * TURNS_A_PERSON; attempt++) {
    const create = await freePlaces(
      db,
      people.map(({ pub }) => pub),
    );
    if (create === null) return 'full';
    const made = await insert(db, creating, { ...columns, turnSeats: { create } });
    if (made !== 'busy') return made;
  }
  return 'full';
}

/** The place of a person's correspondence match against a bot. */
const BOT_PLACE = 0;

type NewMatch = Parameters<Db['liveMatch']['create']>[0]['data'];

async function insert(db: Db, creating: Creating, data: NewMatch): Promise<Created> {
  const { lobbyOwner = null, invite = null } = creating;
  try {
    if (lobbyOwner !== null || invite !== null) return await insertIf(db, { lobbyOwner, invite }, data);
    await db.liveMatch.create({ data });
    return 'created';
  } catch (error) {
    if (isConflict(error)) return 'busy';
    throw error;
  }
}

type Conditions = Required<Pick<Creating, 'lobbyOwner' | 'invite'>>;

/** A conflict rolls the removal of the invitation back. */
function insertIf(db: Db, { lobbyOwner, invite }: Conditions, data: NewMatch): Promise<Created> {
  return db.$transaction(async (transaction) => {
    if (lobbyOwner !== null && !(await locksLobby(transaction, lobbyOwner))) return 'not-owner';
    if (invite !== null && !(await removeInvite(transaction, invite))) return 'not-open';
    await transaction.liveMatch.create({ data });
    return 'created';
  });
}

/** Locks the lease of the lobby, so that no other process acquires it meanwhile. Returns false if the process does not have it. */
async function locksLobby(transaction: Pick<Db, '$executeRaw'>, lobbyOwner: string): Promise<boolean> {
  const held = await transaction.$executeRaw`
    UPDATE leases SET process = process WHERE name = 'lobby' AND process = ${lobbyOwner}`;
  return held > 0;
}

/** The lowest free place of each person. Null when one has none. */
async function freePlaces(db: Db, pubs: readonly string[]): Promise<{ pub: string; place: number }[] | null> {
  const taken = await db.turnSeat.findMany({ where: { pub: { in: [...pubs] } }, select: { pub: true, place: true } });
  const free = pubs.flatMap((pub) => {
    const places = new Set(taken.filter((seat) => seat.pub === pub).map(({ place }) => place));
    for (let place = BOT_PLACE + 1; place <= TURNS_A_PERSON; place++) if (!places.has(place)) return [{ pub, place }];
    return [];
  });
  return free.length === pubs.length ? free : null;
}

async function turnsOf(db: Db, pub: string): Promise<readonly StoredTurn[]> {
  const seats = await db.turnSeat.findMany({
    where: { pub },
    select: { match: { select: { header: true, snapshot: true, wakeAt: true } } },
    orderBy: { place: 'asc' },
  });
  return seats.flatMap(({ match }) => {
    // The match is read after the seat, and may have ended in between.
    const row = match as typeof match | null;
    if (row === null) return [];
    const { header, snapshot, wakeAt } = row;
    return {
      header: readHeader(header),
      snapshot: snapshot === null ? null : parseSnapshot(snapshot),
      wakeAt: wakeAt === null ? null : Number(wakeAt),
    };
  });
}

async function note(db: Db, match: string, snapshot: MatchSnapshot, wakeAt: number | null): Promise<void> {
  const isLast = { none: { n: { gte: snapshot.n } } };
  await db.liveMatch.updateMany({
    where: { id: match, events: isLast },
    data: { snapshot: snapshotText(snapshot), ...(wakeAt === null ? {} : { wakeAt: BigInt(wakeAt) }) },
  });
}

/** A snapshot as stored text; see `parseSnapshot`. */
function snapshotText({ n, toAct, isAutomatic, score }: MatchSnapshot): string {
  return JSON.stringify([n, toAct, isAutomatic, ...score]);
}

/** The inverse of `snapshotText`. */
function parseSnapshot(text: string): MatchSnapshot {
  const [n, toAct, isAutomatic, ...score] = JSON.parse(text) as [
    number,
    MatchSnapshot['toAct'],
    boolean,
    number,
    number,
  ];
  return { n, toAct, isAutomatic, score };
}

/** Number of events that one statement reads. */
const PAGE_EVENTS = 256;

/** Reads the events in pages, so that neither the database nor the event loop is busy for long. */
async function live(db: Db, match: string): Promise<Transcript | null> {
  const events: MatchEvent[] = [];
  // The events first: a match that ends in between is then absent, and never looks as if it had none.
  for (let hasMore = true; hasMore; ) {
    const some = await page(db, match, events.length, PAGE_EVENTS);
    if (some === null) return null;
    events.push(...some.parse());
    hasMore = some.count === PAGE_EVENTS;
    await nextTurn();
  }
  const row = await db.liveMatch.findUnique({ where: { id: match }, select: { header: true } });
  return row && { header: readHeader(row.header), events };
}

/** Largest value of the column. No event has a greater number. */
const LARGEST_NUMBER = 2 ** 31 - 1;

async function page(db: Db, match: string, from: number, count: number): Promise<EventTexts | null> {
  const rows = await db.liveEvent.findMany({
    where: { matchId: match, n: { gte: Math.min(from, LARGEST_NUMBER) } },
    select: { text: true },
    orderBy: { n: 'asc' },
    take: Math.min(count, LARGEST_NUMBER),
  });
  if (rows.length === 0 && (await stateOf(db, match)) !== 'live') return null;
  return EventTexts.of(rows.map(({ text }) => text));
}

async function look(db: Db, match: string, from: number, count: number): Promise<LiveLook | null> {
  const select = { header: true, _count: { select: { events: true } } };
  const row = await db.liveMatch.findUnique({ where: { id: match }, select });
  if (row === null) return null;
  const { header, _count: counted } = row;
  const events = await page(db, match, from, Math.max(0, Math.min(count, counted.events - from)));
  return events && { header: readHeader(header), length: counted.events, events };
}

/** Hand-written because Prisma would need two queries. Works on both databases. */
async function stateOf(db: Db, match: string): Promise<'live' | 'finished' | null> {
  const rows = await db.$queryRaw<readonly { readonly state: 'live' | 'finished' }[]>`
    SELECT 'live' AS state FROM live_matches WHERE id = ${match}
    UNION ALL SELECT 'finished' AS state FROM matches WHERE id = ${match}`;
  return rows[0]?.state ?? null;
}

async function liveIds(db: Db): Promise<readonly string[]> {
  const rows = await db.liveMatch.findMany({ select: { id: true }, orderBy: [{ created: 'asc' }, { id: 'asc' }] });
  return rows.map(({ id }) => id);
}

/** There may be 200,000 parked matches, and usually all name the present key. So the database compares the headers, which are canonical. */
async function liveServers(db: Db, except: string): Promise<ReadonlyMap<string, string>> {
  const where = { NOT: { header: { contains: `"server":"${except}"` } } };
  const rows = await db.liveMatch.findMany({ where, select: { id: true, header: true } });
  return new Map(rows.map(({ id, header }) => [id, readHeader(header).server]));
}

async function liveOf(db: Db, pub: string): Promise<string | null> {
  const seat = await db.liveSeat.findUnique({ where: { pub } });
  return seat?.matchId ?? null;
}

async function seatsOf(db: Db, pubs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const seats = await db.liveSeat.findMany({ where: { pub: { in: [...pubs] } } });
  return new Map(seats.map(({ pub, matchId }) => [pub, matchId]));
}

async function abort(db: Db, match: string, aborting: Aborting, length?: number): Promise<'aborted' | 'conflict'> {
  const { blamed, at, reason, proof } = aborting;
  try {
    return await db.$transaction(async (transaction) => {
      // Takes the number of the next event for the duration of the transaction, so that it conflicts with a concurrent append.
      if (length !== undefined) await transaction.liveEvent.create({ data: { matchId: match, n: length, text: '' } });
      const entry = await entryIfBegun(transaction, match, aborting, length);
      const { count } = await transaction.liveMatch.deleteMany({ where: { id: match } });
      // It has just finished, so its entry is that of a finished match.
      if (count === 0) return 'conflict';
      if (entry) await addToLog(transaction, entry, at);
      const notice = { reason, proof: proof && canonicalJson(proof) };
      await transaction.abort.create({ data: { matchId: match, blamed, at: BigInt(at), ...notice } });
      return 'aborted';
    });
  } catch (error) {
    if (isConflict(error)) return 'conflict';
    throw error;
  }
}

async function aborted(db: Db, match: string): Promise<AbortNotice | null> {
  const row = await db.abort.findUnique({ where: { matchId: match } });
  return row && { reason: row.reason, proof: row.proof === null ? null : readAborted(row.proof) };
}

/** A canonical event with this text is a roll: events have no other text with quotes. */
const ROLL = '"type":"roll"';

/** The log's entry of a match that is about to be aborted. Null if no roll of it was accepted. */
async function entryIfBegun(
  transaction: Transaction,
  match: string,
  { blamed, at }: Aborting,
  length = LARGEST_NUMBER,
): Promise<AbortedEntry | null> {
  const roll = await transaction.liveEvent.findFirst({ where: { matchId: match, text: { contains: ROLL } } });
  if (!roll) return null;
  const row = await transaction.liveMatch.findUnique({ where: { id: match } });
  const last = await transaction.liveEvent.findFirst({
    where: { matchId: match, n: { lt: length } },
    orderBy: { n: 'desc' },
  });
  return row && last && abortedEntry(readHeader(row.header), readEvent(last.text), at, blamed);
}

function ratedSince(db: Db, [a, b]: readonly [string, string], since: number): Promise<number> {
  const pair = [
    { p0: a, p1: b },
    { p0: b, p1: a },
  ];
  return db.match.count({ where: { OR: pair, rated: true, finished: { gte: BigInt(since) } } });
}
