import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INVITE_LASTS_MS, INVITES_A_KEY, parseTerms } from '../../src/domain/lobby/invitations.ts';
import type { StoredRow } from '../../src/domain/ports/matches.ts';
import { beforeCall } from '../support/before-call.ts';
import { enter, type Harness, keyOf, openHarness, reopenShared } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { agree, twoGuests, WISH } from '../support/seated.ts';

const DAY_MS = 24 * 3_600_000;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** Plays a match of these keys to its end, by resignation after the first dice. */
async function playedMatch(keys: Awaited<ReturnType<typeof twoGuests>>, length = 1): Promise<Pair> {
  const pair = await Pair.at(harness, await agree(harness, keys, { length }), keys);
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const player = pair.ledger.expects.party === 1 ? 1 : 0;
  await pair.step({ type: 'resign', player, points: 3 });
  await pair.step({ type: 'accept', player: player === 0 ? 1 : 0 });
  return pair;
}

/** Plays a match to 2 in which seat 0 doubles whenever it may and seat 1 declines. */
async function declinedMatch(keys: Awaited<ReturnType<typeof twoGuests>>): Promise<Pair> {
  const seek = { length: 2, rules: { crawford: false } };
  const pair = await Pair.at(harness, await agree(harness, keys, seek), keys);
  while (!pair.ledger.state.result) {
    const { party, types } = pair.ledger.expects;
    if (party === 0 && types.includes('double')) {
      await pair.step({ type: 'double', player: 0 });
      await pair.step({ type: 'pass', player: 1 });
    } else await pair.step();
  }
  return pair;
}

