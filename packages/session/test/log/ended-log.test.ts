import { type LogEndEntry, type MatchRecord, signLogEnd } from 'bg-record';
import { ed25519Signer, formatVkey, openCheckpoint } from 'tlog-kit';
import { describe, expect, test } from 'vitest';
import { examineLog } from '../../../record/src/cli/log-evidence.ts';
import { type FormerLog, keepFormerLog, readFormerLogs } from '../../src/log/former-logs.ts';
import { PublicLog } from '../../src/log/public-log.ts';
import { cutLogFile } from '../../src/session/log-fault.ts';
import { memoryStorage } from '../support/memory.ts';
import { keys } from '../support/table.ts';
import { entryOf, Face, firstEntry, makeRecord, SITE, Site, signer } from './lying-log.ts';

/** The key stays, and the origin is another one. */
const next = ed25519Signer('log.test/log2', new Uint8Array(32).fill(9));

const third = ed25519Signer('log.test/log3', new Uint8Array(32).fill(9));

function headOf(face: Face, by = signer) {
  const opened = openCheckpoint(face.note, by.key.name, [by.key]);
  if (!opened.ok) throw new Error(opened.message);
  return { size: opened.value.size, root: Buffer.from(opened.value.root).toString('hex') };
}

async function tab(site: Site, storage = memoryStorage(), now = 0) {
  const { server } = await keys();
  const isServers = async (pub: string) => pub === server.pub;
  return new PublicLog({ fetch: site.fetch, storage, site: SITE, isServers, now: () => now });
}

/** A browser knows the former log with three matches. Then the service shows another log. */
async function replaced(change: (end: { size: number; root: string }) => Promise<LogEndEntry | null>) {
  const played = await Promise.all([100, 101, 102].map((n) => makeRecord(`match-number-${n}`)));
  const former = await Face.of([await firstEntry(), ...played.map(entryOf)]);
  const site = new Site(former);
  const storage = memoryStorage();
  const [log, other] = [await tab(site, storage), await tab(site, storage)];
  for (const one of [log, other]) expect(await one.place(played[0]!)).toEqual({ kind: 'entry', index: 1, size: 4 });
  const end = await change(headOf(former));
  const statement = await firstEntry(formatVkey(next.key), 'log.test/log2');
  site.face = await Face.of([statement, ...(end ? [end] : []), ...played.map(entryOf)], next);
  site.vkey = formatVkey(next.key);
  return { log, other, played: played as readonly MatchRecord[], former, site, storage };
}

const ended = { origin: 'log.test/log', key: formatVkey(signer.key), at: 5 };
const signedEnd = async (head: { size: number; root: string }) =>
  signLogEnd((await keys()).server, { ...ended, ...head });

