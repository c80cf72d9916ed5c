import { type ClientMessage, decodeServer, type ServerMessage, type ServerMessageOf } from '@anchor/wire';
import { type Key, signIdentify } from 'bg-record';
import { Metrics } from '../../src/metrics/metrics.ts';
import { FairQueue } from '../../src/shared/fair-queue.ts';
import { Rounds } from '../../src/shared/rounds.ts';
import { type Common, Connection } from '../../src/socket/connection.ts';
import { DEFAULT_LIMITS, type SocketLimits } from '../../src/socket/limits.ts';
import { KeyRates } from '../../src/socket/rates.ts';
import { UnreadBudget } from '../../src/socket/unread-budget.ts';
import { Watchers } from '../../src/socket/watchers.ts';
import type { Harness } from './harness.ts';

const ORIGIN = 'https://example.org';

/** The shared state of connections with these limits. */
export function commonOf(limits: SocketLimits): Common {
  return {
    keyRates: new KeyRates(limits),
    proofRates: new KeyRates(limits.proofs),
    fairQueue: new FairQueue({ atOnce: 2, most: 1_000, worked: () => performance.now() }),
    rounds: new Rounds(32),
    budget: new UnreadBudget(limits.unreadBytesInAll),
    watchers: new Watchers(limits.watchersPerNetwork),
  };
}

/** A connection without a network. Collects what the server sends. */
export class FakeClient {
  readonly said: ServerMessage[] = [];
  readonly connection: Connection;
  unreadBytes = 0;
  closed: number | null = null;
  isReading = true;
  isCut = false;
  #heard: () => void = () => undefined;
  #drain: () => void = () => undefined;
  #drained = new Promise<void>((resolve) => {
    this.#drain = resolve;
  });

  private constructor(
    harness: Pick<Harness, 'service'>,
    limits: SocketLimits = DEFAULT_LIMITS,
    common: Common = commonOf(limits),
    ledBy: string | null = null,
  ) {
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
      drained: () => client.#drained,
      read(isReading: boolean) {
        client.isReading = isReading;
      },
      cut() {
        client.isCut = true;
        client.unreadBytes = 0;
      },
    };
    this.connection = new Connection({
      transport,
      limits,
      service: harness.service,
      version: '1.2.3',
      origins: [ORIGIN],
      publicUrl: null,
      knows: { views: false, sessions: false },
      ledBy,
      network: '192.0.2.1',
      common,
      observer: new Metrics().sockets,
    });
  }

  /** A connection that has been greeted. */
  static async open(harness: Pick<Harness, 'service'>, limits?: SocketLimits, common?: Common): Promise<FakeClient> {
    return FakeClient.#greeted(new FakeClient(harness, limits, common));
  }

  /** A connection that has not been greeted. */
  static ungreeted(harness: Harness): FakeClient {
    return new FakeClient(harness);
  }

  /** A greeted connection with this match in its address, to one of several processes or to one that is alone. */
  static async openLed({ service }: Harness, ledBy: string | null, hasNeighbours = true): Promise<FakeClient> {
    return FakeClient.#greeted(
      new FakeClient({ service: { ...service, hasNeighbours: () => hasNeighbours } }, undefined, undefined, ledBy),
    );
  }

  static async #greeted(client: FakeClient): Promise<FakeClient> {
    client.connection.greet();
    await client.connection.idle();
    return client;
  }

  /** Everything that was sent has left. */
  drain(): void {
    this.unreadBytes = 0;
    this.#drain();
    this.#drained = new Promise<void>((resolve) => {
      this.#drain = resolve;
    });
  }

  send(message: ClientMessage): void {
    this.connection.receive(JSON.stringify(message));
  }

  /** The answer to the request. */
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
    const sig = await signIdentify(key, { ...this.#hello, origin: ORIGIN });
    return this.ask({ type: 'identify', pub: key.pub, origin: ORIGIN, sig });
  }

  /** The name of the connection in the log. */
  get name(): string {
    return this.#hello.challenge.slice(0, 12);
  }

  get #hello(): ServerMessageOf<'hello'> {
    const hello = this.said.find((message) => message.type === 'hello');
    if (!hello) throw new Error('not greeted, or forgotten');
    return hello;
  }
}
