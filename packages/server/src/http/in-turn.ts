import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpRoutes } from '@anchor/wire';
import { arrivalOf, flowOf } from '../shared/arrival.ts';
import { originHeaders } from './other-origins.ts';
import { holdTurn } from './out-of-turn.ts';
import type { HttpParts } from './parts.ts';
import { isSameSecret } from './request.ts';
import { securityHeaders } from './security-headers.ts';

/** Workers with a door key are not charged to their network. */
const WORKERS = 'workers';
const RETRY_SECONDS = '2';

type Turns = Pick<HttpParts, 'fairQueue' | 'rounds' | 'trustProxy' | 'workerKeys'>;

/**
 * Handles a request when it is the turn of its network. Does nothing if the client has gone by then. The health report comes from memory, and
 * waits for no request that needs the storage.
 */
export async function handleInTurn(
  { fairQueue, rounds, trustProxy, workerKeys }: Turns,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => Promise<void>,
): Promise<void> {
  const { address } = arrivalOf(request, trustProxy);
  const flow = isOfWorker(request, workerKeys) ? { group: WORKERS, member: address } : flowOf(address);
  if (request.url === httpRoutes.health.path) {
    await rounds.start(flow);
    return handle();
  }
  const turn = await fairQueue.turn(flow);
  if (turn === null) return refuse(request, response);
  holdTurn(request, turn);
  try {
    if (!response.destroyed) await handle();
  } finally {
    turn.end();
  }
}

function isOfWorker({ headers }: IncomingMessage, workerKeys: readonly string[]): boolean {
  const given = headers['x-worker-key'];
  return typeof given === 'string' && workerKeys.some((key) => isSameSecret(given, key));
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: 'the service has too much to do; try again in a moment', code: 'too-many' });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const others = originHeaders(request);
  response.writeHead(503, {
    ...securityHeaders,
    ...others,
    ...headers,
    'retry-after': RETRY_SECONDS,
    connection: 'close',
  });
  response.end(body);
}
