import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { MatchRecord } from 'bg-record';
import type { StoredPlayer, StoredRow } from '../../packages/server/src/domain/ports.ts';
import { type OpenStore, openStore } from '../../packages/server/src/storage/open-store.ts';

const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url));
const ALL = 1_000_000;

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/** What is left in the database after a run. */
export interface Stored {
  /** In the order in which they were stored. */
  readonly matches: readonly {
    readonly id: string;
    readonly record: MatchRecord | null;
    readonly row: StoredRow | null;
  }[];
  readonly players: ReadonlyMap<string, StoredPlayer>;
  readonly live: readonly string[];
  readonly dice: readonly number[];
}

async function within<T>(place: Place, task: (store: OpenStore) => Promise<T>): Promise<T> {
  const opened = await openStore({ ...place, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  try {
    return await task(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** People who want the daily puzzle by mail. */
export function subscribe(place: Place, addresses: readonly string[]): Promise<void> {
  return within(place, async ({ subscriptions }) => {
    for (const email of addresses) {
      await subscriptions.ask(email, randomBytes(24).toString('hex'), Date.now());
      await subscriptions.confirm(email);
    }
  });
}

/** Everything that the checks look at, once no server runs any more. */
export function readStored(place: Place): Promise<Stored> {
  return within(place, async ({ matches, records, players, dice }) => {
    const ids = (await records.recentIds(ALL)).toReversed();
    const found = [];
    for (const id of ids) found.push({ id, record: await records.read(id), row: await records.row(id) });
    const pubs = new Set(found.flatMap(({ record }) => record?.header.players.map(({ pub }) => pub) ?? []));
    const seen = new Map<string, StoredPlayer>();
    for (const pub of pubs) {
      const player = await players.get(pub);
      if (player) seen.set(pub, player);
    }
    return { matches: found, players: seen, live: await matches.liveIds(), dice: await dice.totals() };
  });
}
