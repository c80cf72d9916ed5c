import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import type { IndexEntry } from '../scripts/vectors/all.ts';
import { forge, type Loose, replace, set } from '../scripts/vectors/forge.ts';
import { validNamed } from '../scripts/vectors/invalid-vector.ts';
import { recordText } from '../scripts/vectors/write.ts';
import { parseRecordText } from '../src/text.ts';
import type { EventType, MatchEvent } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { bytesOf, validNames, validRecord, vectorBytes, vectorIndex, vectorPath } from './support/vectors.ts';

const PROGRAM = fileURLToPath(new URL('../../../docs/examples/verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('\n*** There is no python3: docs/examples/verify.py is NOT checked against the vectors here. ***\n');

const folder = mkdtempSync(join(tmpdir(), 'bg-record-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Finding {
  readonly ok: boolean;
  readonly code?: string | undefined;
  readonly event?: number | null | undefined;
}

/** The notes of a record that the second verifier gives. */
interface SecondNotes {
  /** Of each `quick-asides` the player and the number of asides. */
  readonly 'quick-asides': readonly (readonly [number, number])[];
  /** Of each note about absences and claims the code and the player. */
  readonly absences: readonly (readonly [string, number | null])[];
}

const ABOUT_ABSENCES = ['absence-not-announced', 'absence-too-short', 'not-claimed', 'record-full', 'claim-ignored'];

const finding = ({ ok, code, event }: Finding) => (ok ? 'right' : `${code} at ${event}`);

/** Returns what the Python verifier prints about files. */
function runSecond(files: readonly string[], serverKey?: string): (Finding & { notes?: SecondNotes })[] {
  const key = serverKey === undefined ? [] : ['--server-key', serverKey];
  const { stdout, stderr } = spawnSync('python3', [PROGRAM, ...key, ...files], { encoding: 'utf8', maxBuffer: 1e8 });
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns the verdicts of the Python verifier on files. */
function secondOpinion(files: readonly string[], serverKey?: string): string[] {
  return runSecond(files, serverKey).map(finding);
}

async function firstNotes(bytes: Uint8Array): Promise<SecondNotes> {
  const read = parseRecordText(bytes);
  const found = read.ok ? await verify(read.value) : read;
  const notes = found.ok ? found.notes : [];
  return {
    'quick-asides': notes.flatMap(({ code, seat, figures: [count = 0] }) =>
      code === 'quick-asides' ? [[seat ?? 0, count] as const] : [],
    ),
    absences: notes.flatMap(({ code, seat }) => (ABOUT_ABSENCES.includes(code) ? [[code, seat] as const] : [])),
  };
}

async function firstOpinion(bytes: Uint8Array): Promise<string> {
  const read = parseRecordText(bytes);
  return finding(read.ok ? await verify(read.value) : { ...read, event: null });
}

/** Python takes two milliseconds for each event. */
const shortNames = validNames.filter((name) => validRecord(name).events.length <= 60);

/** Random members of an event by a random party, valid or not. */
function someMembers(random: SeededRandom, link: string): Loose {
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex');
  const reveal = { reveal: random.pick([link, hex(32)]) };
  const bodies: Readonly<Record<EventType, Loose>> = {
    commit: { anchor: hex(32), nonce: hex(16) },
    roll: reveal,
    reveal,
    dice: { ...reveal, dice: [1 + random.below(6), 1 + random.below(6)] },
    play: {
      hops: Array.from({ length: random.below(4) }, () => [1 + random.below(25), random.below(25)]),
      ...(random.below(2) === 0 && { ahead: reveal.reveal }),
    },
    double: {},
    take: {},
    pass: {},
    beaver: {},
    resign: { points: 1 + random.below(3) },
    accept: {},
    decline: {},
    sit: { nonce: hex(16) },
    present: {},
    absent: { seat: random.below(2) },
    claim: {},
    holiday: { days: 1 + random.below(8) },
    void: { hash: hex(32) },
    resume: { since: 1_767_225_600_000 + random.below(100_000) },
    forfeit: { loser: random.below(2), reason: random.pick(['time', 'abandonment']) },
  };
  const [type, body] = random.pick(Object.entries(bodies));
  const p = random.pick([0, 1, null]);
  const hasSent = random.below(10) > 0 ? p !== null : p === null;
  return { p, type, ...body, ...(hasSent && { sent: 1_767_225_600_000 }) };
}

/** A link that a party reveals somewhere. */
function someLink(events: readonly MatchEvent[], random: SeededRandom): string {
  return random.pick(events.flatMap((event) => ('reveal' in event ? [event.reveal] : [])));
}

/** A valid vector with one event replaced, signed and chained correctly. */
async function forged(random: SeededRandom): Promise<Loose> {
  const made = await validNamed(random.pick(shortNames));
  const { events } = made.record;
  const n = random.below(events.length);
  const event = events[n]!;
  if (random.below(3) === 0) return forge(made, set(n, { p: random.pick([0, 1, null]) }));
  const link = 'reveal' in event ? event.reveal : 'ahead' in event ? event.ahead : undefined;
  if (event.type === 'play' && random.below(3) === 0)
    return forge(made, set(n, { ahead: random.pick([link ?? '00'.repeat(32), someLink(made.record.events, random)]) }));
  return forge(made, replace(n, someMembers(random, link ?? '00'.repeat(32))));
}

/** The text of a valid vector with a few bytes changed, added or removed. */
function spoilt(random: SeededRandom): Uint8Array {
  const put = [
    '1.0',
    '-0',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ',',
    '\\ud83c',
    '\\u0061',
    '01',
    '[[[[[[[[[',
    '\t',
    'é',
    '"n":0,',
    '\n',
  ];
  let bytes = Buffer.from(vectorBytes('valid/resign-declined.json'));
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(bytes.length);
    const middle = random.below(2) === 0 ? Buffer.from(random.pick(put)) : Buffer.from(random.bytes(random.below(2)));
    bytes = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + random.below(3))]);
  }
  return bytes;
}

