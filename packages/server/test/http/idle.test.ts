import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { RequestLimiter } from '../../src/http/request-limiter.ts';
import { memoryRecords, startHttp } from './kit.ts';

it('is idle only after the last request has been handled, even if its client has disconnected', async () => {
  let answer: (ids: readonly string[]) => void = () => undefined;
  const working = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  const http = await startHttp({ records: { ...memoryRecords([]), recentIds: () => working } });
  await http.idle();
  const client = connect(http.port, '127.0.0.1');
  const arrived = http.arrived();
  client.write('GET /api/records HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  client.destroy();
  await once(client, 'close');
  const order: string[] = [];
  const idle = http.idle().then(() => order.push('idle'));
  await new Promise(setImmediate);
  order.push('answered');
  answer([]);
  await idle;
  expect(order).toEqual(['answered', 'idle']);
  await http.stop();
});

it('is idle even if a client disconnected before its body was read', async () => {
  const limiter = new RequestLimiter({ read: 1, write: 1, analysis: 1 });
  let count: (verdict: null) => void = () => undefined;
  const counting = new Promise<null>((resolve) => {
    count = resolve;
  });
  limiter.take = () => counting;
  const http = await startHttp({ limiter });
  const client = connect(http.port, '127.0.0.1');
  const arrived = http.arrived();
  client.write('POST /api/login-claim HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n01234');
  const [request] = await arrived;
  client.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  count(null);
  await http.idle();
  expect(http.reported).toEqual([]);
  await http.stop();
});
