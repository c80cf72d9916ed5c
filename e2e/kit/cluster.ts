import { createHash, randomBytes } from 'node:crypto';
import { freePort } from './free-port.ts';
import { RoundRobin } from './round-robin.ts';
import { ServerProcess, temporaryFolder } from './server.ts';

interface ClusterSettings {
  readonly processes: number;
  readonly databaseUrl: string;
  /** The port of the shared address; 0 takes any free port. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** True if the shared address leads all connections that name the same match to one process. */
  readonly isLeading?: boolean;
}

/** Several processes of the service behind one address, without sticky sessions. */
export class Cluster {
  readonly ports: readonly number[];
  /**
   * The ports of the shared address and of each process's own address. They are fixed because servers need to know their public addresses.
   */
  readonly #front: number;
  readonly #nearestPorts: readonly number[];
  readonly #nearest = new Map<number, Promise<RoundRobin>>();
  readonly #settings: ClusterSettings;
  readonly #folder = temporaryFolder();
  readonly #serverKey = process.env.SERVER_KEY || randomBytes(32).toString('hex');
  readonly #processes: ServerProcess[] = [];
  readonly #proxies: RoundRobin[] = [];
  #turn = 0;

  private constructor(settings: ClusterSettings, ports: readonly number[], nearest: readonly number[], front: number) {
    this.#settings = settings;
    this.ports = ports;
    this.#nearestPorts = nearest;
    this.#front = front;
  }

  /** Starts all processes at once, also on an empty database. */
  static async start(settings: ClusterSettings): Promise<Cluster> {
    const some = () => Promise.all(Array.from({ length: settings.processes }, freePort));
    const cluster = new Cluster(settings, await some(), await some(), settings.port || (await freePort()));
    const { ports } = cluster;
    try {
      await Promise.all(ports.map((_, n) => cluster.startProcess(n)));
      cluster.#proxies.push(await RoundRobin.start((target) => cluster.#order(target), cluster.#front));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The shared address. */
  get url(): string {
    return this.#proxies[0]?.url ?? '';
  }

  /** An address that leads to process `n` while it is up, and otherwise to the next one. */
  async nearest(n: number): Promise<string> {
    const known = this.#nearest.get(n);
    if (known) return (await known).url;
    const order = [...this.ports.slice(n), ...this.ports.slice(0, n)];
    const started = RoundRobin.start(() => order, this.#nearestPorts[n]);
    this.#nearest.set(n, started);
    const proxy = await started;
    this.#proxies.push(proxy);
    return proxy.url;
  }

  get running(): readonly ServerProcess[] {
    return this.#processes.filter(({ running }) => running);
  }

  process(n: number): ServerProcess {
    const one = this.#processes[n];
    if (!one) throw new Error(`there is no process ${n}`);
    return one;
  }

  /** Starts the process again on its port. */
  async startProcess(n: number): Promise<void> {
    const { databaseUrl, env } = this.#settings;
    const port = this.ports[n] ?? 0;
    const shared = { DATABASE_URL: databaseUrl, SERVER_KEY: this.#serverKey, TRUST_PROXY: '1' };
    const names = ['127.0.0.1', 'localhost'];
    const origins = [this.#front, ...this.#nearestPorts].flatMap((at) => names.map((name) => `http://${name}:${at}`));
    const ORIGINS = [env?.ORIGINS ?? process.env.ORIGINS, ...origins].filter(Boolean).join(',');
    this.#processes[n] = await ServerProcess.start({
      dataDir: this.#folder.path,
      port,
      env: { ...shared, ...env, ORIGINS },
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
    await Promise.all(this.#processes.map((one) => one.end()));
    this.#folder.remove();
  }

  #order(target: string): readonly number[] {
    const match = new URL(target, this.url).searchParams.get('match');
    if (!match || !this.#settings.isLeading) return this.#inTurn();
    // Rendezvous hashing: while a process is down, only its own matches go elsewhere.
    const rank = (port: number) => createHash('sha256').update(`${port} ${match}`).digest('hex');
    return [...this.ports].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  /** All ports in round-robin order, starting with the next one due. */
  #inTurn(): readonly number[] {
    const first = this.#turn++ % this.ports.length;
    return [...this.ports.slice(first), ...this.ports.slice(0, first)];
  }
}
