import { type LogEndEntry, type MatchRecord, signLogEnd } from 'bg-record';
import { ed25519Signer, formatVkey, openCheckpoint } from 'tlog-kit';
import { describe, expect, test } from 'vitest';
import { examineLog } from '../../../record/src/cli/log-evidence.ts';
import { PublicLog } from '../../src/log/public-log.ts';
import { cutLogFile } from '../../src/session/log-fault.ts';
import { memoryStorage } from '../support/memory.ts';
import { keys } from '../support/table.ts';
import { entryOf, Face, firstEntry, makeRecord, SITE, Site, signer } from './lying-log.ts';

/** The key stays, and the origin is another one. */
const next = ed25519Signer('log.test/log2', new Uint8Array(32).fill(9));

function headOf(face: Face) {
  const opened = openCheckpoint(face.note, 'log.test/log', [signer.key]);
  if (!opened.ok) throw new Error(opened.message);
  return { size: opened.value.size, root: Buffer.from(opened.value.root).toString('hex') };
}

async function tab(site: Site, storage = memoryStorage()) {
  const { server } = await keys();
  const isServers = async (pub: string) => pub === server.pub;
  return new PublicLog({ fetch: site.fetch, storage, site: SITE, isServers, now: () => 0 });
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
});
