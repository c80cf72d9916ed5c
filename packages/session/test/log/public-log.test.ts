import type { LogEntry, MatchRecord } from 'bg-record';
import fc from 'fast-check';
import { formatVkey, parseContradiction, parseProof, verifyContradiction } from 'tlog-kit';
import { describe, expect, test } from 'vitest';
import { type LogPlace, PublicLog } from '../../src/log/public-log.ts';
import { memoryStorage } from '../support/memory.ts';
import { keys, makeHeader } from '../support/table.ts';
import { entryOf, Face, firstEntry, makeRecord, SITE, Site, signer, stranger } from './lying-log.ts';

const HOUR = 3_600_000;

/** A browser that follows the log of a site. */
async function browser(site: Site, storage = memoryStorage(), isServers?: (pub: string) => Promise<boolean | null>) {
  const { server } = await keys();
  const now = { value: (await makeHeader()).created + HOUR };
  const log = new PublicLog({
    fetch: site.fetch,
    storage,
    site: SITE,
    isServers: isServers ?? (async (pub) => pub === server.pub),
    now: () => now.value,
  });
  return { log, storage, now };
}

const records = (count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, i) => makeRecord(`match-number-${from + i + 100}`)));

async function honest(count = 3) {
  const played = await records(count);
  const face = await Face.of([await firstEntry(), ...played.map(entryOf)]);
  return { played, face, site: new Site(face) };
}

/** The evidence must convince a stranger who knows only the key of the log. */
function expectProven(place: LogPlace): void {
  expect(place).toMatchObject({ kind: 'fault', code: 'log-forked' });
  if (place.kind !== 'fault') return;
  const evidence = parseContradiction(JSON.stringify(place.evidence.contradiction));
  expect(evidence.ok && verifyContradiction(evidence.value, place.evidence.statement.origin, [signer.key]).ok).toBe(
    true,
  );
}

describe('an honest log', () => {
  test('LW1 the page verifies the entry of a match, and keeps the newest checkpoint', async () => {
    const { played, site, face } = await honest();
    const { log, storage } = await browser(site);
    expect(await log.place(played[1]!)).toEqual({ kind: 'entry', index: 2, size: 4 });
    expect(storage.read('anchor.public-log')).toContain(JSON.stringify(face.note).slice(1, -1));
    const [later] = await records(1, 50);
    await face.append(entryOf(later!));
    const reloaded = await browser(site, storage);
    site.vkey = 'not asked for again';
    expect(await reloaded.log.place(later!)).toEqual({ kind: 'entry', index: 4, size: 5 });
    expect(storage.read('anchor.public-log')).toContain(JSON.stringify(face.note).slice(1, -1));
  });

  test('LW2 a match without an entry is pending, and late after a day', async () => {
    const { site } = await honest();
    const { log, now } = await browser(site);
    const [playing] = await records(1, 9);
    expect(await log.place(playing!)).toEqual({ kind: 'pending', isLate: false });
    now.value += 24 * HOUR;
    expect(await log.place(playing!)).toEqual({ kind: 'pending', isLate: true });
  });

  test('LW3 without an answer, without a log, and for a record of another server nothing is claimed', async () => {
    const { played, site } = await honest();
    const [first] = played;
    const { log } = await browser(site);
    site.isDown = true;
    expect(await log.place(first!)).toEqual({ kind: 'unreachable' });
    site.isDown = false;
    expect(await log.place(first!)).toMatchObject({ kind: 'entry' });
    site.isDown = true;
    expect(await log.place(first!)).toEqual({ kind: 'unreachable' });
    site.isDown = false;
    const foreign = await makeRecord('match-number-100', { header: await makeHeader({ server: 'ee'.repeat(32) }) });
    expect(await log.place(foreign)).toEqual({ kind: 'foreign' });
    site.vkey = null;
    expect(await (await browser(site)).log.place(first!)).toEqual({ kind: 'no-log' });
    const untold = await browser(site, memoryStorage(), async () => null);
    expect(await untold.log.place(first!)).toEqual({ kind: 'unreachable' });
  });

  test('LW4 a smaller consistent checkpoint, and a checkpoint of another tab, are accepted', async () => {
    const { played, site } = await honest();
    const small = await Face.of([await firstEntry(), entryOf(played[0]!)]);
    const { log, storage } = await browser(site);
    await log.place(played[2]!);
    const newest = storage.read('anchor.public-log');
    const face = site.face;
    const proof = await small.proofOf(played[0]!.header.id);
    site.change = (path, body) => (path.endsWith('.tlog-proof') ? new TextEncoder().encode(proof ?? '') : body);
    expect(await log.place(played[0]!)).toEqual({ kind: 'entry', index: 1, size: 4 });
    expect(storage.read('anchor.public-log'), 'the larger one is kept').toBe(newest);
    site.change = (_path, body) => body;
    // Another tab sees the log grow, and this page continues from there.
    const other = await browser(site, storage);
    const [later] = await records(1, 70);
    await face.append(entryOf(later!));
    await other.log.place(later!);
    expect(await log.place(played[0]!)).toEqual({ kind: 'entry', index: 1, size: 5 });
  });

  test('LW5 the page reads no more than it needs of a log of 600 entries', async () => {
    const { face, site } = await honest(2);
    const many = await records(598, 1000);
    await face.append(...many.map(entryOf));
    const { log } = await browser(site);
    expect(await log.place(many[300]!)).toEqual({ kind: 'entry', index: 303, size: 601 });
    expect(site.asked.length).toBeLessThan(12);
    expect(site.asked.filter((path) => path.includes('/entries/'))).toHaveLength(1);
  });
});

