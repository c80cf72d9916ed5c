import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Ledger, type MatchRecord } from 'bg-record';
import type { StoredRow } from '../../packages/server/src/domain/ports/matches.ts';
import type { StoredPlayer } from '../../packages/server/src/domain/ports/players.ts';
import { type OpenStore, openStore } from '../../packages/server/src/storage/open-store.ts';

const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url));
const ALL = 1_000_000;

interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/** The content of the database after a run. */
export interface Stored {
  /** Finished matches in the order of storage. */
  readonly matches: readonly {
    readonly id: string;
    readonly record: MatchRecord | null;
    readonly row: StoredRow | null;
  }[];
  readonly players: ReadonlyMap<string, StoredPlayer>;
  /** Unfinished matches with their states, as text. */
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

/** Subscribes these addresses to the daily puzzle. */
export function subscribe(place: Place, addresses: readonly string[]): Promise<void> {
  return within(place, async ({ subscriptions }) => {
    for (const email of addresses) {
      await subscriptions.ask(email, randomBytes(24).toString('hex'), Date.now());
      await subscriptions.confirm(email);
    }
  });
}

/** Reads all data for the checks. No server may be running. */
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
    const live = [];
    for (const id of await matches.liveIds()) live.push(await whereItStands(id, matches));
    return { matches: found, players: seen, live, dice: await dice.totals() };
  });
}

async function whereItStands(id: string, matches: OpenStore['matches']): Promise<string> {
  const transcript = await matches.live(id);
  if (!transcript) return id;
  const { header, events } = transcript;
  const ledger = new Ledger(header);
  const { fault } = await ledger.appendAll(events);
  const { party, types } = ledger.expects;
  const [one, other] = header.players.map(({ pub, bot }) => (bot ? 'bot' : pub.slice(0, 4)));
  const next = fault ? `event ${fault.event} is refused: ${fault.code}` : `${types} of ${party} at ${ledger.length}`;
  return `${id} of ${one} and ${other}, ${next}, last event at ${ledger.at}`;
}
