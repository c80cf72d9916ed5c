import { type Header, type Key, type MatchRecord, verify, verifySession } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../src/compose/service.ts';
import { MoneySessions } from '../../src/domain/lobby/money-sessions.ts';
import type { Peer } from '../../src/domain/players/presence.ts';
import { ABANDON_MS, enter as enterAs, type Harness, keyOf, openHarness, reopenShared } from '../support/harness.ts';
import type { PlayersAction } from '../support/moves.ts';
import { Pair } from '../support/player.ts';
import { agree, twoGuests } from '../support/seated.ts';

const MONEY = { length: 0, rated: false } as const;
const ALL = { views: true, sessions: true } as const;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

type Keys = readonly [Key, Key];

/** Connects a key whose program knows sessions. */
function enter(key: Key, knows = ALL as { views: boolean; sessions: boolean }): Peer {
  const peer = { supersede() {} };
  void enterAs(harness.service, key.pub, peer, knows);
  return peer;
}

async function twoPlayers(): Promise<Keys> {
  const keys = await twoGuests(harness);
  for (const key of keys) enter(key);
  return keys;
}

/** The keys in the order of the seats. */
const seated = ({ players }: Header, keys: Keys): Keys =>
  players[0].pub === keys[0].pub ? keys : ([keys[1], keys[0]] as const);

async function joined(match: string, keys: Keys): Promise<Pair> {
  const header = (await harness.service.rooms.view(match, 0, 0))?.header;
  if (!header) throw new Error(`there is no match ${match}`);
  return Pair.at(harness, match, seated(header, keys));
}

async function step(pair: Pair, action?: PlayersAction): Promise<void> {
  const result = await pair.step(action);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
}

/** Plays until a player may double. */
async function untilDouble(pair: Pair): Promise<0 | 1> {
  do await step(pair);
  while (!pair.ledger.expects.types.includes('double'));
  return pair.ledger.expects.party === 1 ? 1 : 0;
}

/** Plays a game to its end: the player to act resigns. */
async function resigned(pair: Pair): Promise<MatchRecord> {
  while (pair.ledger.state.match.phase !== 'play') await step(pair);
  const player = pair.ledger.expects.party === 1 ? 1 : 0;
  await step(pair, { type: 'resign', player, points: 1 });
  await step(pair, { type: 'accept', player: player === 0 ? 1 : 0 });
  return recordOf(pair.match);
}

/** The cube goes to 4, and the player to act leaves. */
async function abandoned(pair: Pair, keys: Keys): Promise<MatchRecord> {
  for (let doubled = 0; doubled < 2; doubled++) {
    const player = await untilDouble(pair);
    await step(pair, { type: 'double', player });
    await step(pair, { type: 'take', player: player === 0 ? 1 : 0 });
  }
  const { party } = pair.ledger.expects;
  const loser = seated(pair.ledger.header, keys)[party === 1 ? 1 : 0];
  harness.service.lobby.leave(loser.pub, enter(loser));
  await harness.pass(ABANDON_MS);
  expect((await pair.claim(party === 1 ? 0 : 1)).ok).toBe(true);
  await harness.pass(ABANDON_MS);
  enter(loser);
  return recordOf(pair.match);
}

async function recordOf(match: string): Promise<MatchRecord> {
  const record = await harness.store.records.read(match);
  if (!record) throw new Error(`there is no record of ${match}`);
  expect(await verify(record)).toMatchObject({ ok: true });
  return record;
}

/** Both players ask for the next game. The second one may ask another process. */
async function again(match: string, [first, second]: Keys, service: Service = harness.service): Promise<string> {
  const asked = await harness.service.challenges.rematch(first.pub, match);
  if (!asked.ok) throw new Error(asked.message);
  const agreed = await service.challenges.rematch(second.pub, match);
  if (!agreed.ok || agreed.value.match === undefined) throw new Error('the players did not agree');
  return agreed.value.match;
}

async function headerOf(match: string): Promise<Header | undefined> {
  return (await harness.service.rooms.view(match, 0, 0))?.header;
}

