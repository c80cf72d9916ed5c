import { describe, expect, test } from 'vitest';
import { Device } from './support/device.ts';
import { inTheMiddle } from './support/middle.ts';

const DAY_MS = 86_400_000;
const TERMS = { clock: null, moveMs: DAY_MS, absenceMs: null, dice: 'advance', holidayDays: 7 } as const;

async function take(device: Device, days: number) {
  device.session.takeHoliday(days);
  await device.session.idle();
  return device.acts();
}

describe('a holiday', () => {
  test('HD10 is signed in whole days up to the budget, and the page shows until when the player is off', async () => {
    const { table, device } = await inTheMiddle(TERMS);
    device.acts();
    const before = device.view.answerBy!;
    expect(device.view.holidays).toEqual([
      { daysLeft: 7, until: null },
      { daysLeft: 7, until: null },
    ]);
    expect(await take(device, 8)).toEqual([]);
    const [signed] = await take(device, 3);
    expect(signed).toMatchObject({ type: 'holiday', days: 3, n: table.ledger.length, prev: table.ledger.head });
    expect(device.view).toMatchObject({ asideInFlight: 'holiday', pending: null });
    const { at } = await table.accept(signed!);
    await device.event(table.ledger.last!);
    expect(device.view).toMatchObject({
      notice: null,
      asideInFlight: null,
      answerBy: { player: 0, at: before.at + 3 * DAY_MS },
    });
    expect(device.view.holidays?.[0]).toEqual({ daysLeft: 4, until: at + 3 * DAY_MS });
    expect(await take(device, 5)).toEqual([]);
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'roll' })]);
  });

  test('HD11 cannot be taken by a watcher, in a match without holidays, or after the end', async () => {
    const without = await inTheMiddle({ clock: null, moveMs: DAY_MS });
    without.device.acts();
    expect(without.device.view.holidays).toBeNull();
    expect(await take(without.device, 1)).toEqual([]);
    const { table, device } = await inTheMiddle(TERMS);
    const watcher = await Device.load(table, null);
    await watcher.show(table);
    expect(await take(watcher, 1)).toEqual([]);
    device.acts();
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'time')));
    expect(await take(device, 1)).toEqual([]);
  });

  test('HD12 that crosses an event of the opponent lapses: it is not signed again, and the player may take it again', async () => {
    for (const isReloaded of [false, true]) {
      const { table, device } = await inTheMiddle(TERMS);
      device.acts();
      const [crossed] = await take(device, 2);
      const other = await table.accept(await table.seat.holiday(table.ledger, 1));
      const page = isReloaded ? await Device.load(table, 0, device.store) : device;
      if (isReloaded) await page.show(table);
      else {
        await page.refused(crossed!.n, 'wrong-number');
        await page.event(other);
      }
      expect(page.acts()).toEqual([]);
      expect(page.view).toMatchObject({ halted: null, asideInFlight: null });
      if (!isReloaded) expect(page.view.notice).toEqual({ kind: 'holiday-lapsed' });
      expect(page.view.holidays?.map(({ daysLeft }) => daysLeft)).toEqual([7, 6]);
      const [again] = await take(page, 2);
      expect(again).toMatchObject({ type: 'holiday', days: 2, n: crossed!.n + 1 });
      await page.event(await table.accept(again!));
      expect(page.view.holidays?.[0].daysLeft).toBe(5);
      expect(page.store.evidence).toEqual([]);
    }
  });

  test("HD13 in the opponent's turn may cross the opponent's answer: no page halts", async () => {
    const { table, device } = await inTheMiddle(TERMS);
    await device.decide({ type: 'double' });
    await device.event(await table.accept(device.acts()[0]!));
    expect(table.ledger.expects.party).toBe(1);
    const [crossed] = await take(device, 2);
    expect(crossed).toMatchObject({ type: 'holiday' });
    await device.event(await table.accept(await table.seat.take(table.ledger)));
    expect(device.acts()).toEqual([]);
    expect(device.view).toMatchObject({ halted: null, asideInFlight: null });
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'roll' })]);
    expect(device.view.halted).toBeNull();
  });

  test('HD19 that the player wants while a decision is on its way is signed after it', async () => {
    const { table, device } = await inTheMiddle(TERMS);
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    expect(await take(device, 2)).toEqual([]);
    expect(device.view).toMatchObject({ pending: { type: 'roll' }, asideInFlight: 'holiday' });
    await device.event(await table.accept(roll!));
    const [signed] = device.acts();
    expect(signed).toMatchObject({ type: 'holiday', days: 2, n: roll!.n + 1 });
    await device.event(await table.accept(signed!));
    expect(device.view).toMatchObject({ asideInFlight: null, notice: null });
    expect(device.view.holidays?.[0].daysLeft).toBe(5);
  });

  test('HD20 that waits on a device which then loses the seat is not taken when it has the seat again', async () => {
    const { table, device } = await inTheMiddle(TERMS);
    await device.decide({ type: 'roll' });
    const [roll] = device.acts();
    await take(device, 2);
    const other = await Device.load(table, 0);
    await other.show(table);
    const [sit] = other.acts();
    expect(sit).toMatchObject({ type: 'sit' });
    await device.event(await table.accept(sit!));
    expect(device.view).toMatchObject({ device: 'elsewhere', asideInFlight: null });
    expect(device.acts()).toEqual([]);
    expect(roll).toMatchObject({ type: 'roll' });
    device.session.playHere();
    await device.session.idle();
    expect(device.acts().map(({ type }) => type)).toEqual(['sit']);
  });

  test('HD14 a decision made while the holiday is on its way is signed after it', async () => {
    const { table, device } = await inTheMiddle(TERMS);
    device.acts();
    const [signed] = await take(device, 1);
    await device.decide({ type: 'roll' });
    expect(device.acts()).toEqual([]);
    expect(device.view.pending).toEqual({ type: 'roll' });
    await device.event(await table.accept(signed!));
    expect(device.acts()).toEqual([expect.objectContaining({ type: 'roll', n: signed!.n + 1 })]);
  });
});
