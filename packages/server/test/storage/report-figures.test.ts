import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineName, makeReport } from '@anchor/analysis';
import { randomRecord } from '@anchor/testkit/records';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fastReport } from '../../src/domain/analysis/fast-report.ts';
import type { AnnotationName } from '../../src/domain/ports/analysis.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { FILLED_AT_ONCE, figuresOf } from '../../src/storage/report-figures.ts';
import { packText } from '../../src/storage/text.ts';
import { finished, header, nextPub } from './fixtures.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const AT_MS = 1_790_000_100_000;
const ENGINE: EngineName = { engineId: 'gnubg-1.07', ply: 2 };
const OWN_NET: EngineName = { engineId: 'anchor-net-3', ply: 1 };

/** The part of a deep report that figures come from, with these losses. */
function reportWith(first: number, second: number, provisional = false): string {
  const players = [
    { decisions: 40, loss: first, pr: first * 12.5 },
    { decisions: 50, loss: second, pr: second * 10 },
  ];
  return JSON.stringify({ provisional, players, moves: [{ kind: 'play' }] });
}

/** Stores a match of these players and returns its id. */
async function storeMatch(store: OpenStore, pubs: readonly [string, string]): Promise<string> {
  const one = header({ pubs, rated: false });
  await store.matches.create(one);
  await store.matches.finish(finished(one, AT_MS));
  return one.id;
}

