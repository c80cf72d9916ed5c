import { connect } from 'node:net';
import { generateKey } from 'bg-record';
import type { WebSocket } from 'ws';
import { connecting, identification } from './connecting.ts';
import { addressOf, type Flood, type Place, type Scene } from './flood.ts';

/** A refused client tries again this much later. */
const EVERY_MS = 20;

/** Resolves to the status of a refused handshake, or to what `met` makes of the messages. Then the connection is cut. */
function once(
  socket: WebSocket,
  met: (text: string, answer: (message: string) => void) => Promise<string | null>,
): Promise<string | number> {
  return new Promise((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('message', async (data) => {
      const answer = await met(String(data), (message) => socket.send(message));
      if (answer === null) return;
      resolve(answer);
      socket.terminate();
    });
  });
}

/** Short requests that fill one piece of what the server reads. */
const REQUESTS_AT_ONCE = 2_000;

/** Sends many requests at once and reads nothing, until the server cuts the connection. */
function pipeline(url: string, address: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const head = `GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).on('close', () => resolve('cut'));
    socket.on('connect', () => socket.write(head.repeat(REQUESTS_AT_ONCE)));
  });
}

/** Floods of connections, which are cut after the first answer. */
const recipes = {
  handshake: (scene, place) => once(connecting(scene.url, addressOf(place)), async () => 'hello'),
  'new-key': (scene, place) =>
    once(connecting(scene.url, addressOf(place)), async (text, answer) => {
      const message = JSON.parse(text);
      if (message.type !== 'hello') return message.code ?? message.type;
      answer(await identification(scene.url, message, await generateKey()));
      return null;
    }),
  pipeline: (scene, place) => pipeline(scene.url, addressOf(place)),
} satisfies Readonly<Record<string, (scene: Scene, place: Place) => Promise<string | number>>>;

type ConnectionName = keyof typeof recipes;
export const connectionFloods = ['handshake', 'new-key', 'pipeline'] as const satisfies readonly ConnectionName[];

/** A flood of connections. */
export function connectionFlood(scene: Scene, name: ConnectionName): Flood {
  return { everyMs: EVERY_MS, open: async () => undefined, ask: (place) => recipes[name](scene, place) };
}
