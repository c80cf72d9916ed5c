import { canonicalJson } from './canonical.ts';
import type { MatchEntry } from './log-entry.ts';
import type { MatchRecord } from './types.ts';

/** The members of an entry that its record determines. */
export type DerivedMember = Exclude<keyof MatchEntry, 'type' | 'ratings' | 'imported'>;

/**
 * Returns the members of a log entry that contradict the record of the match (docs/log.md, "What an auditor checks").
 * Ratings follow from all matches together, so they are not compared here.
 * @param record a record that `verify` accepted
 */
export function entryDifferences(
  entry: MatchEntry,
  { header, events, result, finalHash }: MatchRecord,
): DerivedMember[] {
  const { id, format, server, created, length, rated, players } = header;
  const { winner, score, reason } = result;
  const expected: Readonly<Record<DerivedMember, unknown>> = {
    id,
    format,
    server,
    created,
    ended: events.at(-1)?.at,
    length,
    players: players.map(({ pub }) => pub),
    rated,
    result: { winner, score, reason },
    finalHash,
  };
  const members = Object.keys(expected) as DerivedMember[];
  return members.filter((name) => canonicalJson(entry[name]) !== canonicalJson(expected[name] ?? null));
}
