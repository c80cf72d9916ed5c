import { examine } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { Device } from './support/device.ts';
import { inTheMiddle } from './support/middle.ts';
import { Table } from './support/table.ts';

const ABSENCE_MS = 120_000;

/** The opponent has to reveal, and is announced as absent. */
async function opponentAway() {
  const { table, device } = await inTheMiddle();
  await device.decide({ type: 'roll' });
  const [roll] = device.acts();
  await device.event(await table.accept(roll!));
  expect(table.ledger.expects.party).toBe(1);
  const absent = await table.accept(await table.server.absent(table.ledger, 1));
  await device.event(absent);
  device.drop('ping');
  return { table, device, absent };
}

async function claim(device: Device) {
  device.session.claim();
  await device.session.idle();
  return device.acts();
}

describe('a claim', () => {
  test('CP1 can be signed as soon as the opponent is announced as absent, once, and the page says from when it counts', async () => {
    const { table, device, absent } = await opponentAway();
    const endsAt = absent.at + ABSENCE_MS;
    expect(device.view.absence).toEqual({ seat: 1, since: absent.at, endsAt, isClaimed: false });
    const [claimed] = await claim(device);
    expect(claimed).toMatchObject({ type: 'claim', n: table.ledger.length, prev: table.ledger.head });
    expect(device.view).toMatchObject({ asideInFlight: 'claim', pending: null });
    await device.event(await table.accept(claimed!));
    expect(device.view).toMatchObject({ asideInFlight: null, absence: { endsAt, isClaimed: true } });
    expect(await claim(device)).toEqual([]);
  });

  test('CP2 cannot be signed by the absent player, a watcher, without an announcement, or in a match without a clock', async () => {
    const { table, device } = await inTheMiddle();
    device.acts();
    expect(await claim(device)).toEqual([]);
    expect(device.view.absence).toBeNull();
    const watcher = await Device.load(table, null);
    await watcher.show(table);
    await device.event(await table.accept(await table.server.absent(table.ledger, 0)));
    device.acts();
    expect(await claim(device)).toEqual([]);
    expect(await claim(watcher)).toEqual([]);
    const untimed = await inTheMiddle({ clock: null, moveMs: 86_400_000 });
    await untimed.device.decide({ type: 'roll' });
    await untimed.device.event(await untimed.table.accept(untimed.device.acts()[0]!));
    await untimed.device.event(await untimed.table.accept(await untimed.table.server.absent(untimed.table.ledger, 1)));
    expect(untimed.device.view.absence).toBeNull();
    expect(await claim(untimed.device)).toEqual([]);
  });

  test('CP3 that crosses the return of the opponent lapses: no page halts, it is not signed again, the match goes on', async () => {
    for (const isReloaded of [false, true]) {
      const { table, device } = await opponentAway();
      const [claimed] = await claim(device);
      const [ping] = device.pings();
      const back = await table.accept(await table.seat.reveal(table.ledger));
      const page = isReloaded ? await Device.load(table, 0, device.store) : device;
      if (isReloaded) await page.show(table);
      else {
        await page.answer(table, { type: 'ping', match: page.view.id, id: 'old', event: { ...claimed! } });
        if (ping) await page.answer(table, ping);
        await page.refused(claimed!.n, 'wrong-number');
        await page.event(back);
      }
      expect(page.acts()).toEqual([]);
      expect(page.view).toMatchObject({ halted: null, absence: null, asideInFlight: null });
      for (let due = await table.due(); due; due = await table.due()) await page.event(await table.accept(due));
      await page.decide({ type: 'play', hops: table.firstPlay() });
      expect(page.acts()).toEqual([expect.objectContaining({ type: 'play' })]);
      expect(page.view.halted).toBeNull();
      expect(page.store.evidence).toEqual([]);
    }
  });

  test('CP3b whose place an aside takes lapses too, and the player may claim again', async () => {
    const { table, device } = await opponentAway();
    const [first] = await claim(device);
    await device.event(await table.accept(await table.server.resume(table.ledger, table.now)));
    expect(device.acts()).toEqual([]);
    expect(device.view).toMatchObject({ halted: null, asideInFlight: null, absence: { isClaimed: false } });
    const [again] = await claim(device);
    expect(again).toMatchObject({ type: 'claim', n: first!.n + 1 });
  });

  test('CP4 the absent player comes back to a normal match', async () => {
    const { table, device } = await inTheMiddle();
    device.acts();
    await table.accept(await table.server.absent(table.ledger, 0));
    await table.accept(await table.seat.claim(table.ledger));
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    const [present] = reloaded.acts();
    expect(present).toMatchObject({ type: 'present' });
    await reloaded.event(await table.accept(present!));
    expect(reloaded.view).toMatchObject({ halted: null, absence: null });
    expect(reloaded.view.options.actions).toContain('roll');
  });
});

