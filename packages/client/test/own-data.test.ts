import { readFileSync } from 'node:fs';
import type { ServerMessage } from '@anchor/wire';
import { verify } from 'bg-record';
import { coded } from 'bg-session';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collectOwnData, type Owner } from '../src/pages/account/own-data.ts';
import { ann, row } from './player/rows.ts';

const stored = ['match-7', 'money', 'advance'].map((name) =>
  readFileSync(new URL(`../../../vectors/records/valid/${name}.json`, import.meta.url), 'utf8'),
);
const texts = new Map(stored.map((text) => [`/records/${JSON.parse(text).header.id}.json`, text]));
const [newest, ...older] = stored.map((text) => row({ id: JSON.parse(text).header.id }));
const rating = { rating: 1500, rd: 350, provisional: true, conservative: 800 };
const card = { ...rating, name: 'Ann', games: stored.length, wins: 1, matches: [newest] };
const analyses = [
  {
    matchId: newest?.id,
    created: newest?.created,
    length: 3,
    opponent: { pub: newest?.p1, name: 'Bob' },
    won: true,
    engineId: 'gnubg-1.07',
    ply: 2,
    own: { decisions: 50, loss: 1, pr: 10 },
    other: { decisions: 0, loss: 0, pr: null },
  },
];

const ANSWERS: Partial<Record<string, ServerMessage>> = {
  countries: { type: 'countries', shown: [{ pub: ann, country: 'DE' }] },
  people: { type: 'people', follows: [], blocked: [], recent: [], here: [] },
  offers: { type: 'offers', sent: [], received: [] },
  subscription: { type: 'subscription', daily: true },
  'turn-mails': { type: 'turn-mails', on: true, delivers: true },
};

/** A signed-in player. Questions of the type `refused` are not answered. */
function owner(refused?: string): Owner {
  const request: Owner['connection']['request'] = async ({ type }) => {
    const value = ANSWERS[type];
    return type === refused || !value ? coded('too-many') : { ok: true, value };
  };
  const connection = { me: { value: { pub: ann, name: 'Ann', account: true } }, request };
  const cards = async () => [{ id: 'a card' }];
  const estimates = async (pub: string) => [{ of: pub }];
  return { connection, preferences: { current: { value: { theme: 'dark' } } }, cards, estimates };
}

/** The service over HTTP. It refuses the first `busy` requests for records. */
function serve({ busy = 0, missing = '' } = {}): void {
  let refusals = busy;
  vi.stubGlobal('location', { origin: 'https://anchor.example' });
  vi.stubGlobal('fetch', async (path: string) => {
    const text = texts.get(path);
    if (text && refusals > 0) {
      refusals -= 1;
      return new Response('{}', { status: 429 });
    }
    if (path === missing) return new Response('{}', { status: 404 });
    if (text) return new Response(text);
    if (path === `/api/player/${ann}`) return Response.json(card);
    if (path === `/api/player/${ann}/analyses`) return Response.json({ analyses });
    if (path === `/api/player/${ann}/rating`) return Response.json(rating);
    if (path === `/api/player/${ann}/matches?before=${newest?.id}`) return Response.json(older);
    return new Response('{}', { status: 404 });
  });
}

interface Seen {
  readonly reports: [number, number][];
  waits: number;
}

function work(seen: Seen, isStopped: () => boolean = () => false) {
  const wait = async () => {
    seen.waits += 1;
  };
  return { report: (done: number, all: number) => void seen.reports.push([done, all]), isStopped, wait };
}

afterEach(() => vi.unstubAllGlobals());

describe('the file with all data of a player', () => {
  test('OD1 has every record as the service stored it, and what the service shows of the player', async () => {
    serve();
    const seen: Seen = { reports: [], waits: 0 };
    const parts = await collectOwnData(owner(), work(seen));
    const text = parts?.join('') ?? '';
    for (const record of stored) expect(text).toContain(record);
    const data = JSON.parse(text);
    expect(data).toMatchObject({ key: ann, name: 'Ann', account: true, subscription: { daily: true } });
    expect(data.cards).toEqual([{ id: 'a card' }]);
    expect(data.estimates).toEqual([{ of: ann }]);
    expect(data.analyses).toEqual(analyses);
    expect(data.countries.shown).toEqual([{ pub: ann, country: 'DE' }]);
    expect(data.matches.map(({ id }: { id: string }) => id)).toEqual(
      data.records.map((one: { header: { id: string } }) => one.header.id),
    );
    for (const record of data.records) expect(await verify(record)).toMatchObject({ ok: true });
    expect(seen).toEqual({
      reports: [
        [0, 3],
        [1, 3],
        [2, 3],
      ],
      waits: 0,
    });
  });

  test('OD2 waits when the service asks for fewer requests, and in the end gives up', async () => {
    const seen: Seen = { reports: [], waits: 0 };
    serve({ busy: 2 });
    expect(await collectOwnData(owner(), work(seen))).not.toBeNull();
    expect(seen.waits).toBe(2);
    serve({ busy: 1_000 });
    expect(await collectOwnData(owner(), work(seen))).toBeNull();
    expect(seen.waits).toBeLessThan(100);
  });

  test('OD3 is not made if a part is missing, or after the player has stopped', async () => {
    const seen: Seen = { reports: [], waits: 0 };
    serve();
    for (const part of Object.keys(ANSWERS)) expect(await collectOwnData(owner(part), work(seen)), part).toBeNull();
    expect(
      await collectOwnData(
        owner(),
        work(seen, () => seen.reports.length > 0),
      ),
    ).toBeNull();
    expect(seen.reports).toHaveLength(1);
    for (const missing of [...texts.keys(), ...['rating', 'analyses'].map((part) => `/api/player/${ann}/${part}`)]) {
      serve({ missing });
      expect(await collectOwnData(owner(), work(seen)), missing).toBeNull();
    }
  });

  test('of a player who has not finished a match has no records', async () => {
    serve({ missing: `/api/player/${ann}` });
    const parts = await collectOwnData(owner(), work({ reports: [], waits: 0 }));
    expect(JSON.parse(parts?.join('') ?? '')).toMatchObject({ matches: [], records: [] });
  });
});
