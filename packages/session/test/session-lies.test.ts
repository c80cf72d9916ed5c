import { compare, MAX_SITS, Seat, type SignedEvent, signAborted, signEvent } from 'bg-record';
import { describe, expect, test, vi } from 'vitest';
import { Device, goOn, playUntil } from './support/device.ts';
import { inTheMiddle, toPlay } from './support/middle.ts';
import { keys, makeHeader, Table } from './support/table.ts';

const linkOf = (event: SignedEvent | undefined) => (event && 'reveal' in event ? event.reveal : '');
const nonceOf = (event: SignedEvent | undefined) => (event && 'nonce' in event ? event.nonce : '');

describe('an honest server', () => {
  test('commits and reveals are sent automatically, and the match continues', async () => {
    const { device } = await inTheMiddle();
    expect(device.view.halted).toBeNull();
    expect(device.view.rolls.length).toBeGreaterThanOrEqual(4);
  });

  test('a reloaded page continues where it was', async () => {
    const { table, device } = await inTheMiddle();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    expect(reloaded.view.halted).toBeNull();
    const before = table.ledger.length;
    await playUntil(table, reloaded, () => table.ledger.length > before + 8);
    expect(reloaded.view.halted).toBeNull();
  });

  test.each(['roll', 'double'] as const)('the whole %s is stored before it is sent', async (type) => {
    const { table, device } = await inTheMiddle();
    const { n, prev } = { n: table.ledger.length, prev: table.ledger.head };
    await device.decide({ type });
    const [event] = device.acts();
    expect(event).toMatchObject({ n, prev, type });
    expect(device.store.marks.get(table.ledger.header.id)?.mark).toEqual(event);
  });

  test('nothing is sent if the mark cannot be stored', async () => {
    const { device } = await inTheMiddle();
    device.store.place = () => Promise.reject(new Error('the disk is full'));
    const told = vi.spyOn(console, 'error').mockReturnValue();
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([]);
    expect(device.view.halted?.code).toBe('page-fault');
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  test.each([-3_600_000, 3_600_000])('a jump of the device clock by %i ms stops nothing', async (jumpMs) => {
    const { table, device } = await inTheMiddle();
    device.skewMs = jumpMs;
    const before = table.ledger.length;
    await playUntil(table, device, () => table.ledger.length > before + 8);
    expect(device.view).toMatchObject({ halted: null, warning: null });
  });

  test('after a resume the same roll is signed again, at the new place', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [lost] = device.acts();
    await device.event(await table.accept(await table.resume()));
    const [again] = device.acts();
    expect(again).toMatchObject({ type: 'roll', n: table.ledger.length, prev: table.ledger.head });
    expect(again).toHaveProperty('reveal', lost && 'reveal' in lost ? lost.reveal : '');
  });

  test.each(['absent', 'void', 'resume'] as const)(
    'a play survives %s in its place: the same play, signed again',
    async (aside) => {
      const { table, device } = await toPlay();
      await device.decide({ type: 'play', hops: table.firstPlay() });
      const [lost] = device.acts();
      const { server, ledger } = table;
      const signed = {
        absent: () => server.absent(ledger, 0),
        void: async () => server.void(ledger, await table.seat.roll(ledger).catch(() => lost!)),
        resume: () => table.resume(),
      };
      await device.event(await table.accept(await signed[aside]()));
      const acts = device.acts();
      expect(acts).toEqual([expect.objectContaining({ type: 'play', n: ledger.length, prev: ledger.head })]);
      expect(acts[0]).toHaveProperty('hops', lost && 'hops' in lost ? lost.hops : []);
      await device.event(await table.accept(acts[0]!));
      expect(device.view).toMatchObject({ halted: null, pending: null });
    },
  );

  test('after a reload the same bytes are sent again, and nothing else is offered', async () => {
    const { table, device } = await toPlay();
    await device.decide({ type: 'play', hops: table.firstPlay() });
    const [lost] = device.acts();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    expect(reloaded.acts()).toEqual([lost]);
    expect(reloaded.view.options.actions).toEqual([]);
    expect(reloaded.view.pending).toMatchObject({ type: 'play' });
  });

  test('a player announced as absent sends `present` once', async () => {
    const { table, device } = await inTheMiddle();
    device.acts();
    await device.event(await table.accept(await table.server.absent(table.ledger, 0)));
    const acts = device.acts();
    expect(acts).toEqual([expect.objectContaining({ type: 'present', n: table.ledger.length })]);
    await device.event(await table.accept(acts[0]!));
    expect(device.acts()).toEqual([]);
    expect(device.view.options.actions).toContain('roll');
  });

  test('a decision made while `present` is in flight is sent after it', async () => {
    const { table, device } = await inTheMiddle();
    device.acts();
    await device.event(await table.accept(await table.server.absent(table.ledger, 0)));
    const [present] = device.acts();
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([]);
    expect(device.view.pending).toEqual({ type: 'roll' });
    await device.event(await table.accept(present!));
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'roll', n: table.ledger.length })]);
  });

  test('an event lost on an open connection is sent again after a while', async () => {
    const { device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    await device.session.tick();
    expect(device.acts()).toEqual([roll]);
  });

  test('after a resume and a reload the roll is still owed, and nothing else is offered in its place', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    await table.accept(await table.resume());
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    expect(reloaded.view.pending).toEqual({ type: 'roll' });
    expect(reloaded.view.options.actions).toEqual([]);
    expect(reloaded.acts().map(({ type }) => type)).toEqual(['roll']);
  });

  test('an event in flight when the connection broke is sent again', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [first] = device.acts();
    await device.show(table);
    expect(device.acts()).toEqual([first]);
  });

  test.each(['wrong-party', 'not-stored', 'illegal-play', 'made-up'])(
    'a refusal (%s) frees nothing: no other decision is signed, also after a reload',
    async (code) => {
      const { table, device } = await inTheMiddle();
      await device.decide({ type: 'double' });
      const [double] = device.acts();
      await device.refused(table.ledger.length, code);
      await device.nothingNew();
      expect(device.view.options.actions).toEqual([]);
      expect(device.view.pending).toMatchObject({ type: 'double' });
      await device.decide({ type: 'roll' });
      expect(device.acts()).toEqual([]);
      await device.session.tick();
      expect(device.acts()).toEqual([double]);
      const reloaded = await Device.load(table, 0, device.store);
      await reloaded.show(table);
      await reloaded.decide({ type: 'roll' });
      expect(reloaded.acts()).toEqual([double]);
    },
  );

  test('a refusal that the server has signed lets the player decide again', async () => {
    const { table, device } = await toPlay();
    await device.decide({ type: 'play', hops: [] });
    const [illegal] = device.acts();
    await device.event(await table.accept(await table.server.void(table.ledger, illegal!)));
    expect(device.acts()).toEqual([]);
    expect(device.view.options.actions).toContain('play');
    await device.decide({ type: 'play', hops: table.firstPlay() });
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'play', n: table.ledger.length })]);
    expect(device.view.halted).toBeNull();
  });

  test('a roll that the server has voided may only be rolled again', async () => {
    const { table, device } = await inTheMiddle();
    const [own] = (await keys()).players;
    const roll = Seat.prototype.roll;
    const signing = vi.spyOn(Seat.prototype, 'sign').mockImplementationOnce(async function (this: Seat, ledger) {
      const { sig: _sig, ...rolled } = await roll.call(this, ledger);
      return signEvent({ ...rolled, reveal: '00'.repeat(32) } as typeof rolled, own);
    });
    await device.decide({ type: 'roll' });
    signing.mockRestore();
    const [wrong] = device.acts();
    await device.event(await table.accept(await table.server.void(table.ledger, wrong!)));
    expect(device.view.options).toMatchObject({ actions: ['roll'], resignations: [] });
    await device.decide({ type: 'double' });
    expect(device.acts()).toEqual([]);
    await device.decide({ type: 'roll' });
    const [again] = device.acts();
    expect(again).toMatchObject({ type: 'roll', n: table.ledger.length });
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    expect(reloaded.acts()).toEqual([again]);
    expect(reloaded.view.halted).toBeNull();
  });

  test('a gap is filled with `sync`', async () => {
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
    const { length } = table.ledger;
    await device.session.receive({ type: 'events', match: device.view.id, events, length, now: 0 });
    expect(device.view.events).toHaveLength(table.ledger.length);
    expect(device.view.halted).toBeNull();
  });

  test('a gap of several pages: each is requested, and nothing is signed before the last one has arrived', async () => {
    const { table, device } = await inTheMiddle();
    const from = table.ledger.length;
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    if (!roll) throw new Error('no roll');
    await table.accept(roll);
    for (let due = await table.due(); due; due = await table.due()) await table.accept(due);
    const match = device.view.id;
    const { length } = table.ledger;
    for (let next = from; next < length; next += 1) {
      const events = table.ledger.events.slice(next, next + 1);
      await device.session.receive({ type: 'events', match, events, length, now: 0 });
      const asked = device.sent.splice(0);
      expect(asked).toEqual(next + 1 < length ? [{ type: 'sync', match, from: next + 1 }] : []);
    }
    expect(length - from).toBeGreaterThan(2);
    expect(device.view.events).toHaveLength(length);
  });
});

