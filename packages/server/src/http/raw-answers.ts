import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, Readable, Transform } from 'node:stream';
import { arrivalOf } from '../shared/arrival.ts';
import { ByteRate } from '../shared/byte-rate.ts';
import { securityHeaders } from './security-headers.ts';

type Headers = Readonly<Record<string, string>>;

const headersOf = (text: string, more: Headers): Headers => ({
  ...securityHeaders,
  'cache-control': 'no-store',
  ...(text === '' ? {} : { 'content-type': 'text/plain; charset=utf-8' }),
  'content-length': String(Buffer.byteLength(text)),
  connection: 'close',
  ...more,
});

/**
 * Answers on a raw socket with a status and closes it. Sends no body, because the request may be a HEAD, whose client would take a body for
 * the next response.
 */
export function endWithStatus(socket: Duplex, status: number, more: Headers = {}): void {
  const lines = Object.entries(headersOf('', more)).map(([name, value]) => `${name}: ${value}`);
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`);
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers the requests that Node itself refuses, with the usual headers. */
export function answerRefusals(server: Server, responses: Responses): void {
  server.on('clientError', (error, socket) => {
    // A request behind a refused one is refused, too. The connection closes once the first refusal has been sent.
    if (socket.writableEnded && !socket.writableFinished) return;
    if (!socket.writable || responses.hasBegun(socket)) socket.destroy();
    // The last response announced the end of the connection. The client is still sending, for example the rest of a body.
    else if (responses.hasClosingAnswer(socket)) socket.end(() => socket.destroy());
    else endWithStatus(socket, ('code' in error && statuses[String(error.code)]) || 400);
  });
  server.on('checkExpectation', (_, response: ServerResponse) => {
    const text = STATUS_CODES[417] ?? '';
    response.writeHead(417, headersOf(text, {})).end(text);
  });
  // CONNECT requests a tunnel, which this server does not provide.
  server.on('connect', (_, socket) => endWithStatus(socket, 400));
}

/** Expanding so much takes about a seventh of a core. */
const EXPANDING = { bytesPerSecond: 16 * 1024 * 1024, burstBytes: 16 * 1024 * 1024 };

/** The responses in progress, by connection. */
export class Responses {
  readonly #trustProxy: boolean;
  readonly #rate = new ByteRate(EXPANDING);
  readonly #open = new WeakMap<Duplex, Set<ServerResponse>>();
  readonly #closing = new WeakSet<Duplex>();
  readonly #paced = new WeakMap<ServerResponse, PacedBody>();

  constructor(trustProxy: boolean) {
    this.#trustProxy = trustProxy;
  }

  /** Returns the number of responses in progress on the connection, this one and those that wait behind another one included. */
  add({ socket }: IncomingMessage, response: ServerResponse): number {
    const open = this.#open.get(socket) ?? this.#openOf(socket);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (response.headersSent && !response.shouldKeepAlive) this.#closing.add(socket);
    });
    return open.size;
  }

  #openOf(socket: Duplex): Set<ServerResponse> {
    const open = new Set<ServerResponse>();
    this.#open.set(socket, open);
    // Node closes only the response that has the connection, and not those that wait behind it.
    socket.once('close', () => {
      for (const response of [...open].filter((one) => one.socket === null)) {
        response.destroy();
        response.emit('close');
      }
    });
    return open;
  }

  /** Bytes of responses that are complete and wait behind another one. */
  queuedBytes(socket: Duplex): number {
    const queued = [...(this.#open.get(socket) ?? [])].filter((response) => response.socket === null);
    return queued.reduce((sum, { writableLength }) => sum + writableLength, 0);
  }

  /** Returns a stream of the bytes for this response. Its unsent part counts as unread. */
  pace(response: ServerResponse, bytes: Buffer): PacedBody {
    const body = new PacedBody(bytes);
    this.#paced.set(response, body);
    return body;
  }

  /**
   * A stream that packed bytes pass before they are expanded, so that those who accept no compression do not keep the processors from live matches.
   * `factor`: how much longer they get.
   */
  expanding(request: IncomingMessage, factor: number): Transform {
    const network = arrivalOf(request, this.#trustProxy).address;
    const rate = this.#rate;
    return new Transform({
      transform(piece: Buffer, _, done) {
        rate.pass(network, piece.length * factor).then(() => done(null, piece), done);
      },
    });
  }

  /** The streams of `pace` that are open on this connection. */
  paced(socket: Duplex): PacedBody[] {
    return [...(this.#open.get(socket) ?? [])].flatMap((response) => this.#paced.get(response) ?? []);
  }

  /** True after a response that closes the connection. */
  hasClosingAnswer(socket: Duplex): boolean {
    return this.#closing.has(socket);
  }

  isAnswering(socket: Duplex): boolean {
    return (this.#open.get(socket)?.size ?? 0) > 0;
  }

  /** True while a response is being sent. */
  hasBegun(socket: Duplex): boolean {
    return [...(this.#open.get(socket) ?? [])].some((response) => response.headersSent && response.socket !== null);
  }
}

/** Headers that only concern the upgrade. */
const ofUpgrade = new Set(['connection', 'upgrade', 'http2-settings']);

/**
 * Answers a request for an unknown protocol without upgrading, as HTTP allows. Node has detached the socket by then, so the request is put
 * back in front of the following bytes, without its upgrade headers, and the socket is handled again. It closes after the response.
 */
export function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, 'connection: close'];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ofUpgrade.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (lines.some((line) => /[\r\n]/.test(line))) {
    endWithStatus(socket, 400);
    return;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Small enough that one write to a socket never delays the event loop noticeably. */
const PIECE_BYTES = 64 * 1024;

/**
 * A response body that is read in pieces of 64 KB, at most one per turn of the event loop. A socket copies what it is given at once, so
 * fifty responses of several megabytes in one turn would stop everything else for a tenth of a second.
 */
export class PacedBody extends Readable {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    super({ highWaterMark: PIECE_BYTES });
    this.#rest = bytes;
  }

  /** The memory that keeps the unsent part, often shared with other responses. Null when nothing is left to send. */
  get memory(): ArrayBufferLike | null {
    return this.#rest.length > 0 ? this.#rest.buffer : null;
  }

  /** Bytes of the body that are not yet written to the socket or its buffer. */
  get unsentBytes(): number {
    return this.#rest.length + this.readableLength;
  }

  override _read(): void {
    setImmediate(() => {
      if (this.destroyed) return;
      const piece = this.#rest.subarray(0, PIECE_BYTES);
      this.#rest = this.#rest.subarray(piece.length);
      if (piece.length > 0) this.push(piece);
      if (this.#rest.length === 0) this.push(null);
    });
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#rest = Buffer.alloc(0);
    done(error);
  }
}
