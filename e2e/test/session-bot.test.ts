import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

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

/** A program in the README of bg-session, in a file beside the package, so that it finds the packages that it imports. */
function programOfReadme(place: number): string {
  const program = readFileSync(join(sessionFolder, 'README.md'), 'utf8').split('```js\n')[place]?.split('```')[0] ?? '';
  const path = join(sessionFolder, `.readme-program-${place}.mjs`);
  writeFileSync(path, program);
  return path;
}

test('SX1 the bot in the README of bg-session goes on after it was killed in a match, plays to the end and stops, and plays another match', async () => {
  const program = programOfReadme(1);
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

test('SX2 the waiting program in the README of bg-session meets another one by a seek, and a player by a challenge', async () => {
  const program = programOfReadme(2);
  const running: ChildProcess[] = [];
  /** Starts the program with a key of its own. The returned function resolves with the next match that it plays. */
  const start = (name: string) => {
    const child = spawn(process.execPath, [program, server.url, join(folder.path, name)]);
    running.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return async () => String((await lines.next()).value);
  };
  try {
    const [first, second] = [start('waiting-1'), start('waiting-2')];
    const [match, same] = [await first(), await second()];
    expect(match).toMatch(/^playing /);
    expect(same).toBe(match);

    const third = start('waiting-3');
    const player = new SocketPlayer({
      url: server.url,
      key: await generateKey(),
      policy: { random: Math.random, double: 0, take: 1 },
    });
    await player.connect();
    let seeker = '';
    await expect
      .poll(async () => {
        seeker = (await player.request({ type: 'lobby' }, 'lobby')).seeks[0]?.from.pub ?? '';
        return seeker;
      })
      .not.toBe('');
    await player.request({ type: 'challenge', pub: seeker, length: 1, clock: 'normal', rated: false }, 'challenged');
    const begun = await player.expect('match');
    expect(await third()).toBe(`playing ${begun.header.id}`);
    player.leave();
  } finally {
    for (const child of running) child.kill('SIGKILL');
    rmSync(program, { force: true });
  }
}, 240_000);
