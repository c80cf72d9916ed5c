import { type Failure, opponent } from 'bg-rules';
import type { Header, HeaderPlayer, HeaderSession, MatchRecord } from './types.ts';

// A money session: any number of money games by the same two players. Each game is a record, and the header of each game
// but the first one names the record of the game before and the points so far.

/** The codes with which a list of records is refused as a session. */
export const SESSION_CODES = [
  'session-empty',
  'session-match',
  'session-server',
  'session-players',
  'session-game',
  'session-previous',
  'session-score',
] as const;

export type SessionCode = (typeof SESSION_CODES)[number];

/** The parts of a finished money game that the next game of its session depends on. */
export interface MoneyGame {
  readonly header: Header;
  readonly finalHash: string;
  /** Points that the game brought, by seat. */
  readonly points: readonly [number, number];
}

/** A session whose records follow from one another. */
export interface MoneySession {
  /** The players in the order of the last game’s seats. */
  readonly players: Header['players'];
  /** Points of all games, by the seats of the last game. */
  readonly score: readonly [number, number];
  /** Id and points of each game in order, by the seats of the last game. */
  readonly games: readonly { readonly id: string; readonly points: readonly [number, number] }[];
}

/** Returns a verified record of a money game as a part of a session. Throws a TypeError for the record of a match. */
export function moneyGame({
  header,
  finalHash,
  result,
}: Pick<MatchRecord, 'header' | 'finalHash' | 'result'>): MoneyGame {
  if (header.length !== 0) throw new TypeError('only a money game is a part of a session');
  return { header, finalHash, points: result.score };
}

/** Returns the points of a session after a game, by the seats of that game. */
export function scoreAfter({ header, points }: Pick<MoneyGame, 'header' | 'points'>): readonly [number, number] {
  const [before0, before1] = header.session?.score ?? [0, 0];
  return [before0 + points[0], before1 + points[1]];
}

/**
 * Returns the member `session` of the header of the next game. Returns null unless both players are those of the game before;
 * they may change seats.
 */
export function nextSession(
  game: MoneyGame,
  players: readonly [Pick<HeaderPlayer, 'pub'>, Pick<HeaderPlayer, 'pub'>],
): HeaderSession | null {
  const { header, finalHash } = game;
  const seats = players.map(({ pub }) => header.players.findIndex((player) => player.pub === pub));
  const [first, second] = seats;
  if ((first !== 0 && first !== 1) || second !== opponent(first)) return null;
  const score = scoreAfter(game);
  return {
    game: (header.session?.game ?? 1) + 1,
    previous: { id: header.id, hash: finalHash },
    score: [score[first], score[opponent(first)]],
  };
}

/** Returns the reason why a header does not continue the session of a game, or null if it does. */
export function sessionFault(before: MoneyGame, header: Header): Failure<SessionCode> | null {
  if (header.length !== 0) return refuse('session-match', 'a match to points is no game of a money session');
  if (header.server !== before.header.server) return refuse('session-server', 'the games are of different servers');
  const expected = nextSession(before, header.players);
  if (!expected) return refuse('session-players', 'the games are of different players');
  const { game, previous, score } = header.session ?? { game: 1, previous: null, score: [0, 0] };
  if (game !== expected.game) return refuse('session-game', `game ${game} follows game ${expected.game - 1}`);
  if (previous?.id !== expected.previous.id || previous.hash !== expected.previous.hash)
    return refuse('session-previous', 'the header names another record as that of the game before');
  if (score.join() === expected.score.join()) return null;
  return refuse('session-score', `the score is ${expected.score.join('–')}, not ${score.join('–')}`);
}

/** A list of records that is no session, and the first record at fault, by its place in the given list. */
export interface NotASession extends Failure<SessionCode> {
  readonly record: number;
}

/**
 * Checks that verified records are the games of one money session, from its first game on, in any order. Reports the first fault in the
 * order of the games. It does not verify the records themselves.
 */
export function verifySession(
  records: readonly MatchRecord[],
): { readonly ok: true; readonly session: MoneySession } | NotASession {
  const match = records.findIndex(({ header }) => header.length !== 0);
  if (match >= 0)
    return { ...refuse('session-match', 'a match to points is no game of a money session'), record: match };
  const games: MoneyGame[] = [];
  for (const [place, record] of [...records.entries()].sort(([, a], [, b]) => gameOf(a) - gameOf(b))) {
    const before = games.at(-1);
    const fault = before ? sessionFault(before, record.header) : beginFault(record);
    if (fault) return { ...fault, record: place };
    games.push(moneyGame(record));
  }
  const last = games.at(-1);
  return last
    ? { ok: true, session: sessionOf(games, last) }
    : { ...refuse('session-empty', 'a session has at least one game'), record: 0 };
}

const gameOf = ({ header }: Pick<MatchRecord, 'header'>) => header.session?.game ?? 1;

function beginFault(record: MatchRecord): Failure<SessionCode> | null {
  const game = gameOf(record);
  return game === 1 ? null : refuse('session-game', `the games before game ${game} are missing`);
}

function sessionOf(games: readonly MoneyGame[], last: MoneyGame): MoneySession {
  const { players } = last.header;
  const bySeat = ({ header, points: [one, other] }: MoneyGame) =>
    header.players[0].pub === players[0].pub ? ([one, other] as const) : ([other, one] as const);
  return {
    players,
    score: scoreAfter(last),
    games: games.map((game) => ({ id: game.header.id, points: bySeat(game) })),
  };
}

function refuse(code: SessionCode, message: string): Failure<SessionCode> {
  return { ok: false, code, message };
}
