import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kit/free-port.ts';

const LOOK_MS = 20;

/** A temporary Redis that keeps nothing on disk: a stop loses all its data. */
export class OwnRedis {
  readonly url: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async open(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort());
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    if (this.#child) return;
    const settings = { port: this.#port, bind: '127.0.0.1', save: '', appendonly: 'no' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#child = spawn('redis-server', args, { stdio: 'ignore' });
    while (!(await this.#answers())) await sleep(LOOK_MS);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #answers(): Promise<boolean> {
    const probe = connect(this.#port, '127.0.0.1');
    return new Promise((resolve) => {
      probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
  }
}
