import { randomInt } from 'node:crypto';
import { seededRandom } from '@anchor/testkit/random';
import { eventHash, generateKey, verify, verifyReceipt } from 'bg-record';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest';
import { BareClient } from '../kit/bare-client.ts';
import { Cluster } from '../kit/cluster.ts';
import { ask } from '../kit/http.ts';
import type { Policy } from '../kit/policy.ts';
import { newPostgres, type Part } from '../kit/shared-parts.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

// Three processes on a real PostgreSQL are one service, also while they are killed and restarted.

const PROCESSES = 3;
/** Events between one blow and the next, and those that show that the match goes on after it. */
const STRIDE = 8;
/** The next owner has marked the gap by then, on a busy machine. */
const MARKED = { timeout: 20_000, interval: 100 };
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
/** Anything legal and no cube: the longest way to one point. */
const long: Policy = { random, double: 0, take: 1, wild: true };

describe(`three processes (seed ${seed})`, () => {
  const parts: Part[] = [];
  const players: SocketPlayer[] = [];
  let cluster: Cluster;

  beforeAll(async () => {
    const database = await newPostgres();
    parts.push(database);
    cluster = await Cluster.start({
      processes: PROCESSES,
      databaseUrl: database.url,
      env: { LOG_LEVEL: 'warn', ABANDON_SECONDS: '3600' },
    });
  });
  afterAll(async () => {
    for (const player of players) player.leave();
    await cluster?.stop();
    for (const part of parts) await part.stop();
  });

  /** On a failure, prints the output of the processes and the state of the matches. */
  beforeEach(() =>
    onTestFailed(() => {
      for (let n = 0; n < PROCESSES; n++) console.error(`process ${n}: ${cluster.process(n).output}`);
      for (const { ledger, faults } of players)
        console.error(`events ${ledger?.length}, awaited: ${JSON.stringify(ledger?.expects)}, faults: ${faults}`);
    }),
  );

  async function arrive(url: string, pace = new Pace()): Promise<SocketPlayer> {
    const key = await generateKey();
    const player = new SocketPlayer({ url, key, policy: long, onTraffic: pace.look, mayAct: pace.mayAct });
    players.push(player);
    pace.players.push(player);
    await player.connect();
    return player;
  }

  /** Two people begin an untimed match to one point. */
  async function begin(urls: readonly [string, string]): Promise<Pace> {
    const pace = new Pace();
    const [host, guest] = [await arrive(urls[0], pace), await arrive(urls[1], pace)];
    const { code } = await host.request({ type: 'invite', length: 1, rated: true, clock: 'slow' }, 'invited');
    guest.send({ type: 'join', code });
    return pace;
  }

  /** Both heard of the same end, nothing was lost on the way, and every process that runs has the same record, which verifies. */
  async function finish(pace: Pace): Promise<void> {
    const pair = pace.players;
    pace.release(Number.POSITIVE_INFINITY);
    const [end, other] = await Promise.all(pair.map(({ finished }) => finished));
    expect(other).toEqual(end);
    expect(pair.flatMap(({ faults }) => faults)).toEqual([]);
    const urls = cluster.running.map(({ url }) => url);
    const texts = await Promise.all(urls.map((url) => ask(url, `/records/${end?.match}.json`)));
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
    expect(await verify(JSON.parse(texts[0]?.text ?? ''))).toMatchObject({ ok: true, finalHash: end?.finalHash });
    for (const player of pair) player.leave();
  }

  /** Each player gets a receipt that the server has signed, over a beginning of the match as that player has it. */
  async function expectReceipts({ players: pair }: Pace): Promise<void> {
    for (const player of pair) {
      const { id: match, server } = player.ledger?.header ?? { id: '', server: '' };
      const receipt = await vi.waitFor(async () => {
        const pong = await player.request({ type: 'ping', match }, 'pong');
        if (!pong.receipt) throw new Error(`no receipt for a player of ${match}`);
        return pong.receipt;
      }, MARKED);
      expect(await verifyReceipt(server, match, receipt)).toBe(true);
      const covered = await vi.waitFor(() => {
        const event = player.ledger?.events[receipt.n - 1];
        if (!event) throw new Error(`event ${receipt.n - 1} of ${match} is missing`);
        return event;
      }, MARKED);
      expect(eventHash(covered)).toBe(receipt.head);
    }
  }

  it('CL1 a match survives restarting all of them one after the other, through an address without sticky sessions', async () => {
    const pace = await begin([cluster.url, cluster.url]);
    for (let n = 0; n < PROCESSES; n++) {
      await pace.goOn();
      expect(await cluster.process(n).end()).toBe(0);
      await cluster.startProcess(n);
    }
    await pace.goOn();
    await finish(pace);
  });

  it('CL2 a key has one connection, on whichever process it is', async () => {
    const key = await generateKey();
    let former = await BareClient.open(await cluster.nearest(0), key);
    for (const n of [1, 2, 0]) {
      const told = former.next();
      const next = await BareClient.open(await cluster.nearest(n), key);
      expect((await told).type).toBe('superseded');
      expect((await next.ask({ type: 'ping' })).type).toBe('pong');
      former = next;
    }
    former.close();
  });

  it('CL3 an offer made on one process is seen on the others and accepted exactly once', async () => {
    const seeker = await arrive(await cluster.nearest(0));
    const takers = [await arrive(await cluster.nearest(1)), await arrive(await cluster.nearest(2))];
    for (const taker of takers) await taker.request({ type: 'lobby' }, 'lobby');
    const changes = takers.map((taker) => taker.expect('lobby-change'));
    const { seek } = await seeker.seek({ length: 1, rated: false, clock: 'slow' });
    await Promise.all(takers.map((taker, n) => sees(taker, seek, changes[n])));
    const told = takers.map((taker) =>
      Promise.race([taker.expect('match').then(({ type }) => type), taker.expect('error').then(({ code }) => code)]),
    );
    for (const taker of takers) taker.send({ type: 'accept-seek', seek });
    // The second taker finds no offer, or its seeker is already in a match.
    const [second, first] = (await Promise.all(told)).toSorted(
      (one, other) => Number(one === 'match') - Number(other === 'match'),
    );
    expect([first, second]).toEqual(['match', expect.stringMatching(/^(not-found|not-free)$/)]);
  });

  it('CL5 players at two processes get receipts, before and after each of the processes is killed', async () => {
    const pace = await begin([await cluster.nearest(0), await cluster.nearest(2)]);
    // One of the two owns the match. They are at 1 and 2 after the first kill, and at 1 and 0 after the second one.
    for (const n of [0, 2]) {
      await pace.goOn();
      await expectReceipts(pace);
      await cluster.process(n).end('SIGKILL');
      await pace.goOn();
      await expectReceipts(pace);
      await cluster.startProcess(n);
    }
    await finish(pace);
  });

  // the last, as it leaves one process
  it('CL4 a match whose players are on two processes continues when either is killed', async () => {
    const pace = await begin([await cluster.nearest(0), await cluster.nearest(1)]);
    for (const n of [0, 1]) {
      await pace.goOn();
      await cluster.process(n).end('SIGKILL');
    }
    await pace.goOn();
    await finish(pace);
  });
});

/** Resolves when the lobby of this player has the offer. */
async function sees(player: SocketPlayer, seek: string, first = player.expect('lobby-change')): Promise<void> {
  for (let change = await first; ; change = await player.expect('lobby-change'))
    if (change.added.seeks.some((one) => one.id === seek)) return;
}

/** How far a match may go: what is done to it takes a machine of any speed, and must not come after its end. */
class Pace {
  readonly players: SocketPlayer[] = [];
  #limit = 2 * STRIDE;
  #waiting: () => void = () => undefined;

  readonly mayAct = (events: number): boolean => events < this.#limit;
  readonly look = (): void => this.#waiting();

  /** Lets so many more events come. */
  release(events: number): void {
    this.#limit += events;
    for (const player of this.players) player.nudge();
  }

  /** Resolves when both players have so many more events; the match is on its way to twice as many. */
  async goOn(): Promise<void> {
    const wanted = this.#limit - STRIDE;
    await new Promise<void>((resolve) => {
      this.#waiting = () => this.players.every(({ ledger }) => (ledger?.length ?? 0) >= wanted) && resolve();
      this.#waiting();
    });
    this.release(STRIDE);
  }
}