describe('a lying server', () => {
  test('shorter history to a reloaded page', async () => {
    const { table, device } = await inTheMiddle();
    const { n } = device.store.marks.get(table.ledger.header.id)?.mark ?? { n: 0 };
    // Only the mark is left, as in a browser that ran short of space and lost the transcript.
    device.store.transcripts.clear();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table, table.ledger.events.slice(0, n - 1));
    expect(reloaded.view.halted?.code).toBe('history-shorter');
    expect(reloaded.acts()).toEqual([]);
  });

  test('history cut after the last mark, but before what the device has seen', async () => {
    const { table, device } = await inTheMiddle();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table, table.ledger.events.slice(0, -1));
    expect(reloaded.view.halted).toMatchObject({ code: 'history-shorter', transcripts: 2 });
  });

  test('a second reveal requested for the same link', async () => {
    const table = await Table.open(0);
    const device = await Device.load(table, 0);
    await device.show(table);
    const mark = () => device.store.marks.get(table.ledger.header.id)?.mark;
    await playUntil(table, device, () => mark()?.type === 'reveal' && table.ledger.rolls.length >= 3);
    const last = mark();
    if (last?.type !== 'reveal') throw new Error('the last mark is not a reveal');
    // A `resume` moves the opponent's roll: another place for a link that was already revealed.
    const second = await table.fork(last.n - 1);
    await second.accept(await second.resume());
    await second.accept(await second.seat.roll(second.ledger));
    expect(second.ledger.expects).toMatchObject({ party: 0, types: ['reveal'] });
    device.store.transcripts.clear();
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(second);
    expect(reloaded.view.halted?.code).toBe('history-differs');
    expect(reloaded.acts()).toEqual([]);
  });

  test('another event in the place of the roll that the device has signed', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    device.acts();
    // Only a device that breaks the rules would sign this without a `sit` before it.
    const double = await new Seat((await keys()).players[0], table.ledger.header, 0).double(table.ledger);
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
    await device.session.idle();
    const [file] = device.saved;
    const [transcript] = file && 'transcripts' in file ? file.transcripts : [];
    expect(transcript?.events.at(-1)).toMatchObject({ type: 'dice', sig: forged.sig });
    expect(device.store.evidence).toHaveLength(1);
  });

  test('swapped header under the same id', async () => {
    const { table, device } = await inTheMiddle();
    const header = await makeHeader({ length: 7 });
    await device.session.receive({ type: 'match', header, events: [], length: 0, seat: 0, now: 0 });
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
    await device.session.idle();
    const [file] = device.saved;
    const [known, told] = file && 'transcripts' in file ? file.transcripts : [];
    const comparison = await compare(known, told);
    expect(comparison).toMatchObject({ relation: 'fork', n: at });
    expect(comparison).toHaveProperty('signedBoth.0.pub', table.ledger.header.players[1].pub);
  });

  test('an event that does not follow: the other history is requested and stored', async () => {
    const { table, device } = await inTheMiddle();
    const last = table.ledger.events.findLastIndex(({ type, p }) => type === 'play' && p === 1);
    const second = await table.fork(last);
    await second.accept(await second.seat.resign(second.ledger, 1));
    while (second.ledger.length < table.ledger.length) await second.accept(await second.resume());
    const stranger = await second.accept(await second.resume());
    await device.event(stranger);
    expect(device.view.halted?.code).toBe('wrong-prev');
    expect(device.sent).toContainEqual({ type: 'sync', match: device.view.id, from: 0 });
    const { events, length } = second.ledger;
    const [match, half] = [device.view.id, Math.floor(length / 2)];
    device.sent.length = 0;
    await device.session.receive({ type: 'events', match, events: events.slice(0, half), length, now: 0 });
    expect(device.view.halted?.transcripts).toBe(1);
    expect(device.sent).toEqual([{ type: 'sync', match, from: half }]);
    await device.session.receive({ type: 'events', match, events: events.slice(half), length, now: 0 });
    expect(device.view.halted?.transcripts).toBe(2);
    device.session.download();
    await device.session.idle();
    const [file] = device.saved;
    expect(file && 'transcripts' in file && file.transcripts[1]?.events).toEqual(events);
  });

  test('an end that the events do not give', async () => {
    const table = await Table.open(0, { length: 1 });
    const device = await Device.load(table, 0);
    await device.show(table);
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

  test('after a halt nothing more is signed', async () => {
    const { table, device } = await inTheMiddle();
    await device.session.refuse(
      { ok: false, code: 'not-asked', message: '' },
      { header: table.ledger.header, events: [] },
    );
    await device.decide({ type: 'roll' });
    await goOn(table, device);
    expect(device.acts()).toEqual([]);
  });

  test('a watcher verifies too, and stores nothing', async () => {
    const { table } = await inTheMiddle();
    const watcher = await Device.load(table, null);
    await watcher.show(table);
    expect(watcher.view).toMatchObject({ seat: null, halted: null });
    await watcher.event({ ...(await table.resume()), sig: '0'.repeat(128), at: table.now });
    expect(watcher.view.halted?.code).toBe('bad-signature');
    expect(watcher.store.evidence).toEqual([]);
  });
});

