import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Friends } from '../src/pages/home/room.tsx';

const [own, bea, cem, dan] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [string, string, string, string];
const person = (pub: string, name: string) => ({ pub, name, rating: 1500, provisional: false, bot: false });

const live = (match: string, ...players: readonly [ReturnType<typeof person>, ReturnType<typeof person>]) => ({
  match,
  players,
  length: 3,
  score: [0, 0],
  rated: true,
  watchers: 0,
});

function rowsWith(matches: readonly ReturnType<typeof live>[] | null): string[] {
  const known = {
    follows: [person(bea, 'Bea'), person(cem, 'Cem')],
    recent: [person(dan, 'Dan')],
    blocked: [],
    here: [bea, cem, dan],
  };
  const client = {
    connection: { me: { value: { pub: own } }, status: { value: 'online' }, mayAsk: true },
    people: { known: { value: known } },
    lobby: { lists: { value: matches && { seeks: [], live: matches, online: 4 } } },
    countries: { of: () => null, want: () => undefined },
    invitations: {},
  } as never;
  const html = renderToString(<Friends client={client} />).replaceAll(/[\u2066-\u2069]/g, '');
  const rows = html.match(/<li.*?<\/li>/gs) ?? [];
  return rows.map((row) => {
    const [, way = ''] = row.match(/href="(\/match\/[^"]*)"[^>]*>/) ?? [];
    const [, label = ''] = row.match(/aria-label="(Watch [^"]*)"/) ?? [];
    return `${way} ${label}`.trim();
  });
}

test('CV7 a followed player in a live match of others has a link to watch it', () => {
  expect(rowsWith([])).toEqual(['', '', '']);
  expect(rowsWith(null)).toEqual(['', '', '']);
  expect(rowsWith([live('one', person(dan, 'Dan'), person(bea, 'Bea'))])).toEqual([
    '/match/one Watch Dan – Bea',
    '',
    '',
  ]);
  expect(rowsWith([live('own', person(own, 'Ann'), person(bea, 'Bea'))])).toEqual(['', '', '']);
});
