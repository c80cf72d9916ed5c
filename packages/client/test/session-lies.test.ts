import { compare, signEvent } from 'bg-record';
import { describe, expect, test, vi } from 'vitest';
import { Device, goOn, playUntil } from './support/device.ts';
import { keys, makeHeader, Table } from './support/table.ts';

/** A device at seat 0 that has rolled a few times on an honest table. */
async function inTheMiddle() {
  const table = await Table.open(0);
  const device = await Device.load(table, 0);
  await device.tell(table);
  await playUntil(table, device, () => table.ledger.rolls.length >= 4 && device.view.options.actions.includes('roll'));
  return { table, device };
}

describe('an honest server', () => {
  test('commits and reveals go out without being asked, and the match goes on', async () => {
    const { device } = await inTheMiddle();
    expect(device.view.halted).toBeNull();
    expect(device.view.rolls.length).toBeGreaterThanOrEqual(4);
  });

  test('a reloaded page goes on where it was', async () => {
    const { table, device } = await inTheMiddle();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.tell(table);
    expect(reloaded.view.halted).toBeNull();
    const before = table.ledger.length;
    await playUntil(table, reloaded, () => table.ledger.length > before + 8);
    expect(reloaded.view.halted).toBeNull();
  });

  test('another device with the key goes on without any marks', async () => {
    const { table } = await inTheMiddle();
    const other = await Device.load(table, 0);
    await other.tell(table);
    await other.decide({ type: 'roll' });
    expect(other.acts().map(({ type }) => type)).toEqual(['roll']);
  });

  test('the mark of a roll is stored before the roll leaves', async () => {
    const { table, device } = await inTheMiddle();
    const { n, prev } = { n: table.ledger.length, prev: table.ledger.head };
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    expect(device.store.marks.get(table.ledger.header.id)).toMatchObject({ n, prev, type: 'roll' });
    expect(roll).toMatchObject({ n, prev, type: 'roll' });
  });

  test('nothing leaves when the mark cannot be stored', async () => {
    const { device } = await inTheMiddle();
    device.store.place = () => Promise.reject(new Error('the disk is full'));
    const told = vi.spyOn(console, 'error').mockReturnValue();
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([]);
    expect(device.view.halted?.code).toBe('page-fault');
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  test.each([-3_600_000, 3_600_000])(
    'an event that arrived just before the clock jumped by %i ms is judged by the time it came',
    async (jumpMs) => {
      const { table, device } = await inTheMiddle();
      const event = await table.accept(await table.server.resume(table.ledger));
      const judged = device.event(event);
      table.now += jumpMs;
      await judged;
      expect(device.view.halted).toBeNull();
    },
  );

  test('after a resume the same roll is signed again, on the new place', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [lost] = device.acts();
    await device.event(await table.accept(await table.server.resume(table.ledger)));
    const [again] = device.acts();
    expect(again).toMatchObject({ type: 'roll', n: table.ledger.length, prev: table.ledger.head });
    expect(again).toHaveProperty('reveal', lost && 'reveal' in lost ? lost.reveal : '');
  });

  test('after a resume and a reload the roll is still owed, and nothing else is offered in its place', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    await table.accept(await table.server.resume(table.ledger));
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.tell(table);
    expect(reloaded.view.pending).toEqual({ type: 'roll' });
    expect(reloaded.view.options.actions).toEqual([]);
    expect(reloaded.acts().map(({ type }) => type)).toEqual(['roll']);
  });

  test('what was on its way when the connection broke is sent again', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [first] = device.acts();
    await device.tell(table);
    expect(device.acts()).toEqual([first]);
  });

  test('a refused decision may be taken again, and is not repeated by itself', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'double' });
    const { n } = device.acts()[0] ?? { n: -1 };
    const match = device.view.id;
    await device.session.receive({ type: 'rejected', match, n, code: 'wrong-party', message: 'not now' });
    await device.session.receive({ type: 'events', match, events: [], now: 0 });
    expect(device.view.refused).toBe('not now');
    expect(device.acts()).toEqual([]);
    expect(device.view.options.actions).toContain('roll');
    expect(table.ledger.length).toBe(n);
  });

  test('a gap is filled by asking', async () => {
    const { table, device } = await inTheMiddle();
    const from = table.ledger.length;
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    if (!roll) throw new Error('no roll');
    await table.accept(roll);
    const reveal = await table.due();
    if (!reveal) throw new Error('no reveal');
    await device.event(await table.accept(reveal));
    expect(device.sent).toEqual([{ type: 'sync', match: device.view.id, from }]);
    const events = table.ledger.events.slice(from);
    await device.session.receive({ type: 'events', match: device.view.id, events, now: 0 });
    expect(device.view.events).toHaveLength(table.ledger.length);
    expect(device.view.halted).toBeNull();
  });
});

