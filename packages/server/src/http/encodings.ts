import type { IncomingHttpHeaders } from 'node:http';
import type { Middleware } from 'koa';

/** The codings that the service can send, the better one first. */
const codings = ['br', 'gzip'] as const;

/** Browsers name five. */
const MOST_NAMED = 32;

/**
 * Replaces `accept-encoding` by a short form that says the same about what the service can send. The parsers behind this take milliseconds
 * for a long header, each time they are asked, and throw when a client accepts nothing. Such a client is sent the plain form: RFC 9110
 * (12.1) lets a server disregard the wish, and an answer serves more than a 406.
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
  // what is not named is accepted as it is, but anything named is wanted more
  const plain = weights.get('identity') ?? 0;
  const wanted = codings.filter((name) => weigh(name) > 0 && weigh(name) >= plain);
  return wanted.map((name) => `${name};q=${weigh(name)}`).join(', ') || 'identity';
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  // three digits at most, as the standard has it
  const weight = /^q=([01](?:\.\d{1,3})?)$/.exec(given);
  return weight ? Math.min(1, Number(weight[1])) : 0;
}
