import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { UnderWay } from '../domain/under-way.ts';
import { makeApp } from './app.ts';
import type { HttpParts, UpgradeHandler } from './parts.ts';
import { answerRefusals, answerWithoutUpgrade, Responses } from './raw-answers.ts';
import { limitConnections, READING_LIMITS, type ReadingLimits, watchReaders } from './slow-readers.ts';

/** A client that sends slowly, or headers without end, does not hold a connection for long. Node looks for such every `connectionsCheckingInterval` only. */
const LIMITS: ServerOptions = {
  ...{ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  connectionsCheckingInterval: 2_000,
  // refused by `refuseHostless`, with the headers of every answer
  requireHostHeader: false,
};

export interface HttpServer {
  readonly server: Server;
  /** Resolves when every request has been worked through that was taken, also those whose clients have gone. */
  idle(): Promise<void>;
}

/** The HTTP server, not yet listening. Connections that ask for a WebSocket at /ws go to the given handler. */
export function makeServer(
  parts: HttpParts,
  upgrade: UpgradeHandler,
  limits: ServerOptions = {},
  reading: ReadingLimits = READING_LIMITS,
): HttpServer {
  const answer = makeApp(parts).callback();
  const requests = new UnderWay();
  const responses = new Responses();
  const server = createServer({ ...LIMITS, ...limits }, (request, response) => {
    responses.add(response);
    void requests.during(() => answer(request, response));
  });
  watchReaders(server, responses, reading);
  if (!parts.trustProxy) limitConnections(server, reading.connections);
  server.on('upgrade', (request, socket, head) => {
    // an upgrade that does not wait for the answers before it would be mixed up with them
    if (responses.isAnswering(socket)) socket.destroy();
    else if (wantsWebSocket(request)) upgrade(request, socket, head);
    else answerWithoutUpgrade(server, request, socket, head);
  });
  answerRefusals(server, responses);
  return { server, idle: () => requests.idle() };
}

function wantsWebSocket({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === '/ws' && headers.upgrade?.toLowerCase() === 'websocket';
}