describe('receipts', () => {
  const lies = [
    ['of another history', 'receipt-differs', { head: 'ab'.repeat(32) }],
    ['of an older history at a later time', 'dated-back', { n: 5 }],
  ] as const;
  test.each(lies)(
    'a receipt %s stops the page',
    async (_what, code, { n, ...changes }: { n?: number; head?: string }) => {
      const { table, device } = await inTheMiddle();
      table.now += 60_000;
      const older = n === undefined ? {} : { n, head: table.ledger.events[n]!.prev };
      await device.session.tick();
      await device.pong(table, { ...changes, ...older });
      expect(device.view.halted?.code).toBe(code);
      expect(device.store.evidence[0]).toMatchObject({ format: 'bg-evidence/1', code, seat: 0 });
      expect(device.store.evidence[0]?.transcripts[0]?.receipts).toHaveLength(1);
    },
  );

  test('a receipt that the server has not signed', async () => {
    const { table, device } = await inTheMiddle();
    const facts = { n: 0, head: table.ledger.events[0]!.prev, asked: null, fate: null, now: table.now };
    const receipt = { ...facts, sig: '0'.repeat(128) };
    await device.session.receive({ type: 'pong', now: table.now, match: device.view.id, receipt });
    expect(device.view.halted?.code).toBe('bad-receipt');
  });

  test.each([
    [4_000, null],
    [6_000, 'dated-back'],
  ])('an event dated %i ms before a receipt that did not have it: %s', async (ms, code) => {
    const { table, device } = await inTheMiddle();
    await device.session.tick();
    await device.pong(table, { now: table.now + 1_000 + ms });
    await device.event(await table.accept(await table.resume()));
    expect(device.view.halted?.code ?? null).toBe(code);
  });

  test.each([
    [5_000, 20_000, null],
    [5_001, 20_000, 'gap-denied'],
    [20_000, 1_001, 'gap-denied'],
    [20_000, 1_000, null],
  ])(
    'a receipt signed in a gap, %i ms after its beginning and %i ms before its end: %s',
    async (after, before, code) => {
      const { table, device } = await inTheMiddle();
      const since = table.now;
      table.now += after;
      await device.session.tick();
      await device.pong(table);
      table.now += before - 1_000;
      await device.event(await table.accept(await table.server.resume(table.ledger, since)));
      expect(device.view.halted?.code ?? null).toBe(code);
    },
  );

  test('receipts that arrive before their events are judged when those arrive', async () => {
    const { table, device } = await inTheMiddle();
    await device.session.tick();
    const event = await table.accept(await table.resume());
    await device.pong(table, { head: 'cd'.repeat(32) });
    expect(device.view.halted).toBeNull();
    await device.event(event);
    expect(device.view.halted?.code).toBe('receipt-differs');
  });

  test('LY30 receipts that arrive before their events are judged after a reload', async () => {
    const { table, device } = await inTheMiddle();
    await device.session.tick();
    const event = await table.accept(await table.resume());
    const shown = table.ledger.events.slice(0, -1);
    await device.pong(table, { head: 'cd'.repeat(32) });
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table, shown);
    expect(reloaded.view.halted).toBeNull();
    await reloaded.event(event);
    expect(reloaded.view.halted?.code).toBe('receipt-differs');
  });
});

