import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { UnderWay } from '../domain/under-way.ts';
import { makeApp } from './app.ts';
import type { HttpParts, UpgradeHandler } from './parts.ts';

/** A client that sends slowly, or headers without end, does not hold a connection for long. Node looks for such every `connectionsCheckingInterval` only. */
const LIMITS: ServerOptions = {
  ...{ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  connectionsCheckingInterval: 2_000,
};

export interface HttpServer {
  readonly server: Server;
  /** Resolves when every request has been worked through that was taken, also those whose clients have gone. */
  idle(): Promise<void>;
}

/** The HTTP server, not yet listening. Connections that ask for /ws go to the given handler. */
export function makeServer(parts: HttpParts, upgrade: UpgradeHandler, limits: ServerOptions = {}): HttpServer {
  const answer = makeApp(parts).callback();
  const requests = new UnderWay();
  const server = createServer({ ...LIMITS, ...limits }, (request, response) => {
    void requests.during(() => answer(request, response));
  });
  server.on('upgrade', (request, socket, head) => {
    if (pathOf(request) === '/ws') upgrade(request, socket, head);
    else refuse(socket);
  });
  return { server, idle: () => requests.idle() };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

function refuse(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
