import type { Header } from 'bg-record';
import { expect } from 'vitest';
import { Device, goOn, playUntil } from './device.ts';
import { Table } from './table.ts';

/** Returns a device at seat 0 that may roll or double, after a few rolls on an honest table (the first may be ties). */
export async function inTheMiddle(changes: Partial<Header> = {}) {
  const table = await Table.open(0, changes);
  const device = await Device.load(table, 0);
  await device.show(table);
  await playUntil(
    table,
    device,
    () => table.ledger.rolls.length >= 4 && device.view.options.actions.includes('double'),
  );
  return { table, device };
}

/** The same, with dice to play, and a checker that can move: a player who cannot enter from the bar plays nothing. */
export async function toPlay() {
  for (;;) {
    const { table, device } = await inTheMiddle();
    await device.decide({ type: 'roll' });
    await goOn(table, device);
    expect(device.view.options.actions).toContain('play');
    if (table.firstPlay().length > 0) return { table, device };
  }
}