describe('the lobby', () => {
  it('LB1 shows a seek to everyone until it is withdrawn', async () => {
    const [alice] = await twoGuests(harness);
    const changes = harness.messagesOn('lobby');
    const made = await harness.service.lobby.seek(alice.pub, WISH);
    const { seeks, online } = await harness.lobby();
    expect(online).toBe(2);
    expect(seeks).toHaveLength(1);
    expect(seeks[0]).toMatchObject({
      id: made.ok && made.value.id,
      length: 3,
      rated: true,
      clock: 'normal',
      rules: { cube: true, crawford: true, jacoby: false, beavers: false },
      from: { pub: alice.pub, name: `Guest ${alice.pub.slice(0, 4)}`, rating: 1500, provisional: true },
    });
    await harness.pass(1000);
    expect(changes.at(-1)).toMatchObject({ type: 'lobby-change', added: { seeks }, removed: { seeks: [] } });
    await harness.service.lobby.unseek(alice.pub);
    await harness.pass(1000);
    expect(changes.at(-1)).toMatchObject({ added: { seeks: [] }, removed: { seeks: [seeks[0]?.id] } });
    expect((await harness.lobby()).seeks).toEqual([]);
  });

  it('LB2 keeps one seek per key, and none without a connection', async () => {
    const [alice] = await twoGuests(harness);
    const peer = harness.enter(alice);
    await harness.service.lobby.seek(alice.pub, WISH);
    await harness.service.lobby.seek(alice.pub, { ...WISH, length: 5 });
    expect((await harness.lobby()).seeks.map(({ length }) => length)).toEqual([5]);
    harness.service.lobby.leave(alice.pub, peer);
    expect((await harness.lobby()).seeks).toEqual([]);
  });

  it('LB3 seats the seeker at seat 0, lists the match, and clears both players’ seeks', async () => {
    const keys = await twoGuests(harness);
    await harness.service.lobby.seek(keys[1].pub, { ...WISH, clock: 'slow' });
    const match = await agree(harness, keys);
    await harness.service.idle();
    const { seeks, live } = await harness.lobby();
    expect(seeks).toEqual([]);
    expect(live).toHaveLength(1);
    expect(live[0]).toMatchObject({ match, length: 3, score: [0, 0], rated: true });
    expect(live[0]?.players.map(({ pub }) => pub)).toEqual(keys.map(({ pub }) => pub));
  });

  it('LB4 updates the score in the list, and drops the match at its end', async () => {
    const keys = await twoGuests(harness);
    const changes = harness.messagesOn('lobby');
    const pair = await Pair.at(harness, await agree(harness, keys, { length: 5, clock: 'slow' }), keys);
    while (pair.ledger.state.match.score.join() === '0,0') await pair.step();
    await harness.service.idle();
    expect((await harness.lobby()).live[0]?.score).toEqual(pair.ledger.state.match.score);
    await harness.pass(1000);
    expect(changes.at(-1)).toMatchObject({ added: { live: [{ match: pair.match }] } });
    while (!pair.ledger.state.result) await pair.step();
    await harness.service.idle();
    await harness.pass(1000);
    expect((await harness.lobby()).live).toEqual([]);
    expect(changes.at(-1)).toMatchObject({ removed: { live: [pair.match] } });
  });

  it('LB5 refuses the own offer, a seek that is gone, and a player who sits in a match', async () => {
    const [alice, bob] = await twoGuests(harness);
    const carol = await keyOf('carol');
    await harness.service.players.meet(carol.pub);
    harness.enter(carol);
    const { lobby } = harness.service;
    const seek = await lobby.seek(alice.pub, WISH);
    const handle = seek.ok ? seek.value.id : '';
    expect(await lobby.accept(alice.pub, handle)).toMatchObject({ code: 'own-offer' });
    expect(await lobby.accept(bob.pub, 'nothing-here')).toMatchObject({ code: 'not-found' });
    expect((await lobby.accept(bob.pub, handle)).ok).toBe(true);
    expect(await lobby.accept(carol.pub, handle)).toMatchObject({ code: 'not-found' });
    expect(await lobby.seek(bob.pub, WISH)).toMatchObject({ code: 'busy' });
    expect(await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 1 })).toMatchObject({
      code: 'busy',
    });
  });

  it('LB6 starts one match when two players accept at once', async () => {
    const [alice, bob] = await twoGuests(harness);
    const carol = await keyOf('carol');
    await harness.service.players.meet(carol.pub);
    harness.enter(carol);
    const seek = await harness.service.lobby.seek(alice.pub, WISH);
    const handle = seek.ok ? seek.value.id : '';
    const both = await Promise.all([bob, carol].map(({ pub }) => harness.service.lobby.accept(pub, handle)));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await harness.store.matches.liveIds()).toHaveLength(1);
  });

  it('LB7 refuses impossible terms, and never rates money games', async () => {
    const [alice] = await twoGuests(harness);
    const { lobby } = harness.service;
    for (const seek of [
      { ...WISH, rules: { jacoby: true } },
      { ...WISH, rules: { beavers: true } },
      { ...WISH, length: 0, rules: { crawford: true } },
    ]) {
      expect(await lobby.seek(alice.pub, seek)).toMatchObject({ code: 'bad-terms' });
    }
    await lobby.seek(alice.pub, { length: 0, rated: true, clock: 'fast' });
    expect((await harness.lobby()).seeks[0]).toMatchObject({
      rated: false,
      rules: { cube: true, crawford: false, jacoby: true, beavers: true },
    });
  });

  it('LB10 refuses a live match of two people without a clock, however it would begin; days and a clock are possible', async () => {
    await harness.close();
    // The row of a finished match that had no clock, as a server with other rules would have stored it.
    const withoutClock = (row: StoredRow | null): StoredRow | null =>
      row && {
        ...row,
        record: { ...row.record, header: { ...row.record.header, clock: null, moveMs: DAY_MS, rated: false } },
      };
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        records: { ...store.records, row: async (match) => withoutClock(await store.records.row(match)) },
      }),
    });
    const keys = await twoGuests(harness);
    const [alice, bob] = keys.map(({ pub }) => pub) as [string, string];
    const { lobby, invitations, challenges } = harness.service;
    const finished = await playedMatch(keys);
    const untimed = { length: 1, rated: false, clock: 'none' } as const;
    const refused = { ok: false, code: 'bad-terms', message: expect.stringContaining('clock') };
    expect(await lobby.seek(alice, untimed)).toMatchObject(refused);
    expect(await invitations.invite(alice, untimed)).toMatchObject(refused);
    expect(await invitations.challenge(alice, bob, untimed)).toMatchObject(refused);
    expect(await challenges.rematch(alice, finished.match)).toMatchObject(refused);
    const made = await invitations.invite(alice, { ...untimed, clock: 'slow' });
    if (!made.ok) throw new Error(made.message);
    const stored = await harness.store.invites.get(made.value);
    if (!stored || !(await harness.store.invites.remove(stored))) throw new Error('the invitation is not stored');
    await harness.store.invites.put({ ...stored, terms: stored.terms.replace('"slow"', '"none"') });
    expect(await invitations.join(bob, made.value)).toMatchObject(refused);
    expect(await harness.lobby()).toMatchObject({ seeks: [], live: [] });

    expect((await invitations.challenge(alice, bob, { ...untimed, clock: 'days7' })).ok).toBe(true);
    expect((await challenges.playBot(alice, { type: 'play-bot', length: 1 })).ok).toBe(true);
    expect((await lobby.seek(bob, { ...untimed, clock: 'slow' })).ok).toBe(true);
  });

  it('LB8 rates ten matches of a pair in a day, but not the eleventh', async () => {
    const keys = await twoGuests(harness);
    const rated: boolean[] = [];
    for (let played = 0; played < 11; played++) rated.push((await playedMatch(keys)).ledger.header.rated);
    expect(rated).toEqual([...Array(10).fill(true), false]);
    await harness.pass(DAY_MS + 1);
    expect((await playedMatch(keys)).ledger.header.rated).toBe(true);
  });

  it('LB9 counts matches that end by a declined double towards the ten, beside resigned ones', async () => {
    const keys = await twoGuests(harness);
    const rated: boolean[] = [];
    for (let played = 0; played < 12; played++) {
      const { ledger } = await (played % 2 === 0 ? declinedMatch(keys) : playedMatch(keys));
      rated.push(ledger.header.rated);
      expect(ledger.state.result?.reason).toBe(played % 2 === 0 ? 'points' : 'resign');
      const [before] = await harness.store.records.recentRows(1);
      expect(before?.ratings === null).toBe(!ledger.header.rated);
    }
    expect(rated).toEqual([...Array(10).fill(true), false, false]);
  });
});

