/**
 * What a link of a mail carries behind the number sign: that part of an address reaches this page and no server, proxy or log. Links that
 * were sent before that have it in the query.
 */
export function linkToken({ hash, search }: Pick<Location, 'hash' | 'search'> = location): string {
  const tokens = [hash.slice(1), search].map((part) => new URLSearchParams(part).get('t'));
  return tokens.find((token) => token !== null) ?? '';
}
