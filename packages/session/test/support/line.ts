import { decodeClient, type ServerMessage, type ServerMessageOf } from '@anchor/wire';
import { type Key, signGreeting } from 'bg-record';
import { Connection, type KeyHolder } from '../../src/connection/connection.ts';
import { PinnedKey } from '../../src/connection/pinned-key.ts';
import { LogHalt } from '../../src/log/log-halt.ts';
import type { After, SocketHandlers } from '../../src/platform/ports.ts';
import { memoryStorage } from './memory.ts';

/** Far longer than any step here takes, so that only a failing test reaches it. */
const GIVE_UP_MS = 60_000;

type Hello = ServerMessageOf<'hello'>;
type Succession = Hello['succession'];

/** The origin that the page dials. */
export const ORIGIN = 'https://anchor.example';
/** The challenge that every greeting in these tests asks a key to prove, besides the server's key. */
export const CHALLENGE = { challenge: '00'.repeat(16), origin: ORIGIN };

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** A clock that the test advances. */
class Timers {
  now = 1_790_000_000_000;
  readonly #timers = new Set<Timer>();

  readonly after: After = (delayMs, task) => {
    const timer = { at: this.now + delayMs, task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.now = next.at;
      this.#timers.delete(next);
      next.task();
      await settled();
    }
    this.now = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** The server's end of one socket. */
class FakeSocket {
  readonly received: string[] = [];
  closed = false;
  /** The match in its address. */
  readonly match: string;
  readonly #handlers: SocketHandlers;

  constructor(handlers: SocketHandlers, match: string) {
    this.match = match;
    this.#handlers = handlers;
  }

  /** Takes the messages that the page has sent, each of which must be one that the server accepts. */
  take() {
    return this.received.splice(0).map(readClient);
  }

  /** Waits for the next message that the page sends. */
  async next() {
    await until(() => this.received.length > 0);
    const [message] = this.received.splice(0, 1).map(readClient);
    if (!message) throw new Error('nothing was sent');
    return message;
  }

  async say(message: ServerMessage): Promise<void> {
    this.#handlers.received(JSON.stringify(message));
    await settled();
  }

  async drop(): Promise<void> {
    this.#handlers.closed();
    await settled();
  }
}

/** A page's connection. The test controls its sockets, time, random numbers and keys. */
export class Line {
  readonly timers = new Timers();
  readonly sockets: FakeSocket[] = [];
  readonly storage = memoryStorage();
  readonly pinned = new PinnedKey(this.storage);
  readonly logHalt = new LogHalt(this.storage);
  readonly connection: Connection;
  readonly keys: KeyHolder;
  key: Key | null = null;
  /** True if the code that works with keys cannot be loaded. */
  missing = false;

  constructor(made: Key | null = null) {
    this.keys = {
      name: 'Ada',
      current: async () => this.#fetched(this.key),
      ensure: async () => {
        this.key = this.#fetched(made);
        return made;
      },
    };
    this.connection = new Connection({
      open: (handlers, match) => this.#open(handlers, match),
      origin: ORIGIN,
      after: this.timers.after,
      now: () => this.timers.now,
      random: () => 1,
      keys: this.keys,
      pinned: this.pinned,
      logHalt: this.logHalt,
    });
  }

  /** The newest socket. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('there is no socket');
    return socket;
  }

  /** Sends the server's greeting with this key. `lie` changes the signed content. */
  async hello(server: Key, now = this.timers.now, succession?: Succession, lie: Partial<Hello> = {}): Promise<void> {
    const line = succession ? { succession } : {};
    const greeting = {
      challenge: CHALLENGE.challenge,
      origins: [ORIGIN],
      now,
      server: server.pub,
      absenceMs: 120_000,
    };
    const sig = await signGreeting(server, greeting);
    await this.socket.say({
      type: 'hello',
      ...greeting,
      sig,
      ...line,
      protocol: 'p',
      version: '1',
      ...lie,
    });
  }

  #fetched(key: Key | null): Key | null {
    if (this.missing) throw new TypeError('a part cannot be fetched');
    return key;
  }

  #open(handlers: SocketHandlers, match: string) {
    const socket = new FakeSocket(handlers, match);
    this.sockets.push(socket);
    return {
      send: (text: string) => socket.received.push(text),
      close: () => {
        socket.closed = true;
      },
    };
  }
}

function readClient(text: string) {
  const message = decodeClient(text);
  if (!message.ok) throw new Error(`${message.message} ${text}`);
  return message.value;
}

/** Waits until every ready promise has run. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until a condition holds. Signatures come from the platform's own threads. */
export async function until(holds: () => boolean): Promise<void> {
  const givenUpAt = performance.now() + GIVE_UP_MS;
  while (!holds()) {
    if (performance.now() > givenUpAt) throw new Error(`waited in vain until ${holds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
