import type { ServerMessage } from '@anchor/wire';
import { generateKey, type Key, signSuccession, verifyDeletion, verifyIdentify } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { CHALLENGE, Line, ORIGIN, until } from './support/line.ts';
import { keys } from './support/table.ts';

const { server, players } = await keys();
const [own] = players;
const ME = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };

async function online(key = true) {
  const line = new Line(own);
  if (key) line.key = own;
  line.connection.start();
  await line.hello(server);
  if (key) {
    const identify = await line.socket.next();
    await line.socket.say({ type: 'identified', ...ME, id: identify.id });
  }
  return line;
}

describe('greeting', () => {
  test('without a key the connection is open and nothing is proved', async () => {
    const line = await online(false);
    expect(line.connection.status.value).toBe('online');
    expect(line.socket.take()).toEqual([]);
  });

  test('an existing key is proved against the challenge and the server', async () => {
    const line = new Line();
    line.key = own;
    line.connection.start();
    await line.hello(server);
    expect(line.connection.status.value).toBe('connecting');
    const identify = await line.socket.next();
    if (identify.type !== 'identify') throw new Error('no identify');
    const challenge = { ...CHALLENGE, server: server.pub };
    expect(await verifyIdentify(own.pub, challenge, identify.sig)).toBe(true);
    await line.socket.say({ type: 'identified', ...ME, id: identify.id });
    expect(line.connection.status.value).toBe('online');
    expect(line.connection.me.value).toEqual(ME);
  });

  test('the puzzle calendar is requested without creating a key', async () => {
    const line = await online(false);
    const asked = line.connection.request({ type: 'puzzle-days', month: '2026-11' });
    const question = await line.socket.next();
    expect(question).toMatchObject({ type: 'puzzle-days', month: '2026-11' });
    await line.socket.say({ type: 'puzzle-days', month: '2026-11', days: [], id: question.id });
    expect(await asked).toMatchObject({ ok: true });
    expect(line.key).toBeNull();
  });

  test('NM16 a name that belongs to an account is forgotten, the key is proved without it, and the page says so', async () => {
    const line = new Line();
    line.key = own;
    line.keys.name = 'Anna';
    line.connection.start();
    await line.hello(server);
    const first = await line.socket.next();
    expect(first).toMatchObject({ type: 'identify', name: 'Anna' });
    await line.socket.say({ type: 'error', code: 'name-taken', message: 'Taken.', id: first.id });
    const second = await line.socket.next();
    expect(second).toMatchObject({ type: 'identify', pub: own.pub });
    expect(second).not.toHaveProperty('name');
    await line.socket.say({ type: 'identified', ...ME, id: second.id });
    expect(line.connection.status.value).toBe('online');
    expect([line.keys.name, line.connection.lostName.value]).toEqual([null, 'Anna']);
    line.connection.dismissLostName();
    expect(line.connection.lostName.value).toBeNull();
  });

  test('a key is created when something first needs one', async () => {
    const line = await online(false);
    const asked = line.connection.request({ type: 'play-bot', length: 3 });
    const identify = await line.socket.next();
    expect(identify.type).toBe('identify');
    await line.socket.say({ type: 'identified', ...ME, id: identify.id });
    const play = await line.socket.next();
    expect(play).toMatchObject({ type: 'play-bot', length: 3 });
    await line.socket.say({ type: 'error', code: 'busy', message: 'already', id: play.id });
    expect(await asked).toEqual({ ok: false, code: 'busy', message: 'already' });
  });

  test('without storage there is no key and no play', async () => {
    const line = new Line(null);
    line.connection.start();
    await line.hello(server);
    expect(await line.connection.request({ type: 'play-bot', length: 3 })).toMatchObject({ code: 'no-storage' });
  });

  test('a key that cannot be used yet is tried again, and its holder gets no other identity meanwhile', async () => {
    const line = new Line();
    line.key = own;
    line.missing = true;
    line.connection.start();
    await line.hello(server);
    expect(line.connection.status.value).not.toBe('online');
    line.missing = false;
    await line.timers.pass(1_000);
    await line.hello(server);
    expect(await line.socket.next()).toMatchObject({ type: 'identify', pub: own.pub });
  });

  test('if the code that proves a key cannot be loaded, the request fails and nothing is sent', async () => {
    const line = await online(false);
    line.missing = true;
    expect(await line.connection.request({ type: 'play-bot', length: 3 })).toMatchObject({ code: 'offline' });
    expect(line.socket.take()).toEqual([]);
  });

  test('the offset to the server comes from the greeting', async () => {
    const line = new Line();
    line.connection.start();
    await line.hello(server, line.timers.now + 90_000);
    expect(line.connection.time.now()).toBe(line.timers.now + 90_000);
  });
});

