import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { FrameCutter } from './frames.ts';

/** The conditions on the simulated network. */
interface NetworkConditions {
  delayMs: number;
  /** Number of text frames that will be lost, by direction. */
  readonly drop: { toServer: number; toClient: number };
}

/** A proxy between players and servers that loses and delays frames and cuts connections. It loses whole frames only, because TCP has no smaller gaps. */
export class FaultProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #conditions: NetworkConditions = { delayMs: 0, drop: { toServer: 0, toClient: 0 } };

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** `upstream` returns the port of a server for each new connection, or null if there is none. */
  static async start(upstream: () => number | null): Promise<FaultProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const proxy = new FaultProxy(server, address.port);
    server.on('connection', (client) => proxy.#join(client, upstream()));
    return proxy;
  }

  get conditions(): NetworkConditions {
    return this.#conditions;
  }

  /** Cuts this share of the connections, 1 for all. */
  cut(share: number): void {
    for (const link of this.#some(share)) link.cut();
  }

  /** Silently drops all data on this share of the connections. The returned function cuts them. */
  silence(share: number): () => void {
    const links = this.#some(share);
    for (const link of links) link.isSilent = true;
    return () => {
      for (const link of links) link.cut();
    };
  }

  heal(): void {
    this.#conditions.delayMs = 0;
    this.#conditions.drop.toServer = 0;
    this.#conditions.drop.toClient = 0;
    for (const link of this.#links) if (link.isSilent) link.cut();
  }

  stop(): void {
    this.cut(1);
    this.#server.close();
  }

  #some(share: number): Link[] {
    const links = [...this.#links];
    return links.slice(0, Math.ceil(links.length * share));
  }

  #join(client: Socket, port: number | null): void {
    if (port === null) return void client.destroy();
    const over = () => this.#links.delete(link);
    const link = new Link([client, connect(port, '127.0.0.1')], {
      conditions: this.#conditions,
      over,
    });
    this.#links.add(link);
  }
}

/** Returns true if the next frame in this direction is lost. */
function drops({ drop }: NetworkConditions, way: keyof NetworkConditions['drop']): boolean {
  if (drop[way] === 0) return false;
  drop[way] -= 1;
  return true;
}

interface LinkParts {
  readonly conditions: NetworkConditions;
  /** Called when the connection has ended. */
  readonly over: () => void;
}

/** A client's connection and the connection to the server behind it. */
class Link {
  isSilent = false;
  readonly #ends: readonly [Socket, Socket];

  constructor([client, server]: readonly [Socket, Socket], { conditions, over }: LinkParts) {
    this.#ends = [client, server];
    this.#carry(client, server, () => drops(conditions, 'toServer'), conditions);
    this.#carry(server, client, () => drops(conditions, 'toClient'), conditions);
    for (const end of this.#ends) {
      end.setNoDelay(true);
      end.on('error', () => undefined);
      end.on('close', () => {
        over();
        // The other end of a silenced connection must not notice the close.
        if (!this.isSilent) this.cut();
      });
    }
  }

  cut(): void {
    for (const end of this.#ends) end.destroy();
  }

  #carry(from: Socket, to: Socket, dropsNext: () => boolean, conditions: NetworkConditions): void {
    const cutter = new FrameCutter();
    const line = new DelayLine((bytes) => this.isSilent || to.destroyed || to.write(bytes));
    from.on('data', (chunk) => {
      for (const { bytes, isText } of cutter.take(chunk)) {
        if (!isText || !dropsNext()) line.push(bytes, conditions.delayMs);
      }
    });
  }
}

/** Forwards pieces in order, each after its delay. */
class DelayLine {
  readonly #hand: (bytes: Buffer) => void;
  readonly #waiting: { readonly bytes: Buffer; readonly due: number }[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(hand: (bytes: Buffer) => void) {
    this.#hand = hand;
  }

  push(bytes: Buffer, delayMs: number): void {
    this.#waiting.push({ bytes, due: performance.now() + delayMs });
    if (delayMs === 0 && this.#timer === null) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), delayMs);
  }

  #flush(): void {
    this.#timer = null;
    let next = this.#waiting[0];
    while (next && next.due <= performance.now()) {
      this.#waiting.shift();
      this.#hand(next.bytes);
      next = this.#waiting[0];
    }
    if (next) this.#timer = setTimeout(() => this.#flush(), Math.max(1, next.due - performance.now()));
  }
}
