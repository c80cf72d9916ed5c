import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readStatistics, StatisticsFile, statisticsPath, statisticsText } from '../src/cli/statistics.ts';
import { WorkerStatus } from '../src/jobs/status.ts';
import { FakeClock, settle } from './support/fake-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'worker-statistics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(path: string, clock = new FakeClock()) {
  const status = new WorkerStatus();
  const said: string[] = [];
  const over = new AbortController();
  const kept = new StatisticsFile(path, clock, (text) => said.push(text)).keep(status, over.signal);
  const stop = async () => {
    over.abort();
    await settle();
    await kept;
  };
  return { clock, status, said, stop };
}

describe('statistics', () => {
  it('VC3 are kept over restarts, and are the sum of all workers of the machine', async () => {
    const path = join(folder, 'made', 'statistics.json');
    const one = start(path);
    expect(readStatistics(path)).toBeNull();
    one.status.accepted = 3;
    await one.clock.advance(60_000);
    expect(readStatistics(path)).toEqual({ sinceMs: expect.any(Number), accepted: 3, refused: 0, givenUp: 0 });
    const since = readStatistics(path)?.sinceMs;
    const other = start(path);
    other.status.accepted = 10;
    other.status.refused = 1;
    await other.stop();
    one.status.accepted = 5;
    one.status.givenUp = 2;
    await one.stop();
    expect(readStatistics(path)).toEqual({ sinceMs: since, accepted: 15, refused: 1, givenUp: 2 });
    expect(readdirSync(join(folder, 'made'))).toEqual(['statistics.json']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('are written only when there is something new', async () => {
    const path = join(folder, 'idle.json');
    const one = start(path);
    await one.clock.advance(600_000);
    await one.stop();
    expect(readStatistics(path)).toBeNull();
  });

  it('begin again if the file is damaged', async () => {
    const path = join(folder, 'damaged.json');
    const late = '{"sinceMs":8640000000000001,"accepted":1,"refused":0,"givenUp":0}';
    for (const text of ['', '{', '{"accepted":1}', '{"sinceMs":1,"accepted":-1,"refused":0,"givenUp":0}', late]) {
      writeFileSync(path, text);
      expect(readStatistics(path), text).toBeNull();
      const one = start(path);
      one.status.accepted = 1;
      await one.stop();
      expect(readStatistics(path)).toMatchObject({ accepted: 1 });
    }
  });

  it('stop nothing if they cannot be written, and their owner is told once', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const one = start(join(folder, 'a-file', 'statistics.json'));
    one.status.accepted = 1;
    await one.clock.advance(180_000);
    await one.stop();
    expect(one.said).toEqual([expect.stringContaining('The statistics cannot be kept')]);
  });

  it('are in the state folder of systemd, else in that of the user', () => {
    expect(statisticsPath({ STATE_DIRECTORY: '/var/lib/bg-worker' })).toBe('/var/lib/bg-worker/statistics.json');
    expect(statisticsPath({ XDG_STATE_HOME: '/s' })).toBe('/s/bg-worker/statistics.json');
  });

  it('are one sentence', () => {
    const known = { sinceMs: Date.UTC(2026, 10, 24), accepted: 12, refused: 0, givenUp: 0 };
    expect(statisticsText(known)).toBe('Since 2026-11-24 servers have accepted 12 judgements of this machine.');
    expect(statisticsText({ ...known, refused: 1, givenUp: 2 })).toContain('(1 refused, 2 given up)');
  });
});
