/** Which look at a match an address names. */
export interface ReviewPlace {
  readonly match: string;
  /** Number of the event; null: the beginning. */
  readonly n: number | null;
  /** Whether the deep analysis is wanted. */
  readonly deep: boolean;
}

const DEEP = 'deep';

export function reviewPath({ match, n, deep }: ReviewPlace): string {
  const moment = n === null ? '' : `/${n}`;
  return `/review/${match}${moment}${deep ? `?${DEEP}=1` : ''}`;
}

/** The number in an address; null for what is none. */
export function eventNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Whether the address asks for the deep analysis. */
export function asksDeep(query: string): boolean {
  return new URLSearchParams(query).get(DEEP) === '1';
}
