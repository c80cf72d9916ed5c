import { examine, type Receipt, Seat, type SignedEvent, sentHash } from 'bg-record';
import { describe, expect, test } from 'vitest';
import type { EvidenceFile } from '../src/stores/evidence.ts';
import { Device } from './support/device.ts';
import { inTheMiddle, toPlay } from './support/middle.ts';
import { keys, type Table } from './support/table.ts';

type Changes = Partial<Omit<Receipt, 'sig'>>;

/** A device that has sent a roll, and the ping behind it. */
async function rolled() {
  const { table, device } = await inTheMiddle();
  device.pings();
  await device.decide({ type: 'roll' });
  const [ping] = device.pings();
  const [roll] = device.acts();
  return { table, device, ping: ping!, roll: roll! };
}

/** The receipt about the roll of a server that says it has no such event. */
const about = (event: SignedEvent, fate: Receipt['fate']): Changes => ({ asked: sentHash(event), fate });

/** The device stopped with this code, kept evidence that convicts the server, and stops again after a reload. */
async function expectHalt(table: Table, device: Device, code: string): Promise<void> {
  expect(device.view.halted?.code).toBe(code);
  const { evidence } = device.store;
  expect(evidence.map((file) => file.code)).toEqual([code]);
  expect(await found(evidence[0]!)).toContain(code);
  const reloaded = await Device.load(table, 0, device.store);
  await reloaded.show(table);
  expect(reloaded.view.halted?.code).toBe(code);
  expect(reloaded.acts()).toEqual([]);
  expect(await found(reloaded.store.evidence.at(-1)!)).toContain(code);
}

async function found(file: EvidenceFile): Promise<string[]> {
  const examined = await examine(JSON.parse(JSON.stringify(file)));
  return examined.ok ? examined.findings.map((finding) => finding.code) : [examined.message];
}

/** The device goes on, kept nothing, and its event is stored when the server takes it. */
async function expectGoesOn(table: Table, device: Device): Promise<void> {
  expect(device.view).toMatchObject({ halted: null, warning: null });
  expect(device.store.evidence).toEqual([]);
  const reloaded = await Device.load(table, 0, device.store);
  await reloaded.show(table);
  expect(reloaded.view.halted).toBeNull();
}

describe('an event in flight', () => {
  test('DD1 goes whole into every ping until the history has it, automatic ones too, also after a reload', async () => {
    const { table, device, ping, roll } = await rolled();
    expect(ping.event).toEqual(roll);
    await device.session.tick();
    expect(device.pings().map(({ event }) => event)).toEqual([roll, roll]);
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    const pings = reloaded.pings();
    expect(pings.length).toBeGreaterThan(0);
    for (const { event } of pings) expect(event).toEqual(roll);
    await reloaded.event(await table.accept(roll));
    await reloaded.session.tick();
    expect(reloaded.pings().map(({ event }) => event)).toEqual([undefined]);
  });
});

test('DD1b an event that needs no decision goes into the pings as well', async () => {
  const { table, device } = await inTheMiddle();
  device.pings();
  await device.event(await table.accept(await table.server.absent(table.ledger, 0)));
  await device.session.tick();
  const pings = device.pings();
  expect(pings.length).toBeGreaterThan(1);
  for (const { event } of pings) expect(event).toMatchObject({ type: 'present' });
});

