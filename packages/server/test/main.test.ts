import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { QUICK_START } from '@anchor/testkit/quick-start';
import { seededRandom } from '@anchor/testkit/random';
import { health } from '@anchor/wire';
import { keyFromSeed } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { temporaryFolder } from './storage/folders.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The program as started from a shell. Build it before the tests. */
class Program {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  output = '';
  errors = '';

  constructor(settings: Record<string, string>, ...options: readonly string[]) {
    const env = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', ...settings };
    this.#child = spawn(process.execPath, [...QUICK_START, ...options, main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#closed = once(this.#child, 'close');
    this.#child.stdout?.on('data', (text) => {
      this.output += text;
    });
    this.#child.stderr?.on('data', (text) => {
      this.errors += text;
    });
  }

  /** Its URL, once printed. Rejects when the program ends before. */
  async address(): Promise<string> {
    while (!this.output.includes('\n')) {
      await Promise.race([once(this.#child.stdout!, 'data'), this.#closed]);
      if (this.#child.exitCode !== null) throw new Error(`ended early: ${this.errors}`);
    }
    return /^Anchor is at (http:\/\/\S+)\n$/.exec(this.output)?.[1] ?? this.output;
  }

  /** The signal that ended it before it handled signals. Null if it exited. */
  get killedBy(): NodeJS.Signals | null {
    return this.#child.signalCode;
  }

  /** Closes the reading ends of its output. */
  desert(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  async end(signal?: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL' | 'SIGUSR2'): Promise<number | null> {
    if (signal) this.#child.kill(signal);
    await this.#closed;
    return this.#child.exitCode;
  }
}

/** A port on which another program listens. */
async function takenPort() {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  return { port: typeof address === 'object' && address ? address.port : 0, other };
}

describe('the program', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const serverKey = async (address: string) =>
    z.parse(health, await (await fetch(`${address}/healthz`)).json()).serverKey;

  it('starts in an empty folder, prints one line, serves, and ends with 0; the next start has the same key', async () => {
    const first = new Program({ DATA_DIR: folder.path });
    const key = await serverKey(await first.address());
    expect(await first.end('SIGTERM')).toBe(0);
    expect(first.output).toMatch(/^Anchor is at http:\/\/127\.0\.0\.1:\d+\n$/);
    const second = new Program({ DATA_DIR: folder.path });
    expect(await serverKey(await second.address())).toBe(key);
    expect(await second.end('SIGINT')).toBe(0);
  });

  it('uses the key of its settings', async () => {
    const program = new Program({ DATA_DIR: folder.path, SERVER_KEY: `${'01'.repeat(31)}02` });
    const { pub } = await keyFromSeed(new Uint8Array(32).fill(1).fill(2, 31));
    expect(await serverKey(await program.address())).toBe(pub);
    await program.end('SIGTERM');
  });

  it('ends although a client stays connected', async () => {
    const program = new Program({ DATA_DIR: folder.path });
    const socket = new WebSocket(`${(await program.address()).replace('http', 'ws')}/ws`);
    await once(socket, 'message');
    const closed = once(socket, 'close');
    expect(await program.end('SIGTERM')).toBe(0);
    expect((await closed)[0]).toBe(1012);
  });

  it('prints all errors in its settings and ends', async () => {
    const program = new Program({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await program.end()).toBe(1);
    expect(program.output).toBe('');
    expect(program.errors.trim().split('\n')).toHaveLength(3);
  });

  it('CF2 reports in one line that its port is in use, before it writes a key or a database', async () => {
    const { port, other } = await takenPort();
    const data = join(folder.path, 'data');
    for (const DATABASE_URL of ['', 'postgresql://ann:secret@127.0.0.1:1/x']) {
      const program = new Program({ DATA_DIR: data, DATABASE_URL, PORT: String(port), LOG_LEVEL: 'error' });
      expect(await program.end()).toBe(1);
      expect(program.errors).toBe(
        `Cannot listen on port ${port}: another program is using it. Set PORT to a free one.\n`,
      );
      expect(existsSync(data)).toBe(false);
    }
    other.close();
  });

  it('reports in one line that its metrics port is in use, before clients can connect', async () => {
    const { port, other } = await takenPort();
    const program = new Program({ DATA_DIR: folder.path, METRICS_PORT: String(port), LOG_LEVEL: 'error' });
    expect(await program.end()).toBe(1);
    expect(program.output).toBe('');
    expect(program.errors).toBe(
      `Cannot listen on port ${port}: another program is using it. Set METRICS_PORT to a free one.\n`,
    );
    other.close();
  });

  it('serves metrics at the logged address, and ends with 0 while a client holds a connection to them', async () => {
    const program = new Program({ DATA_DIR: folder.path, METRICS_PORT: '0' });
    await program.address();
    const [, metrics = ''] = /"address":"([^"]+)"/.exec(program.errors) ?? [];
    expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect(await (await fetch(metrics)).text()).toContain('\nanchor_matches_owned 0\n');
    const { hostname, port } = new URL(metrics);
    const held = connect(Number(port), hostname);
    await once(held, 'connect');
    held.write('GET /metrics HTTP/1.1\r\n');
    const closed = once(held, 'close');
    expect(await program.end('SIGTERM')).toBe(0);
    await closed;
  });

  it('reports in one line that another process uses its folder, which is free as soon as that one is killed', async () => {
    const first = new Program({ DATA_DIR: folder.path });
    await first.address();
    const second = new Program({ DATA_DIR: folder.path });
    expect(await second.end()).toBe(1);
    expect(second.errors).toBe(`Another process is using the data folder ${folder.path}.\n`);
    await first.end('SIGKILL');
    const third = new Program({ DATA_DIR: folder.path });
    await third.address();
    expect(await third.end('SIGTERM')).toBe(0);
  });

  it('reports in one line an error of its database or key', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const inFile = new Program({ DATA_DIR: join(folder.path, 'file', 'data') });
    expect(await inFile.end()).toBe(1);
    expect(inFile.errors).toMatch(/^Cannot keep server\.key in [^\n]+\n$/);
    const locked = new Program({ DATA_DIR: join(folder.path, 'file', 'data'), SERVER_KEY: `${'01'.repeat(31)}02` });
    expect(await locked.end()).toBe(1);
    expect(locked.errors).toMatch(/^Cannot use the data folder [^\n]+\n$/);
    const nowhere = new Program({ DATA_DIR: folder.path, DATABASE_URL: 'postgresql://ann:secret@127.0.0.1:1/x' });
    expect(await nowhere.end()).toBe(1);
    expect(nowhere.errors).toMatch(/^Cannot use the database of DATABASE_URL: [^\n]+\n$/);
    expect(nowhere.errors).not.toContain('secret');
    writeFileSync(join(folder.path, 'server.key'), 'not a key');
    const badKey = new Program({ DATA_DIR: folder.path });
    expect(await badKey.end()).toBe(1);
    expect(badKey.errors).toMatch(/server\.key does not hold 64 hex digits[^\n]+\n$/);
  });

  it('ends when asked although nobody reads its output any more', async () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const program = new Program({ DATA_DIR: folder.path });
      const address = await program.address();
      const sockets = [1, 2, 3].map(() => new WebSocket(`${address.replace('http', 'ws')}/ws`));
      await Promise.all(sockets.map((socket) => once(socket, 'message')));
      program.desert();
      expect(await program.end(signal)).toBe(0);
    }
  });

  it('ends with 0 when asked during the start, and its folder stays usable', async () => {
    const watcher = watch(folder.path);
    const early = new Program({ DATA_DIR: folder.path });
    // The moment at which the database is created.
    for await (const [, name] of on(watcher, 'change')) if (name === 'anchor.db') break;
    watcher.close();
    expect(await early.end('SIGTERM')).toBe(0);
    const next = new Program({ DATA_DIR: folder.path });
    await next.address();
    expect(await next.end('SIGTERM')).toBe(0);
  });

  it('TE3 ends cleanly when asked at any moment of its start', async () => {
    const seed = Date.now();
    const random = seededRandom(seed);
    const began = performance.now();
    const whole = new Program({ DATA_DIR: folder.path });
    await whole.address();
    const startMs = performance.now() - began;
    expect(await whole.end('SIGTERM')).toBe(0);
    for (let round = 0; round < 8; round++) {
      const early = new Program({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' });
      const delayMs = random() * startMs;
      await delay(delayMs);
      const code = await early.end('SIGTERM');
      // Before the program handles signals, the system ends it.
      const end = code ?? early.killedBy;
      expect([0, 'SIGTERM'], `seed ${seed}, round ${round}, ${delayMs} ms: ${early.errors}`).toContain(end);
      expect(early.errors).not.toMatch(/Assertion|FATAL|Check failed/);
    }
  }, 240_000);

  const mistake = 'process.once("SIGUSR2", () => { throw new Error("a mistake") })';

  it('ends after an unexpected error although nobody reads its output', async () => {
    const program = new Program({ DATA_DIR: folder.path }, '--import', `data:text/javascript,${mistake}`);
    await program.address();
    program.desert();
    expect(await program.end('SIGUSR2')).toBe(1);
  });

  it('logs an unexpected error, closes its connections and ends, so that a new process can take over', async () => {
    const program = new Program({ DATA_DIR: folder.path }, '--import', `data:text/javascript,${mistake}`);
    const socket = new WebSocket(`${(await program.address()).replace('http', 'ws')}/ws`);
    await once(socket, 'message');
    const closed = once(socket, 'close');
    expect(await program.end('SIGUSR2')).toBe(1);
    expect((await closed)[0]).toBe(1012);
    const logged = program.errors
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.at(-1)).toMatchObject({ level: 60, err: { message: 'a mistake' } });
  });
});
