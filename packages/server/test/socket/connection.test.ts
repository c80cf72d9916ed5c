import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyTopic } from '../../src/domain/topics.ts';
import { DEFAULT_LIMITS } from '../../src/socket/limits.ts';
import { KeyRates } from '../../src/socket/rates.ts';
import { commonOf, FakeClient } from '../support/fake-transport.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { agree, twoGuests } from '../support/seated.ts';

let harness: Harness;
let isBroken = false;
let waits = Promise.resolve();
beforeEach(async () => {
  isBroken = false;
  waits = Promise.resolve();
  harness = await openHarness({
    wrap: (store) => ({
      ...store,
      invites: {
        ...store.invites,
        get: async (code) => {
          await waits;
          if (isBroken) throw new Error('the database is gone');
          return store.invites.get(code);
        },
      },
    }),
  });
});
afterEach(() => harness.close());

describe('the handling of a frame', () => {
  it('WF1 an exception in a handler is answered with `internal`, logged, and affects no other request', async () => {
    const [one, other] = [await FakeClient.open(harness), await FakeClient.open(harness)];
    isBroken = true;
    const conn = one.name;
    const answer = await one.ask({ type: 'invite-info', code: 'some-code' });
    expect(answer).toEqual({
      type: 'error',
      id: 'asked',
      code: 'internal',
      message: `Something went wrong in the service. (${conn})`,
    });
    const told = { conn, pub: null, type: 'invite-info', err: new Error('the database is gone') };
    expect(harness.log.lines).toEqual([{ ...told, message: 'unhandled error in socket handler' }]);
    isBroken = false;
    expect(await one.ask({ type: 'invite-info', code: 'some-code' })).toMatchObject({ code: 'not-found' });
    expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    expect(harness.log.lines).toHaveLength(1);
  });

  it('WF2 a client’s mistake never reaches the log', async () => {
    const client = await FakeClient.open(harness);
    for (const text of ['', '{', '[]', '{"type":"x"}', '{"type":"sync","match":"x"}']) client.connection.receive(text);
    client.connection.receiveBinary();
    await client.ask({ type: 'play-bot', length: 1 });
    await client.ask({ type: 'watch', match: 'not-a-live-match' });
    expect(harness.log.lines).toEqual([]);
  });

  it('WF3 requests are answered in order, however long each takes', async () => {
    const client = await FakeClient.open(harness);
    client.said.length = 0;
    for (let id = 0; id < 20; id++) {
      client.send(id % 2 ? { type: 'ping', id } : { type: 'invite-info', code: 'nowhere-', id });
    }
    await client.connection.idle();
    expect(client.said.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, id) => id));
  });

  it('WF3a a ping with neither id nor match is answered while an earlier request waits, but not before the greeting', async () => {
    const client = await FakeClient.open(harness);
    client.said.length = 0;
    let goOn: () => void = () => undefined;
    waits = new Promise((resolve) => {
      goOn = resolve;
    });
    client.send({ type: 'invite-info', code: 'nowhere-', id: 1 });
    client.send({ type: 'ping', id: 2 });
    client.send({ type: 'ping', match: 'no-match-of-mine', id: 3 });
    client.send({ type: 'ping' });
    await expect.poll(() => client.said.map(({ type, id }) => [type, id])).toEqual([['pong', undefined]]);
    goOn();
    await client.connection.idle();
    expect(client.said.map(({ id }) => id)).toEqual([undefined, 1, 2, 3]);

    const early = FakeClient.ungreeted(harness);
    early.connection.greet();
    early.send({ type: 'ping' });
    await early.connection.idle();
    expect(early.said.map(({ type }) => type)).toEqual(['hello', 'pong']);
  });

  it('WF4 a client that does not read is closed with 4003 and gets nothing more', async () => {
    const client = await FakeClient.open(harness, { ...DEFAULT_LIMITS, burst: 0 });
    client.unreadBytes = DEFAULT_LIMITS.unreadBytes + 1;
    client.connection.receive('nonsense');
    expect(client.closed).toBe(4003);
    expect(client.said.map(({ type }) => type)).toEqual(['hello']);
    const conn = client.name;
    expect(harness.log.lines).toEqual([{ conn, pub: null, reason: 'too slow', message: 'a connection was closed' }]);
  });

  it('WF5 the end of a connection removes its seek and its presence', async () => {
    const alice = await keyOf('alice');
    const client = await FakeClient.open(harness);
    await client.identify(alice);
    await client.ask({ type: 'seek', length: 1, rated: false, clock: 'slow' });
    expect(await harness.lobby()).toMatchObject({ online: 1, seeks: [{ from: { pub: alice.pub } }] });
    client.connection.end();
    expect(await harness.lobby()).toMatchObject({ online: 0, seeks: [] });
  });

  it('WF6 lobby changes are sent to those who have entered, until they leave', async () => {
    const [looker, alice] = [await FakeClient.open(harness), await FakeClient.open(harness)];
    await looker.ask({ type: 'lobby' });
    await alice.identify(await keyOf('alice'));
    await alice.ask({ type: 'seek', length: 1, rated: false, clock: 'slow' });
    await harness.pass(1000);
    expect(looker.said).toMatchObject([{ type: 'lobby-change', added: { seeks: [{ length: 1 }] }, online: 1 }]);
    await looker.ask({ type: 'leave-lobby' });
    await alice.ask({ type: 'unseek' });
    await harness.pass(1000);
    expect(looker.said).toEqual([]);
  });

  it('WF8 a key keeps its rate when it reconnects; other keys have their own', async () => {
    const limits = { ...DEFAULT_LIMITS, burst: 10, perSecond: 1 };
    const common = commonOf(limits);
    const alice = await keyOf('alice');
    const come = async (key: Key) => {
      const client = await FakeClient.open(harness, limits, common);
      await client.identify(key);
      return client;
    };
    let sent = 0;
    const talk = async (client: FakeClient, messages: number) => {
      const answers = [];
      for (let n = 0; n < messages; n++, sent++) client.send({ type: 'ping', id: sent });
      await client.connection.idle();
      for (const { type } of client.said.splice(0)) answers.push(type);
      return answers.filter((type) => type === 'pong').length;
    };
    // Its proof has used one of the ten messages of this connection.
    expect(await talk(await come(alice), 7)).toBe(7);
    const back = await come(alice);
    expect(await talk(back, 9)).toBe(3);
    expect(await talk(await come(alice), 9)).toBe(0);
    expect(await talk(await come(await keyOf('bob')), 9)).toBe(9);
    await harness.pass(5000);
    expect(await talk(await come(alice), 9)).toBe(5);
  });

  it('WF9 a key is forgotten once its rate is full again', async () => {
    const rates = new KeyRates({ burst: 2, perSecond: 1 });
    for (let n = 0; n < 999; n++) rates.take(`key ${n}`, 0);
    expect(rates.take('key 0', 0)).toBe(true);
    expect(rates.take('key 0', 0)).toBe(false);
    rates.take('the thousandth', 0);
    expect(rates.size).toBe(1000);
    rates.take('one more', 1000);
    expect(rates.size).toBe(2);
    expect(rates.take('key 0', 1000)).toBe(true);
    expect(rates.take('key 0', 1000)).toBe(false);
  });

  it('WF10 shows the match that was found for its key, unless it shows it already', async () => {
    const [alice, bob] = await twoGuests(harness);
    const client = await FakeClient.open(harness);
    await client.identify(alice);
    const match = await agree(harness, [alice, bob]);
    const found = async () => {
      harness.bus.publish(keyTopic(alice.pub), { type: 'seated', match });
      await client.connection.idle();
      return client.said.splice(0).filter(({ type }) => type === 'match');
    };
    expect(await found()).toHaveLength(1);
    expect(await found()).toHaveLength(0);
    await client.ask({ type: 'unwatch', match });
    expect(await found()).toMatchObject([{ type: 'match', header: { id: match }, seat: 0 }]);
  });

  it('WF7 the rate recovers with time', async () => {
    const client = await FakeClient.open(harness, { ...DEFAULT_LIMITS, burst: 2, perSecond: 1 });
    expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    client.send({ type: 'ping' });
    expect(client.said.splice(0)).toMatchObject([{ type: 'error', code: 'too-many' }]);
    await harness.pass(1000);
    expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  });
});
