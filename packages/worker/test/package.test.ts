import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { job } from './support/jobs.ts';
import { faults, StandIn } from './support/stand-in.ts';

const tiny = fileURLToPath(new URL('../examples/tiny-engine.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bg-worker-package-'));
const elsewhere = join(folder, 'empty');
const cli = join(elsewhere, 'node_modules/bg-worker/dist/cli.js');
const env = { PATH: process.env.PATH ?? '', HOME: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The published package must install alone: the folder is empty, and npm may not ask the registry.
beforeAll(() => {
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'package.json'), '{ "name": "elsewhere", "private": true }');
  const tarball = run(process.execPath, ['scripts/pack.mjs', 'packages/worker', folder], root).trim();
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
});
const root = fileURLToPath(new URL('../../../', import.meta.url));

function run(command: string, args: readonly string[], cwd = elsewhere): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** Starts the installed program for a server. */
function worker(server: string, ...more: string[]): { child: ChildProcess; said: () => string } {
  const engine = ['--engine', 'command', '--engine-path', tiny, '--engine-id', 'tiny-1', '--processes', '2'];
  const child = spawn(process.execPath, [cli, '--server', server, '--key', 'k', ...engine, ...more], { env });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
  });
  return { child, said: () => text };
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

describe('packed and installed into an empty folder', () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await StandIn.open();
    standIn.engineId = 'tiny-1';
    return () => standIn.close();
  });

  it('is one small package with the licences of its contents', () => {
    expect(Object.keys(JSON.parse(run('npm', ['ls', '--all', '--json'])).dependencies)).toEqual(['bg-worker']);
    const home = join(elsewhere, 'node_modules/bg-worker');
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    for (const file of ['LICENSE', 'README.md', 'dist/licences.txt', 'examples/tiny-engine.mjs'])
      expect(existsSync(join(home, file)), file).toBe(true);
    expect(manifest.license).toBe('MIT AND GPL-3.0-or-later');
    expect(readFileSync(join(home, 'gnubg/gnubg_engine.py'), 'utf8')).toContain('GPL-3.0-or-later');
    expect(readFileSync(join(home, 'gnubg/COPYING'), 'utf8')).toContain('GNU GENERAL PUBLIC LICENSE');
    expect(readFileSync(join(home, 'dist/cli.js'), 'utf8')).not.toMatch(/^import .* from ["'](?!node:)/m);
  });

  it('runs as npx bg-worker', () => {
    expect(run('npx', ['--no-install', 'bg-worker', '--version']).trim()).toMatch(/^\d+\.\d+\.\d+$/);
    expect(run('npx', ['--no-install', 'bg-worker', '--help'])).toContain('Exit codes: 0 finished');
  });

  it('is also a library with types', () => {
    const script = `import { GnubgEngine } from 'bg-worker'; console.log(typeof GnubgEngine.open);`;
    expect(run(process.execPath, ['--input-type=module', '--eval', script]).trim()).toBe('function');
    expect(readFileSync(join(elsewhere, 'node_modules/bg-worker/dist/index.d.ts'), 'utf8')).not.toContain("from 'bg-");
  });

  it('does jobs at low priority, and on Ctrl-C submits everything and exits', async () => {
    standIn.waiting.push(...Array.from({ length: 200 }, (_, n) => job(n, { engineId: 'tiny-1' })));
    const { child, said } = worker(standIn.url);
    await standIn.hasResults(100);
    expect(niceOf(child.pid)).toBe('19');
    for (const engine of childrenOf(child.pid)) expect(niceOf(engine)).toBe('19');
    await standIn.hasResults(200);
    child.kill('SIGINT');
    expect(await codeOf(child)).toBe(0);
    expect(said()).toContain('200 jobs done');
    expect(standIn.asked.filter(({ path }) => path === '/worker/acquire').every(({ key }) => key === 'k')).toBe(true);
  });

  it('stops at once on the second Ctrl-C, even if the server is unreachable', async () => {
    standIn.waiting.push(...Array.from({ length: 20 }, (_, n) => job(n, { engineId: 'tiny-1' })));
    const { child, said } = worker(standIn.url);
    await standIn.hasResults(20);
    standIn.waiting.push(...Array.from({ length: 60 }, (_, n) => job(100 + n, { engineId: 'tiny-1' })));
    standIn.failSubmits = true;
    await standIn.refusedSubmit();
    child.kill('SIGINT');
    await saying(child, said, 'again to stop at once');
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await codeOf(child)).toBe(130);
  });

  it.each([
    ['unauthorised', 'The server refuses this worker (401): "bad worker key"', 3],
    ['closed', 'The server accepts no volunteer workers (503)', 3],
    ['missing', 'There is no Anchor server at this address (404).', 3],
  ] as const)('stops with one sentence: %s', async (name, sentence, code) => {
    standIn.fault = faults[name];
    const { child, said } = worker(standIn.url);
    expect(await codeOf(child)).toBe(code);
    expect(said()).toContain(sentence);
  });

  it('stops if its engine is not wanted, is missing, or fails the check', async () => {
    standIn.engineId = 'gnubg-1.07';
    const unwanted = worker(standIn.url);
    expect(await codeOf(unwanted.child)).toBe(3);
    expect(unwanted.said()).toContain('The server wants results of gnubg-1.07; this worker runs tiny-1.');
    expect(await codeOf(worker(standIn.url, '--engine-path', '/nowhere').child)).toBe(4);
    expect(await codeOf(worker(standIn.url, '--engine-id', 'gnubg-1.07').child)).toBe(4);
  });

  it('reports a missing server address', () => {
    const { status, stderr } = spawnSync(process.execPath, [cli], { env, encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('--server is missing') });
  });

  it('checks an engine without a server', () => {
    const check = (...args: string[]) =>
      spawnSync(process.execPath, [cli, 'check', '--engine', 'command', ...args], { env, encoding: 'utf8' });
    expect(check('--engine-path', tiny, '--engine-id', 'tiny-1')).toMatchObject({ status: 0 });
    const pretender = check('--engine-path', tiny, '--engine-id', 'gnubg-1.07');
    expect(pretender).toMatchObject({ status: 4, stdout: expect.stringContaining('This engine cannot be used') });
  });

  it('prints a systemd unit', () => {
    expect(run('npx', ['--no-install', 'bg-worker', 'systemd', '--server', 'https://a.example'])).toContain(
      'DynamicUser=yes',
    );
  });
});

function niceOf(pid: number | string | undefined): string {
  return run('ps', ['-o', 'ni=', '-p', String(pid)]).trim();
}

function childrenOf(pid: number | undefined): string[] {
  return run('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .trim()
    .split(/\s+/);
}

async function saying(child: ChildProcess, said: () => string, text: string): Promise<void> {
  while (!said().includes(text) && child.stdout) await once(child.stdout, 'data');
}
