import { ed25519Signer, type Fetch, formatVkey, LogWriter, MemoryStorage, tilePath } from 'tlog-kit';
import { vectorKeys } from '../../scripts/vectors/table.ts';
import {
  encodeLogEntry,
  type LogEntry,
  type LoggedRating,
  logEntryBytes,
  type MatchEntry,
  RATING_DIGITS,
  signLogKey,
  toLoggedDecimal,
  VOLATILITY_DIGITS,
} from '../../src/log-entry.ts';
import { conservative, type Rating, RatingHistory, shownRating } from '../../src/ratings/index.ts';
import type { MatchRecord } from '../../src/types.ts';

export const ORIGIN = 'example.org/log';
export const URL_OF_SERVICE = 'https://example.org';
const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(9));

/** A service with a public log in memory. Tests change what it has stored, or what it answers, to make it lie. */
export interface LyingLog {
  readonly fetch: Fetch;
  readonly storage: MemoryStorage;
  /** Answers to paths that differ from the honest ones. Return null for the honest answer. */
  answer: (path: string, honest: Uint8Array | null) => Uint8Array | null;
  readonly now: number;
  readonly vkey: string;
  /** Appends further entries. */
  append(entries: readonly LogEntry[]): Promise<void>;
}

const text = (value: unknown) => logEntryBytes(typeof value === 'string' ? value : JSON.stringify(value));

/** The honest entries of finished matches, in the order in which they ended. */
export function entriesOf(records: readonly MatchRecord[]): MatchEntry[] {
  const history = new RatingHistory();
  return records.map(({ header, events, result, finalHash }) => {
    const { id, format, server, created, length, rated, players } = header;
    const ended = events.at(-1)?.at ?? 0;
    const changes = history.add({ header, winner: result.winner, finishedAt: ended });
    const ratings = changes && ([logged(changes[0]), logged(changes[1])] as const);
    const pubs = [players[0].pub, players[1].pub] as const;
    const fields = { id, format, server, created, ended, length, rated, players: pubs };
    return { type: 'match', ...fields, result, finalHash, ratings, imported: false };
  });
}

function logged({ before, after }: { before: Rating; after: Rating }) {
  const write = ({ rating, rd, volatility }: Rating): LoggedRating => ({
    rating: toLoggedDecimal(rating, RATING_DIGITS),
    rd: toLoggedDecimal(rd, RATING_DIGITS),
    volatility: toLoggedDecimal(volatility, VOLATILITY_DIGITS),
  });
  return { before: write(before), after: write(after) };
}

/** The statement with which each log begins. */
export async function firstEntry(): Promise<LogEntry> {
  const { server } = await vectorKeys();
  return signLogKey(server, { origin: ORIGIN, key: formatVkey(signer.key) });
}

/**
 * Opens a service whose lists follow from the records.
 * @param entries what it has entered, which may differ
 */
export async function openLyingLog(records: readonly MatchRecord[], entries: readonly LogEntry[]): Promise<LyingLog> {
  const storage = new MemoryStorage();
  const opened = await LogWriter.open({ origin: ORIGIN, signer, storage });
  if (!opened.ok) throw new Error(opened.message);
  const now = Math.max(...records.map(({ events }) => events.at(-1)?.at ?? 0)) + 60_000;
  const lists = listsOf(records, now);
  const honest = async (path: string): Promise<Uint8Array | null> => {
    if (path === '/log/vkey') return text(`${formatVkey(signer.key)}\n`);
    if (path === '/log/checkpoint') return text((await storage.readPublished()) ?? '');
    if (path.startsWith('/log/')) return storage.read(path.slice('/log/'.length));
    const record = records.find(({ header }) => path === `/records/${header.id}.json`);
    if (record) return text(record);
    const list = lists.get(path);
    return list === undefined ? null : text(list);
  };
  const log: LyingLog = {
    storage,
    now,
    vkey: formatVkey(signer.key),
    answer: (_, bytes) => bytes,
    fetch: async (url) => {
      const path = url.slice(URL_OF_SERVICE.length);
      const bytes = log.answer(path, await honest(path));
      return bytes ? new Response(Uint8Array.from(bytes)) : new Response('not found', { status: 404 });
    },
    append: async (added) => {
      const appended = await opened.value.append(added.map((entry) => logEntryBytes(encodeLogEntry(entry))));
      if (!appended.ok) throw new Error(appended.message);
    },
  };
  await log.append(entries);
  return log;
}

function listsOf(records: readonly MatchRecord[], now: number): ReadonlyMap<string, unknown> {
  const history = new RatingHistory();
  const players = new Map<
    string,
    { games: number; wins: number; rated: { games: number; wins: number }; bot: boolean; rows: object[] }
  >();
  const dice = [0, 0, 0, 0, 0, 0];
  const rows: object[] = [];
  for (const { header, events, result, finalHash } of records) {
    history.add({ header, winner: result.winner, finishedAt: events.at(-1)?.at ?? 0 });
    const [[p0, p1], [score0, score1]] = [header.players.map(({ pub }) => pub), result.score];
    const { id, created, length, rated } = header;
    const { winner, reason } = result;
    const row = { id, created, length, p0, p1, score0, score1, winner, rated, reason, final_hash: finalHash };
    rows.unshift(row);
    for (const event of events)
      if (event.type === 'dice') for (const die of event.dice) dice[die - 1] = (dice[die - 1] ?? 0) + 1;
    for (const [seat, { pub, bot }] of header.players.entries()) {
      const none = { games: 0, wins: 0 };
      const { games, wins, rated, rows: own } = players.get(pub) ?? { ...none, rated: none, rows: [] };
      const won = result.winner === seat ? 1 : 0;
      const ratedNow = header.rated ? { games: rated.games + 1, wins: rated.wins + won } : rated;
      players.set(pub, { games: games + 1, wins: wins + won, rated: ratedNow, bot, rows: [row, ...own] });
    }
  }
  const shown = [...players].map(([pub, { games, wins, rated, bot, rows: own }]) => {
    const { rating, rd } = shownRating(history.of(pub), now);
    return {
      pub,
      bot,
      rated,
      rows: own,
      card: { games, wins, rating, rd, conservative: conservative({ rating, rd }) },
    };
  });
  const leaders = shown
    .filter(({ bot, rated }) => !bot && rated.games > 0)
    .map(({ pub, card, rated }) => ({ pub: pub.slice(0, 16), ...card, ...rated }))
    .toSorted((a, b) => b.conservative - a.conservative);
  const counts = Object.fromEntries(dice.map((count, face) => [face + 1, count]));
  return new Map<string, unknown>([
    ['/api/records', rows.map((row) => (row as { id: string }).id)],
    ['/api/matches', rows],
    ['/api/leaderboard?minGames=1&limit=200', { players: leaders }],
    ['/api/fairness', { counts }],
    ...shown.map(({ pub, card, rows: own }) => [`/api/player/${pub}`, { ...card, matches: own }] as const),
  ]);
}

/** The path of the file with the first entries of a log of this size. */
export const firstBundle = (width: number) => `/log/${tilePath({ level: 'entries', index: 0, width })}`;
export const firstTile = (width: number) => `/log/${tilePath({ level: 0, index: 0, width })}`;