/** The contract of every store about the sums of deep reports. */
function figuresContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`the figures of reports on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const analyse = (matchId: string, engine: EngineName, report: string) =>
      store.annotations.keep({ matchId, ...engine }, report, AT_MS);
    const lossesOf = async (pub: string, count = 100) =>
      (await store.reportFigures.ofPlayer(pub, count))?.map(({ row, engineId, figures }) => [
        row.record.header.id,
        engineId,
        ...figures.map(({ loss }) => loss),
      ]);

    it('PF4 are listed for both players by match, engine and depth, the newest match first, with a limit', async () => {
      const [ann, bob] = [nextPub(), nextPub()];
      expect(await lossesOf(ann)).toBeUndefined();
      const matches = [];
      for (const pubs of [
        [ann, bob],
        [bob, ann],
        [ann, bob],
      ] as const)
        matches.push(await storeMatch(store, pubs));
      const [first = '', second = '', third = ''] = matches;
      expect(await lossesOf(ann)).toEqual([]);
      await analyse(third, ENGINE, reportWith(0.1, 0.2));
      await analyse(first, ENGINE, reportWith(0.3, 0.4));
      await analyse(second, OWN_NET, reportWith(0.5, 0.6));
      const rows = [
        [third, ENGINE.engineId, 0.1, 0.2],
        [second, OWN_NET.engineId, 0.5, 0.6],
        [first, ENGINE.engineId, 0.3, 0.4],
      ];
      expect(await lossesOf(ann)).toEqual(rows);
      expect(await lossesOf(bob)).toEqual(rows);
      expect(await lossesOf(bob, 2)).toEqual(rows.slice(0, 2));
      await analyse(third, OWN_NET, reportWith(0.7, 0.8));
      const [newest, next] = (await lossesOf(ann, 2)) ?? [];
      expect([newest, next].toSorted()).toEqual([rows[0], [third, OWN_NET.engineId, 0.7, 0.8]].toSorted());
      const [one] = (await store.reportFigures.ofPlayer(ann, 1)) ?? [];
      expect(one?.figures.map(({ decisions }) => decisions)).toEqual([40, 50]);
      expect(one?.ply).toBe(one?.engineId === ENGINE.engineId ? ENGINE.ply : OWN_NET.ply);
    });

    it('are those of the report that stays', async () => {
      const ann = nextPub();
      const match = await storeMatch(store, [ann, nextPub()]);
      const losses = [1, 2, 3, 4].map((loss) => loss / 8);
      await Promise.all(losses.map((loss) => analyse(match, ENGINE, reportWith(loss, 0))));
      const kept = figuresOf((await store.annotations.read({ matchId: match, ...ENGINE })) ?? '');
      expect((await lossesOf(ann))?.map(([, , loss]) => loss)).toEqual([kept?.[0].loss]);
    });

    it('are not there for a report without a loss, for a text that is no report, and for a match that is not stored', async () => {
      const ann = nextPub();
      const match = await storeMatch(store, [ann, nextPub()]);
      await analyse(match, ENGINE, reportWith(0.1, 0.2, true));
      await analyse(match, OWN_NET, '{"moves":[]}');
      await analyse(header().id, ENGINE, reportWith(0.1, 0.2));
      expect(await lossesOf(ann)).toEqual([]);
    });

    it('PF3 of earlier matches are no longer the player’s after the player has deleted their data, also if a report is made later', async () => {
      const [ann, bob] = [nextPub(), nextPub()];
      const [first, second] = [await storeMatch(store, [ann, bob]), await storeMatch(store, [bob, ann])];
      await analyse(first, ENGINE, reportWith(0.1, 0.2));
      await store.accounts.remove(ann, 'Guest');
      await analyse(second, ENGINE, reportWith(0.3, 0.4));
      expect(await lossesOf(ann)).toEqual([]);
      expect((await lossesOf(bob))?.map(([match]) => match)).toEqual([second, first]);
      const third = await storeMatch(store, [ann, bob]);
      await analyse(third, ENGINE, reportWith(0.5, 0.6));
      expect((await lossesOf(ann))?.map(([match]) => match)).toEqual([third]);
    });
  });
}

describe('the figures of a report', () => {
  const record = randomRecord(7, { length: 3, rules: { cube: true, crawford: true, jacoby: false, beavers: false } });

  it('are its sums, however players are named', () => {
    const [first, second] = record.header.players;
    const players = [
      { ...first, name: ',"moves":[' },
      { ...second, name: '\\",\\"moves\\":[' },
    ] as const;
    const report = makeReport(
      { ...record, header: { ...record.header, players } },
      {
        engine: ENGINE,
        provisional: false,
        scoredIn: 'equity',
        prNote: null,
        measure: () => ({ rank: 1, loss: 0.125, tag: null, best: [] }),
        evaluate: () => null,
      },
    );
    expect(report.players[0].decisions).toBeGreaterThan(0);
    const sums = report.players.map(({ decisions, loss }) => ({ decisions, loss }));
    expect(figuresOf(JSON.stringify(report))).toEqual(sums);
  });

  it('of the fast tier do not exist', () => {
    expect(figuresOf(JSON.stringify(fastReport(record)))).toBeNull();
  });
});

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** More than one step of the filling. */
const REPORTS = 2 * FILLED_AT_ONCE + 7;
const [ann, bob] = [nextPub(), nextPub()];

/** Fills in all figures. Returns the unreadable reports. */
async function fillIn(store: OpenStore) {
  const unreadable: AnnotationName[] = [];
  for await (const names of store.reportFigures.fillIn()) unreadable.push(...names);
  return unreadable;
}

describe('the figures of reports that are files', () => {
  it('PF7 are filled in, in small steps, if the process ended between a report and its figures', async () => {
    const settings = {
      dataDir: folder.path,
      databaseUrl: null,
      prismaFolder,
      annotationsDir: join(folder.path, 'reports'),
    };
    const opened = await openStore(settings);
    if (!opened.ok) throw new Error(opened.message);
    const store = opened.value;
    await store.players.see(ann, 'Ann', 1);
    const ids: string[] = [];
    for (let n = 0; n < REPORTS; n++) ids.push(await storeMatch(store, n % 2 === 0 ? [ann, bob] : [bob, ann]));
    const fileOf = (id: string) => join(settings.annotationsDir, `${id}.${ENGINE.engineId}.2.json.gz`);
    const [first = '', damaged = '', ...others] = ids;
    await store.annotations.keep({ matchId: first, ...ENGINE }, reportWith(0.25, 0.5), AT_MS);
    for (const id of others) writeFileSync(fileOf(id), await packText(reportWith(1, 2)));
    writeFileSync(fileOf(damaged), 'damaged');
    const known = async () => (await store.reportFigures.ofPlayer(ann, 999))?.map(({ row }) => row.record.header.id);
    expect(await known()).toEqual([first]);
    expect(await fillIn(store)).toEqual([{ matchId: damaged, ...ENGINE }]);
    expect(await known()).toEqual([...others.toReversed(), first]);
    // A report that has its figures is not read again.
    writeFileSync(fileOf(others[0] ?? ''), 'damaged');
    expect(await fillIn(store)).toEqual([{ matchId: damaged, ...ENGINE }]);
    await store.close();
  });
});

const contractFolder = temporaryFolder();
afterAll(contractFolder.remove);
const openIn = async (databaseUrl: string | null) => {
  const opened = await openStore({ dataDir: contractFolder.path, databaseUrl, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
};
figuresContract('SQLite', () => openIn(null));

describe.runIf(hasPostgres)('with a real server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(() => server.stop());
  figuresContract('PostgreSQL', async () => openIn(await server.newDatabase()));
});
