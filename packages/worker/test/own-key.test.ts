import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { keyFromSeed, verifyJudgement, verifyLease } from 'bg-record';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLine } from '../src/cli/arguments.ts';
import { configure, type Trial } from '../src/cli/configure.ts';
import { makeOwnKey, readOwnKey } from '../src/cli/own-key.ts';
import { HttpServer } from '../src/jobs/http-server.ts';
import { job } from './support/jobs.ts';
import { StandIn } from './support/stand-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-worker-own-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const isPosix = process.platform !== 'win32';

describe("a worker's own key", () => {
  it('WK9 is written once, readable by its owner only, and never replaced', async () => {
    const path = join(folder, 'new', 'own.key');
    expect(makeOwnKey(path)).toBe(true);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^[0-9a-f]{64}\n$/);
    if (isPosix) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(makeOwnKey(path)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(text);
    const said: string[] = [];
    expect(await readOwnKey(path, {}, (remark) => said.push(remark))).toEqual({
      ok: true,
      value: await keyFromSeed(Buffer.from(text.trim(), 'hex')),
    });
    expect(said).toEqual([]);
    writeFileSync(path, 'damaged');
    expect(await readOwnKey(path, {}, () => {})).toMatchObject({ ok: false, code: 'bad-own-key' });
    expect(await readOwnKey(join(folder, 'none'), {}, () => {})).toMatchObject({ ok: false, code: 'bad-own-key' });
    expect(await readOwnKey(null, { XDG_CONFIG_HOME: join(folder, 'none') }, () => {})).toEqual({
      ok: true,
      value: null,
    });
  });

  it('signs requests for jobs, and each result', async () => {
    const standIn = await StandIn.open([job(1)]);
    const own = await keyFromSeed(new Uint8Array(32).fill(5));
    const { signal } = new AbortController();
    const server = new HttpServer({ url: standIn.url, key: 'k', workerId: 'w', own, engineId: 'gnubg-1.07', signal });
    expect(await server.wants()).toMatchObject({ ok: true });
    expect(await server.acquire(3)).toMatchObject({ ok: true });
    const asked = JSON.parse(standIn.asked.at(-1)?.body ?? '');
    const lease = { at: asked.signed.at, count: 3, engine: 'gnubg-1.07', server: standIn.serverKey };
    expect([asked.workerId, await verifyLease(own.pub, lease, asked.signed.sig)]).toEqual([own.pub, true]);
    const result = { plays: [], ms: 3 };
    await server.submit('t', [{ key: 'job-000001', job: job(1), token: 't', deadlineMs: 0, doneMs: 0, result }]);
    const said = JSON.parse(standIn.asked.at(-1)?.body ?? '').results[0];
    const { engineId: engine, ply, req: question } = job(1);
    const statement = { engine, ply, question, result: { plays: [] } };
    expect(await verifyJudgement(own.pub, statement, said.sig)).toBe(true);
    await standIn.close();
  });
});

describe('configure', () => {
  it('WK10 asks until the server accepts the answers, and only then stores them', async () => {
    const path = join(folder, 'configured', 'config.json');
    const own = join(folder, 'configured', 'own.key');
    const line = parseLine(['configure', '--engine', 'anchor-net', '--config', path, '--own-key-file', own]);
    if (!line.ok) throw new Error(line.message);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const tried: string[] = [];
    const trial: Trial = async ({ server, key }, worker) => {
      tried.push(`${server} ${key} ${worker?.pub.length}`);
      expect(() => statSync(path)).toThrow();
      return key === 'right' ? null : 'The server refuses this worker (401): wrong key';
    };
    const answers = ['a.example', 'x', 'https://a.example', 'wrong', 'https://a.example', 'right'];
    output.on('data', (data: Buffer) => {
      if (/: $/.test(data.toString())) input.write(`${answers.shift()}\n`);
    });
    const configured = await configure(line.value, { env: {}, terminal: { input, output }, say: () => {} }, trial);
    expect(configured).toMatchObject({ ok: true });
    expect(tried).toEqual(['https://a.example wrong 64', 'https://a.example right 64']);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      engine: 'anchor-net',
      ownKeyFile: own,
      server: 'https://a.example',
      key: 'right',
    });
    if (isPosix) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('needs a terminal', async () => {
    const line = parseLine(['configure']);
    if (!line.ok) throw new Error(line.message);
    const context = { env: {}, terminal: null, say: () => {} };
    expect(await configure(line.value, context)).toMatchObject({ ok: false, code: 'no-terminal' });
  });
});