describe('news about the account', () => {
  test('changes the identity, and nothing else', async () => {
    const line = await online();
    await line.socket.say({ type: 'account', account: true, name: 'Countess' });
    expect(line.connection.me.value).toEqual({ ...ME, account: true, name: 'Countess' });
    await line.socket.say({ type: 'account', account: false, name: 'Guest 12' });
    expect(line.connection.me.value).toEqual({ ...ME, account: false, name: 'Guest 12' });
    expect(line.connection.status.value).toBe('online');
    expect(line.socket.take()).toEqual([]);
  });

  test('is ignored without a proved key', async () => {
    const line = await online(false);
    await line.socket.say({ type: 'account', account: true, name: 'Countess' });
    expect(line.connection.me.value).toBeNull();
  });
});

describe('the address that the page dialled', () => {
  test.each([
    ['with a key', own],
    ['without a key', null],
  ])('is refused when the server does not expect to be reached there, %s', async (_who, key) => {
    const line = new Line(own);
    line.key = key;
    line.connection.start();
    await line.hello(server, undefined, undefined, { origins: ['https://the-real.example'] });
    expect(line.connection.status.value).toBe('wrong-address');
    expect(line.connection.expected.value).toEqual(['https://the-real.example']);
    expect(line.socket.take()).toEqual([]);
    expect(line.socket.closed).toBe(true);
    expect(line.pinned.pub).toBeNull();
    const sockets = line.sockets.length;
    await line.timers.pass(120_000);
    expect(line.sockets).toHaveLength(sockets);
    line.connection.takeOver();
    await line.hello(server);
    if (key) expect(await line.socket.next()).toMatchObject({ type: 'identify', origin: ORIGIN });
    else expect(line.connection.status.value).toBe('online');
  });

  test.each([
    ['its address put among the origins', { origins: ['https://the-real.example', ORIGIN] }],
    ['another challenge', { challenge: '11'.repeat(16) }],
    ['another time', { now: 1 }],
    ['another time of absence', { absenceMs: 300_000 }],
    ['a key that is not the signer’s', { server: players[1].pub }],
    ['no signature', { sig: '0'.repeat(128) }],
  ])('a relay that passes a greeting on with %s gets no proof', async (_lie, lie) => {
    const line = new Line();
    line.key = own;
    line.connection.start();
    await line.hello(server, undefined, undefined, lie);
    await until(() => line.connection.status.value === 'unproven');
    expect(line.socket.take()).toEqual([]);
    expect(line.socket.closed).toBe(true);
  });

  test('the signature of one greeting is not valid for another one on the same connection', async () => {
    const line = await online();
    await line.hello(server, undefined, undefined, { challenge: '11'.repeat(16) });
    await until(() => line.connection.status.value === 'unproven');
    expect(line.socket.take()).toEqual([]);
  });

  test('a visitor who has no key yet asks for the server’s signature before the first proof', async () => {
    const line = new Line(own);
    line.connection.start();
    await line.hello(server, undefined, undefined, { sig: '0'.repeat(128) });
    expect(line.connection.status.value).toBe('online');
    expect(await line.connection.request({ type: 'play-bot', length: 3 })).toMatchObject({ code: 'unproven' });
    expect(line.socket.take()).toEqual([]);
    expect(line.connection.status.value).toBe('unproven');
  });
});

describe('deleting the account', () => {
  test('is requested with its own signature, for this connection and this address', async () => {
    const line = await online();
    const asked = line.connection.deleteAccount();
    const wanted = await line.socket.next();
    if (wanted.type !== 'delete-account') throw new Error('no deletion was requested');
    expect(await verifyDeletion(own.pub, { ...CHALLENGE, server: server.pub }, wanted.sig)).toBe(true);
    expect(wanted.confirm).toBe('delete my account');
    await line.socket.say({ type: 'deleted', id: wanted.id });
    expect(await asked).toMatchObject({ ok: true });
  });
});

describe('the pinned key', () => {
  test('another server key stops everything until the player trusts it', async () => {
    const line = await online();
    await line.socket.drop();
    await line.timers.pass(1000);
    await line.hello(players[1]);
    expect(line.connection.status.value).toBe('wrong-server');
    expect(line.socket.take()).toEqual([]);
    expect(line.socket.closed).toBe(true);
    const sockets = line.sockets.length;
    await line.timers.pass(120_000);
    line.connection.networkChanged(true);
    expect(line.sockets).toHaveLength(sockets);
    line.connection.trustShownKey();
    await line.hello(players[1]);
    expect((await line.socket.next()).type).toBe('identify');
  });
});

