import type { IncomingMessage } from 'node:http';
import { type HttpRoute, httpRoutes, isWithin, type JsonBounds } from '@anchor/wire';
import type { Context, Middleware, Next } from 'koa';
import { outOfTurn } from './out-of-turn.ts';

export const maxBodyBytes = 1024 * 1024;
/** A body takes this much memory at its first byte, and twice as much each time it is full. */
const FIRST_BYTES = 4 * 1024;
const RETRY_SECONDS = '5';

type Refusal = 'too-long' | 'too-many';

/**
 * Refuses a body that is declared as too long or turns out to be. A body is received out of turn, so that a slow client keeps no others waiting.
 * When all bodies together need more memory than the budget, refuses the largest body that is not being worked on. Does not keep a body that is longer than its route can need; the route answers it like one that
 * does not match its schema.
 */
export function limitBody(budget: BodyBudget): Middleware {
  return (ctx, next) => {
    const { headers } = ctx.req;
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    return hasBody ? receive(ctx, next, budget) : next();
  };
}

/** The bounds of the body of each route that reads one, by the route's path. */
const boundsOfPaths: ReadonlyMap<string, JsonBounds> = new Map(
  Object.values<HttpRoute>(httpRoutes).flatMap(({ path, body }) => (body ? [[path, body.bounds] as const] : [])),
);
/** For routes that read no body. */
const NOTHING: JsonBounds = { bytes: 0, depth: 0, values: 0, names: 0 };

const bodies = new WeakMap<IncomingMessage, { readonly bytes: Buffer; readonly bounds: JsonBounds }>();

/** The body of a request that has passed `limitBody`, as text. Null if it is out of the bounds of its route: it is not worth parsing. */
export function receivedText(request: IncomingMessage): string | null {
  const body = bodies.get(request);
  if (!body) return null;
  const text = body.bytes.toString('utf8');
  return isWithin(text, body.bounds) ? text : null;
}

async function receive(ctx: Context, next: Next, budget: BodyBudget): Promise<void> {
  if (Number(ctx.req.headers['content-length'] ?? 0) > maxBodyBytes) return refuse(ctx, 'too-long');
  const bounds = boundsOfPaths.get(ctx.path) ?? NOTHING;
  const body = new Body();
  try {
    const received = await outOfTurn(ctx.req, () => readInto(body, bounds.bytes, ctx.req, budget));
    if (received === null) return refuse(ctx, 'too-many');
    if (received === 'too-long' || received === 'too-many') return refuse(ctx, received);
    if (received === 'kept' && !budget.arrived(body)) return refuse(ctx, 'too-many');
    if (received === 'kept') bodies.set(ctx.req, { bytes: body.bytes, bounds });
    await next();
  } finally {
    // A client may read the response slowly. The body is not needed for that.
    bodies.delete(ctx.req);
    budget.free(body);
  }
}

function refuse(ctx: Context, refusal: Refusal): void {
  ctx.set({ connection: 'close', 'cache-control': 'no-store' });
  if (refusal === 'too-long') {
    ctx.status = 413;
    ctx.body = { error: 'a request body has at most 1 MB' };
  } else {
    ctx.status = 503;
    ctx.set('retry-after', RETRY_SECONDS);
    ctx.body = { error: 'too many requests are being received at once; try again soon', code: 'too-many-bodies' };
  }
}

/** Reads a body to its end, or until it is refused. Keeps it only if it has at most `most` bytes. */
function readInto(
  body: Body,
  most: number,
  request: IncomingMessage,
  budget: BodyBudget,
): Promise<'kept' | 'dropped' | Refusal> {
  return new Promise((resolve, reject) => {
    let length = 0;
    const stop = (refusal: Refusal) => {
      request.pause();
      resolve(refusal);
    };
    budget.expect(body, () => stop('too-many'));
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) stop('too-long');
      else if (length > most) budget.free(body);
      else budget.add(body, chunk);
    });
    request.on('end', () => resolve(length > most ? 'dropped' : 'kept'));
    request.on('error', reject);
    // If the client left before the listeners were added, no event follows.
    const disconnected = () => reject(Object.assign(new Error('the client disconnected'), { code: 'ECONNRESET' }));
    if (request.destroyed) disconnected();
    else request.on('close', disconnected);
  });
}

/**
 * The bytes of a body in one piece of memory. A list of the received chunks would take a hundred times the memory of a body that arrives
 * byte by byte.
 */
class Body {
  #memory = Buffer.alloc(0);
  #length = 0;

  /** Bytes of memory. */
  get size(): number {
    return this.#memory.length;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  /** Bytes of memory after `add` of a chunk of this length. */
  sizeWith(more: number): number {
    let size = Math.max(this.size, FIRST_BYTES);
    while (size < this.#length + more) size *= 2;
    return size;
  }

  add(chunk: Buffer): void {
    const size = this.sizeWith(chunk.length);
    if (size > this.size) {
      const larger = Buffer.allocUnsafeSlow(size);
      this.bytes.copy(larger);
      this.#memory = larger;
    }
    this.#length += chunk.copy(this.#memory, this.#length);
  }

  clear(): void {
    this.#memory = Buffer.alloc(0);
    this.#length = 0;
  }
}

/** Bounds the memory of all request bodies: those that are being received, and those whose requests are being worked on. */
export class BodyBudget {
  readonly #bytes: number;
  #total = 0;
  /** The bodies that are being received or wait for a turn, the oldest first, and how to refuse each. */
  readonly #expected = new Map<Body, () => void>();

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Bytes of memory that bodies take. */
  get total(): number {
    return this.#total;
  }

  /** A body will be received. */
  expect(body: Body, refuse: () => void): void {
    this.#expected.set(body, refuse);
  }

  /** Adds a chunk to a body that has not been refused. Refuses the largest bodies, which may be this one, until there is room for it. */
  add(body: Body, chunk: Buffer): void {
    if (!this.#expected.has(body)) return;
    const more = body.sizeWith(chunk.length) - body.size;
    while (this.#total + more > this.#bytes) {
      const largest = this.#largest(body, more);
      const refuse = this.#expected.get(largest);
      this.free(largest);
      refuse?.();
      if (largest === body) return;
    }
    this.#total += more;
    body.add(chunk);
  }

  /** A body is complete and its request is worked on. Returns false if the body has been refused; later it will not be. */
  arrived(body: Body): boolean {
    return this.#expected.delete(body);
  }

  /** A body is not needed any more. */
  free(body: Body): void {
    this.#expected.delete(body);
    this.#total -= body.size;
    body.clear();
  }

  /** The body that can be refused and takes the most memory, the oldest of several; `growing` wants so much more. */
  #largest(growing: Body, more: number): Body {
    let largest = growing;
    let most = growing.size + more;
    for (const body of this.#expected.keys()) {
      if (body === growing || body.size < most) continue;
      largest = body;
      most = body.size + 1;
    }
    return largest;
  }
}
