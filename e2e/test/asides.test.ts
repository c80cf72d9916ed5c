import { generateKey, Seat } from 'bg-record';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdUpByAsides } from '../attack/asides.ts';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const policy = { random: () => 0.5, double: 0, take: 1 };

const folder = temporaryFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await ServerProcess.start({ dataDir: folder.path, port: await freePort() });
});
afterAll(async () => {
  await server?.end();
  folder.remove();
});

it('AS12 on the built server asides displace a decision once at most, and all decisions are made', async () => {
  const attacks = [
    { roundTripMs: 50, sitMs: 40, illegalMs: null },
    { roundTripMs: 150, sitMs: 135, illegalMs: 60 },
    { roundTripMs: 500, sitMs: 100, illegalMs: 90 },
    { roundTripMs: 500, sitMs: null, illegalMs: 50 },
  ];
  const common = { url: server.url, thinkMs: 1_500, decisions: 5, limitMs: 40_000 };
  const outcomes = await Promise.all(attacks.map((attack) => holdUpByAsides({ ...common, ...attack })));
  for (const [i, outcome] of outcomes.entries()) {
    expect.soft(outcome, JSON.stringify(attacks[i])).toMatchObject({ finished: true, lostOnTime: false });
    expect.soft(outcome.displacements, JSON.stringify(attacks[i])).toBeLessThanOrEqual(1);
    expect.soft(outcome.asides, JSON.stringify(attacks[i])).toBeGreaterThan(0);
  }
});

it('AS13 while an event waits, the server answers later requests of its connection, and then the event with its id', async () => {
  const players = [await generateKey(), await generateKey()].map(
    (key) => new SocketPlayer({ url: server.url, key, policy, mayAct: (events) => events < 3 }),
  );
  const [host, guest] = players as [SocketPlayer, SocketPlayer];
  await Promise.all(players.map((player) => player.connect()));
  const { code } = await host.request({ type: 'invite', length: 1, rated: false, clock: 'fast' }, 'invited');
  const sat = guest.expect('match');
  guest.send({ type: 'join', code });
  const { header, seat } = await sat;
  const own = new Seat(guest.key, header, seat === 1 ? 1 : 0);
  const after = async (type: string) => {
    while (guest.ledger?.last?.type !== type || guest.ledger.length < 3) await guest.expect('event');
    return guest.ledger;
  };
  const ledger = await after('commit');
  guest.send({ type: 'act', id: 'first', match: header.id, event: await own.sit(ledger) });
  await after('sit');
  const waited = guest.expect('event');
  guest.send({ type: 'act', id: 'second', match: header.id, event: await own.sit(ledger) });
  const order: string[] = [];
  const pong = guest.request({ type: 'ping' }, 'pong').then(({ type }) => order.push(type));
  const event = waited.then(({ type }) => order.push(type));
  await Promise.all([pong, event]);
  expect(order).toEqual(['pong', 'event']);
  expect(await waited).toMatchObject({ id: 'second', event: { type: 'sit' } });
  for (const player of players) player.leave();
});
