import { Ledger, type MatchRecord, ServerSeat, type Transcript, type View } from 'bg-record';
import { logOfKey, viewOfNote } from 'bg-record/log';
import { parseContradiction, verifyContradiction } from 'tlog-kit';
import { describe, expect, test } from 'vitest';
import { LogHalt } from '../../src/log/log-halt.ts';
import { LogViews } from '../../src/log/log-views.ts';
import { type LogPlace, PublicLog } from '../../src/log/public-log.ts';
import { Device } from '../support/device.ts';
import { MemoryStore, memoryStorage } from '../support/memory.ts';
import { keys, makeHeader } from '../support/table.ts';
import { entryOf, Face, firstEntry, makeRecord, SITE, Site, signer } from './lying-log.ts';

type Fault = Extract<LogPlace, { readonly kind: 'fault' }>;
const log = logOfKey(signer.key)!;

/** One browser: the log as it is shown there, and what the page finds. */
async function browser(face: Face) {
  const { server } = await keys();
  const storage = memoryStorage();
  const site = new Site(face);
  const publicLog = new PublicLog({
    fetch: site.fetch,
    storage,
    site: SITE,
    isServers: async (pub) => pub === server.pub,
    now: () => 0,
  });
  const halt = new LogHalt(storage);
  const found: { readonly fault: Fault; readonly transcript: Transcript | null }[] = [];
  const running: Promise<void>[] = [];
  const views = new LogViews({
    storage,
    load: async () => publicLog,
    found: async (fault, transcript) => {
      found.push({ fault, transcript });
      halt.halt(fault.code);
    },
  });
  const own = (named: typeof log) => views.own(named);
  const compare = (transcript: Transcript, seat: 0 | 1) => {
    running.push(views.compare(transcript, seat));
    return running.at(-1)!;
  };
  const idle = async () => void (await Promise.all(running));
  return { site, storage, publicLog, views, ports: { own, compare }, found, halt, idle };
}
type Browser = Awaited<ReturnType<typeof browser>>;

/** A log of these matches. Logs of one service differ in the matches that they list. */
async function faceOf(...ids: number[]): Promise<Face> {
  const face = await Face.of([await firstEntry()]);
  await grow(face, ...ids);
  return face;
}

async function grow(face: Face, ...ids: number[]): Promise<void> {
  for (const id of ids) await face.append(entryOf(await makeRecord(`match-number-${id}`)));
}

let matches = 0;

/** A match between the pages of two browsers, as far as the opening roll is possible. The server states its own view. */
async function match(
  browsers: readonly [Browser, Browser],
  serverView: View | null = null,
  changes: { readonly log?: typeof log | null } = {},
) {
  const named = changes.log === null ? {} : { log: changes.log ?? log };
  const header = await makeHeader({ id: `viewed-match-${String(++matches).padStart(6, '0')}`, ...named });
  const { server } = await keys();
  const ledger = new Ledger(header);
  const seat = new ServerSeat(server, header);
  const table = { ledger, now: header.created };
  const devices = await Promise.all(
    ([0, 1] as const).map((p) => Device.load(table, p, new MemoryStore(), browsers[p].ports)),
  );
  const accept = async (event: Awaited<ReturnType<ServerSeat['commit']>>) => {
    table.now += 1000;
    const appended = await ledger.append({ ...event, at: table.now });
    if (!appended.ok) throw new Error(`${appended.code}: ${appended.message}`);
    for (const device of devices) await device.event(appended.value);
  };
  for (const device of devices) await device.show(table);
  await accept(await seat.commit(ledger, serverView));
  for (const [p, device] of devices.entries()) {
    const act = device.sent.find((message) => message.type === 'act');
    if (act?.type !== 'act') throw new Error(`the page at seat ${p} does not commit`);
    await accept(act.event as unknown as Parameters<typeof accept>[0]);
  }
  for (const { idle } of browsers) await idle();
  for (const device of devices) {
    expect(device.view.halted, 'a view never stops a match').toBeNull();
    expect(device.view.options.actions.length > 0 || ledger.expects.party !== device.session.seat).toBe(true);
  }
  return { ledger, views: ledger.events.map((event) => (event.type === 'commit' ? event.view : undefined)) };
}

/** The evidence must convince a stranger who knows only the key of the log. */
function expectProven({ found, halt }: Browser): void {
  expect(found[0]?.fault.code).toBe('log-forked');
  const evidence = parseContradiction(JSON.stringify(found[0]?.fault.evidence.contradiction));
  expect(evidence.ok && verifyContradiction(evidence.value, log.origin, [signer.key]).ok).toBe(true);
  expect(halt.isOn.value, 'no match is begun').toBe(true);
}

function expectNothing({ found, halt }: Browser): void {
  expect(found).toEqual([]);
  expect(halt.isOn.value).toBe(false);
}

