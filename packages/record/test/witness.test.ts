import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addSignatures,
  askWitness,
  checkPolicy,
  ed25519Signer,
  formatVkey,
  LogWriter,
  MemoryStorage,
  parseCheckpoint,
  parseContradiction,
  parseNote,
  parsePolicy,
  parseVkey,
  storageSource,
  TileTree,
  type VerifierKey,
  verifyContradiction,
} from 'tlog-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bgRecord } from './support/cli.ts';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const ORIGIN = 'example.org/log';
const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(1));

let folder: string;
let policy: string;
let state: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bg-record-witness-'));
  policy = join(folder, 'policy');
  state = join(folder, 'witness.json');
  writeFileSync(policy, `log ${formatVkey(signer.key)}\nquorum none\n`);
});
afterEach(async () => {
  for (const child of running) await stop(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  running.delete(child);
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
  return child.exitCode;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: VerifierKey;
}

async function start(...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [CLI, 'witness', '--policy', policy, '--state', state, '--port', '0', ...args]);
  running.add(child);
  let said = '';
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said += text;
      const found = /listens at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  const vkey = (await (await fetch(`${url}/vkey`)).text()).trim();
  expect(`${vkey}\n`).toBe(printed);
  const key = parseVkey(vkey);
  if (!key.ok) throw new Error(key.message);
  return { child, url, key: key.value };
}

/** A log with numbered entries. Logs with another seed of the entries contradict each other. */
async function logOf(size: number, entry = 0) {
  const storage = new MemoryStorage();
  const writer = await LogWriter.open({ origin: ORIGIN, signer, storage });
  if (!writer.ok) throw new Error(writer.message);
  const appended = await writer.value.append(Array.from({ length: size }, (_, i) => Uint8Array.of(entry, i)));
  if (!appended.ok) throw new Error(appended.message);
  return { storage, note: appended.value.note };
}

async function ask({ url, key }: Running, { storage, note }: Awaited<ReturnType<typeof logOf>>, oldSize = 0) {
  const parsed = parseNote(note);
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed;
  if (!checkpoint.ok) throw new Error(checkpoint.message);
  const { size, root } = checkpoint.value;
  const tree = new TileTree(size, root, storageSource(storage));
  const prove = (from: number) => tree.consistencyProof(from);
  return askWitness({ url, keys: [key], checkpoint: note, oldSize, prove });
}

describe('bg-record witness', () => {
  it('WI1 cosigns the growth of a log, so that a policy accepts the checkpoint', async () => {
    const witness = await start('--name', 'witness.example/w1');
    for (const size of [3, 5, 300]) {
      const log = await logOf(size);
      const asked = await ask(witness, log);
      if (!asked.ok) throw new Error(asked.message);
      const demanding = parsePolicy(
        `log ${formatVkey(signer.key)}\nwitness w1 ${formatVkey(witness.key)}\nquorum w1\n`,
      );
      if (!demanding.ok) throw new Error(demanding.message);
      const note = addSignatures(
        log.note,
        asked.value.map(({ line }) => line),
      );
      expect(checkPolicy(note, demanding.value)).toMatchObject({ ok: true, value: { size } });
    }
    expect(await stop(witness.child, 'SIGTERM')).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['policy', 'witness.json']);
    expect(statSync(state).mode & 0o777).toBe(0o600);
  });

  it('WI2 keeps its key and what it cosigned when it is killed', async () => {
    const first = await start('--name', 'witness.example/w1');
    expect(await ask(first, await logOf(5))).toMatchObject({ ok: true });
    expect(Object.keys(JSON.parse(readFileSync(state, 'utf8')).logs)).toEqual([ORIGIN]);
    await stop(first.child, 'SIGKILL');
    const second = await start();
    expect(second.key).toEqual(first.key);
    expect(await ask(second, await logOf(4))).toMatchObject({ ok: false, code: 'witness-ahead' });
    expect(await ask(second, await logOf(9, 1))).toMatchObject({ ok: false, code: 'witness-refused' });
    expect(await ask(second, await logOf(9))).toMatchObject({ ok: true });
  });

  it('WI3 refuses a fork, and keeps the evidence of two trees of one size', async () => {
    const witness = await start('--name', 'witness.example/w1');
    expect(await ask(witness, await logOf(5))).toMatchObject({ ok: true });
    expect(await ask(witness, await logOf(5, 1), 5)).toMatchObject({ ok: false, code: 'conflict' });
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.contradiction.json'));
    const evidence = parseContradiction(readFileSync(join(folder, file), 'utf8'));
    if (!evidence.ok) throw new Error(evidence.message);
    expect(verifyContradiction(evidence.value, ORIGIN, [signer.key])).toMatchObject({ ok: true });
    // The refusal changed nothing.
    expect(await ask(witness, await logOf(6))).toMatchObject({ ok: true });
  });

  it('WI4 answers unknown logs, other paths, other methods and large bodies with the right status', async () => {
    const { url } = await start('--name', 'witness.example/w1');
    const post = async (path: string, body: string) => (await fetch(`${url}${path}`, { method: 'POST', body })).status;
    const { note } = await logOf(2);
    expect(await post('/add-checkpoint', `old 0\n\n${note.replaceAll(ORIGIN, 'other.example/log')}`)).toBe(404);
    expect(await post('/add-checkpoint', `old 0\n\n${note.replace('\n2\n', '\n3\n')}`)).toBe(403);
    expect(await post('/add-checkpoint', 'hello')).toBe(400);
    expect(await post('/add-checkpoint', 'x'.repeat(300_000))).toBe(413);
    expect(await post('/elsewhere', '')).toBe(404);
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405);
  });

  it('WI5 runs once for a state file, and does not begin with a damaged or incomplete one', async () => {
    await start('--name', 'witness.example/w1');
    const again = ['witness', '--policy', policy, '--state', state, '--port', '0'];
    expect(await bgRecord(again)).toMatchObject({ code: 2, stderr: expect.stringContaining('is using') });
    const other = join(folder, 'other.json');
    const begin = (...args: readonly string[]) => bgRecord(['witness', '--policy', policy, ...args]);
    expect(await begin('--state', other)).toMatchObject({ code: 2, stderr: expect.stringContaining('needs --name') });
    writeFileSync(other, '{}');
    expect(await begin('--state', other)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not the file'),
    });
    expect(await begin()).toMatchObject({ code: 2, stderr: expect.stringContaining('--state is missing') });
    writeFileSync(policy, 'quorum none\n');
    expect(await begin('--state', other)).toMatchObject({ code: 2, stderr: expect.stringContaining('names no log') });
  });

  it('WI6 signs nothing after another program has changed its state', async () => {
    const witness = await start('--name', 'witness.example/w1');
    const before = readFileSync(state, 'utf8');
    expect(await ask(witness, await logOf(5))).toMatchObject({ ok: true });
    writeFileSync(state, before);
    expect(await ask(witness, await logOf(6), 5)).toMatchObject({ ok: false, code: 'witness-refused' });
    expect(await ask(witness, await logOf(5), 5)).toMatchObject({ ok: false, code: 'witness-refused' });
  });
});
