import type { Result } from 'bg-rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { BACKUP_ALARM, type Backup, BackupSchedule } from '../../src/schedule/backups.ts';
import { FakeAlarms, FakeLog, FakeWorld } from '../support/fake-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: FakeWorld;
let alarms: FakeAlarms;
let log: FakeLog;
let disk: Backup[];
let outcome: Result<unknown>;
beforeEach(() => {
  world = new FakeWorld();
  alarms = new FakeAlarms(world);
  log = new FakeLog();
  disk = [];
  outcome = { ok: true, value: null };
});

function schedule(everyMs = DAY_MS): BackupSchedule {
  const make = async () => {
    if (outcome.ok) disk.unshift({ at: world.now(), bytes: 1000 });
    return outcome;
  };
  const made = new BackupSchedule({ everyMs, newest: () => disk[0] ?? null, make, alarms, world, log });
  made.start();
  return made;
}

/** Milliseconds until the next alarm. */
const wait = () => (alarms.at(BACKUP_ALARM) ?? 0) - world.now();
async function next(): Promise<void> {
  world.setNow(alarms.at(BACKUP_ALARM) ?? 0);
  await alarms.takeDue(world.now())?.onDue();
}

describe('the schedule of backups', () => {
  it('SB1 makes the first backup soon after the start, then one per period', async () => {
    const backups = schedule();
    expect(backups.status).toBeNull();
    expect(wait()).toBe(MINUTE_MS);
    for (let n = 1; n <= 3; n++) {
      await next();
      expect(disk).toHaveLength(n);
      expect(wait()).toBe(DAY_MS);
    }
    expect(backups.status).toEqual({ at: world.now(), bytes: 1000, ok: true });
  });

  it('SB2 continues after a restart', async () => {
    schedule();
    await next();
    world.setNow(world.now() + DAY_MS / 4);
    schedule();
    expect(wait()).toBe((3 * DAY_MS) / 4);
    world.setNow(world.now() + 5 * DAY_MS);
    schedule();
    expect(wait()).toBe(MINUTE_MS);
  });

  it('SB3 counts a backup that was made by hand', async () => {
    schedule();
    await next();
    world.setNow(world.now() + DAY_MS / 2);
    disk.unshift({ at: world.now(), bytes: 5 });
    await next();
    expect(disk).toHaveLength(2);
    expect(wait()).toBe(DAY_MS / 2);
  });

  it('SB4 reports a failure and tries again sooner', async () => {
    const backups = schedule();
    outcome = { ok: false, code: 'failed', message: 'the disk is full' };
    await next();
    expect(backups.status).toEqual({ at: world.now(), bytes: 0, ok: false });
    expect(log.lines.filter((line) => JSON.stringify(line).includes('the disk is full'))).toHaveLength(1);
    expect(log.errors, 'the disk is the matter of the operator').toEqual([]);
    expect(wait()).toBe(10 * MINUTE_MS);
    outcome = { ok: true, value: null };
    await next();
    expect(backups.status).toEqual({ at: world.now(), bytes: 1000, ok: true });
    const lastGood = world.now();
    outcome = { ok: false, code: 'failed', message: 'the disk is full' };
    await next();
    expect(backups.status).toEqual({ at: lastGood, bytes: 1000, ok: false });
    expect(wait()).toBe(10 * MINUTE_MS);
  });
});
