import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  type Contradiction,
  ed25519Signer,
  formatContradiction,
  formatProof,
  formatVkey,
  LogReader,
  LogWriter,
  MemoryStorage,
  openCheckpoint,
  proveEntry,
  storageSource,
} from 'tlog-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { examineLog } from '../src/cli/log-evidence.ts';
import { keyFromSeed } from '../src/crypto/ed25519.ts';
import {
  encodeLogEntry,
  type LogEntry,
  logEntryBytes,
  type MatchEntry,
  signLogEnd,
  signLogKey,
} from '../src/log-entry.ts';
import type { MatchRecord } from '../src/types.ts';
import { bgRecord } from './support/cli.ts';
import { validRecord } from './support/vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-record-log-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ORIGIN = 'example.org/log';
const log = ed25519Signer(ORIGIN, new Uint8Array(32).fill(1));
const otherLog = ed25519Signer(ORIGIN, new Uint8Array(32).fill(2));
const server = await keyFromSeed(new Uint8Array(32).fill(3));
const statement = await signLogKey(server, { origin: ORIGIN, key: formatVkey(log.key) });
const record = validRecord('shortest') as MatchRecord;
const { header } = record;

function must<T>(result: { ok: true; value: T } | { ok: false; code: string }): T {
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

function entry(changes: Partial<MatchEntry> = {}): MatchEntry {
  const { id, format, server, created, length, rated, players } = header;
  const [one, other] = players;
  const ended = record.events.at(-1)?.at ?? 0;
  const fields = { id, format, server, created, length, rated, players: [one.pub, other.pub], ended } as const;
  const { result, finalHash } = record;
  return { type: 'match', ...fields, result, finalHash, ratings: null, imported: false, ...changes };
}

async function readerOf(entries: readonly LogEntry[]): Promise<LogReader> {
  const storage = new MemoryStorage();
  const writer = must(await LogWriter.open({ origin: ORIGIN, signer: log, storage }));
  must(await writer.append(entries.map((one) => logEntryBytes(encodeLogEntry(one)))));
  const accept = (note: string | Uint8Array) => openCheckpoint(note, ORIGIN, [log.key]);
  const reader = must(LogReader.resume({ origin: ORIGIN, accept, source: storageSource(storage) }, null));
  await reader.update();
  return reader;
}

async function fork(): Promise<Contradiction> {
  const one = await readerOf([statement, entry()]);
  const other = await readerOf([statement, entry({ finalHash: '00'.repeat(32) }), entry({ id: 'another-match-1' })]);
  const observed = await other.observe(one.newest?.checkpoint.note ?? '');
  if (observed.ok || !observed.evidence) throw new Error('no contradiction');
  return observed.evidence;
}

async function proofOf(logged: MatchEntry): Promise<string> {
  const reader = await readerOf([statement, logged]);
  return formatProof(must(await proveEntry(reader.newest!, 1, logEntryBytes(encodeLogEntry(logged)))));
}

function evidence(publicLog: unknown, code: string, about: { match: string; transcripts: readonly unknown[] }) {
  const rest = { seat: null, aborted: null, finished: null, sentEvents: [], log: [] };
  return { format: 'bg-evidence/1', code, said: 'Words.', ...about, ...rest, publicLog };
}

async function explained(publicLog: unknown, code: string, about = { match: header.id, transcripts: [record] }) {
  const path = join(folder, `${code}.json`);
  writeFileSync(path, JSON.stringify(evidence(publicLog, code, about)));
  return bgRecord(['evidence', path]);
}

const findings = async (publicLog: unknown, transcript: unknown = record) => {
  const examined = await examineLog(publicLog, [transcript]);
  return examined.ok ? examined.value.map(({ code }) => code) : examined.code;
};

/** A checkpoint of two entries, and a statement of the server that the log ended with this size and root. */
async function ended(size: number, root?: string, origin = ORIGIN) {
  const { note, root: own } = (await readerOf([statement, entry()])).newest!.checkpoint;
  const key = formatVkey(log.key);
  const at = 1_790_000_000_000;
  return { note, end: await signLogEnd(server, { origin, key, size, root: root ?? bytesToHex(own), at }) };
}

describe('bg-record evidence about a public log', () => {
  it('LW23 explains the end of a log that lacks entries which its key had signed', async () => {
    const file = { statement, contradiction: null, proof: null, ended: await ended(1) };
    const { code, stdout } = await explained(file, 'log-cut', { match: '', transcripts: [] });
    expect(code).toBe(3);
    expect(stdout).toContain('a page checked the public log and found a fault (log-cut)');
    expect(stdout).toContain(`About the server (key ${server.pub.slice(0, 16)}…):`);
    expect(stdout).toContain(
      `stated that the log "${ORIGIN}" ended with 1 entries. The key of that log had signed a tree of 2`,
    );
    const other = { ...file, ended: await ended(2, '00'.repeat(32)) };
    expect((await explained(other, 'log-cut')).stdout).toContain('ended with 2 entries and another root');
  });

  it('LW24 accuses no server for a whole end, an unsigned one, or a checkpoint of another log', async () => {
    const about = (value: unknown) => ({ statement, contradiction: null, proof: null, ended: value });
    const cut = await ended(1);
    expect(await findings(about(cut))).toEqual(['log-cut']);
    for (const whole of [await ended(2), await ended(3), await ended(3, '00'.repeat(32))])
      expect(await findings(about(whole))).toEqual([]);
    const stranger = await keyFromSeed(new Uint8Array(32).fill(4));
    for (const changes of [{ size: 0 }, { server: stranger.pub }, { sig: '00'.repeat(64) }, { type: 'log-key' }])
      expect(await findings(about({ ...cut, end: { ...cut.end, ...changes } }))).toEqual([]);
    expect(await findings(about(await ended(1, undefined, 'example.org/other')))).toEqual([]);
    const foreign = await signLogEnd(server, { ...cut.end, key: formatVkey(otherLog.key) });
    expect(await findings(about({ ...cut, end: foreign }))).toEqual([]);
    for (const broken of [1, [], {}, { note: 1, end: cut.end }, { note: cut.note, end: 'x' }, { ...cut, note: '' }])
      expect(await findings(about(broken))).toEqual([]);
  });

  it('LW17 explains two checkpoints that no tree connects', async () => {
    const contradiction = JSON.parse(formatContradiction(await fork()));
    const { code, stdout } = await explained({ statement, contradiction, proof: null }, 'log-forked');
    expect(code).toBe(3);
    expect(stdout).toContain('found a fault (log-forked)');
    expect(stdout).toContain(`About the server (key ${server.pub.slice(0, 16)}…):`);
    expect(stdout).toContain('signed two trees, of 2 and 3 entries, that do not fit together');
  });

  it('LW20 accuses no server whose key has not named the key of the log', async () => {
    const contradiction = JSON.parse(formatContradiction(await fork()));
    const stranger = await keyFromSeed(new Uint8Array(32).fill(4));
    const other = await signLogKey(server, { origin: ORIGIN, key: formatVkey(otherLog.key) });
    expect(await findings({ statement, contradiction, proof: null })).toEqual(['log-forked']);
    expect(await findings({ statement: other, contradiction, proof: null })).toEqual([]);
    expect(await findings({ statement: { ...statement, server: stranger.pub }, contradiction, proof: null })).toBe(
      'evidence-form',
    );
    const same = { ...contradiction, newer: contradiction.older, hashes: [] };
    expect(await findings({ statement, contradiction: same, proof: null })).toEqual([]);
    for (const broken of [null, 1.5, [], {}, { ...statement, sig: 0.5 }])
      expect(await findings({ statement: broken, contradiction, proof: null })).toBe('evidence-form');
    expect(await findings({ statement })).toEqual([]);
    for (const broken of [1, 'x', {}, { ...contradiction, hashes: [1] }])
      expect(await findings({ statement, contradiction: broken, proof: null })).toEqual([]);
  });

  it('LW18 explains an entry that differs from the record', async () => {
    const proof = await proofOf(entry({ finalHash: '00'.repeat(32) }));
    const { code, stdout } = await explained({ statement, contradiction: null, proof }, 'entry-differs');
    expect(code).toBe(3);
    expect(stdout).toContain('signed entry 1 about this match');
    expect(stdout).toContain('closed a record with other content: finalHash.');
  });

  it('LW21 accuses no key without a signed record, and for an equal entry, another match or another server', async () => {
    const about = (proof: unknown) => ({ statement, contradiction: null, proof });
    const differing = await proofOf(entry({ finalHash: '00'.repeat(32) }));
    expect(await findings(about(differing))).toEqual(['entry-differs']);
    expect(await findings(about(differing), { ...record, sig: '00'.repeat(64) })).toEqual([]);
    expect(await findings(about(differing), { header, events: record.events })).toEqual([]);
    expect(await findings(about(await proofOf(entry())))).toEqual([]);
    expect(await findings(about(await proofOf(entry({ id: 'another-match-1', ended: 1 }))))).toEqual([]);
    expect(await findings(about(await proofOf(entry({ server: server.pub, ended: 1 }))))).toEqual([]);
    expect(await findings(about(differing.replace('index 1', 'index 0')))).toEqual([]);
    expect(await findings(about(differing.replace(/extra .*\n/, '')))).toEqual([]);
    for (const broken of [1, {}, 'x']) expect(await findings(about(broken))).toEqual([]);
  });
});
