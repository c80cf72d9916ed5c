import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addSignatures,
  cosigner,
  ed25519Signer,
  formatProof,
  formatSignatureLine,
  formatVkey,
  LogReader,
  LogWriter,
  MemoryStorage,
  openCheckpoint,
  proveEntry,
  storageSource,
} from 'tlog-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeLogEntry, logEntryBytes, type MatchEntry } from '../src/log-entry.ts';
import type { MatchRecord } from '../src/types.ts';
import { bgRecord } from './support/cli.ts';
import { validRecord, vectorPath } from './support/vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-record-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ORIGIN = 'example.org/log';
const TIME = 1_790_000_000;
const log = ed25519Signer(ORIGIN, new Uint8Array(32).fill(1));
const witness = cosigner('witness.example/w1', new Uint8Array(32).fill(2), () => TIME);
const shortest = vectorPath('valid/shortest.json');

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function must<T>(result: { ok: true; value: T } | { ok: false; code: string }): T {
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

function entryOf({ header, events, result, finalHash }: MatchRecord): MatchEntry {
  const { id, format, server, created, length, rated, players } = header;
  const [first, second] = players;
  const common = { id, format, server, created, length, rated, players: [first.pub, second.pub] } as const;
  const ended = events.at(-1)?.at ?? 0;
  return { type: 'match', ...common, ended, result, finalHash, ratings: null, imported: false };
}

/** Writes a log of the entries and returns the proof of the one at `index`. `extra` replaces the entry in the proof. */
async function proofOf(entries: readonly MatchEntry[], index: number, extra?: Uint8Array | null): Promise<string> {
  const storage = new MemoryStorage();
  const beforePublish = async (note: string) => {
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const { name, id } = witness.key;
    return addSignatures(note, [formatSignatureLine({ name, id, signature: await witness.sign(text) })]);
  };
  const writer = must(await LogWriter.open({ origin: ORIGIN, signer: log, storage, beforePublish }));
  const written = entries.map((entry) => logEntryBytes(encodeLogEntry(entry)));
  must(await writer.append(written));
  const accept = (note: string | Uint8Array) => openCheckpoint(note, ORIGIN, [log.key]);
  const reader = must(LogReader.resume({ origin: ORIGIN, accept, source: storageSource(storage) }, null));
  const { view } = must(await reader.update());
  return formatProof(must(await proveEntry(view, index, extra === undefined ? (written[index] ?? null) : extra)));
}

const record = validRecord('shortest');
const other = entryOf(validRecord('match-3-crawford'));
const trusting = `log ${formatVkey(log.key)}\nquorum none\n`;
const demanding = `log ${formatVkey(log.key)}\nwitness w1 ${formatVkey(witness.key)}\nquorum w1\n`;
let proof = '';
let proofFile = '';
let policyFile = '';

beforeAll(async () => {
  proof = await proofOf([other, entryOf(record), other], 1);
  proofFile = file('match.tlog-proof', proof);
  policyFile = file('policy', trusting);
});

async function verdictOn(proofText: string, policyText: string, source = shortest) {
  const args = ['--proof', file('p', proofText), '--policy', file('q', policyText)];
  const { code, stdout, stderr } = await bgRecord(['verify', '--json', ...args, source]);
  return { exit: code, stderr, ...JSON.parse(stdout) };
}

describe('bg-record verify --proof --policy', () => {
  it('LV1 prints the place of the match in the log, offline', async () => {
    const { code, stdout, stderr } = await bgRecord(['verify', '--proof', proofFile, '--policy', policyFile, shortest]);
    expect(stdout).toContain(': consistent; ');
    expect(stdout).toContain(`It is entry 1 of the public log "${ORIGIN}", which had 3 entries. No witness cosigned`);
    expect([code, stderr]).toEqual([0, '']);
    const server = ['--server-key', record.header.server];
    const pinned = await bgRecord([
      'verify',
      ...server,
      '--proof',
      proofFile,
      '--policy',
      file('w', demanding),
      shortest,
    ]);
    expect(pinned.stdout).toContain(': valid; ');
    expect(pinned.stdout).toContain('Cosigned by "w1" at 2026-09-21T14:13:20.000Z.');
    const found = await verdictOn(proof, demanding);
    const witnesses = [{ name: 'w1', time: TIME }];
    const place = { origin: ORIGIN, entry: 1, size: 3, imported: false, witnesses };
    expect(found).toMatchObject({ exit: 0, ok: true, verdict: 'consistent', log: place });
  });

  it('LV2 refuses a proof with a flipped bit in hash, root, signature or entry', async () => {
    const lines = proof.split('\n');
    const flipped = (at: number, column: number) =>
      lines.map((line, i) => (i === at ? flip(line, column) : line)).join('\n');
    const flip = (line: string, at: number) => line.slice(0, at) + (line[at] === 'A' ? 'B' : 'A') + line.slice(at + 1);
    const at = (start: string) => lines.findIndex((line) => line.startsWith(start));
    const root = at(ORIGIN) + 2;
    const codes = async (text: string) => {
      const { exit, code, ok, verdict, event } = await verdictOn(text, trusting);
      expect([exit, ok, verdict, event]).toEqual([1, false, 'not-valid', null]);
      return code;
    };
    expect(await codes(flipped(at('index') + 1, 3))).toBe('wrong-proof');
    expect(await codes(flipped(root, 3))).toBe('bad-signature');
    expect(await codes(flipped(at(`\u2014 ${ORIGIN}`), 60))).toBe('bad-signature');
    const changed = { ...entryOf(record), imported: true };
    expect(await codes(await proofOf([other, entryOf(record)], 1, logEntryBytes(encodeLogEntry(changed))))).toBe(
      'wrong-proof',
    );
    expect(await codes(proof.slice(0, 40))).toBe('proof-form');
  });

  it('LV3 refuses the proof of another match, and an entry that the record contradicts', async () => {
    expect(await verdictOn(await proofOf([other], 0), trusting)).toMatchObject({ exit: 1, code: 'entry-differs' });
    for (const changed of [{ ended: 5 }, { finalHash: '0'.repeat(64) }, { rated: !record.header.rated }]) {
      const lie = await proofOf([{ ...entryOf(record), ...changed }], 0);
      const found = await verdictOn(lie, trusting);
      expect(found).toMatchObject({ exit: 1, code: 'entry-differs' });
      expect(found.message).toContain(`${Object.keys(changed)[0]} differs`);
    }
  });

  it('LV4 refuses a proof without the entry, of an unknown log, or with too few witnesses', async () => {
    const bare = await proofOf([entryOf(record)], 0, null);
    expect(await verdictOn(bare, trusting)).toMatchObject({ exit: 1, code: 'proof-entry' });
    const stranger = ed25519Signer(ORIGIN, new Uint8Array(32).fill(3));
    const unknown = `log ${formatVkey(stranger.key)}\nquorum none\n`;
    expect(await verdictOn(proof, unknown)).toMatchObject({ exit: 1, code: 'unknown-log' });
    const second = cosigner('witness.example/w2', new Uint8Array(32).fill(4), () => TIME);
    const strict = demanding.replace(
      'quorum w1',
      `witness w2 ${formatVkey(second.key)}\ngroup both all w1 w2\nquorum both`,
    );
    expect(await verdictOn(proof, strict)).toMatchObject({ exit: 1, code: 'no-quorum' });
  });

  it('LV5 says when it could not judge: an unreadable file, a malformed policy, or wrong options', async () => {
    expect(await verdictOn(proof, 'quorum')).toMatchObject({ exit: 2, verdict: 'unreadable', code: 'policy-form' });
    const nowhere = join(folder, 'nowhere');
    for (const args of [
      ['--proof', nowhere, '--policy', policyFile],
      ['--proof', proofFile, '--policy', nowhere],
    ]) {
      const { code, stdout } = await bgRecord(['verify', ...args, shortest]);
      expect([code, stdout]).toEqual([2, expect.stringContaining('could not read: the ')]);
    }
    for (const args of [
      ['--proof', proofFile, shortest],
      ['--policy', policyFile, shortest],
      ['--proof', proofFile, '--policy', policyFile, shortest, shortest],
      ['--proof', '-', '--policy', policyFile, '-'],
    ])
      expect(await bgRecord(['verify', ...args])).toMatchObject({ code: 2, stdout: '' });
    const broken = vectorPath('invalid/dice-chosen.json');
    expect(await verdictOn(proof, trusting, broken)).toMatchObject({ exit: 1, code: 'wrong-dice' });
  });
});