/** The path of a vector's file, which is written first if a recipe makes it. */
function pathOf(entry: IndexEntry): string {
  if (!entry.recipe) return vectorPath(entry.file);
  const made = join(folder, entry.file.replace('/', '-'));
  writeFileSync(made, bytesOf(entry));
  return made;
}

it('finds Python on CI', () => {
  expect(hasPython || process.env.CI !== 'true', 'python3 is missing').toBe(true);
});

describe.runIf(hasPython)('docs/examples/verify.py, the second verifier', () => {
  /** The lines that the second verifier prints about every vector. It needs a minute for them. */
  let judged: ReadonlyMap<IndexEntry, ReturnType<typeof runSecond>[number] | undefined> | null = null;
  const judgedBySecond = () => {
    judged ??= new Map(
      [...new Set(vectorIndex.map((entry) => entry.serverKey))].flatMap((serverKey) => {
        const entries = vectorIndex.filter((entry) => entry.serverKey === serverKey);
        const found = runSecond(entries.map(pathOf), serverKey);
        expect(found.length).toBe(entries.length);
        return entries.map((entry, i) => [entry, found[i]] as const);
      }),
    );
    return judged;
  };

  it('judges every vector as the index says', () => {
    const found = vectorIndex.map((entry) => ({ entry, one: judgedBySecond().get(entry) }));
    expect(found.map(({ entry, one }) => [entry.file, one && finding(one)])).toEqual(
      vectorIndex.map((entry) => [entry.file, finding(entry)]),
    );
  });

  /** The notes of both verifiers on every vector that must be accepted. */
  let noted: Promise<readonly { entry: IndexEntry; first: SecondNotes; second: SecondNotes | undefined }[]> | null =
    null;
  const notesOfBoth = () => {
    const accepted = [...judgedBySecond()].filter(([{ ok, serverKey }]) => ok && serverKey === undefined);
    noted ??= Promise.all(
      accepted.map(async ([entry, found]) => ({
        entry,
        first: await firstNotes(bytesOf(entry)),
        second: found?.notes,
      })),
    );
    return noted;
  };

  it('AS24 finds the same quick asides as the first in every vector, and as the index says', async () => {
    const notes = await notesOfBoth();
    expect(notes.map(({ second }) => second?.['quick-asides'])).toEqual(
      notes.map(({ first }) => first['quick-asides']),
    );
    const found = notes.filter(({ second }) => second?.['quick-asides'].length !== 0);
    const listed = notes.filter(({ entry }) => entry.notes?.includes('quick-asides'));
    expect(found).toEqual(listed);
    expect(found.length).toBeGreaterThan(0);
  });

  it('CA14 finds the same notes about absences and claims as the first in every vector, and as the index says', async () => {
    const notes = await notesOfBoth();
    expect(notes.map(({ second }) => second?.absences)).toEqual(notes.map(({ first }) => first.absences));
    for (const { entry, second } of notes) {
      const listed = entry.notes?.filter((code) => ABOUT_ABSENCES.includes(code)) ?? [];
      expect(
        second?.absences.map(([code]) => code),
        entry.file,
      ).toEqual(listed);
    }
    const codes = new Set(notes.flatMap(({ second }) => second?.absences.map(([code]) => code) ?? []));
    expect([...codes].toSorted()).toEqual(ABOUT_ABSENCES.toSorted());
  });

  it('agrees with the first on signed events that may be invalid, and on damaged texts (seed 1)', async () => {
    const random = new SeededRandom(1);
    const inputs: Uint8Array[] = [];
    for (let i = 0; i < 100; i++) inputs.push(Buffer.from(recordText(await forged(random))), spoilt(random));
    const files = inputs.map((bytes, i) => {
      const file = join(folder, `${i}.json`);
      writeFileSync(file, bytes);
      return file;
    });
    const first = await Promise.all(inputs.map(firstOpinion));
    expect(new Set(first.map((one) => one.split(' ')[0])).size).toBeGreaterThan(8);
    expect(secondOpinion(files)).toEqual(first);
  });
});
