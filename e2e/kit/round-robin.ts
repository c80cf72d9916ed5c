import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Returns the order of ports to try for a request with this target. */
type Turn = (target: string) => readonly number[];

const AWAY = 'None of the processes answers.\n';

/**
 * A proxy in front of several processes. Each request and websocket goes to the next process in turn, or to the first one after it that
 * accepts.
 */
export class RoundRobin {
  readonly url: string;
  readonly #server: Server;
  readonly #turn: Turn;
  readonly #open = new Set<Duplex>();

  private constructor(server: Server, port: number, turn: Turn) {
    this.#server = server;
    this.#turn = turn;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** `port` 0 takes any free port. */
  static async start(turn: Turn, port = 0): Promise<RoundRobin> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const proxy = new RoundRobin(server, address.port, turn);
    server.on('request', (asked, answer) => void proxy.#pass(asked, answer));
    server.on('upgrade', (asked, socket, head) => void proxy.#join(asked, socket, head));
    return proxy;
  }

  /** Closes the server and all its connections. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  /** Connects to the first process that accepts, or returns null. No data has been sent yet, so a retry is safe. */
  async #reach({ url = '/' }: IncomingMessage): Promise<Socket | null> {
    for (const port of this.#turn(url)) {
      const socket = connect(port, '127.0.0.1').setNoDelay();
      const isThere = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      });
      if (isThere) return socket;
    }
    return null;
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const socket = await this.#reach(asked);
    if (socket === null) return void answer.writeHead(502, { 'content-type': 'text/plain' }).end(AWAY);
    const { method, url: path } = asked;
    const headers = { ...asked.headers, ...from(asked), connection: 'close' };
    const passed = request({ method, path, headers, createConnection: () => socket }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
      told.on('error', () => answer.destroy());
    });
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end(AWAY)));
    answer.on('close', () => socket.destroy());
    asked.pipe(passed);
  }

  async #join(asked: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const server = await this.#reach(asked);
    if (server === null) return void client.end(`HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n${AWAY}`);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => this.#open.delete(one) && other.destroy());
      one.pipe(other);
    }
    server.write(Buffer.concat([Buffer.from(headOf(asked)), head]));
  }
}

const from = ({ socket }: IncomingMessage) => ({
  'x-forwarded-for': socket.remoteAddress ?? '',
  'x-forwarded-proto': 'http',
});

function headOf(asked: IncomingMessage): string {
  const headers = Object.entries({ ...asked.headers, ...from(asked) }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`;
}