describe('views of the public log during a match', () => {
  test('LW30 the page states the newest checkpoint that it has verified, or none', async () => {
    const [ann, bob] = [await browser(await faceOf(1, 2)), await browser(await faceOf(1, 2))];
    await ann.views.refresh();
    const { views } = await match([ann, bob]);
    expect(views).toEqual([null, viewOfNote(ann.site.face.note, log), null]);
    await grow(ann.site.face, 3);
    await ann.views.refresh();
    expect((await match([ann, bob])).views[1]).toMatchObject({ size: 4 });
    expect(ann.views.own({ ...log, origin: 'other.example/log' }), 'of another log it has none').toBeNull();
    expect(ann.views.own({ ...log, key: '11'.repeat(32) })).toBeNull();
  });

  test('LW31 a split view of one size meets itself: both pages prove it, and the match goes on', async () => {
    const [ann, bob] = [await browser(await faceOf(1, 2)), await browser(await faceOf(1, 3))];
    for (const { views } of [ann, bob]) await views.refresh();
    const { ledger } = await match([ann, bob]);
    for (const one of [ann, bob]) {
      expectProven(one);
      expect(one.found[0]?.transcript?.header.id).toBe(ledger.header.id);
    }
  });

  test('LW32 a split view of two sizes is proven by the page of the larger tree, and by the other when its tree has grown', async () => {
    const [ann, bob] = [await browser(await faceOf(1, 2)), await browser(await faceOf(1, 3, 4, 5))];
    for (const { views } of [ann, bob]) await views.refresh();
    await match([ann, bob]);
    expectNothing(ann);
    expectProven(bob);
    await grow(ann.site.face, 6);
    await ann.views.refresh();
    expectNothing(ann);
    await grow(ann.site.face, 7);
    await ann.views.refresh();
    expectProven(ann);
  });

  test('LW33 views that lag are accepted, and the larger one is adopted', async () => {
    const [small, large] = [await faceOf(1, 2), await faceOf(1, 2, 3, 4)];
    const [ann, bob] = [await browser(small), await browser(large)];
    for (const { views } of [ann, bob]) await views.refresh();
    ann.site.face = large;
    await match([ann, bob], viewOfNote(small.note, log));
    for (const one of [ann, bob]) expectNothing(one);
    expect(ann.views.own(log)).toMatchObject({ size: 5 });
    expect(ann.storage.read('anchor.public-log-views')).toBeNull();
  });

  test('LW34 a view that cannot be checked stops nothing, and is compared when the service answers again', async () => {
    const [ann, bob] = [await browser(await faceOf(1, 2)), await browser(await faceOf(1, 3, 4))];
    for (const { views } of [ann, bob]) await views.refresh();
    for (const { site } of [ann, bob]) site.isDown = true;
    await match([ann, bob]);
    expectNothing(ann);
    ann.site.isDown = false;
    await grow(ann.site.face, 5, 6);
    await ann.views.refresh();
    expectProven(ann);
  });

  test('LW35 the server’s own view is compared as well', async () => {
    const [ann, bob] = [await browser(await faceOf(1, 2)), await browser(await faceOf(1, 2))];
    for (const { views } of [ann, bob]) await views.refresh();
    await match([ann, bob], viewOfNote((await faceOf(1, 3)).note, log));
    for (const one of [ann, bob]) expectProven(one);
  });

  test('LW36 a match whose header names no log, or another one, is played without views', async () => {
    const [ann, bob] = [await browser(await faceOf(1, 2)), await browser(await faceOf(1, 3))];
    for (const { views } of [ann, bob]) await views.refresh();
    expect((await match([ann, bob], null, { log: null })).views).toEqual([undefined, undefined, undefined]);
    const other = { ...log, origin: 'other.example/log' };
    expect((await match([ann, bob], null, { log: other })).views).toEqual([null, null, null]);
    for (const one of [ann, bob]) expectNothing(one);
  });

  test('LW37 a page does not replace the larger checkpoint that another tab has kept in the meantime', async () => {
    const face = await faceOf(1, 2);
    const ann = await browser(face);
    await ann.views.refresh();
    const record: MatchRecord = await makeRecord('match-number-3');
    await grow(face, 3);
    const proof = await face.proofOf(record.header.id);
    await grow(face, 4);
    const other = await browser(face);
    await other.views.refresh();
    const larger = other.storage.read('anchor.public-log');
    // The other tab writes while this one waits for the answer.
    ann.site.change = (path, body) => {
      if (!path.endsWith('.tlog-proof')) return body;
      ann.storage.write('anchor.public-log', larger);
      return new TextEncoder().encode(proof ?? '');
    };
    expect(await ann.publicLog.place(record)).toEqual({ kind: 'entry', index: 3, size: 4 });
    expect(ann.storage.read('anchor.public-log')).toBe(larger);
    expect(ann.views.own(log)).toMatchObject({ size: 5 });
  });
});
