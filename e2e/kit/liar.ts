import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/** A parsed frame from the server to the page. */
export type Frame = { readonly type: string; readonly [member: string]: unknown };

/** Returns the frames that replace a server's frame: none, the same one, or others. `connection` counts from 0. */
type Lie = (frame: Frame, connection: number) => readonly Frame[] | Promise<readonly Frame[]>;

/**
 * A dishonest service. It stands between the page and a real server, forwards every frame, and changes the server's frames as `lie` says
 * and the page's as `pass` says.
 * With the server's signing key it can make any false statement that the server could make.
 */
export class Liar {
  readonly url: string;
  /** The frames from the page, in order. */
  readonly heard: Frame[] = [];
  lie: Lie = (frame) => [frame];
  /** Returns the frame that the server gets in place of one of the page, or null for none. */
  pass: (frame: Frame) => Frame | null = (frame) => frame;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  #connections = 0;

  private constructor(http: Server, port: number) {
    this.#http = http;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(target: string, port: number): Promise<Liar> {
    const http = createServer((incoming, answer) => {
      const { method, url, headers } = incoming;
      const onward = request(new URL(url ?? '/', target), { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      incoming.pipe(onward);
    });
    const liar = new Liar(http, port);
    http.on('upgrade', (incoming, socket, head) => {
      liar.#sockets.handleUpgrade(incoming, socket, head, (page) => liar.#join(page, target + incoming.url));
    });
    http.listen(port, '127.0.0.1');
    await once(http, 'listening');
    return liar;
  }

  /** Closes every connection; the page then reconnects. */
  cut(): void {
    for (const page of this.#sockets.clients) page.terminate();
  }

  stop(): void {
    this.cut();
    this.#http.closeAllConnections();
    this.#http.close();
  }

  /** @param target the address that the page asked for, at the honest server: its query says what the page knows */
  #join(page: WebSocket, target: string): void {
    const connection = this.#connections++;
    const server = new WebSocket(target.replace(/^http/, 'ws'));
    const early: string[] = [];
    let order: Promise<void> = Promise.resolve();
    page.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data));
      this.heard.push(frame);
      const passed = this.pass(frame);
      if (passed === null) return;
      const text = JSON.stringify(passed);
      if (server.readyState === WebSocket.OPEN) server.send(text);
      else early.push(text);
    });
    server.on('open', () => early.forEach((text) => void server.send(text)));
    server.on('message', (data) => {
      order = order.then(() => this.#answer(page, JSON.parse(String(data)), connection));
    });
    for (const [one, other] of [[page, server] as const, [server, page] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => other.terminate());
    }
  }

  async #answer(page: WebSocket, frame: Frame, connection: number): Promise<void> {
    for (const shown of await this.lie(frame, connection)) {
      if (page.readyState === WebSocket.OPEN) page.send(JSON.stringify(shown));
    }
  }
}
