import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import type { MatchRow } from '@anchor/wire';
import { generateKey, type Key, type MatchRecord, verify } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { playMatch } from '../kit/play-match.ts';
import type { Policy } from '../kit/policy.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const PAIRS = 4;
const BACKUPS = 3;
/** Matches that finish between one backup and the next. */
const BETWEEN = 8;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const normal: Policy = { random, double: 0.3, take: 0.5 };
const quick: Policy = { random, double: 1, take: 0 };
/** Plays anything, never doubles: the longest way to 25 points. */
const slow: Policy = { random, double: 0, take: 1, wild: true };
const LONG_EVENTS = 800;
const env = { ABANDON_SECONDS: '3600', BOT_DELAY_MS: '0', BACKUP_HOURS: '0', LIMIT_READ: '100000', LOG_LEVEL: 'warn' };

const dist = (name: string) => fileURLToPath(new URL(`../../packages/server/dist/${name}.js`, import.meta.url));

function command(name: 'backup' | 'restore', ...args: string[]): ChildProcess {
  return spawn(process.execPath, [dist(name), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(name: 'backup' | 'restore', ...args: string[]): Promise<string> {
  const child = command(name, ...args);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
  return said;
}

/** Everything that the server has shown of its finished matches, in the order in which they finished. */
class History {
  readonly rows: MatchRow[] = [];
  readonly records = new Map<string, string>();
  readonly #url: string;
  #reading: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  get ids(): readonly string[] {
    return this.rows.map(({ id }) => id);
  }

  /** The newest rows are read so often that none is missed. */
  look(): Promise<void> {
    this.#reading = this.#reading.then(async () => {
      const rows: MatchRow[] = await json(this.#url, '/api/matches');
      const known = new Set(this.ids);
      const fresh = rows.toReversed().filter(({ id }) => !known.has(id));
      if (this.rows.length > 0 && fresh.length >= rows.length) throw new Error('rows were missed');
      for (const row of fresh) this.records.set(row.id, await text(this.#url, `/records/${row.id}.json`));
      this.rows.push(...fresh);
    });
    return this.#reading;
  }
}

async function text(url: string, path: string): Promise<string> {
  const response = await fetch(url + path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return response.text();
}
const json = async (url: string, path: string) => JSON.parse(await text(url, path));

interface Taken {
  readonly file: string;
  /** Matches whose end was known before the backup was begun, and after it had ended. */
  readonly before: number;
  readonly after: number;
}

/** People who go on playing until they are told to stop. */
class Load {
  readonly pairs: (readonly [Key, Key])[] = [];
  /** Of a match that lasts longer than the test. */
  readonly longKeys: Key[] = [];
  readonly longPlayers: SocketPlayer[] = [];
  readonly #work: Promise<void>[] = [];
  #isOver = false;
  readonly #url: string;
  readonly #history: History;

  constructor(url: string, history: History) {
    this.#url = url;
    this.#history = history;
  }

  async start(): Promise<void> {
    this.longKeys.push(await generateKey(), await generateKey());
    await this.#playLong();
    for (let n = 0; n < PAIRS; n++) this.pairs.push([await generateKey(), await generateKey()]);
    for (const pair of this.pairs) this.#work.push(this.#play(pair));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#work);
    for (const player of this.longPlayers) player.leave();
  }

  async #play(pair: readonly [Key, Key]): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const rated = n < 3;
      const wanted = { length: rated ? 1 : 0, rated, clock: 'slow' } as const;
      await playMatch(this.#url, pair, wanted, rated ? normal : quick);
      await this.#history.look();
    }
  }

  async #playLong(): Promise<void> {
    // quick enough machines must not play it to its end
    const onTraffic = (player: SocketPlayer) => (player.ledger?.length ?? 0) > LONG_EVENTS && player.leave();
    const [host, guest] = this.longKeys.map(
      (key) => new SocketPlayer({ url: this.#url, key, policy: slow, onTraffic }),
    );
    if (!host || !guest) throw new Error('two players');
    this.longPlayers.push(host, guest);
    await host.connect();
    const { code } = await host.request({ type: 'invite', length: 25, rated: true, clock: 'slow' }, 'invited');
    await guest.connect();
    await guest.request({ type: 'join', code }, 'match');
  }
}

describe(`backups of a server at work (seed ${seed})`, () => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const taken: Taken[] = [];
  let history: History;
  let load: Load;
  let longMatch: SocketPlayer['ledger'];

  beforeAll(async () => {
    const live = await ServerProcess.start({ dataDir, port: await freePort(), env });
    history = new History(live.url);
    load = new Load(live.url, history);
    await load.start();
    for (let n = 1; n <= BACKUPS; n++) {
      while (history.rows.length < n * BETWEEN) await history.look();
      await history.look();
      const before = history.rows.length;
      const said = await run('backup', '--data-dir', dataDir);
      await history.look();
      taken.push({ file: /^Backup (\S+\.db):/m.exec(said)?.[1] ?? '', before, after: history.rows.length });
    }
    await load.stop();
    await history.look();
    longMatch = load.longPlayers[0]?.ledger ?? null;
    expect(load.longPlayers.flatMap(({ faults }) => faults)).toEqual([]);
    expect((await json(live.url, '/healthz')).errors).toBe(0);
    await live.end();
  });
  afterAll(() => folder.remove());

  /** A new server on what this backup held. */
  async function restored(n: number, name = `restored-${n}`): Promise<ServerProcess> {
    const place = join(folder.path, name);
    mkdirSync(place);
    copyFileSync(join(dataDir, 'server.key'), join(place, 'server.key'));
    await run('restore', taken[n]?.file ?? '', '--data-dir', place);
    return ServerProcess.start({ dataDir: place, port: await freePort(), env });
  }

  it.each(Array.from({ length: BACKUPS }, (_, n) => n))(
    'BU1 number %i holds the first finished matches and nothing of the later ones: lists, records, ratings, dice',
    async (n) => {
      const server = await restored(n);
      try {
        const { url } = server;
        const ids: string[] = await json(url, '/api/records');
        const held = new Set(ids);
        const [first, later] = [
          history.rows.filter(({ id }) => held.has(id)),
          history.rows.filter(({ id }) => !held.has(id)),
        ];
        expect(idsOf(first).toSorted()).toEqual(ids.toSorted());
        // its moment is between the beginning and the end of the command
        const { before, after } = taken[n] ?? { before: Number.NaN, after: Number.NaN };
        expect(ids.toReversed().slice(0, before)).toEqual(history.ids.slice(0, before));
        // Matches whose last event is in the backup and whose row is not are finished by the restored server, in its own order.
        expect(ids.length).toBeLessThanOrEqual(after + PAIRS);
        const rowOf = (id: string) => first.find((row) => row.id === id);
        expect(await json(url, '/api/matches')).toEqual(ids.slice(0, 25).map(rowOf));
        for (const { id } of first) expect(await text(url, `/records/${id}.json`)).toBe(history.records.get(id));
        for (const { id } of later) expect((await fetch(`${url}/records/${id}.json`)).status).toBe(404);
        expect((await json(url, '/api/fairness')).counts).toEqual(diceOf(first, history.records));
        expect(await leaders(url)).toEqual(replayed(first));
      } finally {
        await server.end();
      }
    },
  );

  it('BU2 live matches continue in the restored server from the events in the backup', async () => {
    const server = await restored(0, 'once-more');
    try {
      const { serverKey, matches } = await json(server.url, '/healthz');
      expect(matches).toBeGreaterThanOrEqual(1);
      const keys = [...load.longKeys, ...load.pairs.flat()];
      const policyOf = (key: Key) => (load.longKeys.includes(key) ? slow : normal);
      const players = keys.map((key) => new SocketPlayer({ url: server.url, key, policy: policyOf(key) }));
      for (const player of players) {
        await player.connect();
        // A ping with an id keeps the order of requests, so the live match of the player comes before this answer.
        await player.request({ type: 'ping', id: 'in order' }, 'pong');
      }
      const [long, , ...others] = players;
      expect(long?.ledger?.header).toEqual(longMatch?.header);
      const ending = others.filter(({ ledger }) => ledger !== null);
      expect(matches).toBe(1 + ending.length / 2);
      for (const { match } of await Promise.all(ending.map(({ finished }) => finished)))
        expect(await verify(await json(server.url, `/records/${match}`), { serverKey })).toMatchObject({ ok: true });
      // It goes on, if need be to its end.
      await Promise.race([grown(long, 60), long?.finished]);
      expect(players.flatMap(({ faults }) => faults)).toEqual([]);
      for (const player of players) player.leave();
    } finally {
      await server.end();
    }
  });

  it('BU3 latest restores over the existing database, and a running server refuses', async () => {
    const server = await ServerProcess.start({ dataDir, port: await freePort(), env });
    await expect(run('restore', 'latest', '--data-dir', dataDir)).rejects.toThrow(/Stop the server first/);
    await server.end();
    const said = await run('restore', 'latest', '--data-dir', dataDir);
    expect(said).toContain(taken.at(-1)?.file);
    const again = await ServerProcess.start({ dataDir, port: await freePort(), env });
    const [newest] = await json(again.url, '/api/records');
    expect(history.ids.indexOf(newest) + 1).toBeGreaterThanOrEqual(taken.at(-1)?.before ?? Number.NaN);
    await again.end();
  });

  it('BU4 are made automatically, the newest is shown, and a server killed meanwhile starts normally', async () => {
    const port = await freePort();
    const often = { ...env, BACKUP_HOURS: '0.0003', BACKUP_KEEP: '2' };
    let server = await ServerProcess.start({ dataDir, port, env: often });
    for (let kills = 0; kills < 2; kills++) {
      await unfinished(join(dataDir, 'backups'));
      await server.end('SIGKILL');
      server = await ServerProcess.start({ dataDir, port, env: often });
    }
    const backup = await shown(server.url, Date.now());
    expect(backup).toMatchObject({ ok: true, bytes: expect.any(Number) });
    expect(await server.end()).toBe(0);
    const files = readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.db'));
    expect(files.length).toBeLessThanOrEqual(3);
    for (const [n, file] of files.entries())
      await run('restore', join(dataDir, 'backups', file), '--data-dir', join(folder.path, `checked-${n}`));
    expect(existsSync(join(folder.path, 'checked-0', 'anchor.db'))).toBe(true);
  });
});

const idsOf = (rows: readonly MatchRow[]) => rows.map(({ id }) => id);

/** How often each face fell, from the records alone. */
function diceOf(rows: readonly MatchRow[], records: ReadonlyMap<string, string>): Record<string, number> {
  const counts: Record<string, number> = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0, '6': 0 };
  for (const { id } of rows) {
    const { events }: MatchRecord = JSON.parse(records.get(id) ?? '');
    for (const event of events) {
      if (event.type !== 'dice') continue;
      for (const die of event.dice) counts[die] = (counts[die] ?? 0) + 1;
    }
  }
  return counts;
}

interface Place {
  readonly games: number;
  readonly wins: number;
  readonly rating: number;
}

/** Everybody on the leaderboard, by the beginning of the key. */
async function leaders(url: string): Promise<ReadonlyMap<string, Place>> {
  const { players } = await json(url, '/api/leaderboard?minGames=1&limit=200');
  return new Map(
    players.map(({ pub, games, wins, rating }: Place & { pub: string }) => [pub, { games, wins, rating }]),
  );
}

/** The same worked out from the rows of the matches. */
function replayed(rows: readonly MatchRow[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const note = (pub: string, hasWon: boolean, rating: number | null) => {
    const { games, wins, rating: until } = places.get(pub.slice(0, 16)) ?? { games: 0, wins: 0, rating: 1500 };
    places.set(pub.slice(0, 16), { games: games + 1, wins: wins + Number(hasWon), rating: rating ?? until });
  };
  for (const { p0, p1, winner, rating0_after, rating1_after } of rows.filter(({ rated }) => rated)) {
    note(p0, winner === 0, rating0_after);
    note(p1, winner === 1, rating1_after);
  }
  return places;
}

/** Resolves when the player's match has this many more events. */
async function grown(player: SocketPlayer | undefined, events: number): Promise<void> {
  const enough = (player?.ledger?.length ?? 0) + events;
  while ((player?.ledger?.length ?? enough) < enough) await player?.expect('event');
}

/** Resolves when a backup is under way in this folder. */
function unfinished(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_kind, name) => {
      if (!name?.includes('unfinished')) return;
      watcher.close();
      resolve();
    });
  });
}

/** Waits until /healthz reports a backup that began at or after `since`, and returns it. */
async function shown(url: string, since: number): Promise<{ at: number; bytes: number; ok: boolean }> {
  for (;;) {
    const { backup } = await json(url, '/healthz');
    if (backup && backup.at >= since) return backup;
  }
}
