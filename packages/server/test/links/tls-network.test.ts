import { createHash } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Channel } from '../../src/domain/ports/links.ts';
import { openTlsNetwork, type TlsNetwork } from '../../src/links/tls-network.ts';

const keyOf = (name: string) => ({ pub: `pub-${name}`, seed: createHash('sha256').update(name).digest() });

const networks: TlsNetwork[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const network of networks.splice(0)) await network.stop();
  for (const server of servers.splice(0)) server.close();
});

/** A process that notes the lines of each channel that others open, and answers each with itself. */
async function listening(...names: readonly string[]) {
  const network = await openTlsNetwork({ host: '127.0.0.1', port: 0, address: null, keys: names.map(keyOf) });
  networks.push(network);
  const lines: string[] = [];
  const channels: Channel[] = [];
  let ended = 0;
  network.accept((channel) => {
    channels.push(channel);
    channel.listen(
      (line) => {
        lines.push(line);
        channel.send(line);
      },
      () => {
        ended += 1;
      },
    );
  });
  return { network, lines, channels, ended: () => ended, address: network.address ?? '' };
}

/** Opens a channel and notes its lines. */
async function dialled(from: TlsNetwork, address: string) {
  const channel = await from.dial(address);
  if (typeof channel === 'string') throw new Error(channel);
  const lines: string[] = [];
  const end = { count: 0 };
  channel.listen(
    (line) => lines.push(line),
    () => {
      end.count += 1;
    },
  );
  return { channel, lines, end };
}

/** A port that passes on to another one, until the test changes that. */
async function between(address: string) {
  const sockets: Socket[] = [];
  const port = Number(address.split(':').at(-1));
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.push(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far);
    far.pipe(near);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('no port');
  return {
    address: `127.0.0.1:${own.port}`,
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    pause: () => sockets.forEach((socket) => void socket.unpipe().pause()),
  };
}

describe('a link between two processes', () => {
  it('LT1 carries lines in both directions, in order, whatever their length', async () => {
    const other = await listening('server');
    const own = await listening('server');
    const { channel, lines } = await dialled(own.network, other.address);
    const sent = ['a', '', 'ä€😀', 'x'.repeat(300_000), ...Array.from({ length: 2_000 }, (_, n) => `line ${n}`)];
    for (const line of sent) channel.send(line);
    await vi.waitFor(() => expect(lines).toHaveLength(sent.length), { timeout: 10_000 });
    expect(lines).toEqual(sent);
    expect(other.lines).toEqual(sent);
  });

  it.each([
    ['another key', 'stranger'],
    ['another key under the same name', 'liar'],
  ])('LT2 refuses a process with %s', async (_, name) => {
    const other = await listening('server');
    const keys = name === 'liar' ? [{ ...keyOf('stranger'), pub: 'pub-server' }] : [keyOf('stranger')];
    const own = await openTlsNetwork({ host: '127.0.0.1', port: 0, address: null, keys });
    networks.push(own);
    expect(await own.dial(other.address)).toBe('unreachable');
    expect(other.channels).toEqual([]);
  });

  it('LT3 refuses a connection without a key, and one that says nothing', async () => {
    const other = await listening('server');
    const port = Number(other.address.split(':').at(-1));
    const plain = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await new Promise((resolve) => plain.once('error', resolve));
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('close', resolve));
    expect(other.channels).toEqual([]);
  });

  it('LT4 works while a key is being replaced, whichever end has the new one', async () => {
    const [before, after] = [await listening('old'), await listening('new', 'old')];
    for (const [from, to] of [
      [before, after],
      [after, before],
    ] as const) {
      const { channel, lines } = await dialled(from.network, to.address);
      channel.send('works');
      await vi.waitFor(() => expect(lines).toEqual(['works']));
    }
  });

  it('LT5 tells an address where nothing listens from one that does not answer', async () => {
    const own = await listening('server');
    const gone = await listening('server');
    await gone.network.stop();
    expect(await own.network.dial(gone.address)).toBe('refused');
    const silent = createServer(() => undefined);
    servers.push(silent);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const at = silent.address();
    if (at === null || typeof at === 'string') throw new Error('no port');
    expect(await own.network.dial(`127.0.0.1:${at.port}`)).toBe('unreachable');
  });

  it('LT6 tells both ends once that it was cut', async () => {
    const [own, other] = [await listening('server'), await listening('server')];
    const way = await between(other.address);
    const { channel, end } = await dialled(own.network, way.address);
    channel.send('first');
    await vi.waitFor(() => expect(other.lines).toEqual(['first']));
    way.cut();
    await vi.waitFor(() => expect([end.count, other.ended()]).toEqual([1, 1]));
    channel.send('late');
    channel.end();
    expect([end.count, other.ended()]).toEqual([1, 1]);
  });

  it('LT7 ends when the other end reads nothing and 64 MiB wait for it', async () => {
    const [own, other] = [await listening('server'), await listening('server')];
    const way = await between(other.address);
    const { channel, end } = await dialled(own.network, way.address);
    channel.send('first');
    await vi.waitFor(() => expect(other.lines).toEqual(['first']));
    way.pause();
    const megabyte = 'x'.repeat(1024 * 1024 - 1);
    for (let sent = 0; sent < 120 && end.count === 0; sent++) {
      channel.send(megabyte);
      await new Promise(setImmediate);
    }
    expect(end.count).toBe(1);
  });

  it('LT8 ends when a line is longer than any message', async () => {
    const [own, other] = [await listening('server'), await listening('server')];
    const { channel, end } = await dialled(own.network, other.address);
    channel.send('x'.repeat(3 * 1024 * 1024));
    await vi.waitFor(() => expect(end.count).toBe(1), { timeout: 10_000 });
    expect(other.lines).toEqual([]);
  });
});