describe('a new key of the server', async () => {
  const [next, third] = await Promise.all([generateKey(), generateKey()]);
  const first = await signSuccession(server, next.pub);
  const line = [first, await signSuccession(next, third.pub)];
  /** Returns a page that knows the old key and reconnects to this greeting. */
  async function backTo(shown: Key, succession: typeof line) {
    const page = await online();
    await page.socket.drop();
    await page.timers.pass(1_000);
    await page.hello(shown, undefined, succession);
    await until(() => page.connection.status.value === 'wrong-server' || page.socket.received.length > 0);
    return page;
  }

  test.each([
    ['one step', next, [first]],
    ['two steps', third, line],
  ])('that the known one has signed is pinned, told, and proved to: %s', async (_steps, shown, succession) => {
    const page = await backTo(shown, succession);
    expect(page.pinned.pub).toBe(shown.pub);
    expect(page.connection.keyChange.value).toEqual({ from: server.pub, to: shown.pub });
    const identify = await page.socket.next();
    if (identify.type !== 'identify') throw new Error('no identify');
    const challenge = { ...CHALLENGE, server: shown.pub };
    expect(await verifyIdentify(own.pub, challenge, identify.sig)).toBe(true);
    page.connection.dismissKeyChange();
    expect(page.connection.keyChange.value).toBeNull();
    expect(await page.connection.isServers(server.pub)).toBe(true);
    expect(await page.connection.isServers(shown.pub)).toBe(true);
    expect(await page.connection.isServers(players[1].pub)).toBe(false);
  });

  const stranger = { ...first, sig: line[1]?.sig ?? '' };
  test.each([
    ['signed by somebody else', next, [stranger]],
    ['with a gap', third, line.slice(1)],
    ['to another key than the one shown', third, [first]],
    ['that comes back to where it was', server, [first, await signSuccession(next, server.pub)]],
    ['without an end', next, Array(33).fill(first)],
    ['of nothing', next, []],
  ])('is not believed on a line %s', async (_kind, shown, succession) => {
    const page = new Line(own);
    page.key = own;
    page.pinned.replace(shown === server ? players[1].pub : server.pub);
    const before = page.pinned.pub;
    page.connection.start();
    await page.hello(shown, undefined, succession);
    await until(() => page.connection.status.value === 'wrong-server');
    expect(page.socket.take()).toEqual([]);
    expect(page.pinned.pub).toBe(before);
    expect(page.connection.keyChange.value).toBeNull();
  });

  test('is final: the page warns of a server that shows the old key again', async () => {
    const page = await backTo(next, [first]);
    await page.socket.drop();
    await page.timers.pass(1_000);
    await page.hello(server, undefined, [first]);
    await until(() => page.connection.status.value === 'wrong-server');
    // the new key has not named the old one as its successor
    expect(page.pinned.pub).toBe(next.pub);
  });
});

