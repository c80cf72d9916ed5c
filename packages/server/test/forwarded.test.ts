import { createServer, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { warnOfProxy } from '../src/compose/forwarded.ts';
import { FakeLog } from './support/fake-world.ts';

const HOUR_MS = 3_600_000;

/** A server that gets requests without a network, with an hour that begins when it is made. */
function setUp() {
  const [server, log] = [createServer(), new FakeLog()];
  let now = 7;
  warnOfProxy(server, log, () => now);
  return {
    log,
    request(isForwarded: boolean, { url = '/api/records', event = 'request' } = {}) {
      const request = new IncomingMessage(new Socket());
      request.url = url;
      if (isForwarded) request.headers['x-forwarded-for'] = '192.0.2.1';
      server.emit(event, request);
    },
    wait(ms: number) {
      now += ms;
    },
  };
}

it('AD7 without a trusted proxy, most requests of an hour with a forwarded address cause one warning', () => {
  const { log, request, wait } = setUp();
  request(false);
  for (let n = 0; n < 50; n++) request(true);
  request(true, { url: '/ws', event: 'upgrade' });
  wait(HOUR_MS - 1);
  request(true);
  expect(log.lines).toEqual([]);
  wait(1);
  request(true);
  const told = { requests: 53, forwarded: 52, message: expect.stringContaining('TRUST_PROXY=1') };
  expect(log.lines).toMatchObject([told]);
  for (let n = 0; n < 50; n++) request(true);
  wait(HOUR_MS - 1);
  request(true);
  expect(log.lines).toHaveLength(1);
  wait(1);
  request(false);
  expect(log.lines).toHaveLength(2);
});

it('AD8 half of the requests of an hour, or checks of a proxy, cause none', () => {
  const { log, request, wait } = setUp();
  for (let n = 0; n < 5; n++) {
    request(true);
    request(false);
    request(true, { url: '/' });
    request(true, { url: '/healthz' });
  }
  wait(HOUR_MS);
  request(false);
  wait(HOUR_MS);
  request(true);
  expect(log.lines).toEqual([]);
});

it('AD9 the checks of a proxy do not hide that the other requests are forwarded', () => {
  const { log, request, wait } = setUp();
  request(true);
  for (let n = 0; n < 50; n++) request(false, { url: '/' });
  wait(HOUR_MS);
  request(true);
  expect(log.lines).toHaveLength(1);
});
