import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { FrameCutter } from './frames.ts';

/** What happens to everything that goes through. */
interface Weather {
  delayMs: number;
  /** Text frames still to be lost, by direction. */
  readonly drop: { toServer: number; toClient: number };
}

/** Stands between the players and the servers, and loses, delays and cuts what it is told to. Whole frames only: TCP has no other holes. */
export class FaultProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #weather: Weather = { delayMs: 0, drop: { toServer: 0, toClient: 0 } };

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** `upstream` names the port of a server for each new connection, null when there is none. */
  static async start(upstream: () => number | null): Promise<FaultProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const proxy = new FaultProxy(server, address.port);
    server.on('connection', (client) => proxy.#join(client, upstream()));
    return proxy;
  }

  get weather(): Weather {
    return this.#weather;
  }

  /** Cuts connections; `share` of them, 1 for all. */
  cut(share: number): void {
    for (const link of this.#some(share)) link.cut();
  }

  /** From now on nothing goes through these connections, and neither end is told. Cut when the returned function is called. */
  silence(share: number): () => void {
    const links = this.#some(share);
    for (const link of links) link.isSilent = true;
    return () => {
      for (const link of links) link.cut();
    };
  }

  heal(): void {
    this.#weather.delayMs = 0;
    this.#weather.drop.toServer = 0;
    this.#weather.drop.toClient = 0;
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
    const link = new Link(client, connect(port, '127.0.0.1'), this.#weather, () => this.#links.delete(link));
    this.#links.add(link);
  }
}

/** One connection and its other half. */
class Link {
  isSilent = false;
  readonly #ends: readonly [Socket, Socket];

  constructor(client: Socket, server: Socket, weather: Weather, over: () => void) {
    this.#ends = [client, server];
    this.#carry(client, server, weather, 'toServer');
    this.#carry(server, client, weather, 'toClient');
    for (const end of this.#ends) {
      end.setNoDelay(true);
      end.on('error', () => undefined);
      end.on('close', () => {
        over();
        // who is silenced is not told
        if (!this.isSilent) this.cut();
      });
    }
  }

  cut(): void {
    for (const end of this.#ends) end.destroy();
  }

  #carry(from: Socket, to: Socket, weather: Weather, way: 'toServer' | 'toClient'): void {
    const cutter = new FrameCutter();
    const line = new DelayLine((bytes) => this.isSilent || to.destroyed || to.write(bytes));
    from.on('data', (chunk) => {
      for (const { bytes, isText } of cutter.take(chunk)) {
        if (isText && weather.drop[way] > 0) weather.drop[way] -= 1;
        else line.push(bytes, weather.delayMs);
      }
    });
  }
}

/** Hands on in order what was given to it, each piece so much later. */
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
    while (this.#waiting[0] && this.#waiting[0].due <= performance.now()) this.#hand(this.#waiting.shift()!.bytes);
    const next = this.#waiting[0];
    if (next) this.#timer = setTimeout(() => this.#flush(), Math.max(1, next.due - performance.now()));
  }
}
