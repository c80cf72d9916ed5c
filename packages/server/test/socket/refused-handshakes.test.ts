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
