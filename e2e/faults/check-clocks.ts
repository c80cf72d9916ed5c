import { Ledger, type MatchEvent, type MatchRecord } from 'bg-record';
import type { Evidence } from './evidence.ts';
import type { NotedStretch, Stretch } from './facts.ts';

/** The setting of the servers for the seconds of absence after which a claim ends a match. */
export const ABANDON_SECONDS = 4;
/** Downtime up to this length may be charged, because each event has a delay. */
const LEEWAY_MS = 1_000;
/** Tolerance for the time between an event and its observation. */
const NOTICE_MS = 2_000;

const lengthOf = ({ from, to }: Stretch): number => Math.max(0, to - from);

const shared = (a: Stretch, b: Stretch): number =>
  lengthOf({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });

/** Returns the length of the part of a stretch that the others cover. */
function covered(stretch: Stretch, others: readonly Stretch[]): number {
  let [sum, from] = [0, stretch.from];
  for (const other of others.toSorted((a, b) => a.from - b.from)) {
    const rest = { from: Math.max(from, other.from), to: Math.min(stretch.to, other.to) };
    sum += lengthOf(rest);
    from = Math.max(from, rest.to);
  }
  return sum;
}

/** The time during which a player had to act, until the next event. Before a `resume` it includes only the time that the gap does not give back. */
interface Wait extends Stretch {
  readonly match: string;
  readonly pub: string;
  /** The player's time at its beginning, null in an untimed match. */
  readonly leftMs: number | null;
  /** The time from which the player's announced absence counts, null without an announcement. */
  readonly absentSince: number | null;
  readonly endedBy: MatchEvent;
}

async function waitsOf({ header, events }: MatchRecord): Promise<Wait[]> {
  const ledger = new Ledger(header);
  const waits: Wait[] = [];
  for (const event of events) {
    const { party } = ledger.expects;
    const from = ledger.events.at(-1)?.at ?? header.created;
    const expiresAt = ledger.clock(from)?.expiresAt ?? null;
    const leftMs = expiresAt === null ? null : expiresAt - from;
    const to = event.type === 'resume' ? event.since : event.at;
    const absentSince = ledger.state.absent?.since ?? null;
    if (party !== null)
      waits.push({ match: header.id, pub: header.players[party].pub, leftMs, absentSince, from, to, endedBy: event });
    await ledger.append(event);
  }
  return waits;
}

async function allWaits({ stored }: Evidence): Promise<Wait[]> {
  const waits = stored.matches.map(({ record }) => (record ? waitsOf(record) : []));
  return (await Promise.all(waits)).flat();
}

/** Returns the stretches during a match by order number. Times do not decide, because a clock that is set back shows the same times again. */
function during({ facts }: Evidence, match: string, stretches: readonly NotedStretch[]): readonly NotedStretch[] {
  const talk = facts.talks.get(match);
  return talk ? stretches.filter(({ begun, ended }) => ended > talk.first && begun < talk.last) : [];
}

/** Returns the downtime of a match. It ends when the `resume` of this match is stored. */
function gapsOf(evidence: Evidence, match: string): Stretch[] {
  const { facts, stored } = evidence;
  const events = stored.matches.find(({ id }) => id === match)?.record?.events ?? [];
  return during(evidence, match, facts.down).map(({ from, to }) => {
    const back = events.find(({ type, at }) => type === 'resume' && at >= from && at <= to);
    return { from, to: back?.at ?? to };
  });
}

/** Players' clocks do not run while no server answers: a `resume` gives all of that time back. */
export async function nobodyPaysForDowntime(evidence: Evidence): Promise<string[]> {
  // The times between both ends of a jump were skipped or came twice. A heartbeat is never dated before the one before it, so a `resume` after a
  // clock was set back may give back less.
  const jumps = evidence.facts.jumps.map(({ from, to }) => ({ from: Math.min(from, to), to: Math.max(from, to) }));
  return (await allWaits(evidence)).flatMap((wait) =>
    gapsOf(evidence, wait.match).flatMap((gap) => {
      const both = { from: Math.max(wait.from, gap.from), to: Math.min(wait.to, gap.to) };
      const costMs = lengthOf(both) - covered(both, jumps);
      const { n, type } = wait.endedBy;
      if (costMs <= LEEWAY_MS) return [];
      const times = `${wait.from}–${wait.to}, without a server ${gap.from}–${gap.to}`;
      return [`${wait.match}: ${costMs} ms of downtime are charged before event ${n} (${type}): ${times}`];
    }),
  );
}

/** Returns the times when a player was certainly connected. A silenced connection may be closed at the server only. */
function presence(evidence: Evidence, match: string, pub: string): Stretch[] {
  const { facts } = evidence;
  const unsure = facts.faults.filter(({ kind }) => kind === 'half-open' || kind.startsWith('link'));
  const stretches = during(evidence, match, facts.present.get(pub) ?? []);
  return stretches.filter((stretch) => unsure.every((fault) => shared(stretch, fault) === 0));
}

/** A player who lost by time or absence had used up that time, or was absent for it since the announcement, while the service was up. */
export async function forfeitsAreEarned(evidence: Evidence): Promise<string[]> {
  return (await allWaits(evidence)).flatMap(({ endedBy, leftMs, absentSince, match, pub, from, to }) => {
    if (endedBy.type !== 'forfeit') return [];
    const isTime = endedBy.reason === 'time';
    const isPresent = isTime ? [] : presence(evidence, match, pub);
    const used = { from: isTime ? from : (absentSince ?? to), to };
    const ownMs = lengthOf(used) - covered(used, [...gapsOf(evidence, match), ...isPresent]);
    const neededMs = isTime ? (leftMs ?? 0) : ABANDON_SECONDS * 1000;
    return ownMs >= neededMs - NOTICE_MS
      ? []
      : [`${match}: lost by ${endedBy.reason} after ${ownMs} ms of the player's own, not ${neededMs}`];
  });
}
