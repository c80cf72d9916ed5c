import type { Figures } from './attacked-server.ts';
import type { Seen } from './tally.ts';

/**
 * The time that an attack may add to the longest pause and to the longest delays of an event, compared with the quiet
 * run.
 */
const ADDED_MS = 50;
/** The allowed growth of memory: unread answers use half of it, and memory not yet garbage collected the other half. */
const ADDED_MB = 128;
/** The allowed rate of stored keys. The server does not store a key without any activity. */
const NEW_PLAYERS_A_SECOND = 1;

/** Compares the measurements of an attack with those of the quiet run. Returns one line per exceeded limit. */
export function brokenIn(
  figures: Figures,
  seen: Seen,
  quiet: Pick<Figures, 'pauseMs' | 'storeMs' | 'delayMs'>,
  seconds: number,
): string[] {
  const { pauseMs, storeMs, delayMs, events, rssMB, newPlayers, errors, resumes } = figures;
  return [
    over('pause', pauseMs, quiet.pauseMs + ADDED_MS, 'ms'),
    over('time to store an event', storeMs, quiet.storeMs + ADDED_MS, 'ms'),
    over('delay of an event', delayMs, quiet.delayMs + ADDED_MS, 'ms'),
    over('memory', rssMB.peak - rssMB.before, ADDED_MB, 'MB more'),
    over('stored keys', newPlayers / seconds, NEW_PLAYERS_A_SECOND, 'a second'),
    over('errors', errors, 0, ''),
    over('resumes', resumes, 0, ''),
    ...badAnswers(seen),
    ...(events === 0 ? ['no honest event was stored'] : []),
  ].filter((one) => one !== null);
}

function over(what: string, value: number, most: number, unit: string): string | null {
  return value <= most ? null : `${what} ${Math.round(value)} ${unit}, allowed ${Math.round(most)}`.trim();
}

/** The time that a flood may add to the delays of honest events, compared with idle connections. */
const FLOOD_ADDS_MS = 150;
/** The part of the honest events that a flood must leave. */
const EVENTS_LEFT = 0.9;

/** Compares the measurements of a flood with those of idle connections. Returns one line per exceeded bound. */
export function brokenBounds(figures: Figures, seen: Seen, control: Figures): string[] {
  const { healths } = figures;
  const perSecond = ({ events, seconds }: Figures) => events / seconds;
  return [
    under('honest events a second', perSecond(figures), perSecond(control) * EVENTS_LEFT),
    over('99th percentile of delays', figures.delayP99Ms, control.delayP99Ms + FLOOD_ADDS_MS, 'ms'),
    over('longest delay', figures.delayMs, control.delayMs + FLOOD_ADDS_MS, 'ms'),
    over('resumes', figures.resumes, 0, ''),
    over('answers of /healthz that are not ok', healths.notOk, 0, `of ${healths.asked}`),
    under('answers of /healthz', healths.asked, 1),
    over('refused honest requests', figures.refusals, 0, ''),
    over('lost honest connections', figures.losses, 0, ''),
    over('errors', figures.errors, 0, ''),
    ...badAnswers(seen),
  ].filter((one) => one !== null);
}

function badAnswers(seen: Seen): string[] {
  const bad = Object.keys(seen).filter((what) => /^5\d\d|without headers|^internal$/.test(what) && !/^503/.test(what));
  return bad.map((what) => `answered ${what}`);
}

function under(what: string, value: number, least: number): string | null {
  return value >= least ? null : `${what} ${value.toFixed(1)}, at least ${least.toFixed(1)}`;
}
