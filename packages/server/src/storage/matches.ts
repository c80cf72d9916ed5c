import { canonicalJson, type Header, type Transcript } from 'bg-record';
import type { MatchStore } from '../domain/ports.ts';
import type { Appender } from './append.ts';
import { type Db, patience } from './db.ts';
import { finish } from './finish.ts';
import { readEvent, readHeader } from './text.ts';

export function matchStore(db: Db, appender: Appender): MatchStore {
  return {
    create: (header) => create(db, header),
    append: (match, event) => appender.append(match, event),
    live: (match) => live(db, match),
    liveIds: () => liveIds(db),
    liveOf: (pub) => liveOf(db, pub),
    finish: (finished) => finish(db, finished),
    abort: (match, blamed, at) => abort(db, match, blamed, at),
    abortsSince: (pub, since) => db.abort.count({ where: { blamed: pub, at: { gte: BigInt(since) } } }),
    ratedSince: (pubs, since) => ratedSince(db, pubs, since),
  };
}

async function create(db: Db, header: Header): Promise<void> {
  const [first, second] = header.players;
  const seats = { pub0: first.pub, pub1: second.pub, bot0: first.bot, bot1: second.bot };
  await db.liveMatch.create({
    data: { id: header.id, created: BigInt(header.created), header: canonicalJson(header), ...seats },
  });
}

async function live(db: Db, match: string): Promise<Transcript | null> {
  const row = await db.liveMatch.findUnique({ where: { id: match }, include: { events: { orderBy: { n: 'asc' } } } });
  return row && { header: readHeader(row.header), events: row.events.map(({ text }) => readEvent(text)) };
}

async function liveIds(db: Db): Promise<readonly string[]> {
  const rows = await db.liveMatch.findMany({ select: { id: true }, orderBy: [{ created: 'asc' }, { id: 'asc' }] });
  return rows.map(({ id }) => id);
}

async function liveOf(db: Db, pub: string): Promise<string | null> {
  const seats = [
    { pub0: pub, bot0: false },
    { pub1: pub, bot1: false },
  ];
  const row = await db.liveMatch.findFirst({
    where: { OR: seats },
    select: { id: true },
    orderBy: { created: 'desc' },
  });
  return row?.id ?? null;
}

async function abort(db: Db, match: string, blamed: string | null, at: number): Promise<void> {
  await db.$transaction(async (transaction) => {
    const { count } = await transaction.liveMatch.deleteMany({ where: { id: match } });
    if (count === 0 || blamed === null) return;
    await transaction.abort.create({ data: { matchId: match, blamed, at: BigInt(at) } });
  }, patience);
}

function ratedSince(db: Db, [a, b]: readonly [string, string], since: number): Promise<number> {
  const pair = [
    { p0: a, p1: b },
    { p0: b, p1: a },
  ];
  return db.match.count({ where: { OR: pair, rated: true, finished: { gte: BigInt(since) } } });
}
