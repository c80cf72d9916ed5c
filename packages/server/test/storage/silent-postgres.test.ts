import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHARED } from '../../src/domain/leases/leases.ts';
import { StoreUnavailable } from '../../src/domain/ports/unavailable.ts';
import { ANSWER_MS, CONNECTIONS, openPostgres } from '../../src/storage/db.ts';
import { leaseStore, ownNumbers, postgresClock } from '../../src/storage/leases.ts';

/** The messages AuthenticationOk and ReadyForQuery of the protocol. */
const READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

let server: Server;
let sockets: Socket[];
let greets: boolean;

beforeEach(async () => {
  sockets = [];
  greets = true;
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => greets && socket.write(READY));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function url(): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `postgresql://anchor:x@127.0.0.1:${address.port}/anchor`;
}

describe('PostgreSQL that accepts connections and is silent then', () => {
  it.each([true, false])(
    'LN15 fails a heartbeat before the process stops being trusted (greets: %s)',
    async (isReady) => {
      greets = isReady;
      const { heartbeats, matches, close } = openPostgres(url());
      const { renew } = leaseStore({
        db: matches,
        heartbeats,
        clock: postgresClock,
        number: ownNumbers(),
        isExclusive: false,
      });
      const own = { id: 'me', address: null, beatAt: 1 };
      expect(ANSWER_MS.heartbeats).toBeLessThan(SHARED.trustedMs);
      await expect(renew(own, 1, 1)).rejects.toThrow();
      // The connection is not used again.
      const before = sockets.length;
      await expect(renew(own, 1, 1)).rejects.toThrow();
      expect(sockets.length).toBeGreaterThan(before);
      await close();
    },
  );

  it('LN16 says that it is away to a transaction that gets no connection', async () => {
    greets = false;
    const reasons: string[] = [];
    const { db, close } = openPostgres(url(), ({ message }) => reasons.push(message));
    await expect(db.$transaction((tx) => tx.player.count())).rejects.toThrow(StoreUnavailable);
    expect(reasons).toHaveLength(1);
    await close();
  });

  it('DE30 has as many connections as the page about deploying states', () => {
    const page = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
    const stated = Number(/holds up to (\d+) connections/.exec(page)?.[1]);
    expect(stated).toBe(Object.values(CONNECTIONS).reduce((sum, one) => sum + one, 0));
    const [, of, processes] = /max_connections = (\d+)` is enough for (\w+) processes/.exec(page) ?? [];
    const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    // PostgreSQL reserves three.
    expect(numbers.indexOf(processes ?? '')).toBe(Math.floor((Number(of) - 3) / (stated + 1)));
  });
});
