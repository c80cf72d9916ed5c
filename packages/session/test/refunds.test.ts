import { describe, expect, test, vi } from 'vitest';
import { Device } from './support/device.ts';
import { inTheMiddle } from './support/middle.ts';
import type { Table } from './support/table.ts';

/** Time passes, and every five seconds the page's timer runs and its pings are answered. */
async function pass(table: Table, device: Device, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 5_000) {
    table.now += Math.min(leftMs, 5_000);
    await device.session.tick();
    await device.pong(table);
  }
}

/** The server marks a gap of `ms` that has just ended, too short for a receipt in it to contradict it. */
async function gap(table: Table, device: Device, ms: number, how: 'open' | 'lost' | 'slept'): Promise<void> {
  await pass(table, device, 5_000);
  if (how === 'lost') device.status.value = 'connecting';
  const since = table.now;
  for (let leftMs = ms; leftMs > 0; leftMs -= 5_000) {
    table.now += Math.min(leftMs, 5_000);
    if (how === 'open') await device.session.tick();
  }
  table.now -= 1_000;
  const resume = await table.accept(await table.server.resume(table.ledger, since));
  device.status.value = 'online';
  if (how === 'lost') await device.show(table);
  else await device.event(resume);
  await pass(table, device, 5_000);
}

async function table20(how: 'open' | 'lost' | 'slept', times: number) {
  const { table, device } = await inTheMiddle();
  for (let i = 0; i < times; i++) await gap(table, device, 20_000, how);
  return { table, device };
}

describe('time given back', () => {
  test('GA1 in chained gaps while the connection stayed open warns above a minute, keeps the evidence and never stops the match', async () => {
    const { table, device } = await table20('open', 3);
    expect(device.view).toMatchObject({ halted: null, warning: null });
    await gap(table, device, 5_000, 'open');
    expect(device.view).toMatchObject({ halted: null, warning: { kind: 'refunded', refundedMs: 65_000 } });
    await vi.waitFor(() => expect(device.store.evidence.map(({ code }) => code)).toEqual(['refunded']));
    device.session.goOn();
    await gap(table, device, 20_000, 'open');
    expect(device.view).toMatchObject({ halted: null, warning: null });
  });

  test('GA1b is summed over a reload', async () => {
    const { table, device } = await table20('open', 3);
    const reloaded = await Device.load(table, 0, device.store);
    await reloaded.show(table);
    await gap(table, reloaded, 20_000, 'open');
    expect(reloaded.view.warning).toEqual({ kind: 'refunded', refundedMs: 80_000 });
  });

  test('GA2 for a real outage, which cut the connection, is one neutral line', async () => {
    const { table, device } = await inTheMiddle();
    await gap(table, device, 600_000, 'lost');
    expect(device.view).toMatchObject({ halted: null, warning: null, notice: { kind: 'gap', ms: 600_000 } });
    expect(device.store.evidence).toEqual([]);
  });

  test('GA3 while the page slept is not held against the server', async () => {
    const { device } = await table20('slept', 5);
    expect(device.view).toMatchObject({ halted: null, warning: null });
  });

  test('GA4 that began before this connection counts only from its first receipt on', async () => {
    const { table, device } = await inTheMiddle();
    device.status.value = 'connecting';
    device.status.value = 'online';
    await device.show(table);
    const since = table.now;
    table.now += 1_000;
    await device.session.tick();
    await device.pong(table);
    for (let i = 0; i < 14; i++) {
      table.now += 5_000;
      await device.session.tick();
    }
    await device.event(await table.accept(await table.server.resume(table.ledger, since)));
    await device.pong(table);
    expect(device.view.warning).toEqual({ kind: 'refunded', refundedMs: 71_000 });
  });
});
