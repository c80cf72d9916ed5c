import type { MatchRecord } from 'bg-record';
import { INITIAL_RATING, type Rating, rateMatch } from '../../packages/server/src/domain/players/rating.ts';
import type { Evidence } from './checks.ts';

interface Tally {
  rating: Rating;
  games: number;
  wins: number;
}

const recordsOf = ({ stored }: Evidence): MatchRecord[] =>
  stored.matches.flatMap(({ record }) => (record ? [record] : []));

/** Everybody begins at the initial rating; every record in the order of storing changes two tallies, and nothing else does. */
export function ratingsAreTheReplay(evidence: Evidence): string[] {
  const tallies = new Map<string, Tally>();
  for (const record of recordsOf(evidence)) count(tallies, record);
  return [...tallies].flatMap(([pub, tally]) => {
    const player = evidence.stored.players.get(pub);
    const held = player && { rating: player.rating, games: player.games, wins: player.wins };
    const [want, have] = [JSON.stringify(tally), JSON.stringify(held)];
    return want === have ? [] : [`${pub.slice(0, 8)} should have ${want} and has ${have}`];
  });
}

function count(tallies: Map<string, Tally>, { header, result, events }: MatchRecord): void {
  const [first, second] = header.players.map(({ pub }) => {
    const tally = tallies.get(pub) ?? { rating: INITIAL_RATING, games: 0, wins: 0 };
    tallies.set(pub, tally);
    return tally;
  });
  if (!first || !second) throw new Error('two players');
  for (const [seat, tally] of [first, second].entries()) {
    tally.games += 1;
    tally.wins += Number(result.winner === seat);
  }
  if (!header.rated) return;
  const at = events.at(-1)?.at ?? header.created;
  const { length } = header;
  [first.rating, second.rating] = rateMatch([first.rating, second.rating], { length, winner: result.winner, at });
}

export function diceAreTheSum(evidence: Evidence): string[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (const { events } of recordsOf(evidence))
    for (const event of events)
      if (event.type === 'dice') for (const die of event.dice) sum[die - 1] = (sum[die - 1] ?? 0) + 1;
  const have = evidence.stored.dice.join(' ');
  return have === sum.join(' ') ? [] : [`the records have ${sum.join(' ')}, the counts are ${have}`];
}

/** Bots sit at many tables; a person's match begins after the last event of the one before. */
export function oneMatchAtATime(evidence: Evidence): string[] {
  const byPerson = new Map<string, MatchRecord[]>();
  for (const record of recordsOf(evidence))
    for (const { pub, bot } of record.header.players)
      if (!bot) byPerson.set(pub, [...(byPerson.get(pub) ?? []), record]);
  return [...byPerson].flatMap(([pub, records]) => {
    const inOrder = records.toSorted((a, b) => a.header.created - b.header.created);
    return inOrder.flatMap((record, index) => {
      const next = inOrder[index + 1];
      const isOver = !next || !didOverlap(evidence, record, next);
      return isOver ? [] : [`${pub.slice(0, 8)} sat in ${record.header.id} and ${next.header.id} at a time`];
    });
  });
}

/** Where the clock was set back, the order of creation by that clock says nothing. */
function didOverlap({ facts }: Evidence, first: MatchRecord, second: MatchRecord): boolean {
  if (facts.jumps.some(({ from, to }) => to < from)) return false;
  return second.header.created < (first.events.at(-1)?.at ?? first.header.created);
}
