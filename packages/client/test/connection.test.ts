import { verifyIdentify } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { ServerTime, TICK_MS } from '../src/session/server-time.ts';
import { Line } from './support/line.ts';
import { keys } from './support/table.ts';

const { server, players } = await keys();
const [own] = players;
const ME = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };

async function online(key = true) {
  const line = new Line(own);
  if (key) line.key = own;
  line.connection.start();
  await line.hello(server.pub);
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

  test('a key that is there is proved against the challenge and the server', async () => {
    const line = new Line();
    line.key = own;
    line.connection.start();
    await line.hello(server.pub);
    expect(line.connection.status.value).toBe('connecting');
    const identify = await line.socket.next();
    if (identify.type !== 'identify') throw new Error('no identify');
    const challenge = { challenge: '00'.repeat(16), server: server.pub };
    expect(await verifyIdentify(own.pub, challenge, identify.sig)).toBe(true);
    await line.socket.say({ type: 'identified', ...ME, id: identify.id });
    expect(line.connection.status.value).toBe('online');
    expect(line.connection.me.value).toEqual(ME);
  });

  test('a key is made when something first needs one', async () => {
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

  test('where nothing can be kept there is no key and so no play', async () => {
    const line = new Line(null);
    line.connection.start();
    await line.hello(server.pub);
    expect(await line.connection.request({ type: 'play-bot', length: 3 })).toMatchObject({ code: 'no-storage' });
  });

  test('a key that cannot be used yet is tried again, and its holder is nobody else meanwhile', async () => {
    const line = new Line();
    line.key = own;
    line.missing = true;
    line.connection.start();
    await line.hello(server.pub);
    expect(line.connection.status.value).not.toBe('online');
    line.missing = false;
    await line.timers.pass(1_000);
    await line.hello(server.pub);
    expect(await line.socket.next()).toMatchObject({ type: 'identify', pub: own.pub });
  });

  test('what proves a key may be out of reach: the question is answered, and nothing is sent', async () => {
    const line = await online(false);
    line.missing = true;
    expect(await line.connection.request({ type: 'play-bot', length: 3 })).toMatchObject({ code: 'offline' });
    expect(line.socket.take()).toEqual([]);
  });

  test('the offset to the server comes from the greeting', async () => {
    const line = new Line();
    line.connection.start();
    await line.hello(server.pub, line.timers.now + 90_000);
    expect(line.connection.time.now()).toBe(line.timers.now + 90_000);
  });
});

describe('what the server says about the account', () => {
  test('that it was made or removed elsewhere changes who one is, and nothing else', async () => {
    const line = await online();
    await line.socket.say({ type: 'account', account: true, name: 'Countess' });
    expect(line.connection.me.value).toEqual({ ...ME, account: true, name: 'Countess' });
    await line.socket.say({ type: 'account', account: false, name: 'Guest 12' });
    expect(line.connection.me.value).toEqual({ ...ME, account: false, name: 'Guest 12' });
    expect(line.connection.status.value).toBe('online');
    expect(line.socket.take()).toEqual([]);
  });

  test('is nothing to somebody who has proved no key', async () => {
    const line = await online(false);
    await line.socket.say({ type: 'account', account: true, name: 'Countess' });
    expect(line.connection.me.value).toBeNull();
  });
});

describe('the pinned key', () => {
  test('another server key stops everything until the player trusts it', async () => {
    const line = await online();
    await line.socket.drop();
    await line.timers.pass(1000);
    await line.hello(players[1].pub);
    expect(line.connection.status.value).toBe('wrong-server');
    expect(line.socket.take()).toEqual([]);
    expect(line.socket.closed).toBe(true);
    const sockets = line.sockets.length;
    await line.timers.pass(120_000);
    line.connection.networkChanged(true);
    expect(line.sockets).toHaveLength(sockets);
    line.connection.trustShownKey();
    await line.hello(players[1].pub);
    expect((await line.socket.next()).type).toBe('identify');
  });
});

describe('losing the connection', () => {
  test('it comes back by itself, later and later', async () => {
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

  test('a question on its way is answered with the loss', async () => {
    const line = await online();
    const asked = line.connection.request({ type: 'name', name: 'Bo' });
    await line.socket.drop();
    expect(await asked).toMatchObject({ ok: false, code: 'connection-lost' });
    expect(await line.connection.request({ type: 'name', name: 'Bo' })).toMatchObject({ code: 'offline' });
  });

  test('a question without an answer ends', async () => {
    const line = await online();
    const asked = line.connection.request({ type: 'name', name: 'Bo' });
    await line.timers.pass(10_000);
    expect(await asked).toMatchObject({ ok: false, code: 'timeout' });
  });

  test('silence is asked about, and taken for a loss without an answer', async () => {
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

  test('the browser says when the network goes and comes', async () => {
    const line = await online();
    line.connection.networkChanged(false);
    expect(line.connection.status.value).toBe('offline');
    await line.timers.pass(60_000);
    expect(line.sockets).toHaveLength(1);
    line.connection.networkChanged(true);
    expect(line.sockets).toHaveLength(2);
  });

  test('what a sleeping page finds in its mailbox is not read; it is told anew', async () => {
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

  test('a sleeping page that hears its own timer first gives the old socket up all the same', async () => {
    const line = await online();
    line.timers.now += 120_000;
    await line.timers.pass(5_000);
    expect(line.sockets[0]?.closed).toBe(true);
    expect(line.sockets).toHaveLength(2);
  });

  test('what is read after a short sleep may have waited since before it, and not since before the greeting', () => {
    let now = 1_000;
    const time = new ServerTime(() => now);
    time.tick();
    now += TICK_MS;
    time.greeted(500_000);
    expect(time.arrival()).toEqual({ sinceMs: 500_000, untilMs: 500_000 });
    // The page slept, and its own timer is heard before its mailbox.
    now += 70_000;
    expect(time.slept()).toBe(false);
    time.tick();
    expect(time.arrival()).toEqual({ sinceMs: 500_000, untilMs: 570_000 });
    now += TICK_MS;
    time.tick();
    expect(time.arrival()).toEqual({ sinceMs: 570_000, untilMs: 575_000 });
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

  test('a page that is looked at again asks whether anybody is there, and does not wait long for it', async () => {
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

  test('a page that is looked at again after a loss does not wait for the next try', async () => {
    const line = await online();
    await line.socket.drop();
    line.connection.lookedAt();
    expect(line.sockets).toHaveLength(2);
  });

  test('a frozen page that goes on connects anew', async () => {
    const line = await online();
    line.connection.woke();
    expect(line.sockets[0]?.closed).toBe(true);
    expect(line.sockets).toHaveLength(2);
  });
});

describe('one key in two places', () => {
  test('superseded: no way back but the player’s', async () => {
    const line = await online();
    await line.socket.say({ type: 'superseded' });
    expect(line.connection.status.value).toBe('superseded');
    await line.timers.pass(120_000);
    line.connection.networkChanged(true);
    expect(line.sockets).toHaveLength(1);
    line.connection.takeOver();
    await line.hello(server.pub);
    expect((await line.socket.next()).type).toBe('identify');
  });
});

test('frames that are no message of the catalogue are passed over', async () => {
  const line = await online();
  const heard: string[] = [];
  line.connection.on(({ type }) => heard.push(type));
  await line.socket.say({ type: 'pong', now: -1 });
  await line.socket.say({ type: 'pong', now: 1 });
  expect(heard).toEqual(['pong']);
});
