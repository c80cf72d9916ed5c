import { once } from 'node:events';
import { WebSocket } from 'ws';
import { originOf, signIdentify } from '../../packages/record/src/identify.ts';
import type { Key } from '../../packages/record/src/types.ts';
import type { ServerMessage, ServerMessageOf, ServerType } from '../../packages/wire/src/index.ts';

/** Number of connections per address, well below the service's limit. */
const PER_ADDRESS = 50;

interface Waiting {
  readonly type: ServerType;
  readonly resolve: (message: ServerMessage) => void;
}

/** A connection to the service that verifies nothing, so that its own work hardly counts. */
export class AnchorClient {
  readonly key: Key;
  onMessage: (message: ServerMessage) => void = () => undefined;
  readonly #socket: WebSocket;
  readonly #waiting: Waiting[] = [];

  private constructor(socket: WebSocket, key: Key) {
    this.#socket = socket;
    this.key = key;
    socket.on('message', (data) => this.#take(JSON.parse(String(data))));
  }

  /** Connects and waits for the greeting. `index` selects the loopback address of the client. */
  static async connect(url: string, key: Key, index: number): Promise<AnchorClient & { greeting: Greeting }> {
    const group = Math.floor(index / PER_ADDRESS);
    const localAddress = `127.1.${group >> 8}.${group & 255 || 255}`;
    const address = `${url.replace('http', 'ws')}/ws`;
    const client = new AnchorClient(new WebSocket(address, { perMessageDeflate: false, localAddress }), key);
    return Object.assign(client, { greeting: await client.expect('hello') });
  }

  /** Connects and identifies. */
  static async open(url: string, key: Key, index: number): Promise<AnchorClient> {
    const client = await AnchorClient.connect(url, key, index);
    const origin = originOf(url) ?? '';
    const { challenge, server } = client.greeting;
    const sig = await signIdentify(key, { challenge, origin, server });
    await client.ask({ type: 'identify', pub: key.pub, origin, sig }, 'identified');
    return client;
  }

  ask<Type extends ServerType>(message: object, answer: Type): Promise<ServerMessageOf<Type>> {
    const heard = this.expect(answer);
    this.send(message);
    return heard;
  }

  /** Waits for the next message of this type. */
  expect<Type extends ServerType>(type: Type): Promise<ServerMessageOf<Type>> {
    return new Promise((resolve) => {
      this.#waiting.push({ type, resolve: (message) => resolve(message as ServerMessageOf<Type>) });
    });
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #take(message: ServerMessage): void {
    this.onMessage(message);
    const at = this.#waiting.findIndex(({ type }) => type === message.type);
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(message);
  }
}

type Greeting = ServerMessageOf<'hello'>;
