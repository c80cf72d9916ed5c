import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { health, startHttp } from './kit.ts';

it('is idle only when the last request has been worked through, though its client has gone', async () => {
  let answer: (value: typeof health) => void = () => undefined;
  const working = new Promise<typeof health>((resolve) => {
    answer = resolve;
  });
  const http = await startHttp({ health: () => working });
  await http.idle();
  const client = connect(http.port, '127.0.0.1');
  const arrived = http.arrived();
  client.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  client.destroy();
  await once(client, 'close');
  const order: string[] = [];
  const idle = http.idle().then(() => order.push('idle'));
  await new Promise(setImmediate);
  order.push('answered');
  answer(health);
  await idle;
  expect(order).toEqual(['answered', 'idle']);
  await http.stop();
});
