import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { arrivalOf } from '../../src/shared/arrival.ts';

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const made = new IncomingMessage(socket);
  Object.assign(made.headers, { host: 'play.example.org', ...headers });
  return made;
}

describe('the address of a connection', () => {
  it('AD1 is its IPv4 address, or the /64 network of its IPv6 address', () => {
    const networks = ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:db8::1', '::1'];
    expect(networks.map((address) => arrivalOf(request(address), false).address)).toEqual([
      ...['192.0.2.7', '192.0.2.7', '2001:db8:1:2', '2001:db8:1:2', '2001:db8:0:0', '0:0:0:0'],
    ]);
  });

  it('AD2 is a forwarded one only behind a trusted proxy, and then the last one', () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.5, 198.51.100.9' };
    expect(arrivalOf(request('192.0.2.7', forwarded), false)).toEqual({ address: '192.0.2.7' });
    expect(arrivalOf(request('192.0.2.7', forwarded), true)).toEqual({ address: '198.51.100.9' });
  });
});