describe('a decision that other events displace', () => {
  const INVENTED = '5a'.repeat(64);

  /** A device that has sent a play, and asides with which a server can take its place. */
  async function sent() {
    const { table, device } = await toPlay();
    await device.session.tick();
    await device.pong(table);
    await device.decide({ type: 'play', hops: table.firstPlay() });
    const { ledger, server } = table;
    const asides = {
      sit: () => table.seat.sit(ledger),
      void: async () => server.void(ledger, { ...(await table.seat.sit(ledger)), sig: INVENTED }),
      // Half of the time since the event before is given back, or all of it.
      resume: () => server.resume(ledger, table.now + 500),
      refund: () => server.resume(ledger, table.now),
    };
    const displace = async (...types: (keyof typeof asides)[]) => {
      for (const type of types) await device.event(await table.accept(await asides[type]()));
    };
    return { table, device, displace };
  }

  test('LY4 three times makes the page warn, keep the evidence and go on', async () => {
    const { table, device, displace } = await sent();
    await displace('sit', 'void');
    expect(device.view.warning).toBeNull();
    expect(device.store.evidence).toEqual([]);
    await displace('resume');
    expect(device.view).toMatchObject({ halted: null, warning: { kind: 'displaced', times: 3 } });
    await vi.waitFor(() => expect(device.store.evidence).toHaveLength(1));
    const [file] = device.store.evidence;
    expect(file).toMatchObject({ code: 'displaced', seat: 0 });
    expect(file?.sentEvents.map(({ type }) => type)).toEqual(['play', 'play', 'play', 'play']);
    device.session.goOn();
    await displace('sit', 'sit');
    expect(device.store.evidence).toHaveLength(1);
    expect(device.view.warning).toBeNull();
    const acts = device.acts();
    await device.event(await table.accept(acts.at(-1)!));
    expect(device.view).toMatchObject({ halted: null, pending: null });
  });

  test('LY5 is no reason to warn if storing an aside was slow and the time is given back, or if it was another decision', async () => {
    const { table, device, displace } = await sent();
    await displace('sit', 'refund', 'void', 'refund');
    await device.event(await table.accept(device.acts().at(-1)!));
    await goOn(table, device);
    await device.decide({ type: 'roll' });
    await displace('sit', 'refund', 'void', 'refund');
    expect(device.view).toMatchObject({ halted: null, warning: null });
    expect(device.store.evidence).toEqual([]);
    await displace('sit');
    expect(device.view.warning).toEqual({ kind: 'displaced', times: 3 });
  });

  /** Six asides of these types in turn, each 1 s after the one before, or with its date. */
  async function warns(types: readonly ('sit' | 'void' | 'resume' | 'refund')[], isDated = true) {
    const { table, device, displace } = await sent();
    for (let times = 0; times < 6; times++) {
      if (!isDated) table.now = table.ledger.at - 1_000;
      await displace(types[times % types.length]!);
    }
    expect(device.view).toMatchObject({ halted: null, warning: { kind: 'displaced', times: 3 } });
    expect(device.store.evidence.map(({ code }) => code)).toEqual(['displaced']);
  }

  test('LY20 by `resume`s that give back half of the time makes the page warn', () => warns(['resume']));

  test('LY20b by `resume`s in a row that give back all of the time makes the page warn', () => warns(['refund']));

  test('LY21 by asides with the date of the event before makes the page warn', () => warns(['void', 'sit'], false));

  test('LY5b is no reason to warn if the page slept, and reads together what happened meanwhile', async () => {
    const { table, device, displace } = await sent();
    table.now += 20_000;
    await displace('sit', 'sit', 'sit', 'sit');
    expect(device.view).toMatchObject({ halted: null, warning: null });
    await device.pong(table);
    await displace('sit', 'sit', 'sit');
    expect(device.view.warning).toEqual({ kind: 'displaced', times: 3 });
  });

  test('LY6 is a reason for which the player may stop, with the evidence of that', async () => {
    const { device, displace } = await sent();
    await displace('sit', 'sit', 'sit');
    await vi.waitFor(() => expect(device.store.evidence).toHaveLength(1));
    device.session.stop();
    await device.session.idle();
    expect(device.view.halted).toMatchObject({ code: 'displaced' });
    expect(device.store.evidence.map(({ code }) => code)).toEqual(['displaced']);
  });
});

