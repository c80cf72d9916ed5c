import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { formatContradiction, MAX_REQUEST_BYTES, type Witness } from 'tlog-kit';

interface WitnessServerOptions {
  readonly witness: Witness;
  /** The line of the verifier key. */
  readonly vkey: string;
  /** Called with evidence of a log that signed two trees of one size. */
  readonly onContradiction: (evidence: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A request must be complete after this time. */
const REQUEST_MS = 10_000;
const MOST_CONNECTIONS = 200;

/** Answers `POST /add-checkpoint` by tlog-witness, and `GET /vkey` with the key of the witness. */
export function witnessServer(options: WitnessServerOptions): Server {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else end(response, 500, 'internal error\n');
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

async function answer(
  { witness, vkey, onContradiction }: WitnessServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (path === '/vkey' && request.method === 'GET') return end(response, 200, `${vkey}\n`);
  if (!path.endsWith('/add-checkpoint')) return end(response, 404, 'not found\n');
  if (request.method !== 'POST') return end(response, 405, 'use POST\n');
  const body = await bodyOf(request);
  if (body === null) {
    response.setHeader('connection', 'close');
    return end(response, 413, 'the request is too large\n');
  }
  const { status, contentType, body: said, refusal } = await witness.addCheckpoint(body);
  if (refusal?.contradiction) onContradiction(formatContradiction({ ...refusal.contradiction, hashes: [] }));
  end(response, status, said, contentType);
}

function end(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
