import { once } from 'node:events';
import {
  type ClientMessage,
  type ClientMessageOf,
  decodeServer,
  type ServerMessage,
  type ServerMessageOf,
  type ServerType,
} from '@anchor/wire';
import { type Challenge, type Key, originOf, signDeletion, signIdentify } from 'bg-record';
import { WebSocket } from 'ws';

type Waiting = () => void;

/** One end of a real socket as a queue. Messages are read in order, and nothing waits for a fixed time. */
export class SocketClient {
  readonly #socket: WebSocket;
  readonly #incoming: ServerMessage[] = [];
  readonly #waiting: Waiting[] = [];
  #closed: number | null = null;
  #proof: Challenge | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const decoded = decodeServer(String(data));
      if (!decoded.ok) throw new Error(`the server sent no valid message: ${decoded.message}: ${String(data)}`);
      this.#incoming.push(decoded.value);
      this.#wake();
    });
    socket.on('close', (code) => {
      this.#closed = code;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  static async open(url: string): Promise<SocketClient> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const client = new SocketClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Drops the connection without a close frame. */
  cut(): void {
    this.#socket.terminate();
  }

  /** Stops reading from the network, like a client that hangs. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  send(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Sends any frame, valid or not. */
  sendRaw(data: string | Uint8Array): void {
    this.#socket.send(data, () => undefined);
  }

  /** The next message. Resolves to null when the connection has ended. */
  async next(): Promise<ServerMessage | null> {
    for (;;) {
      const message = this.#incoming.shift();
      if (message) return message;
      if (this.#closed !== null) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The next message of this type. Skips those before it. */
  async until<Type extends ServerType>(type: Type): Promise<ServerMessageOf<Type>> {
    for (;;) {
      const message = await this.next();
      if (!message) throw new Error(`closed with ${this.#closed} while waiting for ${type}`);
      if (isOf(message, type)) return message;
    }
  }

  /** Sends a request and waits for the message with its id. */
  async ask(message: ClientMessage): Promise<ServerMessage> {
    const id = message.id ?? `ask-${Math.trunc(performance.now() * 1000)}`;
    this.send({ ...message, id });
    for (;;) {
      const answer = await this.next();
      if (!answer) throw new Error(`closed with ${this.#closed} while waiting for an answer to ${message.type}`);
      if (answer.id === id) return answer;
    }
  }

  /**
   * The challenge to sign, from `hello`, which must not have been read. The client accepts any origins of the server; other tests cover their
   * check.
   */
  async challenge(): Promise<Challenge> {
    const { challenge, server, origins } = await this.until('hello');
    const dialled = originOf(this.#socket.url) ?? '';
    this.#proof = { challenge, origin: origins.includes(dialled) ? dialled : (origins[0] ?? ''), server };
    return this.#proof;
  }

  /** The last result of `challenge`. A request to delete the account is signed over it. */
  get proof(): Challenge {
    if (!this.#proof) throw new Error('nothing was proved');
    return this.#proof;
  }

  /** Requests the deletion of this key's account. */
  async deletion(key: Key): Promise<ClientMessageOf<'delete-account'>> {
    return { type: 'delete-account', confirm: 'delete my account', sig: await signDeletion(key, this.proof) };
  }

  /** Proves a key. */
  async identify(key: Key, name?: string): Promise<ServerMessageOf<'identified'>> {
    const challenge = await this.challenge();
    const sig = await signIdentify(key, challenge);
    this.send({
      type: 'identify',
      pub: key.pub,
      origin: challenge.origin,
      sig,
      ...(name === undefined ? {} : { name }),
    });
    return this.until('identified');
  }

  /** The close code of the connection. */
  async closed(): Promise<number> {
    while (this.#closed === null) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#closed;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function isOf<Type extends ServerType>(message: ServerMessage, type: Type): message is ServerMessageOf<Type> {
  return message.type === type;
}