describe('a forfeit', () => {
  test('for absence that was never announced stops the page, with the evidence', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'abandonment')));
    expect(device.view.halted?.code).toBe('forfeit-unannounced');
    const [file] = device.store.evidence;
    expect(file).toMatchObject({ code: 'forfeit-unannounced', sentEvents: [{ type: 'roll' }] });
    expect(file?.log.map(({ what }) => what)).toContain(`sent roll ${table.ledger.length - 1}`);
  });

  test.each([
    [-1, 'forfeit-early'],
    [0, null],
  ])('for an absence of the announced time %i ms: %s', async (ms, code) => {
    const { table, device } = await inTheMiddle();
    const absent = await table.accept(await table.server.absent(table.ledger, 0));
    await device.event(absent);
    await device.event(await table.accept(await table.seat.claim(table.ledger)));
    table.now = absent.at + table.ledger.header.absenceMs! + ms - 1_000;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'abandonment')));
    expect(device.view.halted?.code ?? null).toBe(code);
  });

  test.each([
    [-1, 'forfeit-early'],
    [0, null],
  ])('for an absence of the announced time, a gap in the service apart, %i ms: %s', async (ms, code) => {
    const { table, device } = await inTheMiddle();
    const absent = await table.accept(await table.server.absent(table.ledger, 0));
    await device.event(absent);
    table.now = absent.at + 80_000;
    const resume = await table.accept(await table.server.resume(table.ledger, absent.at));
    await device.event(resume);
    await device.event(await table.accept(await table.seat.claim(table.ledger)));
    table.now = resume.at + table.ledger.header.absenceMs! + ms - 1_000;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'abandonment')));
    expect(device.view.halted?.code ?? null).toBe(code);
  });

  test.each([
    [-1, 'forfeit-early'],
    [0, null],
  ])('for time %i ms after it was over: %s', async (ms, code) => {
    const { table, device } = await inTheMiddle();
    table.now = (table.ledger.expiresAt ?? 0) + ms - 1_000;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'time')));
    expect(device.view.halted?.code ?? null).toBe(code);
  });

  test('of the opponent is judged alike', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    await device.event(await table.accept(roll!));
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 1, 'abandonment')));
    expect(device.view.halted?.code).toBe('forfeit-unannounced');
  });
});

