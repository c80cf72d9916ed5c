import { setImmediate as turn } from 'node:timers/promises';
import { SeededRandom } from '@anchor/testkit/random';
import { type MatchEvent, verify } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../support/harness.ts';
import { type Frame, ILLEGAL, MALFORMED, oversized, type Scene, STALE, VOIDED } from '../support/hostility.ts';
import { type Installation, newInstallation, type Running } from '../support/running.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { SocketPlayer } from '../support/socket-player.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
const FRAMES = 10_000;
const OVERSIZED = 100;
const kinds = Object.entries({ ...ILLEGAL, ...STALE, ...MALFORMED });

let installation: Installation;
let running: Running;
beforeAll(async () => {
  installation = newInstallation();
  running = await installation.run();
});
afterAll(() => installation.remove());

/** Sends the frames and waits for the last answer. Returns the codes of all answers. */
async function attack(client: SocketClient, frames: readonly Frame[]): Promise<Set<string>> {
  for (const frame of frames) {
    await turn();
    client.sendRaw(frame);
  }
  client.send({ type: 'ping', id: 'the end' });
  const codes = new Set<string>();
  for (;;) {
    const message = await client.next();
    if (!message) throw new Error('the connection was closed');
    if (message.id === 'the end') return codes;
    codes.add(message.type === 'error' || message.type === 'rejected' ? message.code : message.type);
  }
}

/** The next event and the code of the next refusal, in either order; other news, such as the number of watchers, may come in between. */
async function voided(client: SocketClient): Promise<{ readonly news: MatchEvent; readonly code: string }> {
  let news: MatchEvent | null = null;
  let code: string | null = null;
  while (news === null || code === null) {
    const message = await client.next();
    if (!message) throw new Error('the connection was closed');
    if (message.type === 'event') news = message.event;
    else if (message.type === 'rejected') code = message.code;
  }
  return { news, code };
}

describe('a live match under attack', () => {
  it(`WH1 is not changed by ${FRAMES} hostile frames, and is played to its end (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const [alice, mallory] = [await keyOf('alice'), await keyOf('mallory')];
    const victim = new SocketPlayer(await running.connect(), alice);
    await victim.client.identify(alice);
    victim.client.send({ type: 'play-bot', length: 3, clock: 'slow' });
    // Some way into the match, with Alice to play: the match stands until she acts.
    const isHerPlay = () => victim.ledger?.expects.party === 0 && victim.ledger.expects.types.includes('play');
    for (let events = 30; !isHerPlay(); events++) await victim.playTo(events);
    const { ledger } = victim;
    if (!ledger) throw new Error('no match');
    const match = ledger.header.id;
    const before = [...ledger.events];

    const stranger = await running.connect();
    await stranger.identify(mallory);
    const nobody = await running.connect();
    const scene: Scene = { random, ledger, keys: [alice, mallory] };
    const frames = new Map<SocketClient, Frame[]>([victim.client, stranger, nobody].map((client) => [client, []]));
    const senders = [...frames.values()];
    for (let made = OVERSIZED; made < FRAMES; made++) {
      // The server runs in this process: without yielding it would miss its heartbeats.
      await turn();
      random.pick(senders).push(await random.pick(kinds)[1](scene));
    }
    const codes = await Promise.all([...frames].map(([client, own]) => attack(client, own)));
    for (let sent = 0; sent < OVERSIZED; sent++) {
      const client = await running.connect();
      client.sendRaw(oversized(random));
      expect(await client.closed()).toBe(1009);
    }

    const all = new Set(codes.flatMap((one) => [...one]));
    for (const code of ['bad-frame', 'unknown-type', 'identify-first', 'not-your-seat', 'event-form']) {
      expect(all).toContain(code);
    }
    for (const code of ['wrong-number', 'wrong-prev', 'bad-signature']) expect(all).toContain(code);
    expect(all).not.toContain('internal');
    expect(all).not.toContain('event');
    const now = await nobody.ask({ type: 'sync', match, from: 0 });
    expect(now.type === 'events' && now.events).toEqual(before);
    expect(running.log.errors).toEqual([]);

    // A well-signed event with illegal content is declared void, and the match continues.
    const refused: string[] = [];
    for (const make of [...Object.values(VOIDED), ...Object.values(VOIDED)]) {
      victim.client.sendRaw(await make(scene));
      const { news, code } = await voided(victim.client);
      refused.push(`${news.type} ${code}`);
      const taken = await ledger.append(news);
      expect(taken.ok && taken.value.n).toBe(before.length + refused.length - 1);
    }
    expect(refused).toEqual(['void wrong-type', 'void illegal-play', 'void wrong-type', 'void illegal-play']);

    const finished = await victim.playOut();
    const record: unknown = JSON.parse(await (await running.fetch(finished.record)).text());
    expect(await verify(record)).toMatchObject({ ok: true, id: match });
    expect(running.log.errors).toEqual([]);
  });
});