describe('invitations', () => {
  it('IN1 show the offer, and are good for one match with the inviter at seat 0', async () => {
    const [alice, bob] = await twoGuests(harness);
    const { invitations } = harness.service;
    const made = await invitations.invite(alice.pub, { ...WISH, clock: 'slow' });
    const code = made.ok ? made.value : '';
    const info = await invitations.info(code);
    expect(info).toMatchObject({ ok: true, value: { terms: { length: 3, clock: 'slow' }, from: { pub: alice.pub } } });
    expect(await invitations.join(alice.pub, code)).toMatchObject({ code: 'own-offer' });
    const joined = await invitations.join(bob.pub, code);
    const view = await harness.service.rooms.view(joined.ok ? joined.value : '');
    expect(view?.header.players.map(({ pub }) => pub)).toEqual([alice.pub, bob.pub]);
    expect(await invitations.info(code)).toMatchObject({ code: 'not-found' });
  });

  it.each(['', 'not JSON', '{}', '[]', '{"length":3}'])(
    'IN4 stored terms that are damaged are no terms: `%s`',
    (text) => {
      expect(parseTerms(text)).toBeNull();
    },
  );

  it('IN2 stay open when the match cannot begin', async () => {
    const [alice, bob] = await twoGuests(harness);
    const peer = harness.enter(alice);
    const { invitations } = harness.service;
    const made = await invitations.invite(alice.pub, WISH);
    const code = made.ok ? made.value : '';
    harness.service.lobby.leave(alice.pub, peer);
    expect(await invitations.join(bob.pub, code)).toMatchObject({ code: 'away' });
    harness.enter(alice);
    expect((await invitations.join(bob.pub, code)).ok).toBe(true);
  });

  it('IN10 stay open when the match cannot be stored', async () => {
    await harness.close();
    let isBroken = true;
    const fail = () => Promise.reject(new Error('disk full'));
    harness = await openHarness({ wrap: beforeCall('create', async () => isBroken && fail()) });
    const [alice, bob] = await twoGuests(harness);
    const { invitations } = harness.service;
    const made = await invitations.invite(alice.pub, WISH);
    const code = made.ok ? made.value : '';
    await expect(invitations.join(bob.pub, code)).rejects.toThrow('disk full');
    isBroken = false;
    expect((await invitations.join(bob.pub, code)).ok).toBe(true);
  });

  it('IN3 survive a restart, last a week, and are limited in number', async () => {
    const [alice] = await twoGuests(harness);
    const codes: string[] = [];
    for (let made = 0; made < INVITES_A_KEY; made++) {
      const one = await harness.service.invitations.invite(alice.pub, WISH);
      if (one.ok) codes.push(one.value);
    }
    expect(new Set(codes).size).toBe(INVITES_A_KEY);
    expect(await harness.service.invitations.invite(alice.pub, WISH)).toMatchObject({ code: 'too-many' });
    harness = await harness.restart(INVITE_LASTS_MS);
    expect((await harness.service.invitations.info(codes[0] ?? '')).ok).toBe(true);
    harness.world.setNow(harness.world.now() + 1);
    expect(await harness.service.invitations.info(codes[0] ?? '')).toMatchObject({ code: 'not-found' });
    await harness.pass(2 * 3_600_000);
    expect((await harness.service.invitations.invite(alice.pub, WISH)).ok).toBe(true);
  });

  it('IN5 that have expired do not count towards the limit, even before they are removed', async () => {
    const [alice] = await twoGuests(harness);
    const { invitations } = harness.service;
    for (let made = 0; made < INVITES_A_KEY; made++) await invitations.invite(alice.pub, WISH);
    harness.world.setNow(harness.world.now() + INVITE_LASTS_MS);
    expect(await invitations.invite(alice.pub, WISH)).toMatchObject({ code: 'too-many' });
    harness.world.setNow(harness.world.now() + 1);
    expect((await invitations.invite(alice.pub, WISH)).ok).toBe(true);
  });
});