describe('a forfeit that the server dates ahead of its clock', () => {
  /**
   * The player is announced as absent. `passedMs` later by every clock here, a forfeit claims that `absenceMs` have
   * passed.
   */
  async function lostAfter(passedMs: number) {
    const { table, device } = await inTheMiddle();
    await device.session.tick();
    await device.pong(table);
    const absent = await table.accept(await table.server.absent(table.ledger, 0));
    await device.event(absent);
    await device.event(await table.accept(await table.seat.claim(table.ledger)));
    for (let leftMs = passedMs; leftMs > 0; leftMs -= 5_000) {
      table.now += 5_000;
      await device.session.tick();
      await device.pong(table);
    }
    const { ledger } = table;
    const forfeit = await table.server.forfeit(ledger, 0, 'abandonment');
    const appended = await ledger.append({ ...forfeit, at: Math.max(table.now, absent.at + ledger.header.absenceMs!) });
    if (!appended.ok) throw new Error(appended.message);
    await device.event(appended.value);
    const { winner, score, reason } = ledger.state.result!;
    const result = { winner, score: [...score] as [number, number], reason };
    const ended = { result, record: '/records/x.json', finalHash: ledger.head, ratings: null };
    await device.session.receive({ type: 'finished', match: device.view.id, ...ended });
    return { table, device };
  }

  test('is told to the loser, and the evidence kept, also after a reload', async () => {
    const { table, device } = await lostAfter(0);
    const told = { kind: 'finished', forfeit: { loser: 0, announcedMs: 120_000 } };
    expect(device.view).toMatchObject({ halted: null, outcome: told });
    const { outcome } = device.view;
    const overchargedMs = outcome?.kind === 'finished' && outcome.forfeit?.overchargedMs;
    expect(overchargedMs).toBeGreaterThan(110_000);
    expect(device.store.evidence).toEqual([expect.objectContaining({ code: 'overcharged', seat: 0 })]);
    expect(device.store.evidence[0]?.transcripts[0]?.events.at(-1)?.type).toBe('forfeit');
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    expect(reloaded.store.seens.get(device.view.id)?.charges.overchargedMs).toBe(overchargedMs);
  });

  test('is told from one after which the time has passed here too', async () => {
    const { device } = await lostAfter(120_000);
    expect(device.view.outcome).toMatchObject({ kind: 'finished', forfeit: { overchargedMs: 0 } });
    expect(device.store.evidence.map(({ code }) => code)).not.toContain('overcharged');
  });
});

