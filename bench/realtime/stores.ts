import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000;
const TOPICS = 'anchor:topic:match/';

/** The processor time of PostgreSQL and Redis so far, and the number of messages that Redis was asked to publish. */
export interface StoresUse {
  readonly postgresUs: number;
  readonly redisUs: number;
  readonly published: number;
  /** The mean number of processes to which Redis sends the events of a match now. */
  readonly listeners: number;
}

/**
 * A new database of a PostgreSQL, and an emptied Redis, so that no server continues the matches of the run before. Queries their resource
 * usage. Nothing else should use the two.
 */
export class Stores {
  readonly databaseUrl: string;
  readonly #name: string;
  readonly #serverUrl: string;
  readonly #redisUrl: string;
  #postmaster = '';

  private constructor(serverUrl: string, redisUrl: string) {
    this.#name = `bench_${randomBytes(6).toString('hex')}`;
    this.databaseUrl = Object.assign(new URL(serverUrl), { pathname: this.#name }).href;
    this.#serverUrl = serverUrl;
    this.#redisUrl = redisUrl;
  }

  /** `serverUrl` names any database of a PostgreSQL on this machine. */
  static async open(serverUrl: string, redisUrl: string): Promise<Stores> {
    const stores = new Stores(serverUrl, redisUrl);
    const pidFile = await stores.#postgres("select pg_read_file('postmaster.pid')");
    stores.#postmaster = pidFile.split('\n', 1)[0] ?? '';
    await stores.#postgres(`create database ${stores.#name}`);
    await stores.#redis('FLUSHDB');
    return stores;
  }

  async close(): Promise<void> {
    await this.#postgres(`drop database ${this.#name} with (force)`);
  }

  async use(): Promise<StoresUse> {
    const cpu = numbersOf(await this.#redis('INFO', 'cpu'));
    const calls = /^cmdstat_publish:calls=(\d+)/m.exec(await this.#redis('INFO', 'commandstats'))?.[1] ?? 0;
    const channels = (await this.#redis('PUBSUB', 'CHANNELS', `${TOPICS}*`)).split('\n').filter(Boolean);
    const counts = channels.length === 0 ? '' : await this.#redis('PUBSUB', 'NUMSUB', ...channels);
    const listeners = counts.split('\n').filter((_, n) => n % 2 === 1);
    const sum = listeners.reduce((all, count) => all + Number(count), 0);
    return {
      postgresUs: this.#postgresUs(),
      redisUs: 1e6 * ((cpu.get('used_cpu_sys') ?? 0) + (cpu.get('used_cpu_user') ?? 0)),
      published: Number(calls),
      listeners: sum / Math.max(1, channels.length),
    };
  }

  /** The processor time of the postmaster, of its present children, and of those that have ended. */
  #postgresUs(): number {
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const [, parent, ...fields] = statOf(pid);
      if (pid !== this.#postmaster && parent !== this.#postmaster) continue;
      // From the fifth field on: utime, stime, cutime and cstime are the fields 14 to 17.
      const [own, system, ended, endedSystem] = fields.slice(9, 13).map(Number);
      ticks += (own ?? 0) + (system ?? 0);
      if (pid === this.#postmaster) ticks += (ended ?? 0) + (endedSystem ?? 0);
    }
    return ticks * TICK_US;
  }

  async #postgres(statement: string): Promise<string> {
    return (await run('psql', [this.#serverUrl, '-At', '-c', statement])).stdout;
  }

  async #redis(...command: string[]): Promise<string> {
    return (await run('redis-cli', ['-u', this.#redisUrl, ...command], { maxBuffer: 1 << 24 })).stdout;
  }
}

/** The fields of /proc/PID/stat after the name of the program. Empty when the process has ended. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function numbersOf(info: string): ReadonlyMap<string, number> {
  return new Map(
    info.split('\n').map((line) => {
      const [name = '', value] = line.trim().split(':');
      return [name, Number(value)] as const;
    }),
  );
}