describe('rematches', () => {
  it('RM1 need both players, exchange the seats, and keep the terms', async () => {
    const keys = await twoGuests(harness);
    const pair = await playedMatch(keys);
    const { challenges } = harness.service;
    const bobHears = harness.messagesOn(`key/${keys[1].pub}`);
    const offered = { type: 'rematch-offered', match: pair.match, by: 0 };
    expect(await challenges.rematch(keys[0].pub, pair.match)).toEqual({ ok: true, value: { offered } });
    expect(bobHears).toEqual([offered]);
    expect(await challenges.rematch(keys[0].pub, pair.match)).toMatchObject({ value: { offered } });
    const agreed = await challenges.rematch(keys[1].pub, pair.match);
    const match = agreed.ok ? (agreed.value.match ?? '') : '';
    const header = (await harness.service.rooms.view(match))?.header;
    const { length, clock, rules, rated } = pair.ledger.header;
    expect(header).toMatchObject({ length, clock, rules, rated });
    expect(header?.players.map(({ pub }) => pub)).toEqual([keys[1].pub, keys[0].pub]);
  });

  it('RM2 are possible only for the two players, after the match, while the other is online', async () => {
    const keys = await twoGuests(harness);
    const live = await agree(harness, keys);
    const { challenges, lobby } = harness.service;
    expect(await challenges.rematch(keys[0].pub, live)).toMatchObject({ code: 'not-found' });
    await harness.pass(30_000);
    const pair = await playedMatch(keys);
    expect(await challenges.rematch((await keyOf('stranger')).pub, pair.match)).toMatchObject({
      code: 'not-your-seat',
    });
    lobby.leave(keys[1].pub, harness.enter(keys[1]));
    expect(await challenges.rematch(keys[0].pub, pair.match)).toMatchObject({ code: 'away' });
  });
});

describe('two processes', () => {
  it('TP1 show the same seeks and live matches, and of two concurrent accepts one succeeds', async () => {
    harness = await reopenShared(harness);
    const [alice, bob] = await twoGuests(harness);
    const carol = await keyOf('carol');
    const other = await harness.neighbour();
    await other.players.meet(carol.pub);
    await enter(other, carol.pub);
    const seek = await harness.service.lobby.seek(alice.pub, WISH);
    const handle = seek.ok ? seek.value.id : '';
    expect(await other.lobby.snapshot()).toEqual(await harness.lobby());
    expect(await other.lobby.snapshot()).toMatchObject({ online: 3, seeks: [{ id: handle }] });
    const both = await Promise.all([
      harness.service.lobby.accept(bob.pub, handle),
      other.lobby.accept(carol.pub, handle),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await harness.store.matches.liveIds()).toHaveLength(1);
    await harness.service.idle();
    await other.idle();
    expect(await other.lobby.snapshot()).toEqual(await harness.lobby());
    expect(await other.lobby.snapshot()).toMatchObject({ seeks: [], live: [{ length: WISH.length }] });
  });

  it('TP2 start one match for two players who ask for a rematch at the same moment', async () => {
    harness = await reopenShared(harness);
    const keys = await twoGuests(harness);
    const pair = await playedMatch(keys);
    const other = await harness.neighbour();
    const asked = await Promise.all([
      harness.service.challenges.rematch(keys[0].pub, pair.match),
      other.challenges.rematch(keys[1].pub, pair.match),
    ]);
    expect(asked.map((one) => one.ok && one.value.match !== undefined).sort()).toEqual([false, true]);
    expect(await harness.store.matches.liveIds()).toHaveLength(1);
  });
});