describe('a lying log', () => {
  test('LW6 a fork of the same size, a larger one and a smaller one are proven by both notes', async () => {
    const { played, face } = await honest();
    const first = await firstEntry();
    const invented = await makeRecord('match-number-999');
    for (const grows of [0, 1, 2]) {
      const others = [...played.slice(0, 2), invented, ...(await records(grows, 200))];
      const forked = await Face.of([first, ...others.map(entryOf)]);
      for (const [known, shown] of [
        [face, forked],
        [forked, face],
      ] as const) {
        const site = new Site(known);
        const { log, storage } = await browser(site);
        expect(await log.place(played[0]!)).toMatchObject({ kind: 'entry' });
        site.face = shown;
        const place = await log.place(played[0]!);
        const larger = shown.entries.length >= known.entries.length;
        // A smaller tree is proven wrong as far as the page has the tiles of the larger one.
        if (larger || place.kind === 'fault') expectProven(place);
        else expect(place).toEqual({ kind: 'unproven', code: 'rolled-back' });
        const reloaded = await browser(site, storage);
        if (larger) expectProven(await reloaded.log.place(played[0]!));
      }
    }
  });

  test('LW22 two tabs that were shown different trees prove it to each other', async () => {
    const { played, site, face } = await honest();
    const { log, storage } = await browser(site);
    await log.place(played[0]!);
    const forked = await Face.of([await firstEntry(), ...(await records(3, 400)).map(entryOf)]);
    const kept = JSON.parse(storage.read('anchor.public-log') ?? '');
    storage.write('anchor.public-log', JSON.stringify({ ...kept, note: forked.note }));
    expect(site.face).toBe(face);
    expectProven(await log.place(played[0]!));
    site.change = (path, body) => (path.endsWith('.tlog-proof') ? null : body);
    expectProven(await log.place(played[0]!));
  });

  test('LW49 a fork is proven to the player of a match that its tree lacks', async () => {
    const { played, site } = await honest();
    const { log } = await browser(site);
    expect(await log.place(played[2]!)).toMatchObject({ kind: 'entry' });
    site.face = await Face.of([await firstEntry(), ...(await records(4, 500)).map(entryOf)]);
    expectProven(await log.place(played[2]!));
  });

  test('LW7 a log set back to yesterday that grows in another direction is proven', async () => {
    const { played, face, site } = await honest(5);
    const { log } = await browser(site);
    expect(await log.place(played[4]!)).toMatchObject({ kind: 'entry' });
    const restored = await Face.of(face.entries.slice(0, 3));
    site.face = restored;
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'rolled-back' });
    const others = await records(6, 300);
    await restored.append(...others.map(entryOf));
    expectProven(await log.place(played[1]!));
  });

  test.each([
    ['finalHash', { finalHash: '00'.repeat(32) }],
    ['result', { result: { winner: 1, score: [2, 5], reason: 'points' } }],
    ['result', { result: { winner: 0, score: [5, 2], reason: 'time' } }],
  ] as const)(
    'LW8 an entry with another %s than the record is a fault with the proof of the entry',
    async (_what, changes) => {
      const { played, site } = await honest();
      const record: MatchRecord = { ...played[1]!, ...changes };
      const { log } = await browser(site);
      const place = await log.place(record);
      expect(place).toMatchObject({ kind: 'fault', code: 'entry-differs', evidence: { contradiction: null } });
      if (place.kind !== 'fault') return;
      const proof = parseProof(place.evidence.proof ?? '');
      expect(proof.ok && JSON.parse(new TextDecoder().decode(proof.value.extra ?? undefined))).toEqual(
        entryOf(played[1]!),
      );
    },
  );

  test('LW9 a key that the server’s key has not named is not accepted, first or later', async () => {
    const { played, site } = await honest();
    const storage = memoryStorage();
    const vkey = formatVkey(stranger.key);
    // The entry names the key of the honest log, an impostor's server names it, or the first entry is a match.
    const { server } = await keys();
    const unsigned = { ...(await firstEntry(vkey)), sig: '00'.repeat(64) } as LogEntry;
    for (const first of [await firstEntry(), entryOf(played[0]!), unsigned]) {
      const forged = new Site(await Face.of([first, ...played.map(entryOf)], stranger));
      forged.vkey = vkey;
      expect(await (await browser(forged)).log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'log-key' });
    }
    const other = await browser(site, storage, async (pub) => (pub === server.pub ? site.asked.length === 0 : false));
    expect(await other.log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'log-key' });
    expect(storage.read('anchor.public-log')).toBeNull();
    const { log } = await browser(site, storage);
    expect(await log.place(played[1]!)).toMatchObject({ kind: 'entry' });
    const changed = await Face.of([await firstEntry(vkey), ...played.map(entryOf)], stranger);
    site.face = changed;
    site.vkey = vkey;
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'unknown-signers' });
    expect(await (await browser(site, storage)).log.place(played[1]!)).toMatchObject({ kind: 'unproven' });
  });

  test('LW10 the proof of another match, or of another place, proves nothing', async () => {
    const { played, site, face } = await honest(4);
    const { log } = await browser(site);
    const give = (proof: string) => {
      site.change = (path, body) => (path.endsWith('.tlog-proof') ? new TextEncoder().encode(proof) : body);
    };
    give((await face.proofOf(played[2]!.header.id)) ?? '');
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'other-entry' });
    give(await face.proofAt(0));
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'other-entry' });
    give((await face.proofAt(2)).replace(/extra .*\n/, ''));
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'proof-entry' });
    give((await face.proofAt(2)).replace(/extra .*\n/, (await face.proofAt(3)).match(/extra .*\n/)?.[0] ?? ''));
    expect(await log.place(played[2]!)).toEqual({ kind: 'unproven', code: 'wrong-proof' });
    give((await face.proofAt(3)).replace('index 3', 'index 2'));
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'wrong-proof' });
    give((await face.proofAt(3)).replace('index 3', 'index 77'));
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'outside-tree' });
    give('x'.repeat(500_000));
    expect(await log.place(played[1]!)).toEqual({ kind: 'unproven', code: 'answer-too-large' });
  });

  test('LW11 no flipped bit in any answer makes the page accept a match or accuse the service', async () => {
    const { played, face } = await honest(20);
    const check = async (at: number, bit: number, kind: RegExp) => {
      const site = new Site(face);
      const { log, storage } = await browser(site);
      let isChanged = false;
      site.change = (path, body) => {
        if (!kind.test(path)) return body;
        const copy = Uint8Array.from(body);
        copy[at % copy.length]! ^= 1 << bit;
        isChanged = true;
        return copy;
      };
      const place = await log.place(played[7]!);
      expect(isChanged).toBe(true);
      expect(place.kind).not.toBe('fault');
      // A proof can be changed in what nothing authenticates, for example into one with other unknown signatures.
      if (place.kind === 'entry') expect(place.index).toBe(8);
      if (place.kind === 'entry') expect(storage.read('anchor.public-log')).not.toBeNull();
    };
    const kinds = fc.constantFrom(/tile\/\d/, /tile\/entries/, /checkpoint$/, /tlog-proof$/, /vkey$/);
    await fc.assert(fc.asyncProperty(fc.nat(20_000), fc.nat(7), kinds, check), { numRuns: 150 });
  });

  test('LW12 whatever two trees a log shows to one browser in turn, a contradiction is proven or nothing is claimed', async () => {
    const first = await firstEntry();
    const pool = await records(12);
    const order = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(order, order, async (one, other) => {
        const facesOf = (numbers: readonly number[]) => Face.of([first, ...numbers.map((n) => entryOf(pool[n]!))]);
        const [a, b] = [await facesOf(one), await facesOf(other)];
        const site = new Site(a);
        const { log } = await browser(site);
        const record = pool[one[0]!]!;
        expect((await log.place(record)).kind).toBe('entry');
        site.face = b;
        const place = await log.place(record);
        const common = Math.min(one.length, other.length);
        const isConsistent = one.slice(0, common).join() === other.slice(0, common).join();
        if (isConsistent) expect(place.kind).toBe(other.length >= one.length ? 'entry' : 'unproven');
        else if (other.length >= one.length && other.includes(one[0]!)) expectProven(place);
        else expect(place.kind).not.toBe('entry');
      }),
      { numRuns: 60 },
    );
  });
});
