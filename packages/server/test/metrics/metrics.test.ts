import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { health } from '@anchor/wire';
import { cosigner, formatVkey } from 'tlog-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { freePort } from '../../scripts/throwaway-postgres.mjs';
import { type Family, parseExposition } from '../support/exposition.ts';
import { keyOf } from '../support/harness.ts';
import { FAST, type Installation, newInstallation, type Running } from '../support/running.ts';
import { SocketPlayer } from '../support/socket-player.ts';

let installation: Installation;
let running: Running;
beforeEach(async () => {
  installation = newInstallation({ METRICS_PORT: '0' });
  running = await installation.run();
});
afterEach(() => installation.remove());

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${running.metricsPort}${path}`, init);

async function scrape(): Promise<ReadonlyMap<string, Family>> {
  return parseExposition(await (await ask('/metrics')).text());
}

/** The value of a sample such as `anchor_sockets{state="anonymous"}`. Null when there is none. */
async function value(name: string): Promise<number | null> {
  for (const { samples } of (await scrape()).values()) if (samples.has(name)) return samples.get(name) ?? null;
  return null;
}

/** Values of one metric by label. */
async function byLabel(name: string): Promise<Record<string, number>> {
  const samples = (await scrape()).get(name)?.samples ?? [];
  return Object.fromEntries([...samples].map(([of, value]) => [/"(.*)"/.exec(of)?.[1] ?? '', value]));
}

const ours = (families: ReadonlyMap<string, Family>) => [...families].filter(([name]) => name.startsWith('anchor_'));
const total = (values: Record<string, number>) => Object.values(values).reduce((sum, one) => sum + one, 0);

describe('a scrape', () => {
  it('MT1 is in the text format, with conventional names and consistent histograms', async () => {
    const answer = await ask('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const families = parseExposition(await answer.text());
    expect(ours(families).length).toBeGreaterThan(30);
    for (const [name, { type, samples }] of ours(families)) {
      expect(name).toMatch(/^anchor_[a-z]+(?:_[a-z]+)*$/);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(name).not.toMatch(/_(?:ms|millis|kb|mb)(?:_|$)/);
      for (const value of samples.values()) expect(value, name).not.toBeNaN();
      if (type !== 'histogram') continue;
      const buckets = [...samples].filter(([of]) => of.includes('le="')).map(([, value]) => value);
      expect(buckets, name).toEqual(buckets.toSorted((a, b) => a - b));
      if (samples.has(`${name}_count`)) expect(buckets.at(-1)).toBe(samples.get(`${name}_count`));
    }
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds', 'process_start_time_seconds'])
      expect(families.has(name), name).toBe(true);
  });

  it('MT2 shows a match against a bot: its beginning, every event, and its end', async () => {
    const client = await running.connect();
    const key = await keyOf('alice');
    await client.identify(key);
    expect(await byLabel('anchor_sockets')).toEqual({ identified: 1, anonymous: 0 });
    client.send({ type: 'play-bot', length: 1 });
    const player = new SocketPlayer(client, key);
    await player.playTo(8);
    expect(await byLabel('anchor_matches_started_total')).toEqual({ person: 0, bot: 1 });
    expect([await value('anchor_matches_owned'), await value('anchor_matches_open')]).toEqual([1, 1]);
    expect(await value('anchor_players_online')).toBe(1);

    const watcher = await running.connect();
    await watcher.ask({ type: 'watch', match: player.ledger?.header.id ?? '' });
    expect(await value('anchor_watchers')).toBe(1);
    expect(await byLabel('anchor_sockets')).toEqual({ identified: 1, anonymous: 1 });
    watcher.cut();

    const { result } = await player.playOut();
    const events = player.ledger?.events ?? [];
    const types: Record<string, number> = {};
    for (const { type } of events) types[type] = (types[type] ?? 0) + 1;
    expect(await byLabel('anchor_events_stored_total')).toEqual(types);
    expect(await value('anchor_event_store_seconds_count')).toBe(events.length);
    expect(await value('anchor_commit_events_sum')).toBe(events.length);
    const own = events.filter(({ p }) => p === player.player).length;
    expect(await value('anchor_event_accept_seconds_count')).toBe(own);
    expect(await value('anchor_socket_messages_total{type="act"}')).toBe(own);
    const finished = await byLabel('anchor_matches_finished_total');
    expect([finished[result.reason], total(finished)]).toEqual([1, 1]);
    expect(await value('anchor_matches_owned')).toBe(0);
    expect(await byLabel('anchor_events_not_stored_total')).toEqual({ conflict: 0, failed: 0 });
  });

  it('MT3 shows refusals by code', async () => {
    const stranger = await running.connect();
    stranger.sendRaw('nonsense');
    expect(await stranger.until('error')).toMatchObject({ code: 'bad-frame' });
    expect(await stranger.ask({ type: 'play-bot', length: 1 })).toMatchObject({ code: 'identify-first' });
    const refused = await byLabel('anchor_socket_refusals_total');
    expect([refused['bad-frame'], refused['identify-first'], total(refused)]).toEqual([1, 1, 2]);
    const client = await running.connect();
    await client.identify(await keyOf('alice'));
    client.send({ type: 'play-bot', length: 1 });
    const { header } = await client.until('match');
    client.send({ type: 'act', match: header.id, event: { n: 1 } });
    const { code } = await client.until('rejected');
    const rejected = await byLabel('anchor_events_rejected_total');
    expect([rejected[code], total(rejected)]).toEqual([1, 1]);
    expect(await value('anchor_event_accept_seconds_count')).toBe(0);
  });

  it('MT4 shows requests by route and status, with a bounded number of labels for any paths', async () => {
    await running.fetch('/api/records');
    await running.fetch('/records/no-such-match-at-all.json');
    await running.fetch('/nowhere');
    const requests = (await scrape()).get('anchor_http_requests_total')?.samples;
    expect(Object.fromEntries(requests ?? [])).toEqual({
      'anchor_http_requests_total{route="/api/records",status="200"}': 1,
      'anchor_http_requests_total{route="/records/:matchId{.json}",status="404"}': 1,
      'anchor_http_requests_total{route="none",status="404"}': 1,
    });
    expect(await value('anchor_http_request_seconds_count{route="/api/records"}')).toBe(1);

    const series = async () => ours(await scrape()).flatMap(([, { samples }]) => [...samples.keys()]);
    const before = await series();
    const paths = Array.from({ length: 500 }, (_, n) => [
      `/x${n}"\\{}`,
      `/records/match-number-${n}-of-many.json`,
    ]).flat();
    const statuses = new Set<number>();
    for (let from = 0; from < paths.length; from += 20) {
      const answers = await Promise.all(paths.slice(from, from + 20).map((path) => running.fetch(path)));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([404]);
    expect(await series()).toEqual(before);
    expect(await value('anchor_http_requests_total{route="none",status="404"}')).toBe(501);
  });

  it('MT5 agrees with the health report', async () => {
    const client = await running.connect();
    await client.identify(await keyOf('alice'));
    const report = z.parse(health, await (await running.fetch('/healthz')).json());
    expect(await value('anchor_players_online')).toBe(report.online);
    expect(await value('anchor_matches_open')).toBe(report.matches);
    expect(await value('anchor_errors_total')).toBe(report.errors);
    expect(await value('anchor_limiter_keys')).toBeGreaterThan(0);
    expect(await byLabel('anchor_analysis_jobs')).toEqual({ waiting: 0, leased: 0 });
    // No backup yet, and no other process can be there.
    for (const name of [
      'anchor_backup_ok',
      'anchor_backup_timestamp_seconds',
      'anchor_other_processes',
      'anchor_links_failing',
    ])
      expect(await value(name), name).toBeNull();
  });

  it('MT6 is not public: the service port has no metrics, and the metrics port has nothing else', async () => {
    for (const path of ['/metrics', '/metrics/', '/api/metrics', '/metrics?x=1']) {
      const answer = await running.fetch(path);
      expect([answer.status, await answer.text()], path).toEqual([404, 'not found']);
    }
    for (const path of ['/', '/healthz', '/metrics/x', '/ws', '/..%2fmetrics'])
      expect((await ask(path)).status, path).toBe(404);
    expect((await ask('/metrics', { method: 'POST' })).status).toBe(404);
    const head = await ask('/metrics', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('a failure', () => {
  it('MT11 is counted once, and found in the log by the id that the client got', async () => {
    const own = join(installation.folder.path, 'public');
    mkdirSync(own);
    symlinkSync('loop', join(own, 'loop'));
    const broken = await running.fetch('/loop');
    expect([broken.status, await broken.text()]).toEqual([500, 'internal error']);
    const reqId = broken.headers.get('x-request-id');
    expect(running.log.lines.filter((line) => 'reqId' in line)).toMatchObject([
      { reqId, method: 'GET', path: '/loop' },
    ]);
    expect(await value('anchor_errors_total')).toBe(1);
    expect(await value('anchor_http_requests_total{route="none",status="500"}')).toBe(1);
  });

  it('MT12 is counted also for the mail provider', async () => {
    await running.stop();
    running = await installation.run(FAST, { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    const client = await running.connect();
    await client.identify(await keyOf('alice'));
    expect(await client.ask({ type: 'subscribe', email: 'alice@example.org' })).toMatchObject({ type: 'mailed' });
    await vi.waitFor(async () => expect(await value('anchor_mails_total{verdict="unavailable"}')).toBe(1), {
      timeout: 10_000,
    });
    expect(total(await byLabel('anchor_mails_total'))).toBe(1);
  });
});

describe('backups', () => {
  it('MT13 are reported by the newest file', async () => {
    const folder = join(installation.folder.path, 'backups');
    mkdirSync(folder);
    writeFileSync(join(folder, 'anchor-20200102T030405000Z.db'), Buffer.alloc(1234));
    expect(await value('anchor_backup_timestamp_seconds')).toBe(Date.UTC(2020, 0, 2, 3, 4, 5) / 1000);
    expect([await value('anchor_backup_bytes'), await value('anchor_backup_ok')]).toEqual([1234, 1]);
  });
});

describe('without METRICS_PORT', () => {
  it('MT7 nothing listens', async () => {
    await running.stop();
    running = await installation.run(FAST, { METRICS_PORT: '' });
    expect(running.metricsPort).toBeNull();
  });
});

describe('a limit', () => {
  it('MT8 is counted when exceeded: requests per address, messages per connection, connections per address', async () => {
    await running.stop();
    const limits = { ...FAST, burst: 3, perSecond: 1, patience: 2, perAddress: 1 };
    running = await installation.run(limits, { LIMIT_READ: '1' });
    expect((await running.fetch('/api/records')).status).toBe(200);
    expect((await running.fetch('/api/records')).status).toBe(429);
    expect(await value('anchor_http_limited_total{bucket="read"}')).toBe(1);
    expect(await value('anchor_http_requests_total{route="none",status="429"}')).toBe(1);
    const client = await running.connect();
    await expect(running.connect()).rejects.toThrow('429');
    expect(await value('anchor_sockets_declined_total{reason="too many of the address"}')).toBe(1);
    for (let n = 0; n < 7; n++) client.sendRaw('{}');
    expect(await client.closed()).toBe(4002);
    const closed = await byLabel('anchor_sockets_closed_total');
    expect([closed['too many messages'], total(closed)]).toEqual([1, 1]);
  });
});

describe('docs/operating.md', () => {
  const witness = formatVkey(cosigner('witness.example.org/w1', new Uint8Array(32).fill(5), () => 0).key);
  beforeEach(async () => {
    await running.stop();
    // Metrics of witnesses exist only with witnesses. This one does not answer.
    const log = { LOG_ORIGIN: 'example.org/log', LOG_WITNESSES: `${witness} http://127.0.0.1:9` };
    running = await installation.run(FAST, log);
  });

  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const rules = readFileSync(new URL('../../../../deploy/alerts.yml', import.meta.url), 'utf8');

  it('MT9 lists every metric with its type and labels, and only existing ones', async () => {
    const listed = [...guide.matchAll(/^\| `(anchor_\w+)(?:\{([\w, ]+)\})?` \| (\w+) \|/gm)];
    const told = listed.map(([, name, labels = '', type]) => [name, type, labels]);
    const labelsOf = ({ samples }: Family) =>
      [...([...samples.keys()][0] ?? '').matchAll(/(\w+)="/g)]
        .map(([, label]) => label)
        .filter((label) => label !== 'le');
    await running.fetch('/healthz');
    const client = await running.connect();
    await client.identify(await keyOf('alice'));
    client.send({ type: 'play-bot', length: 1 });
    await client.until('match');
    const there = ours(await scrape()).map(([name, family]) => [name, family.type, labelsOf(family).join(', ')]);
    expect(told.toSorted()).toEqual(there.toSorted());
  });

  it('MT10 explains every alert rule, and the metrics of all rules exist', async () => {
    const alarms = [
      ...rules.matchAll(
        /^ {6}- alert: (\w+)\n {8}expr: (.+)\n(?: {8}for: \w+\n)? {8}labels: \{ severity: (?:page|ticket) \}\n {8}annotations:\n {10}summary: .+$/gm,
      ),
    ];
    expect(alarms.length).toBe([...rules.matchAll(/- alert:/g)].length);
    const names = alarms.map(([, name]) => name);
    const explained = [...guide.matchAll(/^\| \*\*(\w+)\*\* \|/gm)].map(([, name]) => name);
    expect(explained).toEqual(names);
    const families = await scrape();
    for (const [, name, expr = ''] of alarms)
      for (const [metric] of expr.matchAll(/\b(?:anchor|process|nodejs)_\w+/g))
        expect(
          families.has(metric.replace(/_(?:bucket|count|sum)$/, '')) || families.has(metric),
          `${name}: ${metric}`,
        ).toBe(true);
  });
});
