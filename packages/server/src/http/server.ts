import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { PendingCount } from '../shared/pending-count.ts';
import { makeApp } from './app.ts';
import { BodyBudget } from './bodies.ts';
import { handleInTurn } from './in-turn.ts';
import type { HttpParts, UpgradeHandler } from './parts.ts';
import { mayAnswer, parseInPieces } from './pipelining.ts';
import { answerRefusals, answerWithoutUpgrade, endWithStatus, Responses } from './raw-answers.ts';
import { hasSeveralHosts } from './request.ts';
import { limitConnections, READING_LIMITS, type ReadingLimits, watchReaders } from './slow-readers.ts';

/** Timeouts against slow clients. Node checks them every `connectionsCheckingInterval`. */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 2_000,
  // `refuseOddHosts` refuses instead, with the usual headers.
  requireHostHeader: false,
};

export interface HttpServer {
  readonly server: Server;
  /** Resolves when all requests have been handled, including those whose clients have disconnected. */
  idle(): Promise<void>;
}

/** Creates the HTTP server without listening. Upgrade requests to /ws go to `upgrade`. */
export function makeServer(
  parts: HttpParts,
  upgrade: UpgradeHandler,
  limits: ServerOptions = {},
  reading: ReadingLimits = READING_LIMITS,
): HttpServer {
  const requests = new PendingCount();
  const responses = new Responses(parts.trustProxy);
  const answer = makeApp(parts, new BodyBudget(reading.bodyBytes), responses).callback();
  const server = createServer({ ...LIMITS, ...limits }, (request, response) => {
    if (!mayAnswer(request, response, responses)) return;
    void requests.during(() => handleInTurn(parts, request, response, () => answer(request, response)));
  });
  parseInPieces(server);
  watchReaders(server, responses, reading);
  if (!parts.trustProxy) limitConnections(server, reading.connections);
  server.on('upgrade', (request, socket, head) => {
    // An upgrade during earlier responses on the connection (pipelining) would mix with them.
    if (responses.isAnswering(socket)) socket.destroy();
    else if (hasSeveralHosts(request)) endWithStatus(socket, 400);
    else if (wantsWebSocket(request)) upgrade(request, socket, head);
    else answerWithoutUpgrade(server, request, socket, head);
  });
  answerRefusals(server, responses);
  return { server, idle: () => requests.idle() };
}

function wantsWebSocket({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === '/ws' && headers.upgrade?.toLowerCase() === 'websocket';
}
