import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Middleware } from 'koa';
import { endWithStatus, type Responses } from './raw-answers.ts';
import { addressOf } from './request.ts';
import { refuseJson } from './response.ts';

/** Limits on the memory that slow clients take. */
export interface ReadingLimits {
  /** Bytes of memory for the request bodies of all connections together. */
  readonly bodyBytes: number;
  /** A client that reads nothing of a response for this long is disconnected. */
  readonly stalledMs: number;
  /** Unread bytes of all connections together. Above this, the connections with the most are cut. */
  readonly unreadBytes: number;
  readonly sweepMs: number;
  /** Connections per address, without WebSockets: six for each browser of a class of a hundred. Not applied behind a proxy, whose address they share. */
  readonly connections: number;
}

export const READING_LIMITS: ReadingLimits = {
  bodyBytes: 32 * 1024 * 1024,
  stalledMs: 20_000,
  unreadBytes: 32 * 1024 * 1024,
  sweepMs: 1_000,
  connections: 600,
};

/** Concurrent requests per network. */
const MOST_AT_ONCE = 100;

/** Refuses a network with too many concurrent requests, for example because it does not read the responses. */
export function limitAtOnce(isProxyTrusted: boolean): Middleware {
  const underWay = new Map<string, number>();
  return (ctx, next) => {
    const address = addressOf(ctx, isProxyTrusted);
    const count = underWay.get(address) ?? 0;
    if (count >= MOST_AT_ONCE) {
      ctx.set('retry-after', '5');
      return refuseJson(ctx, 429, 'too many requests at once; read the answers first');
    }
    underWay.set(address, count + 1);
    ctx.res.once('close', () => {
      const left = (underWay.get(address) ?? 1) - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
    });
    return next();
  };
}

/** Disconnects clients that do not read their responses. */
export function watchReaders(server: Server, responses: Responses, limits: ReadingLimits): void {
  // The timer of Node restarts while the system accepts bytes of a response, and when bytes arrive.
  server.setTimeout(limits.stalledMs, (socket) => {
    // Keep the connection while its response is still being computed.
    if (responses.isAnswering(socket) && !responses.hasBegun(socket)) socket.setTimeout(limits.stalledMs);
    else socket.destroy();
  });
  const sockets = new Set<Socket>();
  let sweep: NodeJS.Timeout | undefined;
  const forget = (socket: Socket) => {
    sockets.delete(socket);
    // An idle process has no reason to wake up.
    if (sockets.size > 0) return;
    clearInterval(sweep);
    sweep = undefined;
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => forget(socket));
    sweep ??= setInterval(() => cutLargest(sockets, responses, limits.unreadBytes), limits.sweepMs).unref();
  });
  // WebSockets have their own limits.
  server.on('upgrade', (_, socket: Socket) => forget(socket));
}

/** Cuts the connections with the most unread bytes until all others take at most `most` bytes of memory. */
function cutLargest(sockets: ReadonlySet<Socket>, responses: Responses, most: number): void {
  const unread = [...sockets].map((socket) => {
    const bodies = responses.paced(socket);
    const buffered = socket.writableLength + responses.queuedBytes(socket);
    const bytes = bodies.reduce((sum, { unsentBytes }) => sum + unsentBytes, buffered);
    return { socket, buffered, bytes, memory: bodies.flatMap(({ memory }) => memory ?? []) };
  });
  // Responses with the same record share its memory, which counts once.
  const holders = new Map<ArrayBufferLike, number>();
  for (const memory of unread.flatMap((one) => one.memory)) holders.set(memory, (holders.get(memory) ?? 0) + 1);
  let sum = unread.reduce((all, { buffered }) => all + buffered, 0);
  for (const memory of holders.keys()) sum += memory.byteLength;
  for (const { socket, buffered, memory } of unread.sort((a, b) => b.bytes - a.bytes)) {
    if (sum <= most) return;
    sum -= buffered;
    for (const one of memory) {
      const left = (holders.get(one) ?? 1) - 1;
      holders.set(one, left);
      if (left === 0) sum -= one.byteLength;
    }
    socket.destroy();
  }
}

/** Refuses connections of an address that has too many. */
export function limitConnections(server: Server, most: number): void {
  const perAddress = new Map<string, Set<Socket>>();
  const release = (address: string, socket: Socket) => {
    const open = perAddress.get(address);
    open?.delete(socket);
    if (open?.size === 0) perAddress.delete(address);
  };
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const open = perAddress.get(remoteAddress) ?? new Set();
    perAddress.set(remoteAddress, open.add(socket));
    socket.once('close', () => release(remoteAddress, socket));
    if (open.size > most) endWithStatus(socket, 429, { 'retry-after': '5' });
  });
  server.on('upgrade', ({ socket }) => release(socket.remoteAddress ?? '', socket));
}
