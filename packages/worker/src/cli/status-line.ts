import type { Tally } from '../work/tally.ts';

/** The state of a worker in one line; if no engine works, why. */
export function statusLine(tally: Tally, nowMs: number, engineId: string): string {
  const counts = [`${tally.done} ${tally.done === 1 ? 'job' : 'jobs'} done`];
  if (tally.refused > 0) counts.push(`${tally.refused} refused`);
  if (tally.givenUp + tally.stale > 0) counts.push(`${tally.givenUp + tally.stale} left to others`);
  return `${stateOf(tally, nowMs, engineId)}; ${counts.join(', ')}`;
}

function stateOf(tally: Tally, nowMs: number, engineId: string): string {
  if (tally.running === 0) return `idle: ${whyIdle(tally, engineId)}`;
  const pace = `${tally.perSecond(nowMs).toFixed(1)} positions/s on ${tally.running} engine${tally.running === 1 ? '' : 's'}`;
  return tally.door.kind === 'open' ? pace : `${pace}, ${doorText(tally)}`;
}

/** What keeps the engines waiting, the most telling reason first. */
export function whyIdle(tally: Tally, engineId: string): string {
  if (tally.door.kind !== 'open') return doorText(tally);
  if (tally.hourlyUntilMs !== null) return `hourly limit reached until ${clockText(tally.hourlyUntilMs)}`;
  if (tally.restarting > 0) return 'the engine is being started again';
  return tally.noWork ? `no work for ${engineId}` : 'asking for work';
}

function doorText({ door }: Tally): string {
  if (door.kind === 'limited') return `rate limited until ${clockText(door.untilMs)}`;
  return door.kind === 'unreachable' ? `server unreachable since ${clockText(door.sinceMs)}` : '';
}

/** Hours, minutes and seconds where the reader is. */
export function clockText(ms: number): string {
  const time = new Date(ms);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
}
