import { type ClientMessage, decodeServer, type ServerMessage, type ServerMessageOf } from '@anchor/wire';
import { type Key, signIdentify } from 'bg-record';
import { Metrics } from '../../src/metrics/metrics.ts';
import { Connection } from '../../src/socket/connection.ts';
import { KeyRates } from '../../src/socket/key-rates.ts';
import { DEFAULT_LIMITS, type SocketLimits } from '../../src/socket/limits.ts';
import type { House } from './house.ts';

/** A connection without a network: what it says is kept in a list. */
export class FakeClient {
  readonly said: ServerMessage[] = [];
  readonly connection: Connection;
  unreadBytes = 0;
  closed: number | null = null;
  #heard: () => void = () => undefined;

  constructor(house: House, limits: SocketLimits = DEFAULT_LIMITS, keyRates = new KeyRates(limits)) {
    const client = this;
    const transport = {
      send(text: string) {
        const decoded = decodeServer(text);
        if (!decoded.ok) throw new Error(decoded.message);
        client.said.push(decoded.value);
        client.#heard();
      },
      close(code: number) {
        client.closed = code;
      },
      get unreadBytes() {
        return client.unreadBytes;
      },
    };
    this.connection = new Connection({
      ...{ transport, limits, service: house.service, version: '1.2.3', origin: 'https://example.org' },
      ...{ network: '192.0.2.1', keyRates, observer: new Metrics().sockets },
    });
    this.connection.greet();
  }

  send(message: ClientMessage): void {
    this.connection.receive(JSON.stringify(message));
  }

  /** What answers the request. */
  async ask(message: ClientMessage): Promise<ServerMessage> {
    this.send({ ...message, id: 'asked' });
    for (;;) {
      const answer = this.said.find(({ id }) => id === 'asked');
      if (answer) {
        this.said.splice(0, this.said.indexOf(answer) + 1);
        return answer;
      }
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  async identify(key: Key): Promise<ServerMessage> {
    return this.ask({ type: 'identify', pub: key.pub, sig: await signIdentify(key, this.#hello) });
  }

  /** What the log calls the connection. */
  get name(): string {
    return this.#hello.challenge.slice(0, 12);
  }

  get #hello(): ServerMessageOf<'hello'> {
    const hello = this.said.find((message) => message.type === 'hello');
    if (!hello) throw new Error('not greeted, or forgotten');
    return hello;
  }
}
