import type { Figures } from './attacked-server.ts';
import type { AttackName, Seen } from './attacks.ts';

export interface Row extends Figures {
  readonly name: AttackName;
  readonly seen: Seen;
  /** The limits that the server exceeded. Empty if the attack had no effect. */
  readonly broken: readonly string[];
}

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
  const bad = Object.keys(seen).filter((what) => /^5\d\d|without headers|^internal$/.test(what) && !/^503/.test(what));
  return [
    over('pause', pauseMs, quiet.pauseMs + ADDED_MS, 'ms'),
    over('time to store an event', storeMs, quiet.storeMs + ADDED_MS, 'ms'),
    over('delay of an event', delayMs, quiet.delayMs + ADDED_MS, 'ms'),
    over('memory', rssMB.peak - rssMB.before, ADDED_MB, 'MB more'),
    over('stored keys', newPlayers / seconds, NEW_PLAYERS_A_SECOND, 'a second'),
    over('errors', errors, 0, ''),
    over('resumes', resumes, 0, ''),
    ...bad.map((what) => `answered ${what}`),
    ...(events === 0 ? ['no honest event was stored'] : []),
  ].filter((one) => one !== null);
}

function over(what: string, value: number, most: number, unit: string): string | null {
  return value <= most ? null : `${what} ${Math.round(value)} ${unit}, allowed ${Math.round(most)}`.trim();
}
