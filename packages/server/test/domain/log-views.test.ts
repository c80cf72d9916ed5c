import { type MatchEvent, verifyTranscript } from 'bg-record';
import { noteOfView } from 'bg-record/log';
import { ed25519Signer, LogWriter, MemoryStorage, mlDsaCosigner } from 'tlog-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { ownView } from '../../src/domain/public-log/own-view.ts';
import { FakeLog } from '../support/fake-world.ts';
import { enter, type Harness, openHarness } from '../support/harness.ts';
import { agree, twoGuests } from '../support/seated.ts';

const ORIGIN = 'anchor.example/log';
const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(7));

async function noteOf(entries: number): Promise<string> {
  const opened = await LogWriter.open({ origin: ORIGIN, signer, storage: new MemoryStorage() });
  if (!opened.ok) throw new Error(opened.message);
  const appended = await opened.value.append(Array.from({ length: entries }, (_, n) => new Uint8Array([n])));
  if (!appended.ok) throw new Error(appended.message);
  return appended.value.note;
}

let harness: Harness;
afterEach(() => harness.close());

/** The beginning of a match between two people who know views as given. */
async function begun(readPublished: () => Promise<string | null>, knowing: readonly [boolean, boolean]) {
  const log = new FakeLog();
  harness = await openHarness({ logView: ownView(signer.key, { readPublished }, log) });
  const keys = await twoGuests(harness);
  for (const [i, { pub }] of keys.entries())
    await enter(harness.service, pub, { supersede() {} }, { views: knowing[i] ?? false, sessions: false });
  const view = await harness.service.rooms.view(await agree(harness, keys));
  if (!view) throw new Error('there is no match');
  const events = view.events.parse() as MatchEvent[];
  expect(await verifyTranscript({ header: view.header, events })).toMatchObject({ ok: true, events: 1 });
  return { header: view.header, commit: events[0], log };
}

describe('views of the public log', () => {
  it.each([
    [[true, true], true],
    [[true, false], false],
    [[false, true], false],
    [[false, false], false],
  ] as const)('VW5 in a match of two people who know views as %j: %s', async (knowing, isViewed) => {
    const note = await noteOf(3);
    const { header, commit } = await begun(async () => note, knowing);
    expect(header.log?.origin).toBe(isViewed ? ORIGIN : undefined);
    expect(commit && 'view' in commit).toBe(isViewed);
  });

  it('VW6 the server states its newest published checkpoint', async () => {
    const note = await noteOf(5);
    const { header, commit } = await begun(async () => note, [true, true]);
    const view = commit?.type === 'commit' ? commit.view : null;
    expect(view?.size).toBe(5);
    expect(view && header.log && noteOfView(view, header.log)).toBe(note);
  });

  it('VW6b without a checkpoint, and with an unreadable one, the match begins without the server’s view', async () => {
    const failing = () => Promise.reject(new Error('the storage fails'));
    for (const [read, warnings] of [
      [async () => null, 0],
      [failing, 1],
    ] as const) {
      const { commit, log } = await begun(read, [true, true]);
      expect(commit).toMatchObject({ type: 'commit', view: null });
      expect(log.warnings).toHaveLength(warnings);
      await harness.close();
    }
    const other = mlDsaCosigner('witness.example/w', new Uint8Array(32).fill(1), () => 1).key;
    expect(ownView(other, { readPublished: async () => null }, new FakeLog()), 'a key of another type').toBeNull();
    harness = await openHarness();
  });
});
