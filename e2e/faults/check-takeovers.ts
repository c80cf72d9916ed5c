import type { Evidence } from './evidence.ts';

/** Number of events that may have been on their way to the storage when their owner was killed: a decision, the server's answers and an aside. */
const IN_FLIGHT = 4;

/** The next owner of a match whose owner was killed marks the gap by `resume` before it stores anything else. */
export function gapsAreMarkedFirst({ facts, stored }: Evidence): string[] {
  const records = new Map(stored.matches.map(({ id, record }) => [id, record]));
  return facts.orphans.flatMap(({ match, length }) => {
    const next = records.get(match)?.events.slice(length, length + IN_FLIGHT) ?? [];
    // No player is charged for the time before the first event.
    if (length === 0 || next.length < IN_FLIGHT || next.some(({ type }) => type === 'resume')) return [];
    return [`${match}: no resume after event ${length - 1}, when its owner was killed`];
  });
}
