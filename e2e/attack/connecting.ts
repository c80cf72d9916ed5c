import { type Key, originOf, signIdentify } from 'bg-record';
import { WebSocket } from 'ws';

/** Begins to connect as a client of this address. Errors are ignored, because `close` follows each. */
export function connecting(url: string, address: string): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { 'x-forwarded-for': address } });
  return socket.on('error', () => undefined);
}

/** An `identify` message: the key's signature over the server's greeting. */
export async function identification(
  url: string,
  { challenge, server }: { readonly challenge: string; readonly server: string },
  key: Key,
): Promise<string> {
  const origin = originOf(url) ?? '';
  const sig = await signIdentify(key, { challenge, origin, server });
  return JSON.stringify({ type: 'identify', pub: key.pub, origin, sig });
}
