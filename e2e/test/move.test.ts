import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { generateKey, type Key, verify } from 'bg-record';
import { legalPlays } from 'bg-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ask } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import type { Policy } from '../kit/policy.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { newPostgres, type Part } from '../kit/shared-parts.ts';
import { linkIn, type MailHost, mailed, mailHost, tokenOf } from '../kit/smtp.ts';
import { SocketPlayer } from '../kit/socket-player.ts';
import { Volunteer } from '../kit/volunteer.ts';

// A server with everything in it is moved from its embedded file to PostgreSQL, and goes on there.

const LIVE_EVENTS = 24;
const EMAIL = 'ann@example.org';
const WORKER_KEY = 'the worker key of the tests';
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const quick: Policy = { random, double: 1, take: 0 };
const command = fileURLToPath(new URL('../../packages/server/dist/move-to-postgresql.js', import.meta.url));
const folder = temporaryFolder();
const dataDir = join(folder.path, 'old');
const newDataDir = join(folder.path, 'new');

async function move(env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const child = spawn(process.execPath, [command, ...args], { env: { ...rest, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  return { code, said };
}

/** Plays until the match has so many events, and goes away. */
async function interrupted(url: string, key: Key, begin: (player: SocketPlayer) => Promise<unknown>) {
  let enough: () => void = () => undefined;
  const played = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const policy = { random, double: 0, take: 1, wild: true };
  const onTraffic = ({ ledger }: SocketPlayer) => (ledger?.length ?? 0) >= LIVE_EVENTS && enough();
  const player = new SocketPlayer({ url, key, policy, onTraffic });
  await player.connect();
  await begin(player);
  return { player, played };
}

/** Returns all public data of a service, with its records. The rating deviations are left out, because they grow with time for absent players. */
async function shown(url: string) {
  const read = async (path: string) => (await ask(url, path)).text;
  const ids: string[] = JSON.parse(await read('/api/records'));
  const { players } = JSON.parse(await read('/api/leaderboard?minGames=1'));
  return {
    lists: await Promise.all(['/api/records', '/api/matches?limit=100', '/api/fairness'].map(read)),
    players: players.map(({ rd: _, conservative: __, ...player }: Record<string, unknown>) => player),
    records: await Promise.all(ids.map((id) => read(`/records/${id}.json`))),
  };
}

describe(`moving a server to PostgreSQL (seed ${seed})`, () => {
  let old: ServerProcess;
  let target: Part;
  let mail: MailHost;
  let env: Record<string, string>;
  let keys: Key[];
  let before: Awaited<ReturnType<typeof shown>>;
  let report: string;

  async function play(url: string): Promise<void> {
    const [host, guest, loner] = keys as [Key, Key, Key];
    const wanted = { length: 3, rated: true, clock: 'slow' } as const;
    const { match } = await playMatch(url, [host, guest], wanted, quick);
    await playMatch(url, [loner, host], wanted, quick);
    const one = await interrupted(url, host, (player) =>
      player
        .request({ type: 'invite', length: 3, rated: true, clock: 'slow' }, 'invited')
        .then(({ code }) => invited.push(code)),
    );
    const two = await interrupted(url, guest, async (player) => player.send({ type: 'join', code: invited.pop() }));
    const three = await interrupted(url, loner, async (player) => player.send({ type: 'play-bot', length: 3 }));
    await Promise.all([one, two, three].map(({ played }) => played));
    for (const { player } of [one, two, three]) player.leave();
    const deep = ask(url, `/api/analysis/${match}?deep=1`);
    const isAnswered = deep.then(() => true);
    const volunteer = new Volunteer(url, 'w1', WORKER_KEY);
    do await volunteer.work();
    while (!(await Promise.race([isAnswered, volunteer.work().then(() => false)])));
    expect((await deep).status).toBe(200);
  }
  const invited: string[] = [];

  /** An account, a reader of the daily puzzle, and an answer to today's. */
  async function enrol(url: string): Promise<void> {
    const [key] = keys as [Key];
    const jwk = {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(key.pub, 'hex').toString('base64url'),
      d: Buffer.from(key.seed).toString('base64url'),
    };
    const letter = await mailed(url, mail, { type: 'register', username: 'Ann', email: EMAIL, jwk }, key);
    const owner = new SocketPlayer({ url, key, policy: quick });
    await owner.connect();
    const token = tokenOf(linkIn(letter, url, '/account/confirm'));
    await owner.request({ type: 'confirm-account', token }, 'confirmed');
    owner.leave();
    const subscribed = linkIn(await mailed(url, mail, { type: 'subscribe', email: EMAIL }), url, '/email/verify');
    await ask(url, subscribed.slice(url.length));
    const solver = new SocketPlayer({ url, key, policy: quick });
    await solver.connect();
    const { puzzle } = await solver.request({ type: 'puzzle' }, 'puzzle');
    const [first] = legalPlays(puzzle.position, 0, puzzle.dice);
    await solver.request({ type: 'puzzle-attempt', date: puzzle.date, hops: first?.hops ?? [] }, 'puzzle-result');
    solver.leave();
  }
  const claim = (url: string, link: string) =>
    ask(url, '/api/login-claim', {
      method: 'POST',
      body: JSON.stringify({ token: tokenOf(link) }),
    });

  beforeAll(async () => {
    mail = await mailHost();
    target = await newPostgres();
    const port = await freePort();
    env = {
      BOT_DELAY_MS: '0',
      // who is away for as long as this test takes has not left
      ABANDON_SECONDS: '3600',
      WORKER_KEY,
      SMTP_URL: mail.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LIMIT_MAILS: '1000',
      ACCOUNT_KEK: `${'ab'.repeat(31)}cd`,
    };
    keys = [await generateKey(), await generateKey(), await generateKey()];
    old = await ServerProcess.start({ dataDir, port, env });
    await play(old.url);
    await enrol(old.url);
    before = await shown(old.url);
  });
  afterAll(async () => {
    await old.end();
    await target.stop();
    await mail.close();
    folder.remove();
  });

  it('MO1 is refused in a sentence while the server runs, and without an address', async () => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: target.url };
    expect(await move(settings)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Stop the server first\. Nothing was moved\.\n$/),
    });
    expect(await move({ DATA_DIR: dataDir })).toMatchObject({
      code: 2,
      said: expect.stringContaining('Set DATABASE_URL'),
    });
  });

  it('MO2 says what it moved and verified, and what else must be carried over', async () => {
    expect(await old.end()).toBe(0);
    const moved = await move({ DATA_DIR: dataDir, DATABASE_URL: target.url, ACCOUNT_KEK: `${'ab'.repeat(31)}cd` });
    report = moved.said;
    expect(moved.code, report).toBe(0);
    for (const table of ['accounts', 'subscriptions', 'puzzle_attempts', 'evaluations', 'annotations', 'live_events'])
      expect(report).toMatch(new RegExp(`^ +${table} +[1-9]\\d*$`, 'm'));
    expect(report).toContain(`${before.records.length} records are valid`);
    expect(report).toContain('2 live matches can continue');
    for (const word of [join(dataDir, 'server.key'), 'the same ACCOUNT_KEK', 'public']) expect(report).toContain(word);
  });

  it('MO3 a server on the new database shows the same data and continues with the same matches and people', async () => {
    mkdirSync(newDataDir);
    for (const file of ['server.key', 'log.key', 'log.head']) copyFileSync(join(dataDir, file), join(newDataDir, file));
    const port = Number(new URL(old.url).port);
    const server = await ServerProcess.start({ dataDir: newDataDir, port, env: { ...env, DATABASE_URL: target.url } });
    try {
      expect(await shown(server.url)).toEqual(before);
      const token = linkIn(
        await mailed(server.url, mail, { type: 'sign-in-link', email: EMAIL }),
        server.url,
        '/account/claim',
      );
      expect(JSON.parse((await claim(server.url, token)).text)).toMatchObject({ pub: keys[0]?.pub, email: EMAIL });
      const players = keys.map((key) => new SocketPlayer({ url: server.url, key, policy: { ...quick, take: 1 } }));
      for (const player of players) {
        const told = player.expect('match');
        await player.connect();
        expect((await told).events.length).toBeGreaterThanOrEqual(LIVE_EVENTS);
      }
      const ends = await Promise.all(players.map(({ finished }) => finished));
      for (const { match, finalHash } of ends)
        expect(await verify(JSON.parse((await ask(server.url, `/records/${match}.json`)).text))).toMatchObject({
          ok: true,
          finalHash,
        });
      expect(players.flatMap(({ faults }) => faults)).toEqual([]);
      for (const player of players) player.leave();
    } finally {
      await server.end();
    }
  });
});
