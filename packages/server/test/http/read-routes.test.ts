import {
  diceReport,
  httpError,
  knownKey,
  leaderboard,
  matchRows,
  playerAnalyses,
  playerCard,
  playerRating,
} from '@anchor/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Leader } from '../../src/domain/players/standings.ts';
import { AnswerCache } from '../../src/http/answer-cache.ts';
import { header, nextPub, record } from '../storage/fixtures.ts';
import { memoryRecords, startHttp } from './kit.ts';

const pub = nextPub();
const standing = { rating: 1612.5, rd: 80, provisional: false, conservative: 1452.5 };
const tally = { name: 'Ann', games: 7, wins: 4 };
const UNRATED = { finishedAt: 5, ratings: null };
const matches = [{ record: record(header(), 1), ...UNRATED }];
const rival = nextPub();
const BOTH = [
  { decisions: 40, loss: 0.5 },
  { decisions: 0, loss: 0 },
] as const;
/** Reports on a match in which the player had the second seat, and on one in which the player had the first. */
const analysed = [
  { row: { record: record(header({ pubs: [rival, pub], length: 0 }), 1), ...UNRATED }, engineId: 'gnubg-1.07', ply: 2 },
  { row: { record: record(header({ pubs: [pub, rival] }), 1), ...UNRATED }, engineId: 'anchor-net-3', ply: 1 },
].map((one) => ({ ...one, figures: BOTH }));

const asked: [number, number][] = [];
const askedAnalysed: number[] = [];
/** Number of players on the leaderboard, and the country that they show. */
let crowd = 1;
let country: string | null = 'DE';
const askedOlder: [number, string | undefined][] = [];
let http: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  http = await startHttp({
    standings: {
      async leaderboard(minGames, limit) {
        asked.push([minGames, limit]);
        return Array.from({ length: crowd }, () => ({ pub, ...tally, ...standing, country }));
      },
      card: async (wanted) => (wanted === pub ? { ...standing, ...tally, matches } : null),
      standing: async (wanted) => (wanted === pub ? standing : { ...standing, rating: 1500 }),
      async matches(wanted, count, before) {
        askedOlder.push([count, before]);
        return wanted === pub ? matches : null;
      },
      async analysed(wanted, count) {
        askedAnalysed.push(count);
        return wanted === pub ? analysed : null;
      },
      keyOf: async (start) => (pub.startsWith(start) ? { pub, bot: false } : null),
    },
    dice: { totals: async () => [110, 90, 100, 100, 100, 100] },
  });
});
afterAll(() => http.stop());

describe('/api/player/<pub>/rating', () => {
  it('H4.4d answers for every key, also for one that is not stored, and for nothing else', async () => {
    const ratingOf = async (key: string) =>
      z.parse(playerRating, await (await http.get(`/api/player/${key}/rating`)).json());
    expect(await ratingOf(pub)).toEqual(standing);
    expect((await ratingOf('0'.repeat(64))).rating).toBe(1500);
    for (const key of [pub.slice(0, 16), pub.toUpperCase(), 'x'.repeat(64)]) {
      const answer = await http.get(`/api/player/${key}/rating`);
      expect([answer.status, await answer.json()]).toEqual([404, { error: 'no such player' }]);
    }
  });
});