describe('losing the connection', () => {
  test('it reconnects automatically with growing delays', async () => {
    const line = await online();
    await line.socket.drop();
    expect(line.connection.status.value).toBe('connecting');
    await line.timers.pass(499);
    expect(line.sockets).toHaveLength(1);
    await line.timers.pass(1);
    expect(line.sockets).toHaveLength(2);
    await line.socket.drop();
    expect(line.connection.status.value).toBe('offline');
    await line.timers.pass(999);
    expect(line.sockets).toHaveLength(2);
    await line.timers.pass(1);
    expect(line.sockets).toHaveLength(3);
  });

  test('a pending request fails with the loss', async () => {
    const line = await online();
    const asked = line.connection.request({ type: 'name', name: 'Bo' });
    await line.socket.drop();
    expect(await asked).toMatchObject({ ok: false, code: 'connection-lost' });
  });

  test('CN1 a request that is made while the page is connecting is sent once it is connected', async () => {
    const line = new Line();
    line.key = own;
    line.connection.start();
    expect(line.connection.mayAsk).toBe(true);
    const asked = line.connection.request({ type: 'play-bot', length: 3 });
    await line.hello(server);
    const { id, type } = await line.socket.next();
    expect(type).toBe('identify');
    await line.socket.say({ type: 'identified', ...ME, id });
    const sent = await line.socket.next();
    expect(sent).toMatchObject({ type: 'play-bot', length: 3 });
    await line.socket.say({ type: 'error', code: 'busy', message: '', id: sent.id });
    expect(await asked).toMatchObject({ code: 'busy' });
  });

  test('CN2 such a request fails if the page cannot connect, and after 10 s', async () => {
    const line = await online();
    await line.socket.drop();
    expect(line.connection.status.value).toBe('connecting');
    const asked = line.connection.request({ type: 'name', name: 'Bo' });
    expect(await line.connection.requestNow({ type: 'name', name: 'Bo' })).toMatchObject({ code: 'offline' });
    await line.timers.pass(500);
    await line.socket.drop();
    expect([await asked, line.connection.mayAsk]).toEqual([{ ok: false, code: 'offline' }, false]);
    const hanging = new Line();
    hanging.connection.start();
    const late = hanging.connection.request({ type: 'play-bot', length: 3 });
    await hanging.timers.pass(10_000);
    expect(await late).toMatchObject({ code: 'offline' });
  });

  test('a request without an answer times out', async () => {
    const line = await online();
    const asked = line.connection.request({ type: 'name', name: 'Bo' });
    await line.timers.pass(10_000);
    expect(await asked).toMatchObject({ ok: false, code: 'timeout' });
  });

  test('silence is probed, and counts as a loss without an answer', async () => {
    const line = await online();
    await line.timers.pass(20_000);
    expect(line.socket.take()).toEqual([{ type: 'ping' }]);
    await line.socket.say({ type: 'pong', now: line.timers.now });
    await line.timers.pass(20_000);
    expect(line.socket.take()).toEqual([{ type: 'ping' }]);
    await line.timers.pass(10_000);
    expect(line.sockets[0]?.closed).toBe(true);
    expect(line.connection.status.value).toBe('connecting');
  });

  test('the browser reports when the network goes and comes', async () => {
    const line = await online();
    line.connection.networkChanged(false);
    expect(line.connection.status.value).toBe('offline');
    await line.timers.pass(60_000);
    expect(line.sockets).toHaveLength(1);
    line.connection.networkChanged(true);
    expect(line.sockets).toHaveLength(2);
  });

  test('a page that slept drops its queued messages and gets them again', async () => {
    const line = await online();
    const heard: string[] = [];
    line.connection.on(({ type }) => heard.push(type));
    line.timers.now += 3_600_000;
    await line.socket.say({ type: 'pong', now: line.timers.now });
    expect(heard).toEqual([]);
    expect(line.sockets[0]?.closed).toBe(true);
    await line.timers.pass(500);
    expect(line.sockets).toHaveLength(2);
  });

  test('a page that slept drops the old socket also if its timer runs first', async () => {
    const line = await online();
    line.timers.now += 120_000;
    await line.timers.pass(5_000);
    expect(line.sockets[0]?.closed).toBe(true);
    expect(line.sockets).toHaveLength(2);
  });

  test('a hidden page whose timers run once a minute keeps its socket', async () => {
    const line = await online();
    for (let minute = 0; minute < 3; minute++) {
      line.timers.now += 55_000;
      await line.socket.say({ type: 'pong', now: line.timers.now });
      await line.timers.pass(5_000);
    }
    expect(line.sockets).toHaveLength(1);
  });

  test('a page that becomes visible probes the connection with a short timeout', async () => {
    const line = await online();
    line.connection.lookedAt();
    expect(line.socket.take()).toEqual([{ type: 'ping' }]);
    await line.socket.say({ type: 'pong', now: line.timers.now });
    await line.timers.pass(4_500);
    expect(line.sockets).toHaveLength(1);
    line.connection.lookedAt();
    await line.timers.pass(4_500);
    expect(line.sockets[0]?.closed).toBe(true);
    expect(line.sockets).toHaveLength(2);
  });

  test('a page that becomes visible after a loss reconnects at once', async () => {
    const line = await online();
    await line.socket.drop();
    line.connection.lookedAt();
    expect(line.sockets).toHaveLength(2);
  });

  test('a page that resumes after a freeze reconnects', async () => {
    const line = await online();
    line.connection.reconnect();
    expect(line.sockets[0]?.closed).toBe(true);
    expect(line.sockets).toHaveLength(2);
  });
});

describe('a ban', () => {
  const ban = { what: 'key', until: 1_790_000_600_000, reason: 'rude' } as const;
  const banned = { type: 'error', code: 'banned', message: 'banned', ban } as const;

  test('is shown with its end, and the page does not reconnect automatically', async () => {
    const line = await online();
    await line.socket.say(banned);
    await line.socket.drop();
    expect(line.connection.status.value).toBe('banned');
    expect(line.connection.ban.value).toEqual(ban);
    await line.timers.pass(600_000);
    line.connection.networkChanged(true);
    line.connection.lookedAt();
    line.connection.reconnect();
    expect(line.sockets).toHaveLength(1);
    line.connection.takeOver();
    await line.hello(server);
    expect((await line.socket.next()).type).toBe('identify');
  });

  test('of a reconnecting key is the answer to its proof', async () => {
    const line = new Line(own);
    line.key = own;
    line.connection.start();
    await line.hello(server);
    const identify = await line.socket.next();
    await line.socket.say({ ...banned, id: identify.id });
    expect(line.connection.status.value).toBe('banned');
    await line.timers.pass(600_000);
    expect(line.sockets).toHaveLength(1);
  });
});

