import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Figures } from './figures.ts';
import type { Metrics } from './metrics.ts';

const LIMITS: ServerOptions = { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8 * 1024 };
/** Whoever scrapes needs one. */
const CONNECTIONS = 20;

export interface MetricsServerParts {
  readonly metrics: Metrics;
  readonly read: () => Promise<Figures>;
  /** The figures could not be read. */
  readonly failed: (error: unknown) => void;
}

/** GET /metrics and nothing else, not yet listening. It is a server of its own, so that no route of the public one can lead here. */
export function makeMetricsServer(parts: MetricsServerParts): Server {
  const server = createServer(LIMITS, ({ method, url }, response) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && url?.split('?', 1)[0] === '/metrics') void answer(parts, response);
    else end(response, 404, 'not found');
  });
  server.maxConnections = CONNECTIONS;
  return server;
}

async function answer({ metrics, read, failed }: MetricsServerParts, response: ServerResponse): Promise<void> {
  try {
    const text = await metrics.text(await read());
    response.setHeader('content-type', metrics.mediaType);
    end(response, 200, text);
  } catch (error) {
    failed(error);
    end(response, 500, 'internal error');
  }
}

function end(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('cache-control', 'no-store');
  response.end(text);
}
