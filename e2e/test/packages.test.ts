import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { seededRandom } from '@anchor/testkit/random';
import { packageIndex } from '@anchor/wire';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

const folder = temporaryFolder();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({ dataDir: folder.path, port: await freePort(), env: { BOT_DELAY_MS: '0' } });
});
afterAll(async () => {
  await server.end();
  folder.remove();
});

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const check = fileURLToPath(new URL('../../scripts/check-tarball.mjs', import.meta.url));

/** Runs npx as on a machine that has only Node and npm and that reaches no registry. */
async function npx(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: folder.path, npm_config_registry: 'http://127.0.0.1:9/' };
  const { stdout } = await promisify(execFile)('npx', ['--yes', ...args], { cwd: folder.path, env });
  return stdout;
}

async function addressOf(name: string): Promise<string> {
  const response = await fetch(`${server.url}/packages/index.json`);
  return server.url + packageIndex.parse(await response.json())[name];
}

it('NP1 npx runs the worker and the verifier from the server, and the verifier reads its records', async () => {
  expect(await npx(await addressOf('bg-worker'), '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  const keys = [await generateKey(), await generateKey()] as const;
  const policy = { random: seededRandom(1), double: 1, take: 0 };
  const { match } = await playMatch(server.url, keys, { length: 0, rated: false, clock: 'slow' }, policy);
  const { serverKey } = await (await fetch(`${server.url}/healthz`)).json();
  const record = `${server.url}/records/${match}.json`;
  expect(await npx(await addressOf('bg-record'), 'verify', '--server-key', serverKey, record)).toContain(': valid');
});

it('NP2 the texts of each package link to nothing that the package does not contain', async () => {
  const folders = readdirSync(packages).map((name) => join(packages, name, 'tarball'));
  const packed = folders.flatMap((path) => (existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : []));
  expect(packed.length).toBeGreaterThan(5);
  await promisify(execFile)(process.execPath, [check, ...packed]);
});