describe('a receipt together with the event that it names', () => {
  test.each(['moved', 'wrong-party', 'illegal-play', 'void', 'wrong-number'] as const)(
    'DD2 stops the page if it says "%s" in the very place of the event, where the rules accept it',
    async (fate) => {
      const { table, device, ping, roll } = await rolled();
      await device.answer(table, ping, about(roll, fate));
      await expectHalt(table, device, 'event-denied');
    },
  );

  test('DD2b does so if the history has grown since', async () => {
    const { table, device, ping, roll } = await rolled();
    const { length: n, head } = table.ledger;
    await device.event(await table.accept(await table.resume()));
    await device.answer(table, ping, { ...about(roll, 'moved'), n, head });
    await expectHalt(table, device, 'event-denied');
  });

  test('DD3 stops the page if it says that the event is stored, and the history that it names lacks it', async () => {
    const { table, device, ping, roll } = await rolled();
    await device.answer(table, ping, about(roll, 'stored'));
    await expectHalt(table, device, 'event-missing');
  });

  test('DD3b does so when that history arrives later, also after a reload in between', async () => {
    for (const isReloaded of [false, true]) {
      const { table, device, ping, roll } = await rolled();
      const aside = await table.accept(await table.resume());
      await device.answer(table, ping, about(roll, 'stored'));
      expect(device.view.halted).toBeNull();
      const page = isReloaded ? await Device.load(table, 0, device.store) : device;
      if (isReloaded) await page.show(table);
      else await page.event(aside);
      await expectHalt(table, page, 'event-missing');
    }
  });

  test('DD3c does so although later receipts, too many to keep, say something else', async () => {
    const { table, device, ping, roll } = await rolled();
    const aside = await table.accept(await table.resume());
    await device.answer(table, ping, about(roll, 'stored'));
    for (let i = 0; i < 40; i++) {
      table.now += 5_000;
      await device.session.tick();
      await device.pong(table);
    }
    await device.event({ ...aside });
    expect(device.view.halted?.code).toBe('event-missing');
    expect(await found(device.store.evidence.find(({ code }) => code === 'event-missing')!)).toContain('event-missing');
  });

  test('DD3e does so although another event was called stored since', async () => {
    const { table, device, ping, roll } = await rolled();
    const [one, two] = [await table.accept(await table.resume()), await table.accept(await table.resume())];
    await device.answer(table, ping, about(roll, 'stored'));
    await device.event(one);
    const again = device.pings().at(-1)!;
    await device.answer(table, again, { ...about(again.event as never, 'stored'), n: table.ledger.length + 5 });
    await device.event(two);
    await expectHalt(table, device, 'event-missing');
  });

  test('DD3d stops the page if the match ends before the history in which the event is said to be stored', async () => {
    const { table, device, ping, roll } = await rolled();
    await device.answer(table, ping, { ...about(roll, 'stored'), n: table.ledger.length + 9, head: 'ab'.repeat(32) });
    expect(device.view.halted).toBeNull();
    table.now = (table.ledger.expiresAt ?? 0) + 1_000;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'time')));
    const { winner, score, reason } = table.ledger.state.result!;
    const result = { winner, score: [...score] as [number, number], reason };
    const ended = { result, record: '/records/x.json', finalHash: table.ledger.head, ratings: null };
    await device.session.receive({ type: 'finished', match: device.view.id, ...ended });
    expect(device.view.halted?.code).toBe('receipt-differs');
  });

  test('DD4 stops the page if a `void` has the place of an event that the rules accept there', async () => {
    const { table, device, roll } = await rolled();
    await device.event(await table.accept(await table.server.void(table.ledger, roll)));
    await expectHalt(table, device, 'event-voided');
  });

  test('DD4b does so if the page was closed meanwhile', async () => {
    const { table, device, roll } = await rolled();
    await table.accept(await table.server.void(table.ledger, roll));
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    expect(reloaded.view.halted?.code).toBe('event-voided');
  });
});