describe('/api/leaderboard', () => {
  it('shows 16 digits of each key and names the rating system', async () => {
    const body = z.parse(leaderboard, await (await http.get('/api/leaderboard')).json());
    expect(body).toEqual({ players: [{ pub: pub.slice(0, 16), ...tally, ...standing }], system: 'glicko2-sqrt-2' });
  });

  it('LD10 has the country that a player shows on request only, so that no strict reader meets it', async () => {
    const rows = async (query: string) => (await (await http.get(`/api/leaderboard${query}`)).json()).players;
    const row = { pub: pub.slice(0, 16), ...tally, ...standing };
    expect(await rows('?countries=1')).toEqual([{ ...row, country: 'DE' }]);
    for (const query of ['', '?countries=0', '?countries=', '?countries=true'])
      expect(await rows(query)).toEqual([row]);
    country = null;
    expect(await rows('?countries=1')).toEqual([row]);
    country = 'DE';
  });

  it.each([
    ['', 3, 50],
    ['?minGames=10&limit=7', 10, 7],
    ['?minGames=0&limit=200', 0, 200],
    ['?limit=201', 3, 200],
    ['?limit=0', 3, 1],
    ['?limit=-5&minGames=-1', 0, 1],
    ['?limit=abc&minGames=', 3, 50],
    ['?limit=99999999999999999999&minGames=1000001', 1_000_000, 200],
    ['?limit=1e2&minGames=Infinity', 3, 50],
    ['?limit=0x10&minGames=2.9', 3, 50],
    ['?limit=007&minGames=%202%20', 2, 7],
    ['?limit=5&limit=6', 3, 5],
    ['?limit[]=5&minGames=__proto__', 3, 50],
  ])('takes %s for minGames %i and limit %i', async (query, minGames, limit) => {
    asked.length = 0;
    crowd = 200;
    const body = z.parse(leaderboard, await (await http.get(`/api/leaderboard${query}`)).json());
    expect(body.players).toHaveLength(limit);
    expect(asked).toEqual([[minGames, 200]]);
  });

  it('needs one query for all limits', async () => {
    const leaders = new AnswerCache<readonly Leader[]>(1_000, () => 0);
    let questions = 0;
    const one = { pub, ...tally, ...standing, country };
    const many = async () => {
      questions += 1;
      return Array.from({ length: 200 }, () => one);
    };
    const nothing = async () => null;
    const parts = {
      card: nothing,
      standing: async () => standing,
      matches: nothing,
      analysed: nothing,
      keyOf: nothing,
    };
    const standings = { leaderboard: many, ...parts };
    const other = await startHttp({ leaders, standings });
    for (let limit = 1; limit <= 200; limit++) {
      const body = z.parse(leaderboard, await (await other.get(`/api/leaderboard?limit=${limit}`)).json());
      expect(body.players).toHaveLength(limit);
    }
    expect(questions).toBe(1);
    await other.stop();
  });
});

