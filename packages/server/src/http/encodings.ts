import type { IncomingHttpHeaders } from 'node:http';
import type { Middleware } from 'koa';

/** Supported content codings, the preferred one first. */
const codings = ['br', 'gzip'] as const;

/** Limit of items that are read. Browsers send five. */
const MOST_NAMED = 32;

/**
 * Replaces `accept-encoding` by a short, equivalent form. The parsers behind it take milliseconds for a long header, on every call, and throw
 * when a client accepts no coding. Such a client gets the plain form: RFC 9110 (12.1) lets a server ignore the header, and an answer is more
 * useful than a 406.
 */
export const readEncodings: Middleware = (ctx, next) => {
  shortenEncodings(ctx.req.headers);
  return next();
};

export function shortenEncodings(headers: IncomingHttpHeaders): void {
  const written = headers['accept-encoding'];
  if (written !== undefined) headers['accept-encoding'] = shortForm(written);
}

function shortForm(written: string): string {
  const weights = new Map<string, number>();
  for (const item of written.split(',', MOST_NAMED)) {
    const [name = '', ...parameters] = item.split(';', 4).map((part) => part.trim().toLowerCase());
    if (name !== '' && !weights.has(name)) weights.set(name, weightOf(parameters));
  }
  const weigh = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  // Identity is always acceptable, but any named coding is preferred to it.
  const plain = weights.get('identity') ?? 0;
  const wanted = codings.filter((name) => weigh(name) > 0 && weigh(name) >= plain);
  return wanted.map((name) => `${name};q=${weigh(name)}`).join(', ') || 'identity';
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  // At most three decimals, by RFC 9110.
  const weight = /^q=([01](?:\.\d{1,3})?)$/.exec(given);
  return weight ? Math.min(1, Number(weight[1])) : 0;
}
