import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess } from '../kit/server.ts';
import type { Facts } from './facts.ts';
import { LinkProxy } from './link-proxy.ts';

const RETRY_MS = 100;

interface FleetSettings {
  readonly program: string;
  readonly dataDir: string;
  /** The environment of a process, by its number. */
  readonly env: (process: number) => Readonly<Record<string, string>>;
  readonly processes: number;
  readonly facts: Facts;
}

/** Lets writes of a process beyond this file size fail; null removes the limit. Sockets and pipes are not limited. */
export function limitFiles(pid: number, bytes: number | null): void {
  // prlimit fails if the process has ended; then there is nothing to limit.
  spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes ?? 'unlimited'}:unlimited`], { stdio: 'ignore' });
}

/** The server processes, each with a supervisor that restarts it. */
export class Fleet {
  readonly members: readonly Member[];
  readonly #facts: Facts;
  #turn = 0;
  #backUp: (() => void) | null = null;

  private constructor(settings: FleetSettings, ports: readonly number[], links: readonly LinkProxy[]) {
    this.#facts = settings.facts;
    this.members = links.map(
      (proxy, n) => new Member(settings, { n, port: ports[n] ?? 0, proxy }, () => this.#notice()),
    );
  }

  static async start(settings: FleetSettings): Promise<Fleet> {
    const ports = await Promise.all(Array.from({ length: settings.processes }, freePort));
    const links = await Promise.all(ports.map(() => LinkProxy.open()));
    const fleet = new Fleet(settings, ports, links);
    await Promise.all(fleet.members.map((member) => member.start()));
    return fleet;
  }

  /** Returns the port of a server that is up, in round-robin order, or null if none is up. */
  readonly upstream = (): number | null => {
    const up = this.members.filter(({ isUp }) => isUp);
    this.#turn += 1;
    return up[this.#turn % up.length]?.port ?? null;
  };

  at(aim: number): Member {
    const member = this.members[Math.floor(aim * this.members.length)];
    if (!member) throw new Error('an empty fleet');
    return member;
  }

  /** Sends SIGTERM to all servers and waits for their exit. */
  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.end('SIGTERM')));
  }

  #notice(): void {
    const answers = this.members.some(({ isRunning }) => isRunning);
    if (answers) this.#backUp?.();
    if (answers) this.#backUp = null;
    else this.#backUp ??= this.#facts.goDown();
  }
}

interface Place {
  readonly n: number;
  readonly port: number;
  readonly proxy: LinkProxy;
}

class Member {
  /** Its number among the members. */
  readonly n: number;
  readonly port: number;
  /** The proxy between its links and the other processes. */
  readonly links: LinkProxy;
  /** True if players may connect to this server. */
  isUp = false;
  /** True if the process may still write to the database. */
  isRunning = false;
  readonly #settings: FleetSettings;
  readonly #changed: () => void;
  #process: ServerProcess | null = null;
  #hasRun = false;
  #isFull = false;
  #isOver = false;

  constructor(settings: FleetSettings, { n, port, proxy }: Place, changed: () => void) {
    this.#settings = settings;
    this.n = n;
    this.port = port;
    this.links = proxy;
    this.#changed = changed;
  }

  /** The address at which other processes reach its links. */
  get address(): string {
    return `127.0.0.1:${this.links.port}`;
  }

  /** Retries until the server runs, as a supervisor does. Throws if it has never run, because no fault explains that. */
  async start(): Promise<void> {
    const { facts, dataDir, env, program } = this.#settings;
    const links = { LINK_PORT: String(this.links.upstream), LINK_ADDRESS: this.address };
    while (!this.#isOver) {
      try {
        await this.links.accept();
        this.#serve(
          await ServerProcess.start({ program, dataDir, port: this.port, env: { ...env(this.n), ...links } }),
        );
        return;
      } catch (error) {
        if (!this.#hasRun) throw error;
        facts.refusals.push(String(error));
        await sleep(RETRY_MS);
      }
    }
  }

  /** Ends the server until `start` is called. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { facts } = this.#settings;
    const process = this.#process;
    if (!process) return;
    this.#process = null;
    this.isUp = false;
    const code = await process.end(signal);
    this.links.refuse();
    this.isRunning = false;
    this.#changed();
    if (signal === 'SIGTERM') facts.exits.push(code);
    facts.output.push(process.output);
  }

  /** Suspends the process. The returned function resumes it, also if it was asked to end in the meantime. */
  freeze(): () => void {
    const frozen = this.#process;
    if (frozen?.pid === undefined) return () => undefined;
    const { pid } = frozen;
    process.kill(pid, 'SIGSTOP');
    return () => {
      if (frozen.running) process.kill(pid, 'SIGCONT');
    };
  }

  fill(isFull: boolean): void {
    this.#isFull = isFull;
    if (this.#process?.pid !== undefined) limitFiles(this.#process.pid, isFull ? 0 : null);
  }

  /** Ends the supervision: the server is not restarted. */
  close(): void {
    this.#isOver = true;
  }

  #serve(process: ServerProcess): void {
    this.#process = process;
    this.#hasRun = true;
    this.isUp = true;
    this.isRunning = true;
    if (this.#isFull) this.fill(true);
    this.#changed();
    process.ended().then((code) => {
      if (this.#process === process) void this.#strayed(process, code);
    });
  }

  async #strayed(process: ServerProcess, code: number | null): Promise<void> {
    const { facts } = this.#settings;
    this.#process = null;
    this.isUp = false;
    this.isRunning = false;
    this.links.refuse();
    this.#changed();
    facts.output.push(process.output);
    facts.strays.push(`a server ended by itself with ${code}: ${process.output.slice(-600)}`);
    await this.start();
  }
}
