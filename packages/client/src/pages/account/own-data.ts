import { type MatchRow, matchRows, playerCard, playerRating } from '@anchor/wire';
import * as z from 'zod/mini';
import { getJson } from '../../platform/get-json.ts';
import type { Client } from '../../state/client.ts';

/** How often and how long the page waits when the service refuses further requests. */
const MOST_WAITS = 30;
const WAIT_MS = 10_000;

interface Work {
  /** Is told how many of the records were fetched. */
  readonly report: (done: number, all: number) => void;
  readonly isStopped: () => boolean;
}

/**
 * Everything that the service has about the reader, as the parts of one JSON text: the player, matches with their records, ratings,
 * people, invitations and subscription. Not the private key. Null if something could not be fetched.
 */
export async function collectOwnData(client: Client, { report, isStopped }: Work): Promise<string[] | null> {
  const { connection } = client;
  const me = connection.me.value;
  if (me === null) return null;
  const { pub, name, account } = me;
  const people = await connection.request({ type: 'people' });
  const offers = await connection.request({ type: 'offers' });
  const subscription = await connection.request({ type: 'subscription' });
  const rating = await fetched(`/api/player/${pub}/rating`, playerRating);
  const matches = await allMatches(pub);
  if (!people.ok || !offers.ok || !subscription.ok || !rating || !matches) return null;
  const about = {
    format: 'anchor-own-data/1',
    service: location.origin,
    saved: new Date().toISOString(),
    key: pub,
    name,
    account,
    rating,
    people: people.value,
    offers: offers.value,
    subscription: subscription.value,
    settings: client.preferences.current.value,
    matches,
  };
  const records: string[] = [];
  for (const { id } of matches) {
    report(records.length, matches.length);
    const record = isStopped() ? null : await fetched(`/records/${id}.json`, z.record(z.string(), z.unknown()));
    if (!record) return null;
    records.push(`${records.length === 0 ? '' : ','}${JSON.stringify(record)}`);
  }
  return [`${JSON.stringify(about).slice(0, -1)},"records":[`, ...records, ']}'];
}

/** The rows of all matches of a key, the newest first. A key that is not stored has none. Null if they could not be fetched. */
async function allMatches(pub: string): Promise<readonly MatchRow[] | null> {
  const card = await getJson(`/api/player/${pub}`, playerCard);
  if (!card.ok) return card.code === 'missing' ? [] : null;
  const rows = [...card.value.matches];
  while (rows.length > 0 && rows.length < card.value.games) {
    const older = await fetched(`/api/player/${pub}/matches?before=${rows.at(-1)?.id ?? ''}`, matchRows);
    if (!older) return null;
    if (older.length === 0) break;
    rows.push(...older);
  }
  return rows;
}

/** Waits if the service asks for fewer requests. Null if there is no answer. */
async function fetched<T>(path: string, shape: z.ZodMiniType<T>): Promise<T | null> {
  for (let waits = 0; ; waits++) {
    const got = await getJson(path, shape);
    if (got.ok) return got.value;
    if (got.code !== 'busy' || waits === MOST_WAITS) return null;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