describe('/api/player/<pub>', () => {
  it('is the card with its rows', async () => {
    const body = z.parse(playerCard, await (await http.get(`/api/player/${pub}`)).json());
    expect(body).toMatchObject({ ...standing, ...tally });
    expect(body.matches.map(({ id }) => id)).toEqual([matches[0]?.record.header.id]);
  });

  it.each([nextPub(), pub.slice(0, 16), pub.toUpperCase(), 'x', '%E2%82%AC', `${pub}.json`])(
    'of %s: no such player',
    async (unknown) => {
      const response = await http.get(`/api/player/${unknown}`);
      expect([response.status, z.parse(httpError, await response.json())]).toEqual([404, { error: 'no such player' }]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('rows of matches with dice in advance', () => {
  it('YT22 say so on request only', async () => {
    const rows = [
      header(),
      header({ dice: 'advance', clock: null, moveMs: 86_400_000, absenceMs: null, rated: false }),
    ].map((one) => ({ record: record(one, 1), finishedAt: 5, ratings: null }));
    const other = await startHttp({ records: memoryRecords(rows.map((row) => ({ record: row.record, row }))) });
    const told = async (path: string) => {
      const found = z.parse(matchRows, await (await other.get(path)).json());
      return found.map(({ dice }) => dice ?? null).sort();
    };
    expect(await told('/api/matches?sessions=1')).toEqual(['advance', null]);
    expect(await told('/api/matches')).toEqual([null, null]);
    await other.stop();
  });
});

describe('rows of money games', () => {
  it('MG17 have the game of the session on request only, so that no strict reader meets them', async () => {
    const session = { game: 3, previous: { id: 'the-game-before', hash: '11'.repeat(32) }, score: [8, 1] } as const;
    const money = { length: 0, rated: false, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
    const games = [header(), header(money), header({ ...money, session })];
    const rows = games.map((one) => ({ record: record(one, 1), finishedAt: 5, ratings: null }));
    const card = { ...standing, ...tally, matches: rows };
    const other = await startHttp({
      records: memoryRecords(rows.map((row) => ({ record: row.record, row }))),
      standings: {
        leaderboard: async () => [],
        card: async () => card,
        standing: async () => standing,
        matches: async () => rows,
        analysed: async () => [],
        keyOf: async () => null,
      },
    });
    const told = async (path: string) => {
      const body: unknown = await (await other.get(path)).json();
      const found = Array.isArray(body) ? z.parse(matchRows, body) : z.parse(playerCard, body).matches;
      return new Map(found.map(({ id, money }) => [id, money]));
    };
    for (const path of ['/api/matches', `/api/player/${pub}`, `/api/player/${pub}/matches`]) {
      const asked = await told(`${path}?sessions=1`);
      expect(asked.get(games[0]!.id), path).toBeUndefined();
      expect(asked.get(games[1]!.id), path).toEqual({ game: 1, previous: null });
      expect(asked.get(games[2]!.id), path).toEqual({ game: 3, previous: 'the-game-before' });
      for (const query of ['', '?sessions=0', '?sessions=true'])
        expect([...(await told(`${path}${query}`)).values()], path).toEqual([undefined, undefined, undefined]);
    }
    await other.stop();
  });
});

describe('/api/player/<pub>/matches', () => {
  it.each([
    ['', undefined],
    ['?before=match_0123456789', 'match_0123456789'],
    ['?before=short', undefined],
    ['?before[]=match_0123456789', undefined],
  ])('with %s returns a hundred rows before %s', async (query, before) => {
    askedOlder.length = 0;
    const rows = z.parse(matchRows, await (await http.get(`/api/player/${pub}/matches${query}`)).json());
    expect(rows.map(({ id }) => id)).toEqual([matches[0]?.record.header.id]);
    expect(askedOlder).toEqual([[100, before]]);
  });

  it('of an unknown player is 404', async () => {
    const response = await http.get(`/api/player/${nextPub()}/matches`);
    expect([response.status, z.parse(httpError, await response.json())]).toEqual([404, { error: 'no such player' }]);
  });
});

describe('/api/player/<pub>/analyses', () => {
  it('PF1 has the sums of each report from the side of the player, with the engine, and asks for a hundred', async () => {
    askedAnalysed.length = 0;
    const body = z.parse(playerAnalyses, await (await http.get(`/api/player/${pub}/analyses`)).json());
    const [first, second] = [
      { ...BOTH[0], pr: 6.25 },
      { ...BOTH[1], pr: null },
    ];
    const { created } = header();
    expect(body.analyses).toEqual([
      {
        matchId: analysed[0]?.row.record.header.id,
        created,
        length: 0,
        opponent: { pub: rival, name: analysed[0]?.row.record.header.players[0].name },
        won: true,
        engineId: 'gnubg-1.07',
        ply: 2,
        own: second,
        other: first,
      },
      {
        matchId: analysed[1]?.row.record.header.id,
        created,
        length: 5,
        opponent: { pub: rival, name: analysed[1]?.row.record.header.players[1].name },
        won: false,
        engineId: 'anchor-net-3',
        ply: 1,
        own: first,
        other: second,
      },
    ]);
    expect(askedAnalysed).toEqual([100]);
  });

  it.each([nextPub(), pub.slice(0, 16), pub.toUpperCase(), '%00', '%E2%82%AC', '__proto__'])(
    'of %s is 404',
    async (unknown) => {
      const response = await http.get(`/api/player/${unknown}/analyses`);
      const isRefusedPath = unknown === '%00';
      expect(response.status).toBe(isRefusedPath ? 400 : 404);
      if (!isRefusedPath) expect(z.parse(httpError, await response.json())).toEqual({ error: 'no such player' });
    },
  );
});

describe('/api/keys/<start>', () => {
  it.each([16, 17, 64])('returns the whole key for its first %i digits', async (digits) => {
    const response = await http.get(`/api/keys/${pub.slice(0, digits)}`);
    expect(z.parse(knownKey, await response.json())).toEqual({ pub, bot: false });
  });

  it.each([
    pub.slice(0, 15),
    `${pub}0`,
    pub.slice(0, 16).toUpperCase().replace(/^./, 'G'),
    nextPub().replace(/^../, 'ff'),
  ])('from %s is 404', async (start) => {
    const response = await http.get(`/api/keys/${start}`);
    expect([response.status, z.parse(httpError, await response.json())]).toEqual([404, { error: 'no such player' }]);
  });
});

describe('/api/fairness', () => {
  it('is the report of the dice', async () => {
    const body = z.parse(diceReport, await (await http.get('/api/fairness')).json());
    expect(body).toMatchObject({
      protocol: 'hmac-sha256/hashchain-reveal-v2',
      rolls: 600,
      df: 5,
      critical95: 11.07,
      chi2: 2,
      uniform: true,
      counts: { '1': 110, '2': 90, '3': 100, '4': 100, '5': 100, '6': 100 },
    });
    expect(body.note).toMatch(/sanity check/);
    expect(body.note).toMatch(/not the proof/);
  });
});

describe('/api/openapi.json', () => {
  it('names every route', async () => {
    const { openapi, paths }: { openapi: string; paths: object } = await (await http.get('/api/openapi.json')).json();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/healthz', '/api/player/{pub}', '/records/{matchId}.json', '/api/openapi.json']),
    );
  });
});