describe('led to the process of a match', () => {
  const match = 'match-of-another-process';

  test('AF3 the page opens a second connection with the match in its address, and ends the first when the second is ready', async () => {
    const line = await online();
    const first = line.socket;
    expect(first.match).toBe('');
    const asked = line.connection.request({ type: 'turns' });
    await first.say({ type: 'reconnect', match });
    expect(await asked).toMatchObject({ code: 'connection-lost' });
    const second = line.socket;
    expect([line.sockets.length, second.match, first.closed]).toEqual([2, match, false]);
    await line.hello(server);
    const identify = await second.next();
    // The server ends the first one as soon as the key is proved on the second.
    await first.say({ type: 'superseded' });
    expect(line.connection.status.value).toBe('connecting');
    await second.say({ type: 'identified', ...ME, id: identify.id });
    expect([line.connection.status.value, first.closed, second.closed]).toEqual(['online', true, false]);
    await second.drop();
    await line.timers.pass(60_000);
    expect(line.socket.match).toBe(match);
  });

  test('AF4 the page tries again if the second connection fails, and keeps no other open', async () => {
    const line = await online();
    const [first] = line.sockets;
    await line.socket.say({ type: 'reconnect', match });
    await line.socket.drop();
    expect(first?.closed).toBe(true);
    await line.timers.pass(1_000);
    expect([line.sockets.length, line.socket.match]).toEqual([3, match]);
  });
});

describe('one key in two places', () => {
  test('superseded: only the player can take over again', async () => {
    const line = await online();
    await line.socket.say({ type: 'superseded' });
    expect(line.connection.status.value).toBe('superseded');
    await line.timers.pass(120_000);
    line.connection.networkChanged(true);
    expect(line.sockets).toHaveLength(1);
    line.connection.takeOver();
    await line.hello(server);
    expect((await line.socket.next()).type).toBe('identify');
  });
});

test('unknown frames are ignored', async () => {
  const line = await online();
  const heard: string[] = [];
  line.connection.on(({ type }) => heard.push(type));
  await line.socket.say({ type: 'pong', now: -1 });
  await line.socket.say({ type: 'pong', now: 1 });
  expect(heard).toEqual(['pong']);
});

describe('a server that is newer than the page', () => {
  /** Sends a message with what this version does not know. */
  const say = (line: Line, message: object) => line.socket.say(message as ServerMessage);

  test('OV1 identifies the page and answers it although its messages have members that the page does not know', async () => {
    const line = new Line(own);
    line.key = own;
    line.connection.start();
    await line.hello(server);
    const identify = await line.socket.next();
    await say(line, { type: 'identified', ...ME, id: identify.id, future: { a: [1] } });
    expect(line.connection.status.value).toBe('online');
    expect(line.connection.me.value).toEqual(ME);
    expect(line.connection.isOutdated.value).toBe(false);
  });

  test('OV2 sends a message of an unknown type, which changes nothing but that the page knows it is outdated', async () => {
    const line = await online();
    const heard: ServerMessage[] = [];
    line.connection.on((message) => heard.push(message));
    await say(line, { type: 'future', match: 'x' });
    expect(heard).toEqual([]);
    expect(line.connection.status.value).toBe('online');
    expect(line.connection.isOutdated.value).toBe(true);
    await line.socket.say({ type: 'superseded' });
    expect(line.connection.status.value).toBe('superseded');
  });

  test('OV3 answers a request in an unknown way, which ends the request at once and not the connection', async () => {
    const line = await online();
    const asked = line.connection.request({ type: 'offers' });
    const { id } = await line.socket.next();
    await say(line, { type: 'future', id });
    expect(await asked).toEqual({ ok: false, code: 'not-understood' });
    const next = line.connection.request({ type: 'offers' });
    await say(line, { type: 'error', code: 'future', message: 'No such hall.', id: (await line.socket.next()).id });
    expect(await next).toEqual({ ok: false, code: 'future', message: 'No such hall.' });
    expect(line.connection.status.value).toBe('online');
    expect(line.sockets).toHaveLength(1);
  });
});
