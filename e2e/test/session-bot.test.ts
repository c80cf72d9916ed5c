import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

const sessionFolder = fileURLToPath(new URL('../../packages/session', import.meta.url));
const folder = temporaryFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await ServerProcess.start({
    dataDir: join(folder.path, 'data'),
    port: await freePort(),
    env: { BOT_DELAY_MS: '0' },
  });
});
afterAll(async () => {
  await server?.end();
  folder.remove();
});

/** The program in the README of bg-session, in a file beside the package, so that it finds the packages that it imports. */
function botOfReadme(): string {
  const [, program = ''] = readFileSync(join(sessionFolder, 'README.md'), 'utf8').split(/```js\n|```/);
  const path = join(sessionFolder, '.readme-bot.mjs');
  writeFileSync(path, program);
  return path;
}

test('SX1 the bot in the README of bg-session goes on after it was killed in a match, plays to the end and stops, and plays another match', async () => {
  const program = botOfReadme();
  const ownFolder = join(folder.path, 'bot');
  const start = () => spawn(process.execPath, [program, server.url, ownFolder]);
  try {
    const first = start();
    const hasSigned = () => existsSync(ownFolder) && readdirSync(ownFolder).some((name) => name.startsWith('signed-'));
    await expect.poll(hasSigned, { timeout: 60_000, interval: 10 }).toBe(true);
    first.kill('SIGKILL');
    await once(first, 'exit');
    for (const matches of [1, 2]) {
      const bot = start();
      let output = '';
      for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (text) => (output += text));
      const [code] = await once(bot, 'exit');
      expect([code, output]).toEqual([0, expect.stringMatching(/^finished: \d : \d\n$/)]);
      const finished = await (await fetch(`${server.url}/api/matches`)).json();
      expect(finished).toHaveLength(matches);
      expect(new Set(finished.map(({ p0 }: { p0: string }) => p0)).size).toBe(1);
    }
  } finally {
    rmSync(program, { force: true });
  }
}, 240_000);
