import type { Tally } from '../work/tally.ts';

/** Describes the state of a worker in one line. If no engine is working, it gives the reason. */
export function statusLine(tally: Tally, nowMs: number, engineId: string): string {
  const counts = [`${tally.done} ${tally.done === 1 ? 'job' : 'jobs'} done`];
  if (tally.refused > 0) counts.push(`${tally.refused} refused`);
  if (tally.givenUp + tally.stale > 0) counts.push(`${tally.givenUp + tally.stale} returned to the server`);
  return `${stateOf(tally, nowMs, engineId)}; ${counts.join(', ')}`;
}

function stateOf(tally: Tally, nowMs: number, engineId: string): string {
  if (tally.running === 0) return `idle: ${idleReason(tally, engineId)}`;
  const speed = `${tally.perSecond(nowMs).toFixed(1)} positions/s on ${tally.running} engine${tally.running === 1 ? '' : 's'}`;
  return tally.serverState.kind === 'open' ? speed : `${speed}, ${serverStateText(tally)}`;
}

/** Returns the reason why no engine is working, the most informative first. */
export function idleReason(tally: Tally, engineId: string): string {
  if (tally.serverState.kind !== 'open') return serverStateText(tally);
  if (tally.hourlyUntilMs !== null) return `hourly limit reached until ${clockText(tally.hourlyUntilMs)}`;
  if (tally.restarting > 0) return 'restarting the engine';
  return tally.noWork ? `no work for ${engineId}` : 'asking for work';
}

function serverStateText({ serverState }: Tally): string {
  if (serverState.kind === 'limited') return `rate limited until ${clockText(serverState.untilMs)}`;
  return serverState.kind === 'unreachable' ? `server unreachable since ${clockText(serverState.sinceMs)}` : '';
}

/** Formats a time as hours, minutes and seconds in the local time zone. */
export function clockText(ms: number): string {
  const time = new Date(ms);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
}
