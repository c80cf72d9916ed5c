import { describe, expect, test } from 'vitest';
import { generateKey, keyFromSeed } from '../src/crypto/ed25519.ts';
import { originOf, signDeletion, signIdentify, verifyDeletion, verifyIdentify } from '../src/identify.ts';
import { Ledger } from '../src/ledger.ts';
import { Seat } from '../src/seat.ts';
import { ServerSeat } from '../src/server-seat.ts';
import { accept, committedTable, movedTable, openTable, playOn, step } from './support/table.ts';

describe('a seat', () => {
  test('can be continued by another device that has only the key', async () => {
    const table = await step(await movedTable(3, { chain: 4 }), 'roll');
    const waiting = table.ledger.expects.party;
    if (waiting === null) throw new Error('the opponent reveals');
    // The other device gets the transcript from the service and the seed from a backup of the key.
    const ledger = new Ledger(table.header);
    await ledger.appendAll(table.ledger.events);
    const key = await keyFromSeed(table.keys.players[waiting].seed);
    const other = new Seat(key, table.header, waiting, undefined, () => table.now);
    expect(await other.reveal(ledger)).toEqual(await table.seats[waiting].reveal(table.ledger));
  });

  test('continues with new chains and random nonces', async () => {
    const { ledger } = await playOn(await openTable(4, { chain: 2, length: 1 }));
    const commits = ledger.events.filter((event) => event.type === 'commit');
    expect(commits.length).toBeGreaterThan(6);
    expect(new Set(commits.map(({ nonce }) => nonce)).size).toBe(commits.length);
  });

  test('makes a new chain for every commit that it signs', async () => {
    const table = await step(await openTable(4), 'commit');
    const random = await Promise.all(
      [0, 1].map(() => new Seat(table.keys.players[0], table.header, 0).commit(table.ledger)),
    );
    expect(random[0]).not.toEqual(random[1]);
  });

  test('refuses to reveal before its commit, and to reveal a link of another key’s chain', async () => {
    const table = await openTable(4);
    await expect(table.seats[0].roll(table.ledger)).rejects.toThrow();
    const committed = await committedTable(4);
    const stranger = new Seat(await generateKey(), committed.header, 0);
    await expect(stranger.roll(committed.ledger)).rejects.toThrow();
  });

  test('signs the same roll again after a resume, on the new history', async () => {
    const table = await committedTable(5);
    const lost = await table.seats[0].roll(table.ledger);
    await accept(table, await table.server.resume(table.ledger, table.ledger.at));
    const again = await table.seats[0].roll(table.ledger);
    expect(again).toMatchObject({ type: 'roll', n: lost.n + 1, prev: table.ledger.head });
    expect(again).toHaveProperty('reveal', 'reveal' in lost && lost.reveal);
    await accept(table, again);
  });
});

describe('the server', () => {
  test('cannot make dice before both players have revealed', async () => {
    const table = await committedTable(5);
    await expect(table.server.dice(table.ledger)).rejects.toThrow();
    await step(table, 'roll');
    await expect(table.server.dice(table.ledger)).rejects.toThrow();
    await step(table, 'reveal');
    expect(await table.server.dice(table.ledger)).toMatchObject({ type: 'dice', p: null });
  });

  test('can continue after a restart with only its key', async () => {
    const table = await step(await committedTable(6), 'roll', 'reveal');
    const restarted = new ServerSeat(await keyFromSeed(table.keys.server.seed), table.header);
    expect(await restarted.dice(table.ledger)).toEqual(await table.server.dice(table.ledger));
  });
});

describe('identification', () => {
  const challenge = {
    challenge: '0123456789abcdef'.repeat(2),
    origin: 'https://anchor.example',
    server: 'aa'.repeat(32),
  };

  test('proves the key, for this challenge, this server and this origin only', async () => {
    const key = await generateKey();
    const sig = await signIdentify(key, challenge);
    expect(await verifyIdentify(key.pub, challenge, sig)).toBe(true);
    expect(await verifyIdentify((await generateKey()).pub, challenge, sig)).toBe(false);
    expect(await verifyIdentify(key.pub, { ...challenge, challenge: 'ff'.repeat(16) }, sig)).toBe(false);
    expect(await verifyIdentify(key.pub, { ...challenge, server: 'bb'.repeat(32) }, sig)).toBe(false);
    expect(await verifyIdentify(key.pub, { ...challenge, origin: 'https://relay.example' }, sig)).toBe(false);
  });

  test('is not a deletion request, nor the other way round', async () => {
    const key = await generateKey();
    const [proof, wanted] = [await signIdentify(key, challenge), await signDeletion(key, challenge)];
    expect(await verifyDeletion(key.pub, challenge, wanted)).toBe(true);
    expect(await verifyDeletion(key.pub, challenge, proof)).toBe(false);
    expect(await verifyIdentify(key.pub, challenge, wanted)).toBe(false);
    expect(await verifyDeletion(key.pub, { ...challenge, origin: 'https://relay.example' }, wanted)).toBe(false);
    expect(await verifyDeletion(key.pub, { ...challenge, challenge: 'ff'.repeat(16) }, wanted)).toBe(false);
  });

  test.each([
    ['https://Anchor.EXAMPLE:443/play?x#y', 'https://anchor.example'],
    ['wss://anchor.example./ws', 'https://anchor.example'],
    ['ws://localhost:3000/ws', 'http://localhost:3000'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['ws://[::1]:3000/ws', 'http://[::1]:3000'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['https://user:word@anchor.example:8443', 'https://anchor.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['file:///etc/passwd', null],
    ['data:text/plain,x', null],
    ['anchor.example', null],
    ['null', null],
    ['', null],
  ])('writes the origin of %s as %s', (address, origin) => {
    expect(originOf(address)).toBe(origin);
  });

  test('always fails for a key of small order', async () => {
    const identity = `01${'00'.repeat(31)}`;
    expect(await verifyIdentify(identity, challenge, identity + '00'.repeat(32))).toBe(false);
    expect(await verifyIdentify('\ud800', challenge, '')).toBe(false);
  });
});