describe('a lying server', () => {
  test('shorter history to a reloaded page', async () => {
    const { table, device } = await inTheMiddle();
    const { n } = device.store.marks.get(table.ledger.header.id) ?? { n: 0 };
    // Only the mark is left: the transcript was lost, as on a browser that was short of space.
    device.store.transcripts.clear();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.tell(table, table.ledger.events.slice(0, n - 1));
    expect(reloaded.view.halted?.code).toBe('history-shorter');
    expect(reloaded.acts()).toEqual([]);
  });

  test('history cut after the last mark, but before what the device has seen', async () => {
    const { table, device } = await inTheMiddle();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.tell(table, table.ledger.events.slice(0, -1));
    expect(reloaded.view.halted).toMatchObject({ code: 'history-shorter', transcripts: 2 });
  });

  test('a second reveal asked for the same link', async () => {
    const table = await Table.open(0);
    const device = await Device.load(table, 0);
    await device.tell(table);
    const mark = () => device.store.marks.get(table.ledger.header.id);
    await playUntil(table, device, () => mark()?.type === 'reveal' && table.ledger.rolls.length >= 3);
    const last = mark();
    if (last?.type !== 'reveal') throw new Error('the last mark is not a reveal');
    // The opponent's roll moves by a `resume`: another place for the very link that was already given.
    const second = await table.fork(last.n - 1);
    await second.accept(await second.server.resume(second.ledger));
    await second.accept(await second.seat.roll(second.ledger));
    expect(second.ledger.expects).toMatchObject({ party: 0, types: ['reveal'] });
    device.store.transcripts.clear();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.tell(second);
    expect(reloaded.view.halted?.code).toBe('history-differs');
    expect(reloaded.acts()).toEqual([]);
  });

  test('another event in the place of the roll that the device has signed', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    device.acts();
    const elsewhere = await Device.load(table, 0);
    await elsewhere.tell(table);
    await elsewhere.decide({ type: 'double' });
    const [double] = elsewhere.acts();
    if (!double) throw new Error('no double');
    await device.event(await table.accept(double));
    expect(device.view.halted?.code).toBe('history-differs');
    expect(device.acts()).toEqual([]);
  });

  test('dice that do not follow', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    if (!roll) throw new Error('no roll');
    await device.event(await table.accept(roll));
    await device.event(await table.accept(await table.seat.reveal(table.ledger)));
    const { sig: _sig, ...honest } = await table.server.dice(table.ledger);
    if (honest.type !== 'dice') throw new Error('no dice');
    const [one, two] = honest.dice;
    const forged = await signEvent({ ...honest, dice: [(one % 6) + 1, two] }, (await keys()).server);
    await device.event({ ...forged, at: table.now });
    expect(device.view.halted?.code).toBe('wrong-dice');
    device.session.download();
    expect(device.saved[0]?.events.at(-1)).toMatchObject({ type: 'dice', sig: forged.sig });
    expect(device.store.evidence).toHaveLength(1);
  });

  test('swapped header under the same id', async () => {
    const { table, device } = await inTheMiddle();
    const header = await makeHeader({ length: 7 });
    await device.session.receive({ type: 'match', header, events: [], seat: 0, now: 0 });
    expect(device.view.halted).toMatchObject({ code: 'other-header', transcripts: 2 });
    expect(table.ledger.header.length).toBe(5);
  });

  test('a fork: both histories are kept and prove who signed both', async () => {
    const { table, device } = await inTheMiddle();
    const at = table.ledger.events.findLastIndex(({ type, p }) => type === 'play' && p === 1);
    const second = await table.fork(at);
    await second.accept(await second.seat.resign(second.ledger, 1));
    const other = second.ledger.events[at];
    if (!other) throw new Error('no other event');
    await device.event(other);
    expect(device.view.halted).toMatchObject({ code: 'forked', transcripts: 2 });
    device.session.download();
    const comparison = await compare(device.saved[0], device.saved[1]);
    expect(comparison).toMatchObject({ relation: 'fork', n: at });
    expect(comparison).toHaveProperty('signedBoth.0.pub', table.ledger.header.players[1].pub);
  });

  test('an event that does not follow: the other history is asked for and kept', async () => {
    const { table, device } = await inTheMiddle();
    const last = table.ledger.events.findLastIndex(({ type, p }) => type === 'play' && p === 1);
    const second = await table.fork(last);
    await second.accept(await second.seat.resign(second.ledger, 1));
    while (second.ledger.length < table.ledger.length) await second.accept(await second.server.resume(second.ledger));
    const stranger = await second.accept(await second.server.resume(second.ledger));
    await device.event(stranger);
    expect(device.view.halted?.code).toBe('wrong-prev');
    expect(device.sent).toContainEqual({ type: 'sync', match: device.view.id, from: 0 });
    await device.session.receive({ type: 'events', match: device.view.id, events: [...second.ledger.events], now: 0 });
    expect(device.view.halted?.transcripts).toBe(2);
  });

  test.each([-61_000, 61_000])('an event dated %i ms off', async (offMs) => {
    const { table, device } = await inTheMiddle();
    const told = table.now;
    const event = await table.accept(await table.server.resume(table.ledger));
    table.now = told + 1000 - offMs;
    await device.event(event);
    expect(device.view.halted?.code).toBe('time-off');
  });

  test('an end that the events do not give', async () => {
    const table = await Table.open(0, { length: 1 });
    const device = await Device.load(table, 0);
    await device.tell(table);
    await playUntil(table, device, () => device.view.options.actions.includes('resign'));
    await device.decide({ type: 'resign', points: 1 });
    const [resign] = device.acts();
    if (!resign) throw new Error('no resignation');
    await device.event(await table.accept(resign));
    await device.event(await table.accept(await table.seat.accept(table.ledger)));
    const finished = { type: 'finished', match: device.view.id, record: '', ratings: null } as const;
    const finalHash = table.ledger.head;
    await device.session.receive({ ...finished, finalHash, result: { winner: 0, score: [1, 0], reason: 'resign' } });
    expect(device.view.halted?.code).toBe('wrong-end');
  });

  test('after a halt nothing is signed any more', async () => {
    const { table, device } = await inTheMiddle();
    await device.session.refuse(
      { ok: false, code: 'not-asked', message: '' },
      { header: table.ledger.header, events: [] },
    );
    await device.decide({ type: 'roll' });
    await goOn(table, device);
    expect(device.acts()).toEqual([]);
  });

  test('a watcher verifies too, and keeps nothing', async () => {
    const { table } = await inTheMiddle();
    const watcher = await Device.load(table, null);
    await watcher.tell(table);
    expect(watcher.view).toMatchObject({ seat: null, halted: null });
    await watcher.event({ ...(await table.server.resume(table.ledger)), sig: '0'.repeat(128), at: table.now });
    expect(watcher.view.halted?.code).toBe('bad-signature');
    expect(watcher.store.evidence).toEqual([]);
  });
});

describe('two tabs with one key', () => {
  test('what one has marked the other does not contradict', async () => {
    const { table, device } = await inTheMiddle();
    const other = await Device.load(table, 0, device.store);
    await other.tell(table);
    await device.decide({ type: 'roll' });
    await other.decide({ type: 'double' });
    expect(other.view.halted?.code).toBe('marked-otherwise');
    expect(other.acts()).toEqual([]);
  });

  test('the one that was superseded decides nothing', async () => {
    const { device } = await inTheMiddle();
    device.status.value = 'superseded';
    expect(device.view.options.actions).toEqual([]);
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([]);
  });
});
