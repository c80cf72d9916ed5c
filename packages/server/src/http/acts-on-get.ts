import type { IncomingHttpHeaders } from 'node:http';

interface LinkRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * True if a request for a link in a mail may change something: a person's GET, or the POST of a mail program. HEAD, parts of the page, and
 * what a browser fetches before its user has opened the link change nothing.
 */
export function actsOnGet({ method, headers }: LinkRequest): boolean {
  if (method === 'POST') return true;
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].flat();
  const isAhead = purposes.some((purpose) => /\b(?:prefetch|prerender|preview)\b/i.test(purpose ?? ''));
  return method === 'GET' && headers.range === undefined && !isAhead;
}
