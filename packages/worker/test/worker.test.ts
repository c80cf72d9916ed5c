import { describe, expect, it } from 'vitest';
import { idleReason } from '../src/cli/screen.ts';
import type { EngineResult } from '../src/engine/types.ts';
import { isOlder } from '../src/jobs/version.ts';
import { job } from './support/jobs.ts';
import { Rig } from './support/rig.ts';

const jobs = (count: number) => Array.from({ length: count }, (_, n) => job(n));
const timeout: EngineResult<never> = { ok: false, code: 'engine-timeout', message: 'too late' };
const away = { ok: false, code: 'unreachable', message: 'The server does not answer.' } as const;

describe('work', () => {
  it('does every job once and submits every result, in batches', async () => {
    const rig = new Rig(jobs(100));
    await rig.start();
    await rig.clock.advance(15_000);
    expect(rig.server.accepted.size).toBe(100);
    expect(rig.status).toMatchObject({ accepted: 100, done: 100, refused: 0, givenUp: 0, stale: 0 });
    expect(rig.server.times('submit').length).toBeLessThan(25);
    const result = rig.server.accepted.get('job-000000');
    expect(result).toMatchObject({ ms: 200 });
    expect(result?.plays).toHaveLength(16);
  });

  it('prefetches jobs, so that engines do not wait for a slow network', async () => {
    const rig = new Rig(jobs(2000));
    rig.server.latencyMs = 300;
    await rig.start();
    await rig.clock.advance(5_000);
    const before = rig.engines.map(({ busyMs }) => busyMs);
    await rig.clock.advance(60_000);
    for (const [n, { busyMs }] of rig.engines.entries()) expect(busyMs - before[n]!).toBeGreaterThanOrEqual(59_800);
  });

  it('first requests one job per engine, then some seconds of work', async () => {
    const rig = new Rig(jobs(2000));
    await rig.start();
    await rig.clock.advance(10_000);
    const counts = rig.server.asked.filter(({ what }) => what === 'acquire').map(({ count }) => count);
    expect(counts[0]).toBe(2);
    expect(counts[1]).toBe(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2 * (15 + 7));
    expect(counts.at(-1)).toBeGreaterThanOrEqual(2 * 15);
  });

  it('prefetches nothing if jobs are long, and requests one as soon as an engine is free', async () => {
    const rig = new Rig(jobs(50));
    rig.onOpen = (engine) => {
      engine.thinkingMs = 20_000;
      return null;
    };
    await rig.start();
    await rig.clock.advance(400_000);
    expect(rig.status).toMatchObject({ stale: 0, refused: 0 });
    expect(rig.server.accepted.size).toBeGreaterThanOrEqual(38);
    for (const { count } of rig.server.asked.slice(4)) expect(count).toBeLessThanOrEqual(2);
  });

  it('does not start a job whose lease has nearly expired', async () => {
    const rig = new Rig(jobs(64));
    rig.onOpen = (engine) => {
      engine.thinkingMs = 4_000;
      return null;
    };
    await rig.start({ server: generous(rig) });
    await rig.clock.advance(70_000);
    expect(rig.status.stale).toBe(64 - 2 * 13);
    expect(rig.status).toMatchObject({ accepted: 26, refused: 0 });
  });

  it('polls while there is no work, and soon finds new work', async () => {
    const rig = new Rig();
    await rig.start();
    await rig.clock.advance(60_000);
    const asked = rig.server.times('acquire');
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.length).toBeLessThan(30);
    expect(idleReason(rig.status, 'gnubg-1.07')).toBe('no work for gnubg-1.07');
    rig.server.waiting.push(...jobs(1));
    await rig.clock.advance(6_000);
    expect(rig.server.accepted.size).toBe(1);
  });
});

/** Makes the server lease more jobs than requested. */
function generous(rig: Rig) {
  const { server } = rig;
  return {
    wants: () => server.wants(),
    acquire: () => server.acquire(64),
    submit: server.submit.bind(server),
  };
}

