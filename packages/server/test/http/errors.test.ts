import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import Router from '@koa/router';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { answerErrors } from '../../src/http/middleware.ts';
import { sendRaw } from './kit.ts';

/** The client's view of an aborted body, and the reported error. */
async function askFor(body: () => Readable) {
  const reported: unknown[] = [];
  const app = new Koa();
  answerErrors(app, new Router(), (error) => void reported.push(error));
  app.use((ctx) => {
    ctx.set('x-own', '1');
    ctx.body = body();
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  server.close();
  await once(server, 'close');
  return { answer, reported };
}
const broken = new Error('the disk is gone');

describe('a body that fails', () => {
  it('before its first byte ends the connection', async () => {
    const { answer, reported } = await askFor(
      () =>
        new Readable({
          read() {
            this.destroy(broken);
          },
        }),
    );
    expect(answer).not.toContain(' 200 ');
    expect(reported).toEqual([broken]);
  });

  it('later ends the connection too, so that a client does not take a part for the whole', async () => {
    const { answer, reported } = await askFor(() => {
      let isFirst = true;
      return new Readable({
        read() {
          if (isFirst) this.push('half of ');
          else setImmediate(() => this.destroy(broken));
          isFirst = false;
        },
      });
    });
    expect(answer).toContain('half of ');
    expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(reported).toEqual([broken]);
  });
});
