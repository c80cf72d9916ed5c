import type { Origin } from './stored-records.ts';

/** The analysis that an address requests, besides the quick one that every review has. */
type Wanted = 'deep' | null;

/** The view of a match that an address names. */
interface ReviewPlace {
  readonly match: string;
  /** The number of the event, or null for the beginning. */
  readonly n: number | null;
  readonly wanted: Wanted;
  readonly origin: Origin;
}

const FILE = 'file';

/** The review of a match from a file of another program, which no address can name. */
export const IMPORT_PATH = '/review';

export function reviewPath({ match, n, wanted, origin }: ReviewPlace): string {
  const moment = n === null ? '' : `/${n}`;
  const query = [wanted, origin === 'file' && FILE].flatMap((name) => (name ? `${name}=1` : []));
  return `/review/${match}${moment}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Returns the number in an address, or null. */
export function eventNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Returns the analysis that an address requests. */
export function wantedIn(query: string): Wanted {
  return new URLSearchParams(query).get('deep') === '1' ? 'deep' : null;
}

/** Returns the source that an address names: a record of this server, or a file on this device. */
export function originIn(query: string): Origin {
  return new URLSearchParams(query).get(FILE) === '1' ? 'file' : 'server';
}
