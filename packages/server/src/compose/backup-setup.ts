import type { Health } from '@anchor/wire';
import type { Config } from '../config.ts';
import type { Log, World } from '../domain/ports.ts';
import { BackupSchedule } from '../schedule/backups.ts';
import { Timers } from '../schedule/timers.ts';
import { newestBackup } from '../storage/backup-files.ts';
import { BackupProcess } from './backup-process.ts';

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
