import { Ledger, type MatchEvent, type MatchRecord } from 'bg-record';
import type { Evidence } from './checks.ts';
import type { NotedStretch, Stretch } from './facts.ts';

/** What is left to a player who is away; the servers of a run are started with it. */
export const ABANDON_SECONDS = 4;
/** A short pause costs nobody anything: there is a delay for every event. */
const LEEWAY_MS = 1_000;
/** Between something and our noticing it. */
const NOTICE_MS = 2_000;

const lengthOf = ({ from, to }: Stretch): number => Math.max(0, to - from);

const shared = (a: Stretch, b: Stretch): number =>
  lengthOf({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });

/** How much of a stretch the others cover together. */
function covered(stretch: Stretch, others: readonly Stretch[]): number {
  let [sum, from] = [0, stretch.from];
  for (const other of others.toSorted((a, b) => a.from - b.from)) {
    const rest = { from: Math.max(from, other.from), to: Math.min(stretch.to, other.to) };
    sum += lengthOf(rest);
    from = Math.max(from, rest.to);
  }
  return sum;
}

/** A time during which a player had to act, until the next event. Before a `resume`, only the time that its gap does not give back. */
interface Wait extends Stretch {
  readonly match: string;
  readonly pub: string;
  /** What the player had when it began, null in an untimed match. */
  readonly leftMs: number | null;
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
    if (party !== null)
      waits.push({ match: header.id, pub: header.players[party].pub, leftMs, from, to, endedBy: event });
    await ledger.append(event);
  }
  return waits;
}

async function allWaits({ stored }: Evidence): Promise<Wait[]> {
  const waits = stored.matches.map(({ record }) => (record ? waitsOf(record) : []));
  return (await Promise.all(waits)).flat();
}

/** What was over before a match was heard of, or began after its end, is none of its business: a clock that is set back shows the same times again. */
function during({ facts }: Evidence, match: string, stretches: readonly NotedStretch[]): readonly NotedStretch[] {
  const talk = facts.talks.get(match);
  return talk ? stretches.filter(({ begun, ended }) => ended > talk.first && begun < talk.last) : [];
}

/** The service is back for a match when its `resume` is stored; that others are still waiting for theirs is part of being up. */
function gapsOf(evidence: Evidence, match: string): Stretch[] {
  const { facts, stored } = evidence;
  const events = stored.matches.find(({ id }) => id === match)?.record?.events ?? [];
  return during(evidence, match, facts.down).map(({ from, to }) => {
    const back = events.find(({ type, at }) => type === 'resume' && at >= from && at <= to);
    return { from, to: back?.at ?? to };
  });
}

/** No player's clock runs while no server answers: a `resume` ends that time and gives all of it back. */
export async function nobodyPaysForDowntime(evidence: Evidence): Promise<string[]> {
  // Times between both ends of a jump were skipped or came twice. A heartbeat is never dated before the one before it, so a `resume` after a
  // clock was set back may give back less.
  const jumps = evidence.facts.jumps.map(({ from, to }) => ({ from: Math.min(from, to), to: Math.max(from, to) }));
  return (await allWaits(evidence)).flatMap((wait) =>
    gapsOf(evidence, wait.match).flatMap((gap) => {
      const both = { from: Math.max(wait.from, gap.from), to: Math.min(wait.to, gap.to) };
      const costMs = lengthOf(both) - covered(both, jumps);
      if (costMs <= LEEWAY_MS) return [];
      const { n, type } = wait.endedBy;
      const times = `${wait.from}–${wait.to}, without a server ${gap.from}–${gap.to}`;
      return [`${wait.match}: ${costMs} ms of downtime are charged before event ${n} (${type}): ${times}`];
    }),
  );
}

/** When a player was certainly there. A silenced connection may be gone at the other end without his knowing. */
function presence(evidence: Evidence, match: string, pub: string): Stretch[] {
  const { facts } = evidence;
  const unsure = facts.faults.filter(({ kind }) => kind === 'half-open');
  const stretches = during(evidence, match, facts.present.get(pub) ?? []);
  return stretches.filter((stretch) => unsure.every((fault) => shared(stretch, fault) === 0));
}

/** Whoever lost by time or absence had really had that time, or had really been away, while the service was there. */
export async function forfeitsAreEarned(evidence: Evidence): Promise<string[]> {
  return (await allWaits(evidence)).flatMap((wait) => {
    const { endedBy, leftMs, match, pub } = wait;
    if (endedBy.type !== 'forfeit') return [];
    const isTime = endedBy.reason === 'time';
    const isPresent = isTime ? [] : presence(evidence, match, pub);
    const ownMs = lengthOf(wait) - covered(wait, [...gapsOf(evidence, match), ...isPresent]);
    const neededMs = isTime ? (leftMs ?? 0) : ABANDON_SECONDS * 1000;
    return ownMs >= neededMs - NOTICE_MS
      ? []
      : [`${match}: lost by ${endedBy.reason} after ${ownMs} ms of the player's own, not ${neededMs}`];
  });
}
