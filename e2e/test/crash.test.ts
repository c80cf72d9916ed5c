import { randomInt } from 'node:crypto';
import { seededRandom } from '@anchor/testkit/random';
import { generateKey, verify } from 'bg-record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const folder = temporaryFolder();
let port: number;

beforeAll(async () => {
  port = await freePort();
});
afterAll(() => folder.remove());

const start = () => ServerProcess.start({ dataDir: folder.path, port, env: { BOT_DELAY_MS: '0' } });

/** Frames until the next kill; counts down with all players' traffic. */
class Fuse {
  #left = 0;
  #burn: () => void = () => undefined;

  lit(frames: number): Promise<void> {
    this.#left = frames;
    return new Promise((resolve) => {
      this.#burn = resolve;
    });
  }

  readonly tick = (): void => {
    this.#left -= 1;
    if (this.#left === 0) this.#burn();
  };
}

async function pair(url: string, tick: () => void): Promise<SocketPlayer[]> {
  const policy = { random, double: 0.05, take: 0.8, wild: true };
  const make = async () => new SocketPlayer({ url, key: await generateKey(), policy, onTraffic: tick });
  const [a, b] = [await make(), await make()];
  await a.connect();
  const { code } = await a.request({ type: 'invite', length: 5, rated: true, clock: 'slow' }, 'invited');
  await b.connect();
  // a kill that takes an invitation's answer along would leave two people waiting for one another
  const seated = a.expect('match');
  await b.request({ type: 'join', code }, 'match');
  await seated;
  return [a, b];
}

async function againstBot(url: string, tick: () => void): Promise<SocketPlayer> {
  const player = new SocketPlayer({
    url,
    key: await generateKey(),
    policy: { random, double: 0, take: 1, wild: true },
    onTraffic: tick,
  });
  await player.connect();
  await player.request({ type: 'play-bot', length: 5 }, 'match');
  return player;
}

async function record(url: string, id: string) {
  const response = await fetch(`${url}/records/${id}.json`);
  expect(response.status).toBe(200);
  return verify(await response.json());
}

test(`R1 killed ${KILLS} times at random moments, every match goes on along the same chain (seed ${seed})`, async () => {
  const fuse = new Fuse();
  let server = await start();
  const players = [
    ...(await pair(server.url, fuse.tick)),
    ...(await pair(server.url, fuse.tick)),
    await againstBot(server.url, fuse.tick),
  ];
  let kills = 0;
  const over = Promise.all(players.map((player) => player.finished)).then(() => true);
  for (; kills < KILLS; kills++) {
    const ended = await Promise.race([fuse.lit(1 + Math.floor(random() * 60)).then(() => false), over]);
    if (ended) break;
    await server.end('SIGKILL');
    server = await start();
  }
  const finished = await Promise.all(players.map((player) => player.finished));
  expect(players.flatMap((player) => player.faults)).toEqual([]);
  for (const { match, finalHash } of finished)
    expect(await record(server.url, match)).toMatchObject({ ok: true, finalHash });
  // A run that ended early would prove less than its title says.
  expect(kills).toBe(KILLS);
  for (const player of players) player.leave();
  expect(await server.end()).toBe(0);
});
