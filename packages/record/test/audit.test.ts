import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseContradiction, parsePolicy, parseVkey, verifyContradiction } from 'tlog-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuditOptions, audit } from '../src/cli/audit/audit.ts';
import { AuditEnd } from '../src/cli/audit/finding.ts';
import { Gaps } from '../src/cli/audit/gaps.ts';
import { type AuditState, readState, writeState } from '../src/cli/audit/state-file.ts';
import { runProgram } from '../src/cli/program.ts';
import { generateKey } from '../src/crypto/ed25519.ts';
import { logOfKey, viewOfNote } from '../src/log/views.ts';
import { encodeLogEntry, type LogEntry, logEntryBytes, type MatchEntry } from '../src/log-entry.ts';
import type { MatchRecord } from '../src/types.ts';
import { endedMatch, lostByAbsence, lostOnTime, resigned, type Wanted } from './support/ended-match.ts';
import {
  entriesOf,
  firstBundle,
  firstEntry,
  firstTile,
  type LyingLog,
  ORIGIN,
  openLyingLog,
  URL_OF_SERVICE,
} from './support/lying-log.ts';
import { validRecord } from './support/vectors.ts';
import { viewedRecord } from './support/viewed-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-record-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ['shortest', 'devices', 'match-3-crawford', 'forfeit-time', 'match-25-no-crawford', 'money', 'resume'];
const records: readonly MatchRecord[] = names.map(validRecord);
const SERVER = validRecord('shortest').header.server;
let first: LogEntry;
let honest: readonly MatchEntry[];
beforeAll(async () => {
  first = await firstEntry();
  honest = entriesOf(records);
});

async function run(log: LyingLog, changes: Partial<AuditOptions> = {}) {
  let kept: AuditState | null = null;
  const report = await audit({
    url: URL_OF_SERVICE,
    fetch: log.fetch,
    state: null,
    keep: async (state) => {
      kept = state;
    },
    policy: null,
    serverKey: SERVER,
    sample: null,
    progress: () => undefined,
    now: () => log.now,
    settleMs: 0,
    ...changes,
  });
  // The state survives a file.
  const state: AuditState = JSON.parse(JSON.stringify(kept));
  return { ...report, state, names: [...new Set(report.findings.map(({ name }) => name))] };
}

const endOf = async (work: Promise<unknown>): Promise<AuditEnd> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AuditEnd)) throw new Error(`ended with ${error}`);
  return error;
};

const namesOf = async (entries: readonly LogEntry[]) => (await run(await openLyingLog(records, entries))).names;
const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
const change = (at: number, changed: Partial<MatchEntry>) => [
  first,
  ...honest.map((entry, i) => (i === at ? { ...entry, ...changed } : entry)),
];

