import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cosigner,
  ed25519Signer,
  formatProof,
  formatVkey,
  LogReader,
  type LogView,
  LogWriter,
  MemoryStorage,
  openCheckpoint,
  proveEntry,
  storageSource,
} from 'tlog-kit';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { damaged, faultOfOutput, hostileName, hostileText, MARK } from '../../testkit/src/hostile.ts';
import { SeededRandom } from '../../testkit/src/random.ts';
import { headerOf, Table, vectorKeys } from '../scripts/vectors/table.ts';
import { readState } from '../src/cli/audit/state-file.ts';
import { runProgram } from '../src/cli/program.ts';
import { examine } from '../src/evidence.ts';
import { EVIDENCE_CODES } from '../src/evidence-codes.ts';
import { encodeLogEntry, type LogEntry, logEntryBytes, signLogEnd, signLogKey } from '../src/log-entry.ts';
import { parseRecordText } from '../src/text.ts';
import type { Header, MatchRecord } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { entriesOf, firstEntry, openLyingLog, URL_OF_SERVICE } from './support/lying-log.ts';
import { validRecord } from './support/vectors.ts';

// The audit waits before it looks again, and before it repeats a request.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new SeededRandom(seed);
const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd');
/** Most texts are well-formed, because a file with half a character is refused before anything else is read. */
const hostile = () => {
  const text = hostileText(random);
  return random.below(4) > 0 ? wellFormed(text) : text;
};
const folder = mkdtempSync(join(tmpdir(), 'bg-record-own-voice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process. */
async function run(...words: readonly string[]): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await runProgram(words), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** The beginnings of the lines that a command prints about files of this folder. */
const verdict = '(valid; |consistent; |consistent so far, |not valid |could not read: )';
const forms = {
  verify: new RegExp(`^${folder}/\\S+: ${verdict}`),
  session: new RegExp(
    `^(${folder}/\\S+: ${verdict}|session of \\d+ money games?: |session: ${folder}/\\S+: not valid )`,
  ),
  compare: new RegExp(`^(same: |prefix: |fork: |unrelated: |${folder}/\\S+: not valid )`),
  evidence: new RegExp(
    `^(${folder}/\\S+: (the signatures in this file prove|not valid )|  About (the server|player [01] \\("|.* key )|They do not prove |The player says \\(not proven\\):$|  (the page (stopped|kept evidence of) match |a page checked ))`,
  ),
  show: new RegExp(
    `^(${folder}/\\S+: ${verdict}|$|".*" v "|Match |Money game|Game \\d+|  (Opening roll: |"|Game )|".*" beat ")`,
  ),
  json: /^\{".*\}$/,
  audit:
    /^(log|key of the log|entries|players|records verified|compared only, another format|gaps over 10 s|server|differences| {2}[a-z-]+) +\S|^[a-z-]+: |^not finished \([a-z-]+\): |^[{}]|^ {2,4}[\]"]/,
  usage: /^(bg-record: |See bg-record )/,
} as const;

function check(ran: Ran, form: RegExp, about: string, codes: readonly number[]): void {
  expect(faultOfOutput(ran.stdout + ran.stderr, form), about).toBeNull();
  expect(codes, `${about}: ${ran.stdout}`).toContain(ran.code);
}

afterEach(() => vi.unstubAllGlobals());

/** Runs two of the commands that read a record or transcript with a changed file. The library gives the expected exit codes. */
async function checkMatchFile(place: string, value: unknown, whole: string): Promise<void> {
  const path = file('match.json', value);
  const isTranscript = !('sig' in (value as object));
  const isValid = (await verify(value)).ok;
  const expected = isValid ? [0] : isTranscript ? [1, 4] : [1];
  const about = `${place}: `;
  const format = random.pick(['mat', 'sgf', 'ogxm', 'text', 'json']);
  const commands = [
    async () => check(await run('verify', path), forms.verify, about, expected),
    async () => check(await run('verify', '--json', path), forms.json, about, expected),
    async () => check(await run('show', path), forms.show, about, expected),
    async () => check(await run('session', path), forms.session, about, isValid ? [0, 1] : expected),
    async () => check(await run('compare', path, whole), forms.compare, about, [0, 1, 3]),
    async () => check(await run('compare', '--json', whole, path), forms.json, about, [0, 1, 3]),
    ...(isValid
      ? []
      : [async () => check(await run('export', '--format', format, path), forms.verify, about, expected)]),
  ];
  for (const command of [random.pick(commands), random.pick(commands)]) await command();
}

describe(`a hostile text (SEED=${seed})`, () => {
  test('OW5 in any member or name of a record or transcript makes no line of its own', async () => {
    const records = ['shortest', 'session-2', 'views'].map(validRecord);
    for (const [i, record] of records.entries()) {
      const { header, events } = record;
      const path = file(`whole-${i}.json`, record);
      const first = { ...record, events: events.slice(0, i === 0 ? undefined : 5) };
      for (const { place, value } of damaged(first, hostile)) await checkMatchFile(place, value, path);
      for (const { place, value } of damaged({ header, events: events.slice(0, 2) }, hostile))
        await checkMatchFile(`transcript${place}`, value, path);
      await checkMatchFile('a member more', { ...record, [hostile()]: hostile() }, path);
    }
  });

  test('OW5b as a name in a valid record is quoted in each sentence', async () => {
    const keys = await vectorKeys();
    for (let round = 0; round < 25; round++) {
      const [one, other] = [hostileName(random), hostileName(random)];
      const named = ({ players }: Header) =>
        [
          { ...players[0], name: one, custody: random.pick(['own', 'service'] as const) },
          { ...players[1], name: other },
        ] as const;
      const usual = headerOf('hostile-names', keys, { length: random.below(2) });
      const money = { length: 0, rated: false, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
      const header = { ...usual, ...(usual.length === 0 ? money : {}), players: named(usual) };
      const [table, twin] = [new Table(header, keys), new Table(header, keys)];
      await (await table.open()).send('resign 1', 'accept');
      await (await twin.open()).send('resign 1', 'decline');
      const { record } = await table.close();
      const { events } = twin.ledger;
      const about = JSON.stringify([one, other]);
      const [path, fork] = [file('match.json', record), file('fork.json', { header, events })];
      expect((await verify(record)).ok, about).toBe(true);
      check(await run('verify', path, fork), forms.verify, about, [4]);
      check(await run('verify', '--json', '--server-key', keys.server.pub, path), forms.json, about, [0]);
      check(await run('show', path), forms.show, about, [0]);
      check(await run('export', '--format', 'text', path), forms.show, about, [0]);
      check(await run('session', path), forms.session, about, [header.length === 0 ? 0 : 1]);
      check(await run('compare', path, fork), forms.compare, about, [3]);
      const said = { format: 'bg-evidence/1', match: header.id, seat: 0, code: 'forked', said: wellFormed(hostile()) };
      const rest = { aborted: null, finished: null, sentEvents: [], log: [] };
      const evidence = file('evidence.json', { ...said, transcripts: [record, { header, events }], ...rest });
      check(await run('evidence', evidence), forms.evidence, about, [3]);
      check(await run('evidence', '--json', evidence), forms.json, about, [3]);
    }
  });

  test('OW6 in any member or name of a file of evidence is no finding', async () => {
    const abandoned = validRecord('forfeit-absence-unannounced');
    const { header, events } = validRecord('shortest');
    const log = await evidenceOfLog();
    const rest = { seat: 0, code: 'forked', said: 'Words.', aborted: { n: 1, head: 'a', reason: 'r', sig: 'b' } };
    const own = { finished: { record: 'r' }, sentEvents: [events[0]], log: [{ at: 1, what: 'halted' }] };
    const files: readonly Record<string, unknown>[] = [
      { format: 'bg-evidence/1', match: abandoned.header.id, transcripts: [abandoned], ...rest, ...own },
      {
        format: 'bg-evidence/1',
        match: header.id,
        transcripts: [{ header, events: events.slice(0, 4) }],
        ...rest,
        ...own,
      },
      { format: 'bg-evidence/1', match: '', transcripts: [], ...rest, ...own, publicLog: log },
    ];
    for (const base of files) {
      const proven = (await run('evidence', file('evidence.json', base))).code;
      expect(proven).toBe(base === files[1] ? 5 : 3);
      for (const { place, value } of damaged(base, hostile)) {
        const path = file('evidence.json', value);
        const ran = await run('evidence', path);
        const isRead = parseRecordText(JSON.stringify(value)).ok;
        const judged = isRead ? await exitsOf(value) : [1];
        check(ran, forms.evidence, place, judged);
        if (/^\.(said|finished|log\b|seat|sentEvents)/.test(place) && isRead && !place.includes('(name)'))
          expect(ran.code, place).toBe(proven);
        if (/^\.(code|format|match)/.test(place)) expect(ran.code, place).toBe(1);
        const lines = ran.stdout.trimEnd().split('\n');
        if (ran.code !== 1) expect(lines.at(-2), place).toBe('The player says (not proven):');
        if (place === '.said' && isRead) expect(lines.at(-1)).toMatch(/\((forked)\): "(?:[^"\\]|\\.)*"( \[…\])?$/);
        check(await run('evidence', '--json', path), forms.json, place, judged);
      }
    }
    expect(EVIDENCE_CODES.filter((code) => code.includes(MARK))).toEqual([]);
  });

  test('OW7 as a file, in a proof, in a policy or in an argument makes no line of its own', async () => {
    const record = file('record.json', validRecord('shortest'));
    const { proof, policy } = await proofOfRecord(validRecord('shortest') as MatchRecord);
    const [proofPath, policyPath] = [file('own.tlog-proof', proof), file('policy.txt', policy)];
    const whole = await run('verify', '--proof', proofPath, '--policy', policyPath, record);
    check(whole, forms.verify, 'whole', [0]);
    const wordsOf = (text: string) => [...text.matchAll(/[^\s]+/g)];
    for (const { index, 0: word } of wordsOf(proof)) {
      const path = file('hostile.tlog-proof', proof.slice(0, index) + hostile() + proof.slice(index + word.length));
      check(await run('verify', '--proof', path, '--policy', policyPath, record), forms.verify, word, [0, 1, 2]);
    }
    for (const { index, 0: word } of wordsOf(policy)) {
      for (const text of [hostile(), hostile().replace(/\s/g, ''), `${hostile().replace(/[\s+]/g, '')}${word}`]) {
        const path = file('hostile.txt', policy.slice(0, index) + text + policy.slice(index + word.length));
        const ran = await run('verify', '--proof', proofPath, '--policy', path, record);
        check(ran, forms.verify, JSON.stringify(text), [0, 1, 2]);
      }
    }
    // A witness that accepted both files would run.
    const damagedState = [
      ...damaged({ version: 'bg-record-witness/1', name: 'x/y', seed: '00'.repeat(32), logs: {} }, hostile),
    ];
    const states = [hostile(), ...damagedState.map(({ value }) => JSON.stringify(value)), '{}'];
    for (const text of states) {
      const state = file('witness.json', text.replaceAll('"name":', '"nom":'));
      const hostilePolicy = file('hostile.txt', random.pick([policy, hostile(), policy.replace('quorum', hostile())]));
      check(await run('witness', '--policy', hostilePolicy, '--state', state), forms.usage, text, [2]);
    }
    for (let round = 0; round < 60; round++) {
      const path = file(
        'match.json',
        random.pick([hostile(), JSON.stringify(hostile()), `{${JSON.stringify(hostile())}:`]),
      );
      check(await run('verify', path), forms.verify, 'text', [1]);
      check(await run('evidence', path), forms.evidence, 'text', [1]);
      check(await run('evidence', '--json', path), forms.json, 'text', [1]);
      check(await run('compare', path, record), forms.compare, 'text', [1]);
    }
    for (let round = 0; round < 60; round++) {
      const text = hostile().replaceAll('\0', '');
      const missing = join(folder, `none ${text}.json`);
      check(await run('verify', missing), /^".*: could not read: /, 'path', [2]);
      check(await run('evidence', missing), /^".*: could not read: /, 'path', [2]);
      check(await run('compare', missing, record), /^".*: could not read: /, 'path', [2]);
      // The user's own words are made visible, though not all are quoted.
      for (const words of [
        [`x${text}`],
        ['verify', `--${text}`],
        ['export', '--format', text, record],
        ['verify', '--server-key', text, record],
      ])
        check(
          await run(...words.map((word) => word.replaceAll(MARK, 'word'))),
          forms.usage,
          JSON.stringify(words),
          [2],
        );
    }
  });

  test('OW8 in any answer of an audited service is quoted, and ends with the right exit code', async () => {
    const records = ['shortest', 'forfeit-time', 'money'].map(validRecord) as MatchRecord[];
    const entries = [await firstEntry(), ...entriesOf(records)];
    const log = await openLyingLog(records, entries);
    vi.stubGlobal('fetch', (url: string) => log.fetch(url, {}));
    vi.spyOn(Date, 'now').mockReturnValue(log.now);
    const state = join(folder, 'service.audit.json');
    const auditing = async () => {
      rmSync(state, { force: true });
      return run('audit', '--state', state, URL_OF_SERVICE);
    };
    const whole = await auditing();
    check(whole, forms.audit, 'whole', [0]);
    const kept = await readState(state);
    const asked = new Map<string, Uint8Array>();
    log.answer = (path, bytes) => {
      if (bytes) asked.set(path, bytes);
      return bytes;
    };
    await auditing();
    for (const [path, bytes] of asked) {
      for (const { place, value } of answersLike(path, bytes)) {
        log.answer = (one, honest) => (one === path ? value : honest);
        const about = `${path} ${place}`;
        const ran = await auditing();
        check(ran, forms.audit, about, [0, 1, 2]);
        if (!path.startsWith('/log/') && !/other member/.test(place)) expect(ran.code, about).not.toBe(3);
        if (random.below(8) === 0)
          check(await run('audit', '--json', '--state', state, URL_OF_SERVICE), forms.json, about, [0, 1, 2]);
      }
    }
    log.answer = (_, bytes) => bytes;
    // The user's own file from an earlier run. Its findings are this program's, so it can say anything, but in lines of the program.
    for (const { place, value } of damaged(kept, () => hostile().replaceAll(MARK, 'word'))) {
      writeFileSync(state, JSON.stringify(value));
      const ran = await run('audit', '--state', state, URL_OF_SERVICE);
      check(ran, /^/, place, [0, 1, 2]);
      expect((ran.stdout + ran.stderr).split('\n').length, place).toBeLessThan(40);
    }
  });
});

/** The exit codes that the library gives for a file of evidence. It does not judge the part about a public log. */
async function exitsOf(value: unknown): Promise<readonly number[]> {
  const examined = await examine(value);
  if (!examined.ok) return [1];
  if (examined.findings.length > 0) return [3];
  return typeof value === 'object' && value !== null && 'publicLog' in value ? [1, 3, 5] : [5];
}

/** Answers in the place of an honest one, with hostile texts. */
function* answersLike(path: string, bytes: Uint8Array): Generator<{ place: string; value: Uint8Array }> {
  const text = new TextDecoder().decode(bytes);
  const encoded = (value: string) => new TextEncoder().encode(value);
  yield { place: 'whole', value: encoded(hostile()) };
  if (path.startsWith('/log/')) {
    for (const { index, 0: word } of text.matchAll(/[^\s]+/g)) {
      if (!path.endsWith('vkey') && !path.endsWith('checkpoint')) break;
      yield { place: word, value: encoded(text.slice(0, index) + hostile() + text.slice(index + word.length)) };
      yield { place: word, value: encoded(`${text.slice(0, index)}${MARK}\u202e${text.slice(index)}`) };
    }
    return;
  }
  const value: unknown = JSON.parse(text);
  const all = [...damaged(value, hostile)];
  // A record has many places of the same kind, which the first test changes one by one.
  const chosen = path.startsWith('/records/') ? all.filter(() => random.below(all.length) < 8) : all;
  for (const { place, value: changed } of chosen) yield { place, value: encoded(JSON.stringify(changed)) };
}

const ORIGIN = 'example.org/log';
const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(1));

function must<T>(result: { ok: true; value: T } | { ok: false; code: string }): T {
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

/** The newest view of a log with these entries. */
async function viewOf(entries: readonly LogEntry[]): Promise<LogView> {
  const storage = new MemoryStorage();
  const writer = must(await LogWriter.open({ origin: ORIGIN, signer, storage }));
  must(await writer.append(entries.map((one) => logEntryBytes(encodeLogEntry(one)))));
  const accept = (note: string | Uint8Array) => openCheckpoint(note, ORIGIN, [signer.key]);
  const reader = must(LogReader.resume({ origin: ORIGIN, accept, source: storageSource(storage) }, null));
  return must(await reader.update()).view;
}

/** The proof that a record is in a log, and the policy that accepts it. */
async function proofOfRecord(record: MatchRecord): Promise<{ proof: string; policy: string }> {
  const [entry] = entriesOf([record]);
  const view = await viewOf([await firstEntry(), entry!]);
  const proof = formatProof(must(await proveEntry(view, 1, logEntryBytes(encodeLogEntry(entry!)))));
  const witness = cosigner('witness.example/w1', new Uint8Array(32).fill(2), () => 1);
  const policy = `log ${formatVkey(signer.key)} https://example.org/log\nwitness one ${formatVkey(witness.key)}\ngroup all-of-them any one\nquorum none\n`;
  return { proof, policy };
}

/** The part of a file of evidence about a log whose service stated an end before entries that the log had signed. */
async function evidenceOfLog(): Promise<unknown> {
  const { server } = await vectorKeys();
  const key = formatVkey(signer.key);
  const statement = await signLogKey(server, { origin: ORIGIN, key });
  const { checkpoint } = await viewOf([statement, ...entriesOf([validRecord('shortest') as MatchRecord])]);
  const end = await signLogEnd(server, { origin: ORIGIN, key, size: 1, root: '00'.repeat(32), at: 1_790_000_000_000 });
  return {
    statement,
    contradiction: { type: 'x', older: 'a', newer: 'b', hashes: ['c'] },
    proof: 'p',
    ended: { note: checkpoint.note, end },
  };
}