describe('what an honest server may say', () => {
  test('DD5 a plain ping was in flight when the player confirmed: its receipt names nothing', async () => {
    const { table, device } = await inTheMiddle();
    device.pings();
    await device.session.tick();
    const [plain] = device.pings();
    await device.decide({ type: 'roll' });
    await device.answer(table, plain!);
    await expectGoesOn(table, device);
  });

  test('DD6 the copy in the ping comes after the event itself, which is stored then', async () => {
    const { table, device, ping, roll } = await rolled();
    const stored = await table.accept(roll);
    await device.answer(table, ping);
    await device.refused(roll.n, 'wrong-number');
    await device.event(stored);
    await expectGoesOn(table, device);
    expect(device.view.pending).toBeNull();
  });

  test('DD7 an aside of another device of the player overtook the event', async () => {
    for (const isBefore of [true, false]) {
      const { table, device, ping } = await rolled();
      const seat = new Seat((await keys()).players[0], table.ledger.header, 0);
      const sit = await table.accept(await seat.sit(table.ledger));
      if (isBefore) await device.event(sit);
      await device.answer(table, ping);
      await device.event(sit);
      await expectGoesOn(table, device);
    }
  });

  test('DD7b an aside of the server overtook it: the page asks for the history and signs the event again', async () => {
    const { table, device, ping } = await rolled();
    const aside = await table.accept(await table.resume());
    await device.answer(table, ping);
    expect(device.sent).toContainEqual({ type: 'sync', match: device.view.id, from: aside.n });
    await device.event(aside);
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'roll', n: table.ledger.length })]);
    await expectGoesOn(table, device);
  });

  test('DD8 an event that the rules refuse gets no `void` any more', async () => {
    const { table, device } = await toPlay();
    await device.decide({ type: 'play', hops: [] });
    await device.pong(table);
    await device.refused(table.ledger.length, 'too-many-voids');
    await expectGoesOn(table, device);
    expect(device.view.pending).toEqual({ type: 'play', hops: [] });
  });

  test('DD9 an event that the rules refuse is declared void', async () => {
    const { table, device } = await toPlay();
    await device.decide({ type: 'play', hops: [] });
    const [illegal] = device.acts();
    device.drop('ping');
    await device.event(await table.accept(await table.server.void(table.ledger, illegal!)));
    await device.session.tick();
    await device.pong(table);
    await expectGoesOn(table, device);
    expect(device.view).toMatchObject({ pending: null });
  });

  test('DD10 the server cannot store and signs no receipt: the page sends the event again and waits', async () => {
    const { table, device, ping, roll } = await rolled();
    await device.answer(table, ping);
    await device.session.tick();
    expect(device.acts()).toEqual([roll]);
    await expectGoesOn(table, device);
  });

  test.each([
    ['nothing', { asked: null, fate: null }],
    ['another event', { asked: 'ab'.repeat(32), fate: 'moved' }],
    ['another event, as stored', { asked: 'ab'.repeat(32), fate: 'stored' }],
  ] as const)('DD11 a receipt that names %s is no answer to a ping with an event', async (_what, changes) => {
    const { table, device, ping } = await rolled();
    await device.answer(table, ping, changes);
    await expectGoesOn(table, device);
  });

  test('DD11b a receipt about the event is no answer to a ping that had none', async () => {
    const { table, device } = await inTheMiddle();
    device.pings();
    await device.session.tick();
    const [plain] = device.pings();
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    await device.answer(table, plain!, about(roll!, 'moved'));
    await expectGoesOn(table, device);
  });

  test('DD12 no receipt acknowledged an event, and later the flag falls without it: no rule over two moments', async () => {
    const { table, device, roll } = await rolled();
    await device.pong(table, { asked: null, fate: null });
    table.now = (table.ledger.expiresAt ?? 0) + 1_000;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'time')));
    await device.answer(table, { type: 'ping', match: device.view.id, event: { ...roll } });
    expect(device.view.halted).toBeNull();
  });

  test('DD12b a receipt before the event, then one that says moved, do not contradict each other', async () => {
    const { table, device } = await inTheMiddle();
    await device.session.tick();
    await device.pong(table);
    await device.decide({ type: 'roll' });
    const aside = await table.accept(await table.resume());
    await device.pong(table);
    await device.event(aside);
    await expectGoesOn(table, device);
  });
});
