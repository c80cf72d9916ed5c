import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A message that a process has published. */
interface Published {
  readonly channel: string;
  readonly text: string;
}

const line = /"publish" "([^"]*)" "(.*)"$/i;

/** Watches what a Redis is told to publish, by the redis-cli of Debian. */
export class RedisMonitor {
  readonly published: Published[] = [];
  readonly #url: string;
  readonly #child: ChildProcess;
  #heard: () => void = () => undefined;

  private constructor(url: string) {
    this.#url = url;
    this.#child = spawn('redis-cli', ['-u', url, 'MONITOR'], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Resolves when Redis reports all commands. */
  static async start(url: string): Promise<RedisMonitor> {
    const monitor = new RedisMonitor(url);
    const { stdout } = monitor.#child;
    if (!stdout) throw new Error('redis-cli has no output');
    await new Promise<void>((resolve) => {
      createInterface({ input: stdout }).on('line', (text) => {
        if (text === 'OK') resolve();
        const [, channel = '', said = ''] = line.exec(text) ?? [];
        if (channel === '') return;
        monitor.published.push({ channel, text: said });
        monitor.#heard();
      });
    });
    return monitor;
  }

  /** Resolves when the messages published so far satisfy the condition. */
  async until(condition: (published: readonly Published[]) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#heard = () => condition(this.published) && resolve();
      this.#heard();
    });
  }

  /** Number of subscribers of the channel now. */
  async subscribers(channel: string): Promise<number> {
    const { stdout } = await run('redis-cli', ['-u', this.#url, 'PUBSUB', 'NUMSUB', channel]);
    return Number(stdout.trim().split('\n')[1]);
  }

  stop(): void {
    this.#child.kill();
  }
}
