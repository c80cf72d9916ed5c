import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../kit/free-port.ts';

/** A direction: towards the process that accepts the link, or from it. */
type Way = 'in' | 'out';

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  /** The directions in which all bytes are dropped. */
  readonly silent: Set<Way>;
}

/** Passes the links that other processes open to one process on to it, and breaks them. */
export class LinkProxy {
  /** The port at which other processes reach the process. */
  readonly port: number;
  /** The port at which the process listens. */
  readonly upstream: number;
  readonly #links = new Set<Link>();
  #server: Server | null = null;
  /** The directions in which new links are silent as well. */
  readonly #silent = new Set<Way>();

  private constructor(port: number, upstream: number) {
    this.port = port;
    this.upstream = upstream;
  }

  static async open(): Promise<LinkProxy> {
    return new LinkProxy(await freePort(), await freePort());
  }

  /** Accepts connections from now on. */
  async accept(): Promise<void> {
    if (this.#server) return;
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  /** Refuses connections from now on, as an address at which nothing listens, and ends those that are open. */
  refuse(): void {
    this.#server?.close();
    this.#server = null;
    this.cut();
  }

  cut(): void {
    for (const { near, far } of [...this.#links]) {
      near.destroy();
      far.destroy();
    }
  }

  /** Silently drops all bytes in these directions. The returned function ends that, and the links that lost some. */
  silence(ways: readonly Way[]): () => void {
    for (const way of ways) {
      this.#silent.add(way);
      for (const link of this.#links) link.silent.add(way);
    }
    return () => {
      for (const way of ways) this.#silent.delete(way);
      this.cut();
    };
  }

  #join(near: Socket): void {
    const far = connect(this.upstream, '127.0.0.1');
    const link: Link = { near, far, silent: new Set(this.#silent) };
    this.#links.add(link);
    this.#carry(link, near, far, 'in');
    this.#carry(link, far, near, 'out');
  }

  #carry(link: Link, from: Socket, to: Socket, way: Way): void {
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (!link.silent.has(way) && !to.destroyed) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#links.delete(link);
      // The other end of a silent link must not notice that this one has ended.
      if (link.silent.size === 0) to.destroy();
    });
  }
}
