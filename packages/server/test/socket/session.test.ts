import { botName, type ClockName } from '@anchor/wire';
import { type Key, type MatchEvent, signIdentify, verify, verifyAborted, verifyGreeting } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../support/harness.ts';
import { type Installation, newInstallation, type Running } from '../support/running.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { SocketPlayer } from '../support/socket-player.ts';

let installation: Installation;
let running: Running;
let alice: Key;
beforeEach(async () => {
  installation = newInstallation();
  running = await installation.run();
  alice = await keyOf('alice');
});
afterEach(() => installation.remove());

/** The origin of the clients in this file. */
const here = () => `http://127.0.0.1:${running.port}`;

async function known(name: string): Promise<SocketClient> {
  const client = await running.connect();
  await client.identify(await keyOf(name), name);
  return client;
}

/** Starts a match of Alice against the bot. */
async function playing(clock: ClockName = 'none'): Promise<SocketPlayer> {
  const client = await known('alice');
  client.send({ type: 'play-bot', length: 1, clock });
  return new SocketPlayer(client, alice);
}

/** Alice and Bob in a match with a clock. */
async function pairUp(): Promise<readonly [SocketPlayer, SocketPlayer]> {
  const [a, b] = [await known('alice'), await known('bob')];
  const seeking = await a.ask({ type: 'seek', length: 1, rated: false, clock: 'slow' });
  b.send({ type: 'accept-seek', seek: seeking.type === 'seeking' ? seeking.seek : '' });
  return [new SocketPlayer(a, alice), new SocketPlayer(b, await keyOf('bob'))];
}

