import { describe, expect, test, vi } from 'vitest';
import { Device } from './support/device.ts';
import { inTheMiddle } from './support/middle.ts';
import type { Table } from './support/table.ts';

/** The page's timer runs every five seconds, and no ping is answered. */
async function pass(table: Table, device: Device, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 5_000) {
    table.now += 5_000;
    await device.session.tick();
  }
}

/** The connection that the page asked for is there, with or without the match. */
async function connect(table: Table, device: Device, isShown = true): Promise<void> {
  device.status.value = 'connecting';
  device.status.value = 'online';
  if (isShown) await device.show(table);
}

async function rolled() {
  const { table, device } = await inTheMiddle();
  await device.session.tick();
  await device.pong(table);
  await device.decide({ type: 'roll' });
  return { table, device, roll: device.acts()[0]! };
}

const said = (tried: number, shown: number, isSeat = false) => ({ kind: 'silent', tried, shown, isSeat });

describe('a server that does not answer about a decision', () => {
  test('SN1 is reported after 20 s, and after three new connections with what they got; the evidence is kept', async () => {
    const { table, device } = await rolled();
    await pass(table, device, 15_000);
    expect(device.view.warning).toBeNull();
    await pass(table, device, 5_000);
    expect(device.view).toMatchObject({ halted: null, warning: said(0, 0) });
    expect(device.reconnections).toBe(1);
    for (const [tried, shown] of [
      [1, 1],
      [2, 1],
      [3, 2],
    ] as const) {
      expect(device.store.evidence).toEqual([]);
      await connect(table, device, tried !== 2);
      await pass(table, device, 10_000);
      expect(device.view.warning).toEqual(said(tried, shown));
    }
    expect(device.reconnections).toBe(3);
    await vi.waitFor(() => expect(device.store.evidence.map(({ code }) => code)).toEqual(['silent']));
    expect(device.store.evidence[0]?.sentEvents).toMatchObject([{ type: 'roll' }]);
    expect(device.store.evidence[0]?.log.map(({ what }) => what)).toContain(
      'silent: 2 of 3 new connections showed the match',
    );
    await pass(table, device, 60_000);
    expect(device.reconnections).toBe(3);
    expect(device.view.halted).toBeNull();
    const { roll } = { roll: device.acts().at(-1)! };
    await device.event(await table.accept(roll));
    expect(device.view).toMatchObject({ halted: null, warning: null, pending: null });
  });

  test('SN2 is no matter while the server answers, even if the history is late', async () => {
    const { table, device, roll } = await rolled();
    const stored = await table.accept(roll);
    for (let i = 0; i < 4; i++) {
      await pass(table, device, 15_000);
      await device.pong(table);
    }
    expect(device.view).toMatchObject({ halted: null, warning: null, pending: { type: 'roll' } });
    await device.event(stored);
    expect(device.view.pending).toBeNull();
    expect(device.reconnections).toBe(0);
  });

  test('SN3 counts pongs without a receipt, and with one that names something else, as no answer', async () => {
    const { table, device } = await rolled();
    for (let i = 0; i < 4; i++) {
      await pass(table, device, 5_000);
      await device.pong(table, i % 2 === 0 ? {} : { asked: null, fate: null });
    }
    expect(device.view).toMatchObject({ halted: null, warning: said(0, 0) });
  });

  test('SN4 is counted only while the page runs and is connected', async () => {
    const { table, device } = await rolled();
    for (let i = 0; i < 6; i++) {
      table.now += 60_000;
      await device.session.tick();
    }
    expect(device.view.warning).toBeNull();
    device.status.value = 'offline';
    await pass(table, device, 60_000);
    await connect(table, device, false);
    await pass(table, device, 60_000);
    expect(device.view.warning).toBeNull();
    await connect(table, device);
    await pass(table, device, 25_000);
    expect(device.view.warning).toEqual(said(0, 0));
    device.status.value = 'offline';
    await pass(table, device, 60_000);
    expect(device.view.warning).toEqual(said(0, 0));
  });

  test('SN5 stops trying as soon as there is an answer', async () => {
    const { table, device } = await rolled();
    await pass(table, device, 20_000);
    await connect(table, device);
    const act = device.acts().at(-1)!;
    await device.event(await table.accept(act));
    await pass(table, device, 60_000);
    expect(device.view).toMatchObject({ halted: null, warning: null });
    expect(device.reconnections).toBe(1);
    expect(device.store.evidence).toEqual([]);
  });

  test('SN5b takes the warning back after an answer, even if the history is late', async () => {
    const { table, device, roll } = await rolled();
    await table.accept(roll);
    await pass(table, device, 20_000);
    await device.pong(table);
    expect(device.view).toMatchObject({ warning: null, pending: { type: 'roll' } });
  });

  test('SN6 keeps the evidence if the match ends first', async () => {
    const { table, device } = await rolled();
    await pass(table, device, 20_000);
    table.now = table.ledger.expiresAt!;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'time')));
    await vi.waitFor(() => expect(device.store.evidence.map(({ code }) => code)).toContain('silent'));
    expect(device.view).toMatchObject({ halted: null, warning: null });
  });
});

test('SN7 a device that has taken its seat plays only once a receipt covers it, and reports silence until then', async () => {
  const { table } = await inTheMiddle();
  const other = await Device.load(table, 0);
  await other.show(table);
  const [sit] = other.acts();
  await other.event(await table.accept(sit!));
  await pass(table, other, 25_000);
  expect(other.view).toMatchObject({ halted: null, device: 'taking', warning: said(0, 0, true) });
  await connect(table, other);
  await other.pong(table);
  expect(other.view).toMatchObject({ device: 'here', warning: null });
});