describe('a match that is called off', () => {
  /** Stops at the opening roll of the device. */
  async function atTheOpening() {
    const table = await Table.open(0);
    const device = await Device.load(table, 0);
    await device.show(table);
    await goOn(table, device);
    expect(table.ledger.expects.types).toContain('roll');
    return { table, device };
  }
  const proofOf = async ({ ledger }: Table) =>
    signAborted((await keys()).server, ledger.header.id, { n: ledger.length, head: ledger.head, reason: 'restart' });
  const abortedWith = (device: Device, proof: Awaited<ReturnType<typeof proofOf>> | null) =>
    device.session.receive({ type: 'aborted', match: device.view.id, reason: 'restart', proof });

  test.each([
    ['the viewer', 0, true, 'viewer'],
    ['the opponent', 0, false, 'opponent'],
    ['a player, before a watcher', null, false, null],
  ] as const)('by %s is told as that', async (_who, seat, asks, leaver) => {
    const { table } = await atTheOpening();
    const device = await Device.load(table, seat);
    await device.show(table);
    if (asks) device.session.callOff();
    expect(device.calledOff).toEqual(asks ? [device.view.id] : []);
    const { ledger } = table;
    const facts = { n: ledger.length, head: ledger.head, reason: 'left' };
    const proof = await signAborted((await keys()).server, ledger.header.id, facts);
    await device.session.receive({ type: 'aborted', match: device.view.id, reason: 'left', proof });
    expect(device.view).toMatchObject({ halted: null, outcome: { kind: 'aborted', reason: 'left', leaver } });
  });

  test('is asked by a player of a match that goes on, and by nobody else', async () => {
    const { table, device } = await atTheOpening();
    const watcher = await Device.load(table, null);
    await watcher.show(table);
    watcher.session.callOff();
    expect(watcher.calledOff).toEqual([]);
    await abortedWith(device, await proofOf(table));
    device.session.callOff();
    expect(device.calledOff).toEqual([]);
  });

  test('before the server has answered that it is not: the match goes on, with the reason', async () => {
    const { table, device } = await atTheOpening();
    const failure = { ok: false, code: 'not-now' } as const;
    device.callOffRefusal = failure;
    device.session.callOff();
    await vi.waitFor(() => expect(device.view.notice).toEqual({ kind: 'refused', failure }));
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'roll', n: table.ledger.length })]);
  });

  test('after an own roll was signed is kept as evidence, and the player is told', async () => {
    const { table, device } = await atTheOpening();
    await device.decide({ type: 'roll' });
    await abortedWith(device, await proofOf(table));
    expect(device.view).toMatchObject({ halted: null, outcome: { kind: 'aborted', kept: true } });
    expect(device.store.evidence).toEqual([
      expect.objectContaining({ code: 'aborted-roll', sentEvents: [expect.objectContaining({ type: 'roll' })] }),
    ]);
    expect(device.store.evidence[0]?.aborted).toMatchObject({ reason: 'restart' });
  });

  test('before any roll leaves nothing', async () => {
    const { table, device } = await atTheOpening();
    await abortedWith(device, await proofOf(table));
    expect(device.view).toMatchObject({ halted: null, outcome: { kind: 'aborted', kept: false } });
    expect(device.store.evidence).toEqual([]);
  });

  test('after the first roll was accepted stops the page', async () => {
    const { table, device } = await atTheOpening();
    await device.decide({ type: 'roll' });
    await device.event(await table.accept(device.acts()[0]!));
    await abortedWith(device, await proofOf(table));
    expect(device.view.halted?.code).toBe('aborted-late');
    expect(device.store.evidence[0]).toMatchObject({ code: 'aborted-late', aborted: { reason: 'restart' } });
  });

  /** Stops when the opponent has the opening roll. */
  async function beforeTheOpponentRolls() {
    const table = await Table.open(1);
    const device = await Device.load(table, 1);
    await device.show(table);
    while (!table.ledger.expects.types.includes('roll')) {
      const [act] = device.acts();
      await device.event(await table.accept(act ?? (await table.due())!));
    }
    return { table, device };
  }

  test('by a signed statement and goes on all the same stops the page', async () => {
    const { table, device } = await beforeTheOpponentRolls();
    await abortedWith(device, await proofOf(table));
    await abortedWith(device, null);
    await device.event(await table.accept((await table.due())!));
    expect(device.view.halted?.code).toBe('aborted-differs');
    expect(device.acts()).toEqual([]);
    expect(device.store.evidence[0]).toMatchObject({ code: 'aborted-differs', aborted: { reason: 'restart' } });
  });

  test('by a signed statement and goes on behind a reload stops the page too', async () => {
    const { table, device } = await beforeTheOpponentRolls();
    await abortedWith(device, await proofOf(table));
    await table.accept((await table.due())!);
    const reloaded = await Device.load(table, 1, device.store);
    await reloaded.show(table);
    expect(reloaded.view.halted?.code).toBe('aborted-differs');
    expect(reloaded.acts()).toEqual([]);
  });

  test('without a signature is told as such, and the page goes on when the match does', async () => {
    const { table, device } = await beforeTheOpponentRolls();
    await abortedWith(device, null);
    expect(device.view.outcome).toMatchObject({ kind: 'aborted', isSigned: false });
    await device.event(await table.accept((await table.due())!));
    expect(device.view).toMatchObject({ halted: null, outcome: null });
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'reveal' })]);
  });

  test('by a statement that the server has not signed, or of another history, stops the page', async () => {
    const first = await atTheOpening();
    await abortedWith(first.device, { ...(await proofOf(first.table)), reason: 'time' });
    expect(first.device.view.halted?.code).toBe('aborted-unsigned');
    const second = await atTheOpening();
    const proof = await signAborted((await keys()).server, second.device.view.id, {
      n: 1,
      head: 'ab'.repeat(32),
      reason: 'time',
    });
    await abortedWith(second.device, proof);
    expect(second.device.view.halted?.code).toBe('aborted-differs');
  });
});

