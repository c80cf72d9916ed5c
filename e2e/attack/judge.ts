import type { Figures } from './arena.ts';
import type { AttackName, Seen } from './attacks.ts';

export interface Row extends Figures {
  readonly name: AttackName;
  readonly seen: Seen;
  /** What is not as it should be; empty when the attack has failed. */
  readonly broken: readonly string[];
}

/** What a stranger may add to the longest pause and to the worst delays of an event, beyond those of a quiet server. */
const ADDED_MS = 50;
/** What unread answers may hold, and as much again for what is collected later. */
const ADDED_MB = 128;
/** Keys that have done nothing are not stored. */
const NEW_PLAYERS_A_SECOND = 1;

/** What is broken in a row, measured against the server with nothing but its honest matches. */
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