describe('an engine that fails', () => {
  it('is restarted, and the new engine does the job', async () => {
    const rig = new Rig(jobs(20));
    rig.onOpen = (engine, n) => {
      if (n === 0) engine.fault = () => timeout;
      return null;
    };
    await rig.start({ engines: 1 });
    await rig.clock.advance(20_000);
    expect(rig.server.accepted.size).toBe(20);
    expect(rig.openings).toBe(2);
    expect(rig.engines[0]?.isClosed).toBe(true);
  });

  it('leads to giving up a job on which two engines failed, but not the others', async () => {
    const rig = new Rig([job(0, { req: { dice: [6, 6] } }), ...jobs(20).slice(1)]);
    rig.onOpen = (engine) => {
      engine.fault = ({ dice }) => (dice[0] === 6 ? timeout : null);
      return null;
    };
    await rig.start({ engines: 1 });
    await rig.clock.advance(30_000);
    expect(rig.server.accepted.size).toBe(19);
    expect(rig.status.givenUp).toBe(1);
    expect(rig.openings).toBe(3);
  });

  it('is kept if it refuses a job, and that job is given up at once', async () => {
    const rig = new Rig([job(0, { req: { dice: [6, 6] } }), ...jobs(20).slice(1)]);
    rig.onOpen = (engine) => {
      const refusal: EngineResult<never> = { ok: false, code: 'engine-refused', message: 'no' };
      engine.fault = ({ dice }) => (dice[0] === 6 ? refusal : null);
      return null;
    };
    await rig.start({ engines: 1 });
    await rig.clock.advance(10_000);
    expect(rig.server.accepted.size).toBe(19);
    expect(rig.openings).toBe(1);
  });

  it('is not asked about an impossible position', async () => {
    const impossible = {
      points: new Array(24).fill(0),
      bar: [0, 0] as [number, number],
      off: [0, 0] as [number, number],
    };
    const rig = new Rig([job(0, { req: { pos: impossible } })]);
    await rig.start();
    await rig.clock.advance(2_000);
    expect(rig.status.givenUp).toBe(1);
  });

  it('stops the worker if it cannot start, before any job is leased', async () => {
    const rig = new Rig(jobs(5));
    rig.onOpen = () => ({ ok: false, code: 'engine-differs', message: 'another build' });
    await rig.start();
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending).toEqual({ code: 'engine-unfit', message: 'another build' });
    expect(rig.server.asked).toEqual([]);
  });

  it('stops the worker if it cannot be restarted', async () => {
    const rig = new Rig(jobs(5));
    rig.onOpen = (engine, n) => {
      engine.fault = () => timeout;
      return n === 0 ? null : { ok: false, code: 'engine-ended', message: 'no weights' };
    };
    await rig.start({ engines: 1 });
    await rig.clock.advance(120_000);
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending).toEqual({ code: 'engine-unfit', message: 'no weights' });
    expect(rig.openings).toBe(6);
  });

  it('is shown as the reason while it restarts', async () => {
    const rig = new Rig(jobs(5));
    rig.onOpen = (engine) => {
      engine.fault = () => timeout;
      return null;
    };
    await rig.start({ engines: 1 });
    await rig.clock.advance(300);
    expect(idleReason(rig.status, 'gnubg-1.07')).toBe('restarting the engine');
  });
});

describe('an unreachable server', () => {
  it('is retried with pauses that double up to half a minute, whatever the number of callers', async () => {
    const rig = new Rig();
    rig.server.trouble = away;
    await rig.start();
    await rig.clock.advance(200_000);
    const times = rig.server.asked.map(({ atMs }) => atMs);
    const pauses = times.slice(1).map((atMs, n) => atMs - times[n]!);
    expect(pauses.slice(0, 8)).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
    expect(idleReason(rig.status, 'gnubg-1.07')).toMatch(/^server unreachable since \d\d:\d\d:\d\d$/);
    expect(rig.said).toHaveLength(1);
  });

  it('gets the results when it is back, and is asked for its engine again', async () => {
    const rig = new Rig(jobs(30));
    await rig.start();
    await rig.clock.advance(900);
    rig.server.trouble = away;
    await rig.clock.advance(20_000);
    expect(rig.status.running).toBe(0);
    expect(rig.status.done).toBeGreaterThan(rig.status.accepted);
    rig.server.trouble = null;
    await rig.clock.advance(30_000);
    expect(rig.server.accepted.size).toBe(30);
    expect(rig.server.times('status').length).toBeGreaterThan(1);
    expect(rig.said.at(-1)).toBe('The server is reachable again.');
  });

  it('gets no results with an expired lease', async () => {
    const rig = new Rig(jobs(30));
    await rig.start();
    await rig.clock.advance(900);
    rig.server.trouble = away;
    await rig.clock.advance(120_000);
    rig.server.trouble = null;
    await rig.clock.advance(60_000);
    expect(rig.status.refused).toBe(rig.status.done - rig.status.accepted);
    expect(rig.status.refused).toBeGreaterThan(0);
    expect(rig.said.join()).toContain('were lost');
  });

  it('stops the worker if it wants another engine when it is back', async () => {
    const rig = new Rig();
    await rig.start();
    await rig.clock.advance(5_000);
    rig.server.trouble = away;
    await rig.clock.advance(10_000);
    rig.server.trouble = null;
    rig.server.engineId = 'gnubg-2.0';
    await rig.clock.advance(60_000);
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending?.message).toBe('The server wants results of gnubg-2.0; this worker runs gnubg-1.07.');
  });
});

