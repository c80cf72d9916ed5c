import type { Header, MatchEvent, MatchRecord } from 'bg-record';
import { FULLY_KNOWN, type Meeting, type PlayerRating, type Rating } from 'bg-record/ratings';
import type { FinishedMatch } from '../../src/domain/ports/matches.ts';

// The storage does not verify what it keeps, so these values are realistic but not signed.
let made = 0;
const hex = (length: number, seed: number) => (seed * 2654435761).toString(16).padStart(length, '0').slice(-length);

/** A different id each time. */
export const nextId = () => `match-${String(++made).padStart(12, '0')}-${process.pid}`;
export const nextPub = () => `${hex(8, process.pid)}${hex(56, ++made)}`;

export function header(
  changes: Partial<Header> & { readonly pubs?: readonly [string, string]; bots?: readonly [boolean, boolean] } = {},
): Header {
  const { pubs = [nextPub(), nextPub()], bots = [false, false], ...rest } = changes;
  return {
    format: 'bg-record/2',
    protocol: 'hmac-sha256/hashchain-reveal-v2',
    id: nextId(),
    created: 1_790_000_000_000,
    server: hex(64, 7),
    players: [
      { pub: pubs[0], name: 'Ann \u2028 "quoted" \u{1f3b2}', bot: bots[0], custody: 'own' },
      { pub: pubs[1], name: 'Bob\\', bot: bots[1], custody: bots[1] ? 'service' : 'own' },
    ],
    length: 5,
    rules: { cube: true, crawford: true, jacoby: false, beavers: false },
    clock: { delayMs: 12_000, reserveMs: 600_000 },
    moveMs: null,
    absenceMs: 90_000,
    chain: 1024,
    rated: true,
    ...rest,
  };
}

export function event(n: number, note = 0): MatchEvent {
  const signed = { prev: hex(64, n), sig: hex(128, note), at: 1_790_000_000_000 + n };
  return {
    n,
    p: n % 2 === 0 ? 0 : 1,
    type: 'play',
    hops: [
      [24, 18],
      [13, note % 7],
    ],
    ...signed,
  };
}

export function record(of: Header, winner: 0 | 1 = 0): MatchRecord {
  const events = Array.from({ length: 12 }, (_, n) => event(n));
  const score = winner === 0 ? ([5, 2] as const) : ([2, 5] as const);
  const result = { winner, score, reason: 'points' } as const;
  return { header: of, events, result, finalHash: hex(64, 3), sig: hex(128, 4) };
}

/** The rating columns of a row of the match index. */
export function asInRow({ rating, rd, volatility, at }: Rating): Rating {
  return { rating, rd, volatility, at };
}

/** A rating rule whose results show the input, with doubles that have no shorter decimal. Each match adds one vouching seat. */
export function shift(
  [first, second]: readonly [PlayerRating, PlayerRating],
  at: number,
  { isFirst, vouched }: Meeting = { isFirst: true, vouched: [false, false] },
): readonly [PlayerRating, PlayerRating] {
  const moved = (one: PlayerRating, by: number, isVouched: boolean) => {
    const known = isVouched ? Math.min(FULLY_KNOWN, one.known + 1) : one.known;
    return {
      rating: one.rating + by,
      rd: one.rd * 0.97,
      volatility: one.volatility / 1.01,
      at,
      opponents: one.opponents + (isFirst ? 1 : 0),
      known,
      knownOn: known === one.known ? one.knownOn : known + 20_000,
    };
  };
  const isVouched = [!vouched[0], vouched[0] && !vouched[1]] as const;
  return [moved(first, Math.PI * 10, isVouched[0]), moved(second, -Math.E * 10, isVouched[1])];
}

export function finished(of: Header, finishedAt: number, winner: 0 | 1 = 0): FinishedMatch {
  return {
    record: record(of, winner),
    finishedAt,
    diceCounts: [3, 1, 4, 1, 5, 9],
    rate: (before, meeting) => shift(before, finishedAt, meeting),
  };
}