describe('a connection', () => {
  it('WS1 is greeted with its own challenge', async () => {
    const hellos = [await (await running.connect()).until('hello'), await (await running.connect()).until('hello')];
    expect(hellos[0]?.protocol).toBe('hmac-sha256/hashchain-reveal-v2');
    expect(hellos[0]?.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(hellos[0]?.challenge).not.toBe(hellos[1]?.challenge);
    expect(hellos[0]?.server).toBe(hellos[1]?.server);
  });

  it('WS2 proves a key once; names are cleaned and stored', async () => {
    const client = await running.connect();
    const person = await client.identify(alice, `  Al\u0000ice\u0007 ${'x'.repeat(40)}`);
    expect(person).toMatchObject({
      pub: alice.pub,
      rating: 1500,
      rd: 350,
      provisional: true,
      account: false,
      match: null,
    });
    expect(person.name).toBe(`Alice ${'x'.repeat(18)}`);
    const again = await client.ask({ type: 'identify', pub: alice.pub, origin: here(), sig: '0'.repeat(128) });
    expect(again).toMatchObject({ type: 'error', code: 'already-identified' });
    expect(await client.ask({ type: 'name', name: 'Ada' })).toMatchObject({ type: 'named', name: 'Ada' });
    expect(await client.ask({ type: 'name', name: ' \u0000\u200b' })).toMatchObject({ code: 'bad-name' });
    const later = await running.connect();
    expect((await later.identify(alice)).name).toBe('Ada');
    const bob = await keyOf('bob');
    expect((await (await running.connect()).identify(bob)).name).toBe(`Guest ${bob.pub.slice(0, 4)}`);
  });

  it('NM15 is told that a name is taken when it chooses one, and can prove its key without it on the same connection', async () => {
    const client = await running.connect();
    const challenge = await client.challenge();
    const proof = { pub: alice.pub, origin: challenge.origin, sig: await signIdentify(alice, challenge) };
    const taken = { type: 'error', code: 'name-taken' };
    expect(await client.ask({ type: 'identify', ...proof, name: botName('expert') })).toMatchObject(taken);
    expect(await client.ask({ type: 'offers' })).toMatchObject({ code: 'identify-first' });
    expect(await client.ask({ type: 'identify', ...proof })).toMatchObject({ type: 'identified', pub: alice.pub });
    expect(await client.ask({ type: 'name', name: botName('expert') })).toMatchObject(taken);
  });

  it('WS3 rejects a wrong proof, and one for another connection or server', async () => {
    const [one, other] = [await running.connect(), await running.connect()];
    const own = await one.challenge();
    const { origin } = own;
    const proofs = [
      '0'.repeat(128),
      await signIdentify(alice, await other.challenge()),
      await signIdentify(alice, { ...own, server: alice.pub }),
      await signIdentify(alice, { ...own, origin: 'https://elsewhere.example' }),
      await signIdentify(await keyOf('bob'), own),
    ];
    for (const sig of proofs) {
      expect(await one.ask({ type: 'identify', pub: alice.pub, origin, sig })).toMatchObject({
        type: 'error',
        code: 'bad-proof',
      });
    }
    const sig = await signIdentify(alice, own);
    expect(await one.ask({ type: 'identify', pub: alice.pub, origin, sig })).toMatchObject({ type: 'identified' });
  });

  it('WS3b rejects a proof for another site that a relay passes on', async () => {
    const client = await running.connect();
    const relay = 'https://anchor.example.net';
    const challenge = { ...(await client.challenge()), origin: relay };
    const sig = await signIdentify(alice, challenge);
    const proof = { type: 'identify', pub: alice.pub, sig } as const;
    expect(await client.ask({ ...proof, origin: relay })).toMatchObject({ type: 'error', code: 'wrong-origin' });
    expect(await client.ask({ ...proof, origin: here() })).toMatchObject({ type: 'error', code: 'bad-proof' });
    expect(await client.ask({ type: 'unseek' })).toMatchObject({ code: 'identify-first' });
  });

  it('WS3c gets a signed greeting: challenge, time, key and every origin', async () => {
    const { sig, ...hello } = await (await running.connect()).until('hello');
    expect(hello.origins).toEqual(expect.arrayContaining([here(), `http://localhost:${running.port}`]));
    expect(await verifyGreeting(hello, sig)).toBe(true);
    const lies = [
      { challenge: '0'.repeat(32) },
      { now: hello.now + 1 },
      { server: alice.pub },
      { origins: [...hello.origins, 'https://anchor.example.net'] },
    ];
    for (const lie of lies) expect(await verifyGreeting({ ...hello, ...lie }, sig)).toBe(false);
  });

  it('WS4 rejects keys that prove nothing: of small order, not canonical, the server’s own', async () => {
    const client = await running.connect();
    const { server, origin } = await client.challenge();
    for (const pub of [`01${'00'.repeat(31)}`, 'ff'.repeat(32), server]) {
      const answer = await client.ask({ type: 'identify', pub, origin, sig: '0'.repeat(128) });
      expect(answer).toMatchObject({ type: 'error', code: 'bad-key' });
    }
  });

  it('WS5 needs a key for everything but reading', async () => {
    const client = await running.connect();
    const wanted = { length: 1, rated: false, clock: 'slow' } as const;
    const match = 'x'.repeat(22);
    for (const message of [
      { type: 'name', name: 'x' },
      { type: 'seek', ...wanted },
      { type: 'unseek' },
      { type: 'accept-seek', seek: 'xxxxxxxx' },
      { type: 'invite', ...wanted },
      { type: 'join', code: 'xxxxxxxx' },
      { type: 'play-bot', length: 1 },
      { type: 'rematch', match },
      { type: 'act', match, event: {} },
      { type: 'react', match, reaction: 'hello' },
    ] as const) {
      expect(await client.ask(message)).toMatchObject({ type: 'error', code: 'identify-first' });
    }
    expect(await client.ask({ type: 'lobby' })).toMatchObject({ type: 'lobby', seeks: [], live: [], online: 0 });
    expect(await client.ask({ type: 'leave-lobby' })).toMatchObject({ type: 'left-lobby' });
    expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    // even without a receipt, so that the page finds the match whose ping is answered
    expect(await client.ask({ type: 'ping', match })).toMatchObject({ type: 'pong', match });
    expect(await client.ask({ type: 'watch', match })).toMatchObject({ type: 'error', code: 'not-found' });
    expect(await client.ask({ type: 'sync', match, from: 0 })).toMatchObject({ type: 'error', code: 'not-found' });
    expect(await client.ask({ type: 'invite-info', code: 'xxxxxxxx' })).toMatchObject({
      type: 'error',
      code: 'not-found',
    });
  });

  it('WS6 is superseded by a newer one of the same key, which gets the match', async () => {
    const player = await playing();
    await player.playTo(8);
    const newer = await running.connect();
    const person = await newer.identify(alice);
    expect(await player.client.until('superseded')).toEqual({ type: 'superseded' });
    expect(await player.client.closed()).toBe(4001);
    const successor = new SocketPlayer(newer, alice);
    expect(person.match).toBe(player.ledger?.header.id);
    const finished = await successor.playOut();
    const [first] = successor.seen.filter(({ type }) => type !== 'turns');
    expect(first).toMatchObject({ type: 'match', seat: 0 });
    expect(await verify(JSON.parse(await (await running.fetch(finished.record)).text()))).toMatchObject({ ok: true });
  });

  it('WS7 can end and come back: the match is there, with nothing lost', async () => {
    const player = await playing();
    await player.playTo(10);
    player.client.cut();
    const successor = new SocketPlayer(await running.connect(), alice);
    expect((await successor.client.identify(alice)).match).toBe(player.ledger?.header.id);
    await successor.playOut();
    const before = player.ledger?.events ?? [];
    expect(successor.ledger?.events.slice(0, before.length)).toEqual(before);
  });

  it('YT17 learns of the correspondence matches together with its identification, before anything of one of them', async () => {
    const player = await playing();
    await player.playTo(4);
    player.client.cut();
    const client = await running.connect();
    const { match } = await client.identify(alice);
    expect(await client.next()).toMatchObject({ type: 'turns', matches: [{ match, seat: 0, clock: 'none' }] });
    expect(await client.next()).toMatchObject({ type: 'match', header: { id: match }, seat: 0 });
    const other = await known('bob');
    expect(await other.ask({ type: 'turns' })).toMatchObject({ type: 'turns', matches: [] });
  });

  it('WS13 can request the signed abort of a match that was aborted while it was away', async () => {
    const player = await playing();
    await player.playTo(1);
    const { header } = player.ledger ?? {};
    const [match, server] = [header?.id ?? '', header?.server ?? ''];
    expect(await player.client.ask({ type: 'leave', match })).toMatchObject({ type: 'left' });
    for (const type of ['sync', 'watch'] as const) {
      const looker = await running.connect();
      looker.send(type === 'sync' ? { type, match, from: 0 } : { type, match });
      const { proof, ...shown } = await looker.until('aborted');
      expect(shown).toEqual({ type: 'aborted', match, reason: 'left' });
      expect(proof && (await verifyAborted(server, match, proof))).toBe(true);
      expect(await looker.next()).toMatchObject({ type: 'error', code: 'not-found' });
    }
  });

  it('WS8 can request the events again, of live and finished matches', async () => {
    const player = await playing();
    await player.playTo(8);
    const match = player.ledger?.header.id ?? '';
    const looker = await running.connect();
    const live = await looker.ask({ type: 'sync', match, from: 3 });
    expect(live).toMatchObject({ type: 'events', match });
    expect(live.type === 'events' && live.events.slice(0, 5)).toEqual(player.ledger?.events.slice(3, 8));
    const finished = await player.playOut();
    const events: MatchEvent[] = [];
    for (let length = 1; events.length < length; ) {
      const page = await looker.ask({ type: 'sync', match, from: events.length });
      if (page.type !== 'events') throw new Error(`the answer is ${page.type}`);
      events.push(...page.events);
      length = page.length;
    }
    expect(events).toEqual(player.ledger?.events);
    expect(await looker.until('finished')).toEqual(finished);
    expect(await looker.ask({ type: 'watch', match })).toMatchObject({ type: 'match', seat: null });
    expect(await looker.until('finished')).toEqual(finished);
  });

  it('WS9 gets its own accepted event, or a refusal, with the id of the request', async () => {
    const player = await playing();
    await player.playTo(1);
    const event = await player.nextEvent();
    const act = { type: 'act', match: player.ledger?.header.id ?? '', event: { ...event } } as const;
    expect(await player.client.ask({ ...act, id: 7 })).toMatchObject({ type: 'event', id: 7, event: { n: 1, p: 0 } });
    const late = await player.client.ask({ ...act, id: 'late' });
    expect(late).toMatchObject({ type: 'rejected', id: 'late', n: 1, code: 'wrong-number' });
    const odd = await player.client.ask({ ...act, event: { n: 4, type: 'nonsense' } });
    expect(odd).toMatchObject({ type: 'rejected', n: 4, code: 'event-form' });
    const stranger = await known('mallory');
    expect(await stranger.ask(act)).toMatchObject({ type: 'error', code: 'not-your-seat' });
  });

  it('WS10 is told once, after identify, of a match that ended while it was away', async () => {
    await installation.remove();
    installation = newInstallation({ ABANDON_SECONDS: '1' });
    running = await installation.run();
    const [a, b] = await pairUp();
    await Promise.all([a, b].map((one) => one.playTo(9)));
    a.client.cut();
    const finished = await b.playOut();
    expect(finished.result).toMatchObject({ winner: b.player, reason: 'abandonment' });
    const back = await running.connect();
    expect((await back.identify(alice)).match).toBeNull();
    expect(await back.until('finished')).toEqual(finished);
    const again = await running.connect();
    await again.identify(alice);
    again.send({ type: 'ping' });
    expect((await again.next())?.type).toBe('pong');
  });

  it('WS11a gets what another player says outside of matches only if both follow each other, and the author learns nothing by it', async () => {
    const players = await pairUp();
    const [a, b] = [players[0].client, players[1].client];
    const [from, to] = [players[0].key.pub, players[1].key.pub];
    const said = { type: 'said', from, to, reaction: 'hello' } as const;
    const say = () => a.ask({ type: 'say', pub: to, reaction: 'hello' });
    const heard = async () => {
      b.send({ type: 'ping' });
      const messages = [];
      for (let next = await b.next(); next?.type !== 'pong'; next = await b.next()) messages.push(next);
      return messages.filter((message) => message?.type === 'said');
    };
    expect(await say()).toMatchObject(said);
    await a.ask({ type: 'relate', pub: to, as: 'follow' });
    expect(await say()).toMatchObject(said);
    expect(await heard()).toEqual([]);
    expect(await b.ask({ type: 'relate', pub: from, as: 'follow' })).toMatchObject({ type: 'related' });
    expect(await say()).toMatchObject(said);
    expect(await heard()).toEqual([said]);
    await b.ask({ type: 'relate', pub: from, as: 'block' });
    expect(await say()).toMatchObject(said);
    expect(await heard()).toEqual([]);
    expect(await a.ask({ type: 'say', pub: '0'.repeat(64), reaction: 'hello' })).toMatchObject({ code: 'bad-key' });
  });

  it('WS11 gets reactions of all matches it follows, also after the end, and rematch offers', async () => {
    const players = await pairUp();
    const [a, b] = [players[0].client, players[1].client];
    await Promise.all(players.map((one) => one.playTo(4)));
    const match = players[0].ledger?.header.id ?? '';
    a.send({ type: 'react', match, reaction: 'good-luck' });
    expect(await b.until('reacted')).toEqual({ type: 'reacted', match, seat: 0, reaction: 'good-luck' });
    await a.until('reacted');
    await Promise.all(players.map((one) => one.playOut()));
    b.send({ type: 'react', match, reaction: 'thanks' });
    expect(await a.until('reacted')).toEqual({ type: 'reacted', match, seat: 1, reaction: 'thanks' });
    expect(await a.ask({ type: 'rematch', match })).toMatchObject({ type: 'rematch-offered', match, by: 0 });
    expect(await b.until('rematch-offered')).toMatchObject({ match, by: 0 });
    const again = await b.ask({ type: 'rematch', match });
    expect(again).toMatchObject({ type: 'match', seat: 0 });
    expect(await a.until('match')).toMatchObject({ seat: 1 });
  });

  it('WS12 creates invitations that a friend can look at before joining', async () => {
    const a = await known('alice');
    const invited = await a.ask({ type: 'invite', length: 5, rated: true, clock: 'fast' });
    const code = invited.type === 'invited' ? invited.code : '';
    expect(invited).toMatchObject({ url: `http://127.0.0.1:${running.port}/invite/${code}` });
    const friend = await running.connect();
    const info = await friend.ask({ type: 'invite-info', code });
    expect(info).toMatchObject({
      type: 'invite-info',
      length: 5,
      clock: 'fast',
      from: { pub: alice.pub, name: 'alice' },
    });
    const b = await known('carl');
    expect(await b.ask({ type: 'join', code })).toMatchObject({ type: 'match', seat: 1 });
    expect(await a.until('match')).toMatchObject({ seat: 0 });
  });
});
