import { isObject } from '../../fields.ts';
import { conservative, shownRating } from '../../ratings/index.ts';
import { quoted } from '../../visible.ts';
import { type Finding, finding } from './finding.ts';
import { type Player, type Replay, rowHash } from './replay.ts';
import type { Service } from './service.ts';

/** The values that the lists of the service must equal. */
interface Expected {
  readonly replay: Replay;
  /** Keys of bots, which leaderboards leave out. */
  readonly bots: ReadonlySet<string>;
  /** Dice in all records, ones first. Null if not all records were read. */
  readonly dice: readonly number[] | null;
  /** The players whose cards are compared. */
  readonly players: readonly string[];
  readonly now: () => number;
}

/** Digits of a key in the leaderboard. */
const SHOWN_DIGITS = 16;
/** The largest number of players that a leaderboard has. */
const MOST_LEADERS = 200;
/** Deviations grow with the time, and the clocks of service and auditor differ. */
const CLOCK_MS = 15 * 60_000;
/** Tolerance of shown ratings: those that were taken over from entries are rounded. */
const NEAR = 1e-4;

/** Compares the lists of a service with what follows from the log and the records. */
export async function compareLists(service: Service, expected: Expected): Promise<Finding[]> {
  const findings = [...(await recentMatches(service, expected)), ...(await leaderboard(service, expected))];
  if (expected.dice) findings.push(...(await diceReport(service, expected.dice)));
  for (const pub of expected.players) findings.push(...(await playerCard(service, expected, pub)));
  return findings;
}

const rowsOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

async function recentMatches(service: Service, expected: Expected): Promise<Finding[]> {
  const ids = await service.json('/api/records');
  const listed = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  const missing = listed.flatMap((id) => withoutEntry(expected, id));
  return [...missing, ...rowsOf(await service.json('/api/matches')).flatMap((row) => rowFindings(expected, row))];
}

function withoutEntry({ replay }: Expected, id: string): Finding[] {
  if (replay.matches.get(id)) return [];
  return [
    finding(
      'match-without-entry',
      { about: id },
      `The service lists match ${quoted(id)}, of which the log has no entry.`,
    ),
  ];
}

function rowFindings(expected: Expected, row: Record<string, unknown>): Finding[] {
  const id = String(row.id);
  const logged = expected.replay.matches.get(id);
  if (!logged) return withoutEntry(expected, id);
  if (rowHash(row) === logged) return [];
  return [finding('row-differs', { about: id }, `The row of match ${quoted(id)} is not what its entry says.`, row)];
}

/** Compares what a list shows of a player. Returns the members that differ. */
function shownDifferences(
  { replay, now }: Expected,
  pub: string,
  { games, wins }: Pick<Player, 'games' | 'wins'>,
  row: Record<string, unknown>,
) {
  const rating = replay.ratingOf(pub);
  const [earlier, later] = [shownRating(rating, now() - CLOCK_MS), shownRating(rating, now() + CLOCK_MS)];
  const isWithin = (value: unknown, least: number, most: number) =>
    typeof value === 'number' && value >= least - NEAR && value <= most + NEAR;
  const same: Readonly<Record<string, boolean>> = {
    games: row.games === games,
    wins: row.wins === wins,
    rating: isWithin(row.rating, earlier.rating, earlier.rating),
    rd: isWithin(row.rd, earlier.rd, later.rd),
    conservative: isWithin(row.conservative, conservative(later), conservative(earlier)),
  };
  const members = Object.keys(same).filter((name) => !same[name]);
  return { members, computed: { games, wins, rating: earlier.rating, rd: earlier.rd } };
}

/** The leaderboard counts rated matches only. */
const ratedOf = ({ ratedGames, ratedWins }: Player) => ({ games: ratedGames, wins: ratedWins });

async function leaderboard(service: Service, expected: Expected): Promise<Finding[]> {
  const body = await service.json(`/api/leaderboard?minGames=1&limit=${MOST_LEADERS}`);
  const rows = rowsOf(isObject(body) ? body.players : null);
  const byStart = new Map(
    [...expected.replay.players].map(([pub, player]) => [pub.slice(0, SHOWN_DIGITS), { pub, player }]),
  );
  const findings = rows.flatMap((row): Finding[] => {
    const known = byStart.get(String(row.pub));
    if (!known || known.player.ratedGames === 0) {
      const message = `The leaderboard lists player ${quoted(String(row.pub))}, of whom the log has no rated match.`;
      return [finding('leaderboard-row', { about: String(row.pub) }, message, row)];
    }
    const { members, computed } = shownDifferences(expected, known.pub, ratedOf(known.player), row);
    if (members.length === 0) return [];
    const message = `The leaderboard shows player ${known.pub} with another ${members.join(', ')} than follows from the log.`;
    return [finding('leaderboard-row', { about: known.pub }, message, { row, computed })];
  });
  return [...findings, ...orderFindings(rows), ...missingLeaders(expected, rows)];
}

function orderFindings(rows: readonly Record<string, unknown>[]): Finding[] {
  const wrong = rows.findIndex((row, i) => i > 0 && Number(row.conservative) > Number(rows[i - 1]?.conservative));
  if (wrong < 0) return [];
  return [
    finding(
      'leaderboard-order',
      { about: String(rows[wrong]?.pub) },
      `Row ${wrong} of the leaderboard is out of order.`,
    ),
  ];
}

/** Players that belong on the leaderboard and are not on it. Without all records the bots are not known. */
function missingLeaders({ replay, bots, dice, now }: Expected, rows: readonly Record<string, unknown>[]): Finding[] {
  if (dice === null) return [];
  const listed = new Set(rows.map(({ pub }) => pub));
  const last = rows.length < MOST_LEADERS ? Number.NEGATIVE_INFINITY : Number(rows.at(-1)?.conservative);
  return [...replay.players].flatMap(([pub, { ratedGames }]) => {
    if (ratedGames === 0 || bots.has(pub) || listed.has(pub.slice(0, SHOWN_DIGITS))) return [];
    const lowest = conservative(shownRating(replay.ratingOf(pub), now() + CLOCK_MS));
    if (lowest <= last + NEAR) return [];
    return [
      finding('leaderboard-row', { about: pub }, `The leaderboard lacks player ${pub}.`, { conservative: lowest }),
    ];
  });
}

async function playerCard(service: Service, expected: Expected, pub: string): Promise<Finding[]> {
  const player = expected.replay.players.get(pub);
  const card = await service.json(`/api/player/${pub}`);
  if (!player) return [];
  if (!isObject(card)) return [finding('player-differs', { about: pub }, `The service does not know player ${pub}.`)];
  const { members, computed } = shownDifferences(expected, pub, player, card);
  const rows = rowsOf(card.matches).flatMap((row) => rowFindings(expected, row));
  if (members.length === 0) return rows;
  const message = `The card of player ${pub} shows another ${members.join(', ')} than follows from the log.`;
  const { matches: _, ...shown } = card;
  return [...rows, finding('player-differs', { about: pub }, message, { shown, computed })];
}

async function diceReport(service: Service, dice: readonly number[]): Promise<Finding[]> {
  const body = await service.json('/api/fairness');
  const counts = isObject(body) && isObject(body.counts) ? body.counts : {};
  const shown = ['1', '2', '3', '4', '5', '6'].map((face) => counts[face]);
  if (shown.every((count, face) => count === dice[face])) return [];
  return [finding('dice-differ', {}, 'The dice report is not the sum over the records.', { shown, computed: dice })];
}
