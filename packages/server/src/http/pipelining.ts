import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Responses } from './raw-answers.ts';

/** Requests of one connection that have no complete response. Browsers wait for each response before they send the next request. */
const MOST_UNANSWERED = 8;
/** A connection that is cut stays open and unread for so long, because its client opens the next one at once. */
const HOLD_MS = 250;
/** Forty of the shortest requests. */
const PIECE_BYTES = 1024;

/**
 * Adds the response to those in progress. Returns false, and cuts the connection, if the client has sent too many requests without reading
 * their responses: each would stay in memory.
 */
export function mayAnswer(request: IncomingMessage, response: ServerResponse, responses: Responses): boolean {
  const { socket } = request;
  if (socket.destroyed || held.has(socket)) return false;
  if (responses.add(request, response) <= MOST_UNANSWERED) return true;
  held.add(socket);
  socket.pause();
  setTimeout(() => socket.destroy(), HOLD_MS).unref();
  return false;
}

/** The connections that are about to be cut. */
const held = new WeakSet<Socket>();

/**
 * Has requests parsed in pieces of 1 KB. Node parses all that a socket has received before it looks if the connection has been cut, and 64 KB
 * contain 2,400 short requests, which take 50 ms.
 */
export function parseInPieces(server: Server): void {
  server.on('connection', (socket) => {
    const nothing = () => undefined;
    // With a second listener, Node passes the bytes through the stream, and not from the system to the parser.
    socket.on('data', nothing).off('data', nothing);
    socket.push = (bytes, encoding) => pushPieces(socket, bytes, encoding);
  });
  server.on('upgrade', (_, socket: Socket) => {
    socket.push = Readable.prototype.push;
  });
}

function pushPieces(socket: Socket, bytes: unknown, encoding?: BufferEncoding): boolean {
  const push = Readable.prototype.push.bind(socket);
  if (!(bytes instanceof Uint8Array)) return push(bytes, encoding);
  let hasRoom = true;
  for (let from = 0; from < bytes.length && !socket.destroyed && !held.has(socket); from += PIECE_BYTES)
    hasRoom = push(bytes.subarray(from, from + PIECE_BYTES));
  return hasRoom;
}
