import {
  type MatchRow,
  matchRows,
  type PlayerCard,
  playerAnalyses,
  playerCard,
  playerRating,
  type ServerMessageOf,
} from '@anchor/wire';
import { type Connection, getJson } from 'bg-session';
import type * as z from 'zod/mini';

/** How often the page waits in a row when the service asks for fewer requests. */
const MOST_WAITS = 30;

/** The parts of the client that the collection needs. */
export interface Owner {
  readonly connection: Pick<Connection, 'request'> & {
    readonly me: { readonly value: Pick<ServerMessageOf<'identified'>, 'pub' | 'name' | 'account'> | null };
  };
  readonly preferences: { readonly current: { readonly value: object } };
  /** The cards of this browser. Rejects if it stores nothing for this page. */
  readonly cards: () => Promise<readonly object[]>;
  /** The estimates of the matches of a key in this browser. Rejects in the same case. */
  readonly estimates: (pub: string) => Promise<readonly object[]>;
}

interface Collecting {
  /** Is told how many of the records were fetched. */
  readonly report: (done: number, all: number) => void;
  readonly isStopped: () => boolean;
  /** Waits some seconds. */
  readonly wait: () => Promise<void>;
}

/** Thrown when something could not be fetched or the reader has stopped. */
class Incomplete extends Error {}

/**
 * Everything that the service shows its reader about themselves, as the parts of one JSON text: the player, people,
 * invitations, subscription, matches, and the records as they are stored. And the reader's cards and estimates, which only
 * this browser has. Not the private key. Null if something could not be fetched.
 */
export async function collectOwnData(owner: Owner, work: Collecting): Promise<string[] | null> {
  try {
    return await collect(owner, work);
  } catch (error) {
    if (error instanceof Incomplete) return null;
    throw error;
  }
}

async function collect({ connection, preferences, cards, estimates }: Owner, work: Collecting): Promise<string[]> {
  const me = connection.me.value;
  if (me === null) throw new Incomplete();
  const { pub, name, account } = me;
  const answered = async (question: Parameters<typeof connection.request>[0]) => {
    const answer = await connection.request(question);
    if (!answer.ok) throw new Incomplete();
    const { type: _type, id: _id, ...facts } = answer.value;
    return facts;
  };
  const about = {
    format: 'anchor-own-data/1',
    service: location.origin,
    key: pub,
    name,
    account,
    countries: await answered({ type: 'countries', pubs: [pub] }),
    people: await answered({ type: 'people' }),
    offers: await answered({ type: 'offers' }),
    subscription: await answered({ type: 'subscription' }),
    turnMails: await answered({ type: 'turn-mails' }),
    rating: await json(`/api/player/${pub}/rating`, playerRating, work),
    settings: preferences.current.value,
    cards: await cards().catch(() => []),
    estimates: await estimates(pub).catch(() => []),
    ...(await historyOf(pub, work)),
  };
  const records: string[] = [];
  for (const { id } of about.matches) {
    work.report(records.length, about.matches.length);
    records.push(`${records.length === 0 ? '' : ','}${await recordText(id, work)}`);
  }
  return [`${JSON.stringify(about).slice(0, -1)},"records":[`, ...records, ']}'];
}

/** The rows of all matches of a key and its analyses, both the newest first. A key that is not stored has none. */
async function historyOf(pub: string, work: Collecting) {
  const card = await patiently(work, () => getJson(`/api/player/${pub}`, playerCard));
  if (!card.ok && card.code === 'missing') return { matches: [], analyses: [] };
  if (!card.ok) throw new Incomplete();
  const { analyses } = await json(`/api/player/${pub}/analyses`, playerAnalyses, work);
  return { matches: await allMatches(pub, card.value, work), analyses };
}

async function allMatches(pub: string, card: PlayerCard, work: Collecting): Promise<readonly MatchRow[]> {
  const rows = [...card.matches];
  while (rows.length > 0 && rows.length < card.games) {
    const older = await json(`/api/player/${pub}/matches?before=${rows.at(-1)?.id ?? ''}`, matchRows, work);
    if (older.length === 0) break;
    rows.push(...older);
  }
  return rows;
}

async function json<T>(path: string, shape: z.ZodMiniType<T>, work: Collecting): Promise<T> {
  const got = await patiently(work, () => getJson(path, shape));
  if (!got.ok) throw new Incomplete();
  return got.value;
}

/** The record as the exact text of the server, because a signature is over exact numbers. */
async function recordText(id: string, work: Collecting): Promise<string> {
  const got = await patiently(work, async () => {
    const response = await fetch(`/records/${id}.json`).catch(() => null);
    const text = response?.ok ? await response.text().catch(() => null) : null;
    if (text !== null && isJson(text)) return { ok: true as const, text };
    return { ok: false as const, code: response?.status === 429 ? 'busy' : 'failed' };
  });
  if (!got.ok) throw new Incomplete();
  return got.text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Tried = { readonly ok: true } | { readonly ok: false; readonly code: string };

/** Asks again after a while if the service asks for fewer requests. */
async function patiently<Got extends Tried>({ isStopped, wait }: Collecting, ask: () => Promise<Got>): Promise<Got> {
  for (let waits = 0; ; waits++) {
    if (isStopped()) throw new Incomplete();
    const got = await ask();
    if (got.ok || got.code !== 'busy' || waits === MOST_WAITS) return got;
    await wait();
  }
}