describe('a log that the service has ended', () => {
  test('LW41 the page goes on with a new log that names the end of the known one, in all tabs', async () => {
    const { log, other, played, storage, site } = await replaced(signedEnd);
    for (const one of [log, other, await tab(site, storage)])
      expect(await one.place(played[1]!)).toMatchObject({
        kind: 'entry',
        index: 3,
        former: { known: 4, isWhole: true, end: { size: 4 } },
      });
    expect(await log.refresh()).toEqual({ kind: 'compared', unchecked: 0 });
  });

  test('LW42 the page keeps both statements when the service ends its log with less than it had signed', async () => {
    for (const lost of [{ size: 2 }, { root: '00'.repeat(32) }]) {
      const { log, played, former } = await replaced((head) => signedEnd({ ...head, ...lost }));
      const place = await log.place(played[1]!);
      expect(place).toMatchObject({
        kind: 'entry',
        former: { note: former.note, known: 4, isWhole: false, end: lost },
      });
      if (place.kind !== 'entry' || !place.former) throw new Error('there is no former log');
      const { publicLog } = cutLogFile(place.former, 'Results may be missing.');
      expect(await examineLog(publicLog, [])).toMatchObject({ ok: true, value: [{ code: 'log-cut' }] });
    }
  });

  test('LW43 the page goes on with no log that does not name the known one, or only by a stranger', async () => {
    const { players } = await keys();
    const wrong = [
      async () => null,
      async (head: { size: number; root: string }) => ({ ...(await signedEnd(head)), size: 3 }),
      (head: { size: number; root: string }) => signLogEnd(players[0], { ...ended, ...head }),
      async (head: { size: number; root: string }) =>
        signLogEnd((await keys()).server, { ...ended, ...head, origin: 'log.test/other' }),
    ];
    for (const change of wrong) {
      const { log, played } = await replaced(change);
      expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'unknown-signers' });
    }
  });

  test('LW44 the player of a result that the new log lacks is told that the former log was cut', async () => {
    const { played, site, storage } = await replaced((head) => signedEnd({ ...head, size: 2 }));
    const statement = await firstEntry(formatVkey(next.key), 'log.test/log2');
    const end = await signedEnd({ ...headOf(await Face.of([await firstEntry(), entryOf(played[0]!)])), size: 2 });
    site.face = await Face.of([statement, end, entryOf(played[0]!)], next);
    const day = played[2]!.events.at(-1)!.at + 25 * 3_600_000;
    const former = { known: 4, isWhole: false, end: { size: 2 } };
    const log = await tab(site, storage);
    expect(await log.place(played[2]!)).toMatchObject({ kind: 'pending', isLate: false, former });
    expect(await log.place(played[2]!)).toMatchObject({ kind: 'pending', isLate: false, former });
    expect(await (await tab(site, storage, day)).place(played[2]!)).toMatchObject({
      kind: 'pending',
      isLate: true,
      former,
    });
  });

  test('LW45 a result is not pending in a log that does not say how the known one ended, but late after a day', async () => {
    const { log, site, storage, played } = await replaced(async () => null);
    const [, , lost] = played;
    site.face = await Face.of([await firstEntry(formatVkey(next.key), 'log.test/log2')], next);
    expect(await log.place(lost!)).toEqual({ kind: 'unproven', code: 'unknown-signers' });
    const late = await tab(site, storage, lost!.events.at(-1)!.at + 25 * 3_600_000);
    expect(await late.place(lost!)).toEqual({ kind: 'pending', isLate: true });
  });

  test('LW46 the notes of a log that was cut stay when the log after it ends as a whole', async () => {
    const { log, other, played, former, site, storage } = await replaced((head) => signedEnd({ ...head, size: 2 }));
    expect(await log.place(played[1]!)).toMatchObject({ kind: 'entry', former: { isWhole: false } });
    const second = { origin: 'log.test/log2', key: formatVkey(next.key), at: 6 };
    const end = await signLogEnd((await keys()).server, { ...second, ...headOf(site.face, next) });
    const statement = await firstEntry(formatVkey(third.key), 'log.test/log3');
    site.face = await Face.of([statement, end, ...played.map(entryOf)], third);
    site.vkey = formatVkey(third.key);
    const expected = {
      kind: 'entry',
      former: { isWhole: true, statement: { origin: 'log.test/log2' } },
      cut: [{ note: former.note, known: 4, isWhole: false, end: { size: 2 } }],
    };
    for (const one of [log, await tab(site, storage), other])
      expect(await one.place(played[1]!)).toMatchObject(expected);
    expect(readFormerLogs(storage)).toHaveLength(2);
  });

  test('LW47 the browser keeps the notes of nine logs that were cut at most, the oldest and the last', async () => {
    const { log, played, storage } = await replaced((head) => signedEnd({ ...head, size: 2 }));
    await log.place(played[1]!);
    const [kept] = readFormerLogs(storage);
    const cut = (n: number): FormerLog => ({ ...kept!, statement: { ...kept!.statement, key: `key ${n}` } });
    for (let n = 0; n < 20; n++) keepFormerLog(storage, cut(n));
    const names = readFormerLogs(storage).map(({ statement }) => statement.key);
    expect(names).toEqual([kept!.statement.key, ...[0, 1, 2, 3, 4, 5, 6].map((n) => `key ${n}`), 'key 19']);
    // A tab that knew less of the same log does not replace its notes.
    keepFormerLog(storage, { ...cut(3), known: 1, isWhole: true });
    expect(readFormerLogs(storage).at(-1)).toEqual(cut(3));
  });
});