describe('a server that limits requests', () => {
  it('gets no request before the time that it named', async () => {
    const rig = new Rig(jobs(10));
    await rig.start();
    rig.server.trouble = { ok: false, code: 'limited', afterMs: 40_000, message: 'Too many requests.' };
    await rig.clock.advance(5_000);
    const asked = rig.server.asked.length;
    expect(idleReason(rig.status, 'gnubg-1.07')).toMatch(/^rate limited until \d\d:\d\d:\d\d$/);
    rig.server.trouble = null;
    await rig.clock.advance(34_000);
    expect(rig.server.asked).toHaveLength(asked);
    await rig.clock.advance(20_000);
    expect(rig.server.accepted.size).toBe(10);
  });

  it('stops the worker at once if it refuses the key', async () => {
    const rig = new Rig(jobs(10));
    rig.server.trouble = { ok: false, code: 'refused', message: 'The server refuses the worker key (401).' };
    await rig.start();
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending).toEqual({
      code: 'refused-by-server',
      message: 'The server refuses the worker key (401).',
    });
    expect(rig.engines.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('stops the worker if it wants a deeper search than allowed', async () => {
    const rig = new Rig([job(0, { ply: 3 })]);
    await rig.start();
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending?.message).toBe('The server wants 3 plies; this worker allows at most 2 (--ply).');
  });
});

describe('a worker that helps only with a long queue', () => {
  it('VC1 takes jobs only while the queue is long, and asks once a minute how long it is', async () => {
    const rig = new Rig(jobs(30));
    await rig.start({ minQueue: 50 });
    await rig.clock.advance(300_000);
    expect(rig.server.times('acquire')).toEqual([]);
    expect(rig.server.times('status')).toHaveLength(6);
    expect(idleReason(rig.status, 'gnubg-1.07')).toBe('the queue is short: 30 jobs, and this worker helps from 50 on');
    rig.server.waiting.push(...jobs(1_100).slice(30));
    await rig.clock.advance(65_000);
    expect(rig.server.accepted.size).toBeGreaterThan(0);
    await rig.clock.advance(600_000);
    // It stops within a minute of the last time that the queue was long.
    expect(rig.server.waiting.length).toBeLessThan(50);
    expect(rig.status.shortQueue).toMatchObject({ least: 50 });
    const before = rig.server.times('acquire').length;
    await rig.clock.advance(300_000);
    expect(rig.server.times('acquire')).toHaveLength(before);
  });
});

describe('a server that wants a newer worker', () => {
  it('VC2 stops the worker with the version that it needs', async () => {
    const rig = new Rig(jobs(5));
    rig.server.leastVersion = '999.0.0';
    await rig.start();
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending).toEqual({
      code: 'refused-by-server',
      message: expect.stringContaining('serves bg-worker from version "999.0.0" on; this is '),
    });
    expect(rig.server.times('acquire')).toEqual([]);
  });

  it.each([
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', true],
    ['0.9.0', '0.10.0', true],
    ['1.0.0', '0.10.5', false],
    ['0.2.0-beta.1', '0.2.0', false],
    ['0.1.0', 'soon', false],
    ['0.1.0', '1.0', false],
  ])('is served by %s where it needs %s: older is %s', (version, least, expected) => {
    expect(isOlder(version, least)).toBe(expected);
  });
});

describe('the hourly limit', () => {
  it('is kept in any sixty minutes, and shown', async () => {
    const rig = new Rig(jobs(500));
    await rig.start({ maxJobsPerHour: 100 });
    await rig.clock.advance(60_000);
    expect(rig.server.accepted.size).toBe(100);
    expect(idleReason(rig.status, 'gnubg-1.07')).toMatch(/^hourly limit reached until \d\d:\d\d:\d\d$/);
    await rig.clock.advance(3_530_000);
    expect(rig.server.accepted.size).toBe(100);
    await rig.clock.advance(60_000);
    expect(rig.server.accepted.size).toBe(200);
  });
});

describe('the end of a run', () => {
  it('finishes and submits current jobs, takes no more, and closes the engines', async () => {
    const rig = new Rig(jobs(1000));
    await rig.start();
    await rig.clock.advance(3_100);
    rig.lifecycle.finish();
    await rig.clock.advance(0);
    const acquired = rig.server.times('acquire').length;
    expect(rig.isOver).toBe(false);
    await rig.clock.advance(10_000);
    expect(rig.isOver).toBe(true);
    expect(rig.lifecycle.ending).toBeNull();
    expect(rig.server.times('acquire')).toHaveLength(acquired);
    expect(rig.server.accepted.size + rig.server.waiting.length).toBe(1000);
    expect(rig.engines.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('is immediate on abort', async () => {
    const rig = new Rig(jobs(1000));
    await rig.start();
    await rig.clock.advance(3_100);
    rig.lifecycle.finish();
    rig.lifecycle.abort();
    await rig.clock.advance(0);
    expect(rig.isOver).toBe(true);
    expect(rig.engines.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('comes without a server once the leases have expired', async () => {
    const rig = new Rig(jobs(100));
    await rig.start();
    await rig.clock.advance(900);
    rig.server.trouble = away;
    rig.lifecycle.finish();
    await rig.clock.advance(95_000);
    expect(rig.isOver).toBe(true);
  });
});
