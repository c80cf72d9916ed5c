import { beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { closeRecord } from '../src/closing.ts';
import { headerHash } from '../src/header.ts';
import { moneyGame, nextSession, SESSION_CODES, sessionFault, verifySession } from '../src/session.ts';
import { stepsOf } from '../src/steps.ts';
import type { Header, MatchRecord } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { accept, committedTable, moneyRules, openTable, playOn, step, type Table } from './support/table.ts';
import { validRecord } from './support/vectors.ts';

const MONEY: Partial<Header> = { length: 0, rated: false, rules: moneyRules };
const KEYS = 77;

async function forfeit(table: Table, reason: 'time' | 'abandonment'): Promise<void> {
  await playOn(table, ({ ledger }) => ledger.expects.party !== null && ledger.state.hasRolled, 0);
  const { party } = table.ledger.expects;
  await accept(table, await table.server.forfeit(table.ledger, party === 1 ? 1 : 0, reason));
}

/** Plays a money game at random. Some games are forfeited, after up to 80 events. */
async function randomGame(random: SeededRandom, before: MatchRecord | null, number: number): Promise<MatchRecord> {
  const { header } = await openTable(KEYS, MONEY);
  const [a, b] = before?.header.players ?? header.players;
  const players: Header['players'] = random.below(2) === 0 ? [a, b] : [b, a];
  const session = before && nextSession(moneyGame(before), players);
  const rules = { ...moneyRules, jacoby: random.below(2) === 0, cube: random.below(4) > 0 };
  const id = `random-game-${number}-${random.below(1e9)}`;
  const table = await openTable(KEYS, { ...MONEY, rules, id, players, ...(session && { session }) });
  for (let skipped = random.below(1000); skipped > 0; skipped--) table.random.next();
  if (random.below(2) === 0) {
    const most = 20 + random.below(60);
    await playOn(table, ({ ledger }) => ledger.length >= most, 0);
    if (!table.ledger.state.result) await forfeit(table, random.pick(['time', 'abandonment']));
  } else await playOn(table, undefined, 0);
  return closeRecord(table.ledger, table.keys.server);
}

/** The points by counting events, without the code under test. */
function countedPoints(record: MatchRecord): readonly [number, number] {
  const { result, events, header } = record;
  if (result.reason === 'points' || result.reason === 'resign') return result.score;
  const loser = result.winner === 0 ? 1 : 0;
  const turned = events.filter(({ type }) => type === 'take' || type === 'beaver').length;
  const last = stepsOf(record).at(-1)!.before;
  const { points: board, bar, off } = last.position;
  // Player 1's home board are the points 19 to 24 of player 0, and player 0's those from 1 to 6.
  const inside = loser === 0 ? board.slice(18).some((n) => n > 0) : board.slice(0, 6).some((n) => n < 0);
  const areGammonsOut = header.rules.jacoby && turned === 0;
  const times = off[loser] > 0 || areGammonsOut ? 1 : inside || bar[loser] > 0 ? 3 : 2;
  const points = 2 ** turned * times;
  return result.winner === 0 ? [points, 0] : [0, points];
}

let games: readonly [MatchRecord, MatchRecord, MatchRecord];
beforeAll(() => {
  games = [validRecord('session-1'), validRecord('session-2'), validRecord('session-3')];
});

const codeOf = (records: readonly MatchRecord[]) => {
  const judged = verifySession(records);
  return judged.ok ? 'ok' : judged.code;
};

const withHeader = (record: MatchRecord, changes: Partial<Header>): MatchRecord => ({
  ...record,
  header: { ...record.header, ...changes },
});
const withSession = (record: MatchRecord, changes: Partial<NonNullable<Header['session']>>) =>
  withHeader(record, { session: { ...record.header.session!, ...changes } });

describe('a money session', () => {
  test('MG1 the vectors are a session, by the seats of its last game and in any order', () => {
    const judged = verifySession([games[2], games[0], games[1]]);
    const [ann, bob] = [
      { name: 'Ann', points: 0 },
      { name: 'Bob', points: 0 },
    ];
    for (const record of games) {
      const points = countedPoints(record);
      for (const seat of [0, 1] as const)
        (record.header.players[seat].name === 'Ann' ? ann! : bob!).points += points[seat];
    }
    expect(judged).toMatchObject({ ok: true, session: { score: [ann!.points, bob!.points] } });
    expect(ann!.points + bob!.points).toBe(1 + 12 + 1);
    expect(judged.ok && judged.session.games.map(({ id }) => id)).toEqual(games.map(({ header }) => header.id));
    expect(judged.ok && judged.session.players[0].name).toBe('Ann');
  });

  test.each([11, 12, 13, 14, 15, 16])(
    'MG2 any money games of two players are a session, in any seats (seed %i)',
    async (seed) => {
      const random = new SeededRandom(seed);
      const records: MatchRecord[] = [];
      for (let number = 1; number <= 4; number++)
        records.push(await randomGame(random, records.at(-1) ?? null, number));
      const judged = verifySession(records);
      const total = new Map<string, number>();
      for (const record of records) {
        expect(await verify(record)).toMatchObject({ ok: true });
        const points = countedPoints(record);
        for (const seat of [0, 1] as const) {
          const { pub } = record.header.players[seat];
          total.set(pub, (total.get(pub) ?? 0) + points[seat]);
        }
      }
      const expected = records.at(-1)!.header.players.map(({ pub }) => total.get(pub));
      expect(judged).toMatchObject({ ok: true, session: { score: expected } });
      if (!judged.ok) return;
      const sum = judged.session.games.reduce<[number, number]>(([a, b], { points: [c, d] }) => [a + c, b + d], [0, 0]);
      expect(sum).toEqual(judged.session.score);
    },
  );

  test('MG3 each fault of a session has its code, and the record at fault is named', async () => {
    const [first, second, third] = games;
    const stranger = (await openTable(5)).header.players[0];
    const faults: [string, readonly MatchRecord[], number][] = [
      ['session-empty', [], 0],
      ['session-match', [first, validRecord('shortest')], 1],
      ['session-match', [validRecord('shortest')], 0],
      ['session-server', [first, withHeader(second, { server: stranger.pub })], 1],
      ['session-players', [first, withHeader(second, { players: [stranger, second.header.players[1]] })], 1],
      ['session-players', [first, withHeader(second, { players: [second.header.players[0], stranger] })], 1],
      ['session-game', [second, third], 0],
      ['session-game', [first, third], 1],
      ['session-game', [third, first, first, second], 2],
      ['session-game', [first, second, second], 2],
      ['session-game', [first, withSession(second, { game: 3 })], 1],
      [
        'session-previous',
        [first, withSession(second, { previous: { ...second.header.session!.previous, id: third.header.id } })],
        1,
      ],
      [
        'session-previous',
        [first, withSession(second, { previous: { id: first.header.id, hash: third.finalHash } })],
        1,
      ],
      ['session-previous', [{ ...first, finalHash: second.finalHash }, second], 1],
      [
        'session-score',
        [first, withSession(second, { score: [second.header.session!.score[0] + 1, second.header.session!.score[1]] })],
        1,
      ],
      [
        'session-score',
        [first, withSession(second, { score: [...second.header.session!.score].reverse() as [number, number] })],
        1,
      ],
      [
        'session-score',
        [first, withHeader(second, { players: [second.header.players[1], second.header.players[0]] })],
        1,
      ],
    ];
    for (const [code, records, record] of faults)
      expect(verifySession(records)).toMatchObject({ ok: false, code, record });
    expect(new Set(faults.map(([code]) => code))).toEqual(new Set(SESSION_CODES));
    expect(codeOf(games)).toBe('ok');
  });

  test('MG4 no game of a session can be exchanged for another one, and none is left out', async () => {
    const other = validRecord('money-jacoby');
    for (const place of [0, 1, 2]) {
      expect(codeOf(games.with(place, other))).not.toBe('ok');
      if (place < 2) expect(codeOf(games.toSpliced(place, 1))).not.toBe('ok');
    }
    expect(codeOf([other, games[0]])).toBe('session-game');
  });

  test('the header that begins a session continues none', () => {
    expect(sessionFault(moneyGame(games[0]), games[0].header)).toMatchObject({ code: 'session-game' });
  });

  test('players who are not those of the game before get no session', async () => {
    const [a, b] = games[0].header.players;
    const before = moneyGame(games[0]);
    expect(nextSession(before, [a, a])).toBeNull();
    expect(nextSession(before, [b, { pub: 'aa' }])).toBeNull();
    expect(nextSession(before, [b, a])?.score).toEqual(games[0].result.score.toReversed());
  });

  test('the hash of the header depends on the session', () => {
    expect(headerHash(withSession(games[1], { score: [7, 7] }).header)).not.toBe(headerHash(games[1].header));
  });
});

describe('MG5 the price of a money game that is left', () => {
  const rules = (changes: Partial<Header['rules']>) => ({ ...MONEY, rules: { ...moneyRules, ...changes } });

  /** A game near its beginning in which the player to act leaves after these events; back checkers have not moved out yet. */
  async function left(
    changes: Partial<Header>,
    events: Parameters<typeof step>[1][],
    reason: 'time' | 'abandonment' = 'abandonment',
  ) {
    const table = await playOn(
      await committedTable(3, changes),
      ({ ledger }) => ledger.state.match.phase === 'play',
      0,
    );
    await step(table, 'play', ...events);
    await forfeit(table, reason);
    const record = await closeRecord(table.ledger, table.keys.server);
    expect(await verify(record)).toMatchObject({ ok: true, result: record.result });
    expect(moneyGame(record).points).toEqual(record.result.score);
    return Math.max(...record.result.score);
  }

  const TURN = ['roll', 'reveal', 'dice', 'play'] as const;
  const AT_FOUR = ['double', 'take', ...TURN, 'double', 'take', ...TURN] as const;

  test.each<[string, Partial<Header['rules']>, readonly Parameters<typeof step>[1][], number]>([
    ['the cube in the middle under the Jacoby rule', {}, [], 1],
    ['the cube in the middle without the Jacoby rule', { jacoby: false }, [], 3],
    ['no cube under the Jacoby rule', { cube: false }, [], 1],
    ['the cube at 2', {}, ['double', 'take'], 6],
    ['the cube at 4', {}, AT_FOUR, 12],
    ['a double without an answer, the cube in the middle', {}, ['double'], 1],
    ['a double without an answer, the cube at 2', {}, ['double', 'take', ...TURN, 'double'], 6],
    ['a beaver without an answer', {}, ['double', 'beaver'], 6],
    ['a beaver that was taken', {}, ['double', 'beaver', 'take'], 12],
  ])('%s', async (_what, changes, events, points) => {
    expect(await left(rules(changes), [...events])).toBe(points);
    expect(await left(rules(changes), [...events], 'time')).toBe(points);
  });

  test('a match to points is no game of a session', () => {
    expect(() => moneyGame(validRecord('shortest'))).toThrow(TypeError);
  });
});
