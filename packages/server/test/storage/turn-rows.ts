import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder } from './folders.ts';

/** The most correspondence matches that a person sits in. */
const MATCHES_EACH = 20;

/** The correspondence matches in a database. All are parked: they wait for a player, and no process has them in memory. */
interface ParkedMatches {
  readonly people: number;
  /** The first deadline, milliseconds since the epoch. The others follow a millisecond apart. */
  readonly wakeAt: number;
  /** The stored header of each match. */
  readonly header: string;
}

/** Returns statements that fill a database with parked matches, 20 for each person. Match n has the players n and n + 1, in turn. */
export function parkedMatches({ people, wakeAt, header }: ParkedMatches): string[] {
  const last = (people * MATCHES_EACH) / 2 - 1;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`;
  const text = header.replaceAll("'", "''");
  return [
    `INSERT INTO live_matches (id, created, header, wake_at, free_from) ${numbers} SELECT 'm' || i, i, '${text}', ${wakeAt} + i, ${wakeAt} + i FROM n`,
    ...[0, 1].map(
      (side) =>
        `INSERT INTO turn_seats (pub, place, match_id) ${numbers} SELECT 'p' || ((i + ${side}) % ${people}), 1 + 2 * (i / ${people}) + ${side}, 'm' || i FROM n`,
    ),
  ];
}

/** Returns statements that add a process and the matches that it owns. */
export function ownedMatches(count: number): string[] {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  return [
    `INSERT INTO processes (id, beat_at, seen_at) VALUES ('process', 1, 1)`,
    `INSERT INTO live_matches (id, created, header, owner) ${numbers} SELECT 'o' || i, i, '{}', 'process' FROM n`,
  ];
}

/** Creates the embedded database in a folder, and fills it. */
export async function fillEmbedded(dataDir: string, matches: ParkedMatches) {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.close();
  const client = createClient({ url: `file:${join(dataDir, 'anchor.db')}` });
  for (const sql of parkedMatches(matches)) await client.execute(sql);
  return client;
}
