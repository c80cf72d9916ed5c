import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../http/kit.ts';
import { FAST, type Installation, newInstallation } from '../support/running.ts';

let installation: Installation;
beforeEach(() => {
  installation = newInstallation();
});
afterEach(() => installation.remove());

const handshake = (...headers: readonly string[]) =>
  ['GET /ws HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket', ...headers, '\r\n'].join('\r\n');
const right = handshake('sec-websocket-version: 13', `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`);

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** The first bytes of the answer to a handshake. The connection stays open. */
async function headOf(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket.on('error', () => undefined));
  socket.write(right);
  const [bytes] = await once(socket, 'data');
  return String(bytes);
}

async function refusal(port: number, text: string): Promise<string> {
  const head = (await sendRaw(port, text)).toLowerCase();
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options'])
    expect(head).toContain(`\r\n${name}: `);
  return head.split('\r\n')[0] ?? '';
}

describe('a refused handshake has the security headers', () => {
  it('HS1 when the address has too many connections', async () => {
    const running = await installation.run({ ...FAST, perAddress: 0 });
    expect(await refusal(running.port, right)).toBe('http/1.1 429 too many requests');
    expect(await sendRaw(running.port, right)).toMatch(/\r\nretry-after: [1-9]\d*\r\n/);
  });

  it('HS4 after a quarter of a second when the address has too many connections, however many of them ask at once', async () => {
    const running = await installation.run({ ...FAST, perAddress: 3 });
    const from = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const head = await headOf(running.port);
        return { status: head.split(' ')[1], afterMs: performance.now() - from };
      }),
    );
    const refused = answers.filter(({ status }) => status === '429');
    expect(answers.filter(({ status }) => status === '101')).toHaveLength(3);
    expect(refused).toHaveLength(9);
    for (const { afterMs } of refused) expect(afterMs).toBeGreaterThan(240);
  });

  it.each([
    ['without a key', handshake('sec-websocket-version: 13')],
    ['of another version', right.replace('version: 13', 'version: 7')],
    ['with odd protocols', right.replace('\r\n\r\n', '\r\nsec-websocket-protocol: a,,b\r\n\r\n')],
  ])('HS2 %s, and the answer names the supported versions', async (_, text) => {
    const running = await installation.run();
    expect(await refusal(running.port, text)).toBe('http/1.1 400 bad request');
    expect(await sendRaw(running.port, text)).toContain('sec-websocket-version: 13, 8');
    expect(running.log.errors).toEqual([]);
  });
});