describe('the next game after a money game', () => {
  it('MG7 continues the session, and an abandonment with the cube at 4 costs a gammon or backgammon in it', async () => {
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, MONEY), keys));
    const second = await abandoned(await joined(await again(first.header.id, keys), keys), keys);
    const third = await resigned(await joined(await again(second.header.id, keys), keys));
    expect(first.header.session).toBeUndefined();
    expect(second.result).toMatchObject({ reason: 'abandonment' });
    const cost = Math.max(...second.result.score);
    // Early in the game the player has borne off no checker, and nearly always has one in the other's home board.
    expect([8, 12]).toContain(cost);
    expect(second.header.players.map(({ pub }) => pub)).toEqual(
      first.header.players.map(({ pub }) => pub).toReversed(),
    );
    const judged = verifySession([first, second, third]);
    expect(judged).toMatchObject({ ok: true, session: { games: [{}, {}, {}] } });
    const worth = judged.ok ? judged.session.games.map(({ points }) => Math.max(...points)) : [];
    expect(worth).toEqual([1, cost, 1]);
    const stored = [first, second, third].map(
      async ({ header }) => (await harness.store.records.row(header.id))?.record.result,
    );
    expect(await Promise.all(stored)).toEqual([first, second, third].map(({ result }) => result));
    const { winner } = second.result;
    const winnerLast = second.header.players[winner].pub === third.header.players[0].pub ? 0 : 1;
    expect(third.header.session?.score[winnerLast]).toBeGreaterThanOrEqual(cost);
  });

  it('MG8 continues it after a restart, and if the players ask different processes', async () => {
    harness = await reopenShared(harness);
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, MONEY), keys));
    harness = await harness.restart();
    // The lobby of the process that has ended is free.
    await harness.pass(5_000);
    for (const key of keys) enter(key);
    const other = await harness.neighbour();
    const second = await resigned(await joined(await again(first.header.id, keys, other), keys));
    expect(verifySession([first, second])).toMatchObject({ ok: true });
  });

  it('MG9 continues it once if both players ask at the same moment on two processes', async () => {
    harness = await reopenShared(harness);
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, MONEY), keys));
    const other = await harness.neighbour();
    await Promise.all([
      harness.service.challenges.rematch(keys[0].pub, first.header.id),
      other.challenges.rematch(keys[1].pub, first.header.id),
    ]);
    const live = await harness.store.matches.liveIds();
    expect(live).toHaveLength(1);
    expect((await headerOf(live[0] ?? ''))?.session).toMatchObject({ game: 2, previous: { id: first.header.id } });
  });

  it('LB4a is in the list of live matches with its running score', async () => {
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, MONEY), keys));
    const second = await joined(await again(first.header.id, keys), keys);
    while (second.ledger.state.match.phase !== 'play') await step(second);
    const listed = (await harness.lobby()).live.find(({ match }) => match === second.match);
    expect(second.ledger.header.session?.score.toSorted()).toEqual([0, 1]);
    expect(listed?.score).toEqual(second.ledger.header.session?.score);
  });

  it('MG10 continues it against the bot', async () => {
    const alice = await keyOf('alice');
    await harness.service.players.meet(alice.pub);
    enter(alice);
    const made = await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 0 });
    const pair = await Pair.at(harness, made.ok ? made.value : '', [alice, alice]);
    while (!pair.ledger.state.result) {
      await pair.catchUp();
      const { party, types } = pair.ledger.expects;
      const isResigning = types.includes('resign') && party === 0 && pair.ledger.state.match.turn !== null;
      if (party === 0) await step(pair, isResigning ? { type: 'resign', player: 0, points: 1 } : undefined);
      await harness.pass(1200);
      await pair.catchUp();
    }
    const first = await recordOf(pair.match);
    const next = await harness.service.challenges.rematch(alice.pub, pair.match);
    const header = await headerOf(next.ok ? (next.value.match ?? '') : '');
    expect(header?.session).toEqual({
      game: 2,
      previous: { id: pair.match, hash: first.finalHash },
      score: [1, 0],
    });
    expect(header?.players[0].bot).toBe(true);
  });

  it.each([
    ['neither program', [false, false], false],
    ['only the first program', [true, false], false],
    ['only the second program', [false, true], false],
    ['each program', [true, true], true],
  ] as const)('MG11 if %s knows sessions, the header has one: %j %s', async (_who, knowing, isContinued) => {
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, MONEY), keys));
    for (const [i, key] of keys.entries()) enter(key, { views: true, sessions: knowing[i] ?? false });
    const header = await headerOf(await again(first.header.id, keys));
    expect(header?.length).toBe(0);
    expect(header?.session !== undefined).toBe(isContinued);
  });

  it('MG12 begins a new session after a game that another one continues, and a game that was called off continues none', async () => {
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, MONEY), keys));
    const aborted = await again(first.header.id, keys);
    await harness.service.rooms.abort(keys[0].pub, aborted);
    const second = await resigned(await joined(await again(first.header.id, keys), keys));
    expect(second.header.session).toMatchObject({ game: 2, previous: { id: first.header.id } });
    expect((await headerOf(await again(first.header.id, keys)))?.session).toBeUndefined();
  });

  it('MG13 continues a correspondence game once, even if the next one is not finished', async () => {
    const keys = await twoPlayers();
    const wanted = { ...MONEY, clock: 'days3' } as const;
    const first = await resigned(await joined(await agree(harness, keys, wanted), keys));
    const [second, third] = [await again(first.header.id, keys), await again(first.header.id, keys)];
    expect((await headerOf(second))?.session?.previous.id).toBe(first.header.id);
    expect((await headerOf(third))?.length).toBe(0);
    expect((await headerOf(third))?.session).toBeUndefined();
  });

  it('MG14 begins no session after a match to points', async () => {
    const keys = await twoPlayers();
    const first = await resigned(await joined(await agree(harness, keys, { length: 1, rated: false }), keys));
    expect((await headerOf(await again(first.header.id, keys)))?.session).toBeUndefined();
  });
});

describe('MG16 no session continues', () => {
  it.each([
    ['under another key of the server', { serverPub: 'other' }, null],
    ['after a hundred other matches of the player', { recent: [] }, null],
    ['for other players', { players: ['other'] }, null],
    ['and one does otherwise', {}, 2],
  ] as const)(
    '%s',
    async (_what, changes: {
      serverPub?: string;
      recent?: readonly [];
      players?: readonly string[];
    }, game) => {
      const keys = await twoPlayers();
      const { header } = await resigned(await joined(await agree(harness, keys, MONEY), keys));
      const { records, matches } = harness.store;
      const { recent } = changes;
      const sessions = new MoneySessions({
        records: recent ? { recentRows: async () => recent } : records,
        store: matches,
        serverPub: changes.serverPub ?? harness.serverKey.pub,
      });
      const row = await records.row(header.id);
      if (!row) throw new Error('the game has no row');
      const [first, second] = header.players;
      const players = [{ ...first, pub: changes.players?.[0] ?? first.pub }, second] as const;
      // The list of recent matches is that of a player who took part.
      expect((await sessions.next(row, changes.players ? [second, players[0]] : players))?.game ?? null).toBe(game);
    },
  );
});
