import type { Header } from 'bg-record';
import type { Evidence } from './evidence.ts';
import type { Facts, FaultFact, Showing } from './facts.ts';

/** Time in which the second player gets a new match after the first one. Players reload their page later than that. */
const SHOWN_MS = 2_500;
/** Time after a fault in which links, owners and connections may still recover. */
const RECOVERY_MS = 5_000;

/** Both players of a new match get it within SHOWN_MS of each other, if both are connected and no fault is near. */
export function seatedAreTold({ facts }: Evidence): string[] {
  return [...facts.shown].flatMap(([match, header]) => {
    const showings = facts.showings.filter((one) => one.match === match);
    const [first] = showings;
    if (!first || facts.aborted.has(match)) return [];
    return othersOf(header, first).flatMap((pub) => {
      const delayMs = (showings.find((one) => one.pub === pub)?.atMs ?? Number.POSITIVE_INFINITY) - first.atMs;
      if (delayMs <= SHOWN_MS || !mustBeTold(facts, pub, first.atMs)) return [];
      return [`${match}: ${pub.slice(0, 8)} was connected and got it ${delayMs} ms after the other player`];
    });
  });
}

function othersOf({ players }: Header, { pub }: Showing): readonly string[] {
  return players.filter((player) => !player.bot && player.pub !== pub).map((player) => player.pub);
}

function mustBeTold({ faults, present }: Facts, pub: string, fromMs: number): boolean {
  const untilMs = fromMs + SHOWN_MS;
  const isHere = (present.get(pub) ?? []).some(({ begunMs, endedMs }) => begunMs <= fromMs && endedMs >= untilMs);
  const isNear = ({ kind, begunMs, endedMs }: FaultFact) =>
    kind !== 'walk-away' && begunMs <= untilMs && endedMs + RECOVERY_MS >= fromMs;
  return isHere && !faults.some(isNear);
}
