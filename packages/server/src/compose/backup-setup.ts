import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Health } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { Config } from '../config/config.ts';
import { commandPath } from '../config/paths.ts';
import type { Log, World } from '../domain/ports/world.ts';
import { BackupSchedule } from '../schedule/backups.ts';
import { Timers } from '../schedule/timers.ts';
import { newestBackup } from '../storage/backup-files.ts';

export interface RunningBackups {
  start(): void;
  stop(): void;
  status(): Health['backup'];
}

const none: RunningBackups = { start() {}, stop() {}, status: () => null };

/** Schedules backups of the embedded database by the settings. PostgreSQL has its own tools. */
export function setUpBackups(config: Config, world: World, log: Log): RunningBackups {
  const { backupEveryMs: everyMs, backupKeep: keep, dataDir, databaseUrl } = config;
  if (everyMs === 0 || databaseUrl !== null) return none;
  const child = new BackupProcess({ dataDir, keep });
  const timers = new Timers(world, (err) => log.error({ err }, 'the backup failed'));
  const newest = () => newestBackup(dataDir, world.now());
  const schedule = new BackupSchedule({ everyMs, newest, make: () => child.run(), alarms: timers, world, log });
  return {
    start: () => schedule.start(),
    stop() {
      timers.stop();
      child.stop();
    },
    status: () => schedule.status,
  };
}

const REASON_CHARACTERS = 1000;

/** Runs backups in a child process: copying takes a second per 200 MB and would block the event loop. */
class BackupProcess {
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;

  constructor({ dataDir, keep }: { readonly dataDir: string; readonly keep: number }) {
    this.#args = [...process.execArgv, commandPath('backup'), '--data-dir', dataDir, '--keep', String(keep)];
  }

  async run(): Promise<Result<null, 'backup-failed'>> {
    const child = spawn(process.execPath, this.#args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    let output = '';
    child.stderr?.on('data', (text: Buffer) => {
      output = (output + text.toString('utf8')).slice(-REASON_CHARACTERS);
    });
    const code = await Promise.race([
      once(child, 'close').then(([code]) => code),
      once(child, 'error').then(([error]) => String(error)),
    ]);
    this.#child = null;
    if (code === 0) return { ok: true, value: null };
    return { ok: false, code: 'backup-failed', message: output.trim() || `the backup process exited with ${code}` };
  }

  /** Kills a running backup. The next one removes its unfinished file. */
  stop(): void {
    this.#child?.kill();
  }
}
