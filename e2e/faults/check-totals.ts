import type { MatchRecord } from 'bg-record';
import { RatingHistory } from 'bg-record/ratings';
import type { Evidence } from './evidence.ts';

interface Tally {
  readonly games: number;
  readonly wins: number;
}

const recordsOf = ({ stored }: Evidence): MatchRecord[] =>
  stored.matches.flatMap(({ record }) => (record ? [record] : []));

/** Ratings and counts of games are what the records lead to, taken in the order of storing. */
export function ratingsAreTheReplay(evidence: Evidence): string[] {
  const tallies = new Map<string, Tally>();
  const history = new RatingHistory();
  for (const record of recordsOf(evidence)) {
    const { header, result, events } = record;
    count(tallies, record);
    history.add({ header, winner: result.winner, finishedAt: events.at(-1)?.at ?? header.created });
  }
  return [...tallies].flatMap(([pub, tally]) => {
    const player = evidence.stored.players.get(pub);
    const held = player && { rating: player.rating, games: player.games, wins: player.wins };
    const [want, have] = [JSON.stringify({ rating: history.of(pub), ...tally }), JSON.stringify(held)];
    return want === have ? [] : [`${pub.slice(0, 8)} should have ${want} and has ${have}`];
  });
}

function count(tallies: Map<string, Tally>, { header, result }: MatchRecord): void {
  for (const [seat, { pub }] of header.players.entries()) {
    const tally = tallies.get(pub) ?? { games: 0, wins: 0 };
    tallies.set(pub, { games: tally.games + 1, wins: tally.wins + Number(result.winner === seat) });
  }
}

export function diceAreTheSum(evidence: Evidence): string[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (const { events } of recordsOf(evidence))
    for (const event of events)
      if (event.type === 'dice') for (const die of event.dice) sum[die - 1] = (sum[die - 1] ?? 0) + 1;
  const have = evidence.stored.dice.join(' ');
  return have === sum.join(' ') ? [] : [`the records have ${sum.join(' ')}, the counts are ${have}`];
}

/** A person's match begins after the last event of the previous one. Bots play many matches at a time. */
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
      if (isOver) return [];
      const times = `${record.events.at(-1)?.at} and from ${next.header.created}`;
      return [`${pub.slice(0, 8)} sat in ${record.header.id} until ${times} in ${next.header.id}`];
    });
  });
}

/** Returns false if the clock was set back: the times of creation do not give the order then. */
function didOverlap({ facts }: Evidence, first: MatchRecord, second: MatchRecord): boolean {
  if (facts.jumps.some(({ from, to }) => to < from)) return false;
  return second.header.created < endOf(first);
}

/**
 * Returns the end of a match by the clock, or an earlier time. After a killed owner the next one dates no event before the killed one's last
 * heartbeat plus the time for which that one trusted it. So its first events all have the date of the `resume`, which may be ahead of the clock.
 */
function endOf({ header, events }: MatchRecord): number {
  const end = events.at(-1)?.at ?? header.created;
  const resume = events.findLast((event) => event.type === 'resume');
  return resume?.at === end ? resume.since : end;
}
