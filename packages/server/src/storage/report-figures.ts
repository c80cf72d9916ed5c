import * as z from 'zod/mini';
import type { AnalysedMatch, AnnotationName, BothFigures, ReportFigureStore } from '../domain/ports/analysis.ts';
import type { Match, Prisma, ReportFigures } from '../generated/sqlite/client.ts';
import type { Db, Transaction } from './db.ts';
import { toStoredRow } from './rows.ts';

/** Reports looked at in one step of `fillIn`, so that no event waits long for it. */
export const FILLED_AT_ONCE = 50;

/** The stored deep reports. */
export interface ReportSource {
  /** The names of all, at most `FILLED_AT_ONCE` at a time. */
  names(): AsyncIterable<readonly AnnotationName[]>;
  read(name: AnnotationName): Promise<string | null>;
}

/**
 * The sums of deep reports for both players.
 *
 * @param reads for the pages of players
 */
export function reportFigureStore(db: Db, reads: Db, source: ReportSource): ReportFigureStore {
  return {
    ofPlayer: (pub, count) => ofPlayer(reads, pub, count),
    fillIn: () => fillIn(db, source),
  };
}

const figures = z.object({ decisions: z.int().check(z.nonnegative()), loss: z.number() });
const sums = z.object({ provisional: z.literal(false), players: z.tuple([figures, figures]) });

/** The last member of a report. Inside a JSON string its quotes would be escaped. */
const MOVES = ',"moves":[';

/**
 * The sums of a report, given as JSON text. Null for a report without a loss, and for a text that is no report. Reads only the beginning: the
 * report of a full record has megabytes of moves, and live matches would wait while they are parsed.
 */
export function figuresOf(report: string): BothFigures | null {
  const end = report.indexOf(MOVES);
  const read = end < 0 ? null : z.safeParse(sums, parsed(`${report.slice(0, end)}}`));
  return read?.success ? read.data.players : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores the figures of a report, in place of earlier ones. Of a match that is not stored there are none. */
export async function keepFigures(
  db: Db | Transaction,
  { matchId, engineId, ply }: AnnotationName,
  [first, second]: BothFigures,
): Promise<void> {
  const match = await db.match.findUnique({ where: { id: matchId }, select: { seq: true, p0: true, p1: true } });
  if (!match) return;
  const { decisions: decisions0, loss: loss0 } = first;
  const { decisions: decisions1, loss: loss1 } = second;
  const sides = { decisions0, loss0, decisions1, loss1 };
  await db.reportFigures.upsert({
    where: { matchId_engineId_ply: { matchId, engineId, ply } },
    create: { matchId, engineId, ply, ...match, ...sides },
    update: sides,
  });
}

async function ofPlayer(db: Db, pub: string, count: number): Promise<readonly AnalysedMatch[] | null> {
  const player = await db.player.findUnique({ where: { pub }, select: { figuresAfter: true } });
  if (!player) return null;
  const seq = { gt: player.figuresAfter ?? 0 };
  const newest = (where: Prisma.ReportFiguresWhereInput) =>
    db.reportFigures.findMany({ where: { ...where, seq }, orderBy: { seq: 'desc' }, take: count });
  // One query for each seat, as for the matches of a player.
  const rows = [...(await newest({ p0: pub })), ...(await newest({ p1: pub }))];
  const chosen = rows.toSorted((a, b) => b.seq - a.seq).slice(0, count);
  const matches = await db.match.findMany({
    where: { id: { in: [...new Set(chosen.map(({ matchId }) => matchId))] } },
  });
  const byId = new Map(matches.map((match) => [match.id, match]));
  return chosen.flatMap((row) => analysedMatch(row, byId.get(row.matchId)) ?? []);
}

function analysedMatch(row: ReportFigures, match: Match | undefined): AnalysedMatch | null {
  if (!match) return null;
  const { engineId, ply, decisions0, loss0, decisions1, loss1 } = row;
  return {
    row: toStoredRow(match),
    engineId,
    ply,
    figures: [
      { decisions: decisions0, loss: loss0 },
      { decisions: decisions1, loss: loss1 },
    ],
  };
}

async function* fillIn(db: Db, source: ReportSource): AsyncGenerator<readonly AnnotationName[]> {
  for await (const names of source.names()) yield await fillSome(db, source, names);
}

/** Returns the names of reports that cannot be read. */
async function fillSome(db: Db, source: ReportSource, names: readonly AnnotationName[]) {
  const known = await db.reportFigures.findMany({
    where: { matchId: { in: [...new Set(names.map(({ matchId }) => matchId))] } },
    select: { matchId: true, engineId: true, ply: true },
  });
  const filled = new Set(known.map(keyOf));
  const unreadable: AnnotationName[] = [];
  for (const name of names.filter((one) => !filled.has(keyOf(one)))) {
    const text = await source.read(name).catch(() => null);
    const found = text === null ? null : figuresOf(text);
    if (found) await keepFigures(db, name, found);
    else unreadable.push(name);
  }
  return unreadable;
}

function keyOf({ matchId, engineId, ply }: AnnotationName): string {
  return `${matchId}/${engineId}/${ply}`;
}