describe('a forfeit for abandonment in a match with a clock', () => {
  /** The player is announced as absent, claimed or not, and loses `afterMs` after the announcement or the last gap. */
  async function lost({ isClaimed, afterMs, gapMs = 0 }: { isClaimed: boolean; afterMs: number; gapMs?: number }) {
    const { table, device } = await inTheMiddle();
    let from = (await table.accept(await table.server.absent(table.ledger, 0))).at;
    await device.event(table.ledger.last!);
    if (isClaimed) await device.event(await table.accept(await table.seat.claim(table.ledger)));
    if (gapMs > 0) {
      table.now += gapMs;
      from = (await table.accept(await table.server.resume(table.ledger, table.now - gapMs))).at;
      await device.event(table.ledger.last!);
    }
    table.now = from + afterMs - 1_000;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'abandonment')));
    return { table, device };
  }

  test('CP5 stops the page of either player unless the opponent had claimed it, also after a reload', async () => {
    const { table, device } = await lost({ isClaimed: false, afterMs: ABSENCE_MS });
    const other = await Device.load(table, 1);
    const reloaded = await Device.load(table, 0, device.store);
    for (const page of [reloaded, other]) await page.show(table);
    for (const page of [device, reloaded, other]) expect(page.view.halted?.code).toBe('forfeit-unclaimed');
    const examined = await examine(JSON.parse(JSON.stringify(device.store.evidence[0])));
    expect(examined.ok && examined.findings.map(({ code }) => code)).toContain('absence-not-claimed');
  });

  test.each([
    [{ afterMs: ABSENCE_MS }, null],
    [{ afterMs: ABSENCE_MS - 1 }, 'forfeit-early'],
    [{ afterMs: ABSENCE_MS, gapMs: 50_000 }, null],
    [{ afterMs: ABSENCE_MS - 1, gapMs: 50_000 }, 'forfeit-early'],
  ])('CP6 is judged from the announcement or the last gap: %j gives %s', async (after, code) => {
    const { device } = await lost({ isClaimed: true, ...after });
    expect(device.view.halted?.code ?? null).toBe(code);
  });

  test('CP7 is no matter of a claim in a match without a clock', async () => {
    const { table, device } = await inTheMiddle({ clock: null, moveMs: 86_400_000 });
    const absent = await table.accept(await table.server.absent(table.ledger, 0));
    await device.event(absent);
    table.now = absent.at + ABSENCE_MS;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'abandonment')));
    expect(device.view.halted).toBeNull();
  });

  test('CP8 does not come although the claim was due: that is no halt', async () => {
    const { table, device } = await opponentAway();
    const [claimed] = await claim(device);
    await device.event(await table.accept(claimed!));
    table.now += ABSENCE_MS + 60_000;
    for (let due = await table.due(); due; due = await table.due()) await device.event(await table.accept(due));
    expect(device.view).toMatchObject({ halted: null, warning: null });
  });
});

test('a table whose header has the least absence that a page accepts', async () => {
  expect((await Table.open(0)).ledger.header.absenceMs).toBe(ABSENCE_MS);
});
