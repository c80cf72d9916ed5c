import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { populate } from '../kit/population.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

const CLI = fileURLToPath(new URL('../../packages/record/dist/cli.js', import.meta.url));
const folder = temporaryFolder();
const files = temporaryFolder();
let port: number;
let server: ServerProcess;

const start = () =>
  ServerProcess.start({ dataDir: folder.path, port, env: { LOG_ORIGIN: 'anchor.example/log', BOT_DELAY_MS: '0' } });

beforeAll(async () => {
  port = await freePort();
  server = await start();
});
afterAll(async () => {
  await server.end();
  folder.remove();
  files.remove();
});

/** Runs the published command line. */
function bgRecord(...args: readonly string[]): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout }));
  });
}

const state = join(files.path, 'state.json');

test('AU14 a stranger audits a service with one command, and again after more matches', async () => {
  const random = seededRandom(7);
  const { matches } = await populate(server.url, ['Ann', 'Bob', 'Cleo'], { random, rounds: 1 });
  const first = await bgRecord('audit', '--json', '--state', state, server.url);
  expect(JSON.parse(first.stdout).findings).toEqual([]);
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({ ok: true, counts: { match: matches.length }, players: 3 });
  const more = await populate(server.url, ['Dan', 'Eve'], { random, rounds: 1 });
  const second = await bgRecord('audit', '--state', state, server.url);
  expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(/differences +0\n$/) });
  expect(second.stdout).toMatch(new RegExp(`records verified +${matches.length + more.matches.length}\\n`));
});

test('AU15 the audit of a service without a log ends with exit code 2', async () => {
  const { code, stdout } = await bgRecord('audit', '--state', join(files.path, 'other.json'), `${server.url}/nowhere`);
  expect([code, stdout]).toEqual([2, expect.stringContaining('not finished (no-log)')]);
});