describe('bg-record audit', () => {
  it('AU1 finds nothing in an honest service, and counts what it read', async () => {
    const report = await run(await openLyingLog(records, [first, ...honest]));
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ origin: ORIGIN, size: 8, counts: { 'log-key': 1, match: 7 }, players: 2 });
    expect(report.totals).toMatchObject({ records: 7, forfeits: 2, isWhole: true });
    expect(report.totals.events).toBe(records.reduce((sum, { events }) => sum + events.length, 0));
  });

  it('AU24 only compares records of another format, and counts them apart', async () => {
    const [old, ...others] = records;
    const older = { ...old!, header: { ...old!.header, format: 'bg-record/1' } } as unknown as MatchRecord;
    const log = await openLyingLog([older, ...others], change(0, { format: 'bg-record/1' }));
    const { findings, totals } = await run(log);
    expect(findings).toEqual([]);
    expect(totals).toMatchObject({ records: 6, compared: 1, isWhole: true });
    expect(totals.events).toBe(records.reduce((sum, { events }) => sum + events.length, 0));
  });

  it('AU2 continues where it stopped: it reads only new entries, and replays ratings from its state', async () => {
    const file = join(folder, 'state.json');
    const early = records.slice(0, 4);
    const { state } = await run(await openLyingLog(early, [first, ...honest.slice(0, 4)]));
    await writeState(file, state);
    const log = await openLyingLog(records, [first, ...honest.slice(0, 4)]);
    await log.append(honest.slice(4));
    const paths: string[] = [];
    log.answer = (path, bytes) => {
      paths.push(path);
      return bytes;
    };
    const report = await run(log, { state: await readState(file) });
    expect(report.findings).toEqual([]);
    expect(report.totals.records).toBe(7);
    expect(paths.filter((path) => path.startsWith('/records/'))).toHaveLength(3);
    expect((await endOf(run(log, { state, url: 'https://elsewhere.example' }))).code).toBe('state-form');
  });

  it('AU3 finds a flipped bit in note, tile, entry and record', async () => {
    const caught: string[] = [];
    for (const [path, at] of [
      ['/log/checkpoint', 30],
      [firstTile(8), 70],
      [firstBundle(8), 400],
    ] as const) {
      const log = await openLyingLog(records, [first, ...honest]);
      log.answer = (asked, bytes) => (asked === path && bytes ? flip(bytes, at) : bytes);
      caught.push((await endOf(run(log))).code);
    }
    expect(caught).toEqual(['bad-signature', 'wrong-tile', 'wrong-entry']);
    const log = await openLyingLog(records, [first, ...honest]);
    const id = honest[2]?.id;
    log.answer = (asked, bytes) => (asked === `/records/${id}.json` && bytes ? flip(bytes, 3000) : bytes);
    const { findings } = await run(log, { sample: null });
    expect(findings.filter(({ name }) => name === 'record-invalid')).toMatchObject([{ entry: 3, about: id }]);
  });

  it('AU4 proves a forked tree, a split view and a database that was set back, with both notes', async () => {
    const kept = (await run(await openLyingLog(records, [first, ...honest]))).state;
    const whole = await openLyingLog(records, [first, ...honest]);
    const shorter = [first, ...honest.slice(0, 5)];
    const forks = [
      // Another tree of the same size, as another reader sees it.
      await openLyingLog(records, change(6, { ended: 5 })),
      // An older database that grew anew.
      await openLyingLog(records, [...shorter, ...honest.slice(6), ...honest.slice(5, 6), ...honest.slice(0, 1)]),
      // A smaller tree that never was.
      await openLyingLog(records, change(0, { ended: 5 }).slice(0, 4)),
    ];
    const small = forks[2];
    if (small) small.answer = (path, bytes) => (path.startsWith('/log/tile/') ? fileOf(whole, path) : bytes);
    for (const log of forks) {
      const end = await endOf(run(log, { state: kept }));
      expect(end.code).toBe('contradiction');
      const evidence = parseContradiction(String(end.evidence));
      const key = parseVkey(log.vkey);
      if (!evidence.ok || !key.ok) throw new Error('no evidence');
      expect(verifyContradiction(evidence.value, ORIGIN, [key.value])).toMatchObject({ ok: true });
    }
  });

  it('AU5 finds a head that was rolled back to an earlier state', async () => {
    const { state } = await run(await openLyingLog(records, [first, ...honest]));
    const back = await openLyingLog(records, [first, ...honest.slice(0, 5)]);
    const whole = await openLyingLog(records, [first, ...honest]);
    back.answer = (path, bytes) => (path.startsWith('/log/tile/') ? (fileOf(whole, path) ?? bytes) : bytes);
    expect((await run(back, { state })).names).toContain('rolled-back');
    // A database that was set back does not have the tiles any more.
    back.answer = (_, bytes) => bytes;
    expect((await endOf(run(back, { state }))).code).toBe('rolled-back');
  });
  const fileOf = (log: LyingLog, path: string) => log.storage.files.get(path.slice('/log/'.length)) ?? null;

  it('AU6 finds a match that was dropped, entered twice, altered, or dated back', async () => {
    const dropped = await namesOf([first, ...honest.slice(0, 3), ...honest.slice(4)]);
    expect(dropped).toEqual(expect.arrayContaining(['match-without-entry', 'player-differs', 'dice-differ']));
    expect(await namesOf([first, ...honest, ...honest.slice(1, 2)])).toContain('entry-twice');
    expect(await namesOf(change(1, { finalHash: '0'.repeat(64) }))).toContain('entry-differs');
    expect(await namesOf(change(1, { length: 9 }))).toContain('entry-differs');
    const early = (honest[4]?.ended ?? 0) - 3_600_000;
    const dated = await namesOf(change(4, { ended: early }));
    expect(dated).toEqual(expect.arrayContaining(['back-dated', 'entry-differs']));
    expect(await namesOf(change(6, { ended: (honest[6]?.ended ?? 0) + 3_600_000 }))).toContain('post-dated');
  });

  it('AU7 finds a changed rating once, and a rating that does not continue the one before', async () => {
    const ratings = honest[2]?.ratings;
    if (!ratings) throw new Error('not rated');
    const [mine, other] = ratings;
    const lie = { ...mine, after: { ...mine.after, rating: '1999.000000' } };
    const log = await openLyingLog(records, change(2, { ratings: [lie, other] }));
    const { findings } = await run(log);
    const changed = findings.filter(({ name, entry }) => name === 'rating-changed' && entry === 3);
    expect(changed).toMatchObject([{ about: honest[2]?.players[0] }]);
    expect(findings.filter(({ name }) => name === 'rating-gap')).toMatchObject([{ entry: 4 }]);
    const near = `${mine.after.rating.slice(0, -1)}${(Number(mine.after.rating.slice(-1)) + 1) % 10}`;
    const late = { ...mine, before: { ...mine.before, rating: near } };
    expect(await namesOf(change(2, { ratings: [late, other] }))).toEqual(['rating-gap']);
    expect(await namesOf(change(2, { ratings: null }))).toContain('rating-changed');
  });

  it('AU8 finds invented and missing rows, wrong figures and a wrong order of the leaderboard', async () => {
    const withRows = async (edit: (rows: Record<string, unknown>[]) => object[]) => {
      const log = await openLyingLog(records, [first, ...honest]);
      log.answer = (path, bytes) => {
        if (!path.startsWith('/api/leaderboard') || !bytes) return bytes;
        const { players } = JSON.parse(new TextDecoder().decode(bytes));
        return logEntryBytes(JSON.stringify({ players: edit(players) }));
      };
      return (await run(log)).names;
    };
    const invented = { pub: 'ab'.repeat(8), games: 9, wins: 9, rating: 2000, rd: 50, conservative: 1900 };
    expect(await withRows((rows) => [invented, ...rows])).toEqual(['leaderboard-row']);
    expect(await withRows((rows) => rows.slice(1))).toEqual(['leaderboard-row']);
    expect(await withRows(([row, ...rows]) => [{ ...row, rating: 1900 }, ...rows])).toEqual(['leaderboard-row']);
    expect(await withRows(([row, ...rows]) => [{ ...row, wins: 99 }, ...rows])).toEqual(['leaderboard-row']);
    expect(await withRows((rows) => rows.toReversed())).toEqual(['leaderboard-order']);
  });

  it('AU9 finds wrong cards, rows and dice, and missing records', async () => {
    const lying = async (start: string, edit: (body: Record<string, unknown>) => unknown) => {
      const log = await openLyingLog(records, [first, ...honest]);
      log.answer = (path, bytes) => {
        if (!path.startsWith(start) || !bytes) return bytes;
        const changed = edit(JSON.parse(new TextDecoder().decode(bytes)));
        return changed === null ? null : logEntryBytes(JSON.stringify(changed));
      };
      return (await run(log)).names;
    };
    expect(await lying('/api/player/', (card) => ({ ...card, games: 99 }))).toEqual(['player-differs']);
    expect(await lying('/api/player/', () => null)).toEqual(['player-differs']);
    const columns = ['created', 'length', 'p0', 'p1', 'score0', 'score1', 'winner', 'rated', 'reason', 'final_hash'];
    for (const column of columns) {
      const wrong = (body: object) => {
        const [row, ...rows] = body as Record<string, unknown>[];
        return [{ ...row, [column]: 'wrong' }, ...rows];
      };
      expect(await lying('/api/matches', wrong), column).toEqual(['row-differs']);
    }
    expect(await lying('/api/records', () => ['no-such-match-here'])).toEqual(['match-without-entry']);
    expect(await lying('/api/fairness', () => ({ counts: { '1': 5 } }))).toEqual(['dice-differ']);
    expect(await lying(`/records/${honest[1]?.id}`, () => null)).toEqual(['record-missing', 'dice-differ']);
  });

  it('AU10 finds a log of another server, unknown entries, and a log that does not name its key first', async () => {
    const stranger = (await generateKey()).pub;
    const log = await openLyingLog(records, [first, ...honest]);
    expect((await run(log, { serverKey: stranger })).names).toEqual(['unknown-server']);
    expect(await namesOf(change(3, { server: stranger }))).toEqual(expect.arrayContaining(['unknown-server']));
    expect(await namesOf(honest)).toContain('wrong-log-key');
    const forged = first.type === 'log-key' ? { ...first, sig: '0'.repeat(128) } : first;
    expect(await namesOf([forged, ...honest])).toContain('wrong-log-key');
    const analysis: LogEntry = {
      type: 'analysis',
      match: 'no-such-match-here',
      engine: 'x',
      ply: 0,
      report: 'ab'.repeat(32),
      worker: null,
      at: 1,
    };
    expect(await namesOf([first, ...honest, analysis])).toEqual(['analysis-without-match']);
    expect(encodeLogEntry(analysis)).toContain('no-such-match-here');
  });

  it('AU11 takes a sample of the records, and then does not judge what needs all of them', async () => {
    const log = await openLyingLog(records, [first, ...honest]);
    const report = await run(log, { sample: 2 });
    expect(report.findings).toEqual([]);
    expect(report.totals.isWhole).toBe(false);
    expect(report.totals.records).toBeLessThanOrEqual(2);
  });

  it('AU12 demands the witnesses of a policy', async () => {
    const log = await openLyingLog(records, [first, ...honest]);
    const trusting = parsePolicy(`log ${log.vkey}\nquorum none\n`);
    if (!trusting.ok) throw new Error(trusting.message);
    expect((await run(log, { policy: trusting.value })).findings).toEqual([]);
    const other = parsePolicy('quorum none\n');
    if (!other.ok) throw new Error(other.message);
    expect((await endOf(run(log, { policy: other.value }))).code).toBe('unknown-log');
  });

  it('AU13 waits for a busy service, and says when there is no answer or no log', async () => {
    const log = await openLyingLog(records, [first, ...honest]);
    let refused = 0;
    const busy: LyingLog = {
      ...log,
      fetch: async (url, init) => {
        refused += 1;
        const headers = { 'retry-after': '0.001' };
        return refused % 3 === 0 ? new Response('later', { status: 429, headers }) : log.fetch(url, init);
      },
    };
    expect((await run(busy)).findings).toEqual([]);
    const without = { ...log, fetch: async () => new Response('not found', { status: 404 }) };
    expect((await endOf(run(without))).code).toBe('no-log');
  });

  it('AU20 finds a view in a record that the log contradicts, with evidence, and a record that names another log', async () => {
    const log = await openLyingLog(records, [first, ...honest]);
    const other = await openLyingLog(records, change(3, { ended: 5 }));
    const key = parseVkey(log.vkey);
    if (!key.ok) throw new Error(key.message);
    const named = logOfKey(key.value)!;
    const noteAt = async ({ storage }: LyingLog) => (await storage.readPublished()) ?? '';
    const [note, forked] = [await noteAt(log), await noteAt(other)];
    const larger = await openLyingLog(records, [
      first,
      ...honest,
      ...honest.map((one) => ({ ...one, id: `${one.id}-again` })),
    ]);
    const judged = async (views: readonly [string | null, string | null, string | null], header = named) => {
      const record = await viewedRecord(
        header,
        views.map((text) => (text === null ? null : viewOfNote(text, header))),
      );
      const all = [...records, record];
      const service = await openLyingLog(all, [first, ...honest]);
      await service.append(entriesOf(all).slice(-1));
      return run(service);
    };
    expect((await judged([note, null, note])).findings, 'views of the beginning of the log').toEqual([]);
    const { findings } = await judged([note, forked, null]);
    expect(findings).toMatchObject([{ name: 'view-differs', entry: 8 }]);
    const evidence = parseContradiction(JSON.stringify(findings[0]?.evidence));
    expect(evidence.ok && verifyContradiction(evidence.value, ORIGIN, [key.value]).ok).toBe(true);
    expect((await judged([await noteAt(larger), null, null])).names).toEqual(['view-differs']);
    expect((await judged([null, null, null], { ...named, origin: 'other.example/log' })).names).toEqual(['other-log']);
  });

  it('AU33 counts losses on time and by absence by server, of rated matches between people who had five opponents each', async () => {
    let second = 0;
    const match = (first: string, other: string, end: Wanted['end'], header: Wanted['header'] = {}) => {
      second += 600;
      return endedMatch({ players: [first, other], second, end, header });
    };
    const guests = ['c', 'd', 'e', 'f'];
    const early: MatchRecord[] = [];
    for (const guest of guests)
      early.push(await match('ann', guest, lostOnTime), await match('bob', guest, lostByAbsence));
    early.push(await match('ann', 'g', resigned));
    early.push(await match('ann', 'bob', lostOnTime), await match('ann', 'bob', lostOnTime));
    const later = [
      await match('bob', 'ann', lostByAbsence),
      await match('bob', 'ann', resigned),
      await match('bob', 'ann', lostByAbsence, { rated: false }),
      await match('bob', 'c', lostByAbsence),
    ];
    const all = [...early, ...later];
    const log = await openLyingLog(all, [first, ...entriesOf(early)]);
    const { state, servers } = await run(log);
    expect(servers, 'bob had four opponents before the first match with ann').toEqual([
      { server: SERVER, matches: 1, time: 1, abandonment: 0 },
    ]);
    await log.append(entriesOf(all).slice(early.length));
    const expected = [{ server: SERVER, matches: 3, time: 1, abandonment: 1 }];
    expect((await run(log, { state })).servers).toEqual(expected);
    expect(await run(log)).toMatchObject({ servers: expected, findings: [] });
    const printed: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    vi.stubGlobal('fetch', log.fetch);
    vi.spyOn(Date, 'now').mockReturnValue(log.now);
    await runProgram(['audit', '--state', join(folder, 'servers.json'), URL_OF_SERVICE]);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    expect(printed.join('')).toMatch(
      new RegExp(`server +${SERVER.slice(0, 16)}…\\n  lost on time +1 of 3 \\(33\\.3%\\)\\n  lost by absence +1 of 3 `),
    );
  });

  it('AU34 counts gaps over 10 s in live matches, and those during which other matches went on', async () => {
    const gap = await endedMatch({
      players: ['ann', 'bob'],
      second: 0,
      end: async (table) => {
        await table.append(await table.server.resume(table.ledger, table.ledger.at), 90_000);
        await resigned(table);
      },
    });
    // It ends long after the gap, so its entry comes later.
    const other = await endedMatch({
      players: ['cleo', 'dan'],
      second: 30,
      end: async (table) => {
        await table.send('resign 1');
        table.wait(600_000);
        await table.send('accept');
      },
    });
    const log = await openLyingLog([gap, other], [first, ...entriesOf([gap])]);
    const { state, gaps } = await run(log);
    expect(gaps).toEqual({ long: 1, others: 0 });
    await log.append(entriesOf([gap, other]).slice(1));
    const report = await run(log, { state });
    expect(report.gaps).toEqual({ long: 1, others: 1 });
    expect(report.findings.filter(({ name }) => name.startsWith('record'))).toEqual([]);
  });

  describe('AU34a a gap', () => {
    const BASE = 1_767_225_600_000;
    const DAY = 86_400_000;
    const recordOf = (absenceMs: number | null, events: readonly object[]) =>
      ({ header: { absenceMs }, events }) as unknown as MatchRecord;
    const stood = (since: number, at: number) => ({ type: 'resume', since: BASE + since, at: BASE + at });
    const rolled = (at: number) => ({ type: 'roll', at: BASE + at });
    const gap = (since: number, at: number, absenceMs: number | null = 120_000) =>
      recordOf(absenceMs, [stood(since, at)]);
    const other = (...events: readonly object[]) => recordOf(null, events);
    const figuresOf = (...records: readonly MatchRecord[]) => {
      const gaps = new Gaps(null);
      for (const record of records) gaps.add(record);
      return gaps.figures;
    };

    it('counts from 10 s on, and only in a live match', () => {
      expect(figuresOf(gap(0, 10_000), gap(0, 10_001), gap(0, 60_000, null))).toEqual({ long: 1, others: 0 });
    });

    it.each([
      ['before 5 s', 5_000, 0],
      ['after 5 s', 6_000, 1],
      ['before the last second', 28_000, 1],
      ['in the last second', 29_000, 0],
    ])('compares an event %s', (_, at, others) => {
      expect(figuresOf(gap(0, 30_000), other(rolled(at)))).toEqual({ long: 1, others });
      expect(figuresOf(other(rolled(at)), gap(0, 30_000))).toEqual({ long: 1, others });
    });

    it('is not compared with the end of another gap', () => {
      expect(figuresOf(gap(0, 30_000), other(stood(0, 20_000)))).toEqual({ long: 1, others: 0 });
    });

    it('waits for later records, and counts once', () => {
      const late = other(rolled(6 * DAY), rolled(6 * DAY + 20_000));
      const early = gap(0, 30_000);
      const records = [early, late, other(rolled(20_000)), other(rolled(21_000))];
      expect(figuresOf(...records)).toEqual({ long: 1, others: 1 });
      expect(figuresOf(...records, other(rolled(20 * DAY)), other(rolled(21 * DAY)))).toEqual({ long: 1, others: 1 });
      const long = gap(0, 2 * DAY);
      expect(figuresOf(long, other(rolled(1.5 * DAY)), other(rolled(8 * DAY)))).toEqual({ long: 1, others: 1 });
      expect(figuresOf(early, other(rolled(9 * DAY)), other(rolled(20_000)))).toEqual({ long: 1, others: 0 });
    });

    it('takes bounded memory and time', () => {
      const gaps = new Gaps(null);
      for (let i = 0; i < 12_000; i++) gaps.add(gap(i * 40_000, i * 40_000 + 30_000));
      for (let day = 0; day < 40; day++) gaps.add(other(rolled(day * DAY + 20_000)));
      gaps.add(gap(0, 8e15 - BASE));
      gaps.add(other(rolled(0)));
      const { days, waiting } = gaps.state;
      expect([days.length, waiting.length <= 10_000]).toEqual([8, true]);
      expect(JSON.stringify(gaps.state).length).toBeLessThan(1_000_000);
      // On each of the days 1 to 5 in one short gap, and in the long one. The gap of day 0 no longer waited.
      expect(gaps.figures).toEqual({ long: 12_001, others: 6 });
    });
  });
});
