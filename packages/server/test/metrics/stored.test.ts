import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Figures } from '../../src/metrics/figures.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { event, header } from '../storage/fixtures.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { abortFor } from '../support/abort-for.ts';
import { parseExposition } from '../support/exposition.ts';

const nothing: Figures = {
  matchesOwned: 0,
  matchesOpen: 0,
  sockets: { identified: 0, anonymous: 0 },
  watchers: 0,
  playersOnline: 0,
  seeksOpen: 0,
  limiterKeys: 0,
  analysisJobs: { waiting: 0, leased: 0 },
  analysisServed: 0,
  analysisDropped: 0,
  analysisRejected: 0,
  analysisWorkers: 0,
  errors: 0,
  logSize: null,
  logWaiting: null,
  logWaitingSeconds: null,
  logHalted: null,
  logOwn: null,
  databaseUp: 1,
  backupSeconds: null,
  backupBytes: null,
  backupOk: null,
  otherProcesses: null,
  linksFailing: null,
  lobbyUp: 1,
};

let folder: ReturnType<typeof temporaryFolder>;
let store: OpenStore;
let metrics: Metrics;
beforeEach(async () => {
  folder = temporaryFolder();
  metrics = new Metrics();
  const opened = await openStore({
    dataDir: folder.path,
    databaseUrl: null,
    prismaFolder,
    committed: metrics.committed,
  });
  if (!opened.ok) throw new Error(opened.message);
  store = opened.value;
});
afterEach(() => folder.remove());

async function samples(figures: Partial<Figures> = {}): Promise<Record<string, number>> {
  const families = parseExposition(await metrics.text({ ...nothing, ...figures }));
  return Object.fromEntries([...families.values()].flatMap((family) => [...family.samples]));
}

it('MS1 stored events, conflicts and database failures are counted separately', async () => {
  const matches = metrics.matches(store.matches);
  const [first, second] = [header(), header()];
  for (const one of [first, second]) expect(await matches.create(one)).toBe('created');
  const verdicts = await Promise.all([
    matches.append(first.id, event(0)),
    matches.append(second.id, event(0)),
    matches.append(second.id, event(1)),
  ]);
  expect(verdicts).toEqual(['stored', 'stored', 'stored']);
  expect(await matches.append(first.id, event(0))).toBe('conflict');
  await matches.abort(first.id, abortFor(null, 0));
  await matches.abort(second.id, abortFor(second.players[0].pub, 0));
  await store.close();
  await expect(matches.append(second.id, event(2))).rejects.toThrow();
  expect(await samples()).toMatchObject({
    anchor_commit_events_count: 1,
    anchor_commit_events_sum: 3,
    anchor_event_store_seconds_count: 3,
    'anchor_events_not_stored_total{outcome="conflict"}': 1,
    'anchor_events_not_stored_total{outcome="failed"}': 1,
    'anchor_matches_started_total{opponent="person"}': 2,
    'anchor_matches_aborted_total{fault="none"}': 1,
    'anchor_matches_aborted_total{fault="player"}': 1,
  });
});

it('MS3 a counted store passes on all that it is given', async () => {
  const result = { reason: 'points' };
  const given = [0, 1, 2, 3].map((place) => ({ place, players: [], type: 'play', blamed: null, record: { result } }));
  const passed = new Map<string, unknown[]>();
  const noting = Object.keys(store.matches).map((name) => [
    name,
    async (...all: unknown[]) => void passed.set(name, all),
  ]);
  const counted = metrics.matches(Object.fromEntries(noting));
  for (const [name, { length }] of Object.entries(store.matches)) {
    await Reflect.get(counted, name).apply(counted, given.slice(0, length));
    expect([name, passed.get(name)]).toEqual([name, given.slice(0, length)]);
  }
});

it('MS2 a metric without a value disappears at the next scrape', async () => {
  expect(await samples({ backupBytes: 5, errors: 3 })).toMatchObject({
    anchor_backup_bytes: 5,
    anchor_errors_total: 3,
    anchor_lobby_up: 1,
  });
  const later = await samples({ errors: 4, logWaitingSeconds: 0.5 });
  expect(later).toMatchObject({ anchor_errors_total: 4, anchor_log_waiting_seconds: 0.5 });
  expect(later).not.toHaveProperty('anchor_backup_bytes');
  await store.close();
});