describe('another device of the same player', () => {
  /** Returns a device without a memory of the match, which has taken the seat with a receipt of the server. */
  async function second(table: Table) {
    const other = await Device.load(table, 0);
    await other.show(table);
    const [sit] = other.acts();
    await other.event(await table.accept(sit!));
    return { other, sit: sit! };
  }

  test('takes the seat first, and decides nothing before the server has signed that', async () => {
    const { table } = await inTheMiddle();
    const { other, sit } = await second(table);
    expect(sit).toMatchObject({ type: 'sit', p: 0 });
    expect(other.view).toMatchObject({ device: 'taking', options: { actions: [] } });
    await other.session.tick();
    await other.pong(table);
    expect(other.view.device).toBe('here');
    await other.decide({ type: 'roll' });
    expect(other.acts().map(({ type }) => type)).toEqual(['roll']);
  });

  test('signs no `sit` beyond the most that a record takes', async () => {
    const { table } = await inTheMiddle();
    const seat = new Seat((await keys()).players[0], table.ledger.header, 0);
    for (let n = 0; n < MAX_SITS; n++) await table.accept(await seat.sit(table.ledger));
    const other = await Device.load(table, 0);
    await other.show(table);
    other.session.playHere();
    await other.session.idle();
    expect(other.acts()).toEqual([]);
    expect(other.view).toMatchObject({ halted: null, device: 'elsewhere' });
  });

  test('offers no double before the next dice', async () => {
    const { table, device } = await inTheMiddle();
    expect(device.view.options.actions).toContain('double');
    const { other } = await second(table);
    await other.session.tick();
    await other.pong(table);
    expect(other.view.options.actions).toEqual(['roll', 'resign']);
    const rolls = table.ledger.rolls.length;
    await playUntil(
      table,
      other,
      () => table.ledger.rolls.length > rolls + 1 && other.view.options.actions.includes('roll'),
    );
    expect(other.view.options.actions).toContain('double');
  });

  test('leaves the older one view-only until the player wants it back', async () => {
    const { table, device } = await inTheMiddle();
    device.acts();
    const { other } = await second(table);
    await device.show(table);
    expect(device.view).toMatchObject({ device: 'elsewhere', halted: null, options: { actions: [] } });
    expect(device.acts()).toEqual([]);
    device.session.playHere();
    await device.session.idle();
    const [sit] = device.acts();
    expect(sit).toMatchObject({ type: 'sit', n: table.ledger.length });
    const accepted = await table.accept(sit!);
    await device.event(accepted);
    await device.session.tick();
    await device.pong(table);
    expect(device.view.device).toBe('here');
    await other.event(accepted);
    expect(other.view.device).toBe('elsewhere');
  });

  test('in the place of a roll that was not accepted frees it, but it may only be rolled', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [lost] = device.acts();
    await second(table);
    await device.show(table);
    expect(device.view).toMatchObject({ device: 'elsewhere', pending: null, halted: null });
    device.session.playHere();
    await device.session.idle();
    await device.event(await table.accept(device.acts()[0]!));
    await device.session.tick();
    await device.pong(table);
    expect(device.view.options).toMatchObject({ actions: ['roll'], resignations: [] });
    await device.decide({ type: 'roll' });
    expect(device.acts()[0]).toHaveProperty('reveal', linkOf(lost));
  });

  test('whose seat was not yet taken when the opponent acted takes it again at the new place', async () => {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    const other = await Device.load(table, 0);
    await other.show(table);
    const [sit] = other.acts();
    await other.event(await table.accept(roll!));
    expect(other.acts()).toEqual([
      expect.objectContaining({ type: 'sit', n: table.ledger.length, nonce: nonceOf(sit) }),
    ]);
  });
});

describe('two tabs with one key', () => {
  test('one tab does not contradict a mark of the other', async () => {
    const { table, device } = await inTheMiddle();
    const other = await Device.load(table, 0, device.store);
    await other.show(table);
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    await other.decide({ type: 'double' });
    expect(other.acts()).toEqual([roll]);
    expect(other.view).toMatchObject({ halted: null, pending: { type: 'roll' } });
  });

  test('the superseded tab decides nothing', async () => {
    const { device } = await inTheMiddle();
    device.status.value = 'superseded';
    expect(device.view.options.actions).toEqual([]);
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([]);
  });
});
