import { type Key, verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BOT_ALARM } from '../../src/domain/bot/bot.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';

let harness: Harness;
let alice: Key;
beforeEach(async () => {
  harness = await openHarness();
  alice = await keyOf('alice');
  await harness.service.players.meet(alice.pub);
  harness.enter(alice);
});
afterEach(() => harness.close());

async function againstBot(length: number): Promise<Pair> {
  const made = await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length });
  if (!made.ok) throw new Error(made.message);
  return Pair.at(harness, made.value, [alice, alice]);
}

/** Makes the human's move, then gives the bot time to answer. */
async function round(pair: Pair, action?: Parameters<Pair['step']>[0]): Promise<void> {
  await pair.catchUp();
  if (pair.ledger.expects.party === 0) expect((await pair.step(action)).ok).toBe(true);
  await harness.pass(1200);
  await pair.catchUp();
}

/** Repeats tied opening rolls. The human may begin; the bot's automatic events come in between. */
async function untilTheBotDecides(pair: Pair): Promise<void> {
  for (;;) {
    const { party, types } = pair.ledger.expects;
    if (party === 1 && !types.includes('reveal')) return;
    if (party === 0) await pair.step();
    else await harness.pass(0);
    await pair.catchUp();
  }
}

describe('the bot', () => {
  it('BT1 is a player with a key that the service stores, sits at seat 1, plays unrated, and untimed unless asked', async () => {
    const { header } = (await againstBot(5)).ledger;
    expect(header.players[0]).toMatchObject({ pub: alice.pub, bot: false, custody: 'own' });
    expect(header.players[1]).toMatchObject({ bot: true, custody: 'service', name: 'Anchor bot, intermediate' });
    expect(header.players[1].pub).not.toBe(harness.serverKey.pub);
    expect(header).toMatchObject({ rated: false, clock: null });
  });

  it('BT2 plays a match to its end, and the record verifies', async () => {
    const pair = await againstBot(1);
    while (!pair.ledger.state.result) await round(pair);
    const record = await harness.store.records.read(pair.match);
    expect(await verify(record)).toMatchObject({ ok: true });
    expect(harness.log.errors).toEqual([]);
  });

  it('BT3 commits and reveals at once, and waits about a second before a decision', async () => {
    const pair = await againstBot(1);
    await pair.step();
    await harness.pass(0);
    await pair.catchUp();
    expect(pair.types).toEqual(['commit', 'commit', 'commit']);
    await pair.step();
    await harness.pass(0);
    await pair.catchUp();
    expect(pair.types.slice(3)).toEqual(['roll', 'reveal', 'dice']);
    await untilTheBotDecides(pair);
    const { length } = pair.ledger;
    await harness.pass(399);
    await pair.catchUp();
    expect(pair.ledger.length).toBe(length);
    await harness.pass(801);
    await pair.catchUp();
    expect(pair.ledger.length).toBeGreaterThan(length);
  });

  it('BT4 answers doubles and resignations', async () => {
    const pair = await againstBot(7);
    while (!(pair.ledger.expects.party === 0 && pair.ledger.expects.types.includes('double'))) await round(pair);
    await round(pair, { type: 'double', player: 0 });
    expect(pair.types.at(-1)).toBe('take');
    while (!pair.ledger.expects.types.includes('resign')) await round(pair);
    await round(pair, { type: 'resign', player: 0, points: 3 });
    expect(pair.ledger.state.match.score).toEqual([0, 6]);
  });

  it('BT5 accepts the resignation of a single game if the game is worth no more', async () => {
    const pair = await againstBot(5);
    while (!pair.ledger.expects.types.includes('resign') || pair.ledger.expects.party !== 0) await round(pair);
    await round(pair, { type: 'resign', player: 0, points: 1 });
    expect(pair.types.at(-1)).toBe('accept');
    expect(pair.ledger.state.match.score).toEqual([0, 1]);
  });

  it('BT6 continues after a restart, with the same key', async () => {
    const before = await againstBot(1);
    while (before.ledger.length < 20) await round(before);
    harness = await harness.restart(60_000);
    harness.enter(alice);
    const pair = await Pair.at(harness, before.match, [alice, alice]);
    expect(pair.types).toEqual([...before.types, 'resume']);
    while (!pair.ledger.state.result) await round(pair);
    expect(await verify(await harness.store.records.read(pair.match))).toMatchObject({ ok: true });
  });

  it('BT7 plays several matches at once', async () => {
    const names = ['dora', 'emil', 'fritz'];
    const pairs: Pair[] = [];
    for (const name of names) {
      const key = await keyOf(name);
      await harness.service.players.meet(key.pub);
      harness.enter(key);
      const made = await harness.service.challenges.playBot(key.pub, { type: 'play-bot', length: 1 });
      pairs.push(await Pair.at(harness, made.ok ? made.value : '', [key, key]));
    }
    while (pairs.some(({ ledger }) => !ledger.state.result)) {
      for (const pair of pairs) if (!pair.ledger.state.result) await round(pair);
    }
    for (const { match } of pairs)
      expect(await verify(await harness.store.records.read(match))).toMatchObject({ ok: true });
  });

  it.each(['owns', 'act'] as const)(
    'BT13 acts a little later if its process may not act just when it wants to (%s)',
    async (what) => {
      const pair = await againstBot(1);
      await untilTheBotDecides(pair);
      const { length } = pair.ledger;
      const { rooms } = harness.service;
      const refused =
        what === 'owns'
          ? vi.spyOn(rooms, 'owns').mockReturnValueOnce(false)
          : vi.spyOn(rooms, 'act').mockResolvedValueOnce({ ok: false, code: 'not-stored', message: 'not now' });
      await harness.pass(1_200);
      await pair.catchUp();
      expect([refused.mock.calls.length, pair.ledger.length]).toEqual([1, length]);
      await harness.pass(6_000);
      await pair.catchUp();
      expect(pair.ledger.length).toBeGreaterThan(length);
      expect(harness.log.errors).toEqual([]);
    },
  );

  it('BT8 always agrees to a rematch, with exchanged seats', async () => {
    const pair = await againstBot(1);
    while (!pair.ledger.expects.types.includes('resign') || pair.ledger.expects.party !== 0) await round(pair);
    await round(pair, { type: 'resign', player: 0, points: 3 });
    expect(pair.ledger.state.result).not.toBeNull();
    const again = await harness.service.challenges.rematch(alice.pub, pair.match);
    const match = again.ok ? (again.value.match ?? '') : '';
    const header = (await harness.service.rooms.view(match))?.header;
    expect(header?.players.map(({ bot }) => bot)).toEqual([true, false]);
  });

  it('BT9 is a separate player at each level, and a rematch is at the same level', async () => {
    const ask = (level: string) =>
      harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 1, level });
    expect(await ask('grandmaster')).toMatchObject({ code: 'bad-terms' });
    const made = await ask('expert');
    const pair = await Pair.at(harness, made.ok ? made.value : '', [alice, alice]);
    expect(pair.ledger.header.players[1]).toMatchObject({ bot: true, name: 'Anchor bot, expert' });
    while (!pair.ledger.expects.types.includes('resign') || pair.ledger.expects.party !== 0) await round(pair);
    await round(pair, { type: 'resign', player: 0, points: 3 });
    const again = await harness.service.challenges.rematch(alice.pub, pair.match);
    const header = again.ok && (await harness.service.rooms.view(again.value.match ?? ''))?.header;
    expect(header || null).toMatchObject({ players: [{ bot: true, name: 'Anchor bot, expert' }, {}] });
  });

  it('BT10 plays by the heuristic when its decider returns nothing', async () => {
    await harness.close();
    harness = await openHarness({ decider: { decide: async () => null } });
    await harness.service.players.meet(alice.pub);
    harness.enter(alice);
    const pair = await againstBot(1);
    while (!pair.ledger.state.result) await round(pair);
    expect(await verify(await harness.store.records.read(pair.match))).toMatchObject({ ok: true });
    expect(harness.log.errors).toEqual([]);
  });

  it('BT11 thinks once per event, and drops a decision that the match has overtaken', async () => {
    await harness.close();
    const thoughts: ((action: null) => void)[] = [];
    harness = await openHarness({ decider: { decide: () => new Promise((settle) => thoughts.push(settle)) } });
    await harness.service.players.meet(alice.pub);
    harness.enter(alice);
    const pair = await againstBot(1);
    // Until the bot has to decide.
    for (let isDecision = false; !isDecision; await pair.catchUp()) {
      const { party, types } = pair.ledger.expects;
      isDecision = party === 1 && !types.includes('commit') && !types.includes('reveal');
      if (party === 0) await pair.step();
      else if (!isDecision) await harness.pass(0);
    }
    const alarm = `${BOT_ALARM}${pair.match}`;
    const waking = harness.alarms.ring(alarm);
    await harness.alarms.ring(alarm);
    expect(thoughts).toHaveLength(1);
    const { length } = pair.ledger;
    thoughts[0]?.(null);
    await waking;
    await pair.catchUp();
    expect(pair.ledger.length).toBeGreaterThan(length);
  });
});
