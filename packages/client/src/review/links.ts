import type { Origin } from './at-hand.ts';

/** Whose judgement is wanted besides the quick look: the estimate of this browser, the deep analysis, or neither. */
export type Wanted = 'instant' | 'deep' | null;

/** Which look at a match an address names. */
export interface ReviewPlace {
  readonly match: string;
  /** Number of the event; null: the beginning. */
  readonly n: number | null;
  readonly wanted: Wanted;
  readonly origin: Origin;
}

const FILE = 'file';

export function reviewPath({ match, n, wanted, origin }: ReviewPlace): string {
  const moment = n === null ? '' : `/${n}`;
  const query = [wanted, origin === 'file' && FILE].flatMap((name) => (name ? `${name}=1` : []));
  return `/review/${match}${moment}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** The number in an address; null for what is none. */
export function eventNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** What an address asks for. */
export function wantedIn(query: string): Wanted {
  const asked = new URLSearchParams(query);
  return (['deep', 'instant'] as const).find((name) => asked.get(name) === '1') ?? null;
}

/** Whether an address means a record of this server, or a file that this device has. */
export function originIn(query: string): Origin {
  return new URLSearchParams(query).get(FILE) === '1' ? 'file' : 'server';
}
