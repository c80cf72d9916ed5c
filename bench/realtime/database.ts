import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000;

/** A new database of a PostgreSQL, so that no server continues the matches of the run before. Reads the processor time of that PostgreSQL. */
export class Database {
  readonly url: string;
  readonly #name: string;
  readonly #serverUrl: string;
  #postmaster = '';

  private constructor(serverUrl: string) {
    this.#name = `bench_${randomBytes(6).toString('hex')}`;
    this.url = Object.assign(new URL(serverUrl), { pathname: this.#name }).href;
    this.#serverUrl = serverUrl;
  }

  /** `serverUrl` names any database of a PostgreSQL on this machine. */
  static async open(serverUrl: string): Promise<Database> {
    const database = new Database(serverUrl);
    const pidFile = await database.#postgres("select pg_read_file('postmaster.pid')");
    database.#postmaster = pidFile.split('\n', 1)[0] ?? '';
    await database.#postgres(`create database ${database.#name}`);
    return database;
  }

  async close(): Promise<void> {
    await this.#postgres(`drop database ${this.#name} with (force)`);
  }

  /** The processor time so far of the postmaster, of its present children, and of those that have ended, in microseconds. */
  get usedUs(): number {
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
