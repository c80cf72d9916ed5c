import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Figures } from './figures.ts';
import type { Metrics } from './metrics.ts';

const LIMITS: ServerOptions = { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8 * 1024 };
/** Limit of connections. A scraper needs one. */
const CONNECTIONS = 20;

interface MetricsServerParts {
  readonly metrics: Metrics;
  readonly read: () => Promise<Figures>;
  /** Called when the metrics could not be collected. */
  readonly failed: (error: unknown) => void;
}

/** Serves only GET /metrics. Not listening yet. A separate server, so that no public route can reach it. */
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
