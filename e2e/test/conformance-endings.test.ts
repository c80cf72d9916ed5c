import { once } from 'node:events';
import { generateKey, type MatchRecord, verify } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BareClient } from '../kit/bare-client.ts';
import { freePort } from '../kit/free-port.ts';
import { ask, faultOf } from '../kit/http.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

// The statements of the HTTP interface about matches that do not come to their natural end, and about messages that are too long.

const policy = { random: () => 0.5, double: 0, take: 1 };
const wanted = { length: 3, rated: true, clock: 'slow' } as const;
const MOST_BYTES = 64 * 1024;
const folder = temporaryFolder();
let server: ServerProcess;

beforeAll(async () => {
  const port = await freePort();
  server = await ServerProcess.start({ dataDir: folder.path, port, env: { ABANDON_SECONDS: '1' } });
});
afterAll(async () => {
  await server.end();
  folder.remove();
});
const json = async (path: string) => JSON.parse((await ask(server.url, path)).text);

describe('a match that is not finished', () => {
  it('H3e leaves no record, no row, no rating and no dice when it is aborted', async () => {
    const silent = await BareClient.open(server.url);
    const guest = new SocketPlayer({ url: server.url, key: await generateKey(), policy });
    await guest.connect();
    const { code } = await guest.request({ type: 'invite', ...wanted }, 'invited');
    const [sat, aborted] = [guest.expect('match'), guest.expect('aborted')];
    await silent.ask({ type: 'join', code });
    const { header } = await sat;
    silent.close();
    expect((await aborted).match).toBe(header.id);
    guest.leave();

    const record = await ask(server.url, `/records/${header.id}.json`);
    expect([record.status, record.text]).toEqual([404, 'not found']);
    expect((await ask(server.url, `/api/analysis/${header.id}`)).status).toBe(404);
    expect([await json('/api/records'), await json('/api/matches')]).toEqual([[], []]);
    expect((await json('/api/fairness')).rolls).toBe(0);
    for (const { pub } of [silent.key, guest.key])
      expect(await json(`/api/player/${pub}`)).toEqual({ error: 'no such player' });
  });
});

describe('a match that a player leaves', () => {
  it('H2.4b ends with a forfeit that the service signs, and its record verifies', async () => {
    const stayer = new SocketPlayer({ url: server.url, key: await generateKey(), policy });
    const leaver = new SocketPlayer({
      url: server.url,
      key: await generateKey(),
      policy,
      onTraffic: (player) => void ((player.ledger?.state.rolls ?? 0) >= 3 && player.leave()),
    });
    await stayer.connect();
    const { code } = await stayer.request({ type: 'invite', ...wanted }, 'invited');
    await leaver.connect();
    leaver.send({ type: 'join', code });
    const { match } = await stayer.finished;
    expect(stayer.faults).toEqual([]);
    stayer.leave();

    const answer = await ask(server.url, `/records/${match}.json`);
    expect(faultOf('record', answer)).toBeNull();
    const record: MatchRecord = JSON.parse(answer.text);
    const [row] = await json('/api/matches');
    const winner = record.header.players.findIndex(({ pub }) => pub === stayer.key.pub);
    expect(record.events.at(-1)).toMatchObject({ type: 'forfeit', p: null });
    expect(record.events.slice(0, -1).map(({ type }) => type)).not.toContain('forfeit');
    expect(row).toMatchObject({ id: match, reason: 'abandonment', winner, rated: true });
    const { serverKey } = await json('/healthz');
    expect(await verify(record, { serverKey })).toMatchObject({ ok: true });
    const signedByOther = await verify(record, { serverKey: stayer.key.pub });
    expect(signedByOther.ok).toBe(false);
  });
});

describe('a message', () => {
  it('H8.4 may have 64 KB and not a byte more', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
    await once(socket, 'message');
    socket.send('x'.repeat(MOST_BYTES));
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer))).toMatchObject({ type: 'error', code: 'bad-frame' });
    socket.send('x'.repeat(MOST_BYTES + 1));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
    expect((await json('/healthz')).errors).toBe(0);
  });
});
