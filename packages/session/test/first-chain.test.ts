import type { ServerMessageOf } from '@anchor/wire';
import { firstChainOf, signAborted } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { prepareOpenings } from '../src/session/preparing.ts';
import { Device, goOn } from './support/device.ts';
import { keys, makeHeader, Table } from './support/table.ts';

const TERMS = { clock: null, moveMs: 86_400_000, absenceMs: null, dice: 'advance', holidayDays: 7 } as const;

/** A table whose header names the chain of player 1, seen from a seat. */
async function namedTable(seat: 0 | 1): Promise<Table> {
  const { players } = await keys();
  return Table.open(seat, { ...TERMS, firstChain: firstChainOf(players[1], await makeHeader(TERMS)) });
}

describe('a match whose header names the first chain of player 1', () => {
  test('TV11 player 0 rolls at once, and waits for the other player without a further signature', async () => {
    const table = await namedTable(0);
    const device = await Device.load(table, 0);
    await device.show(table);
    await device.event(await table.accept(await table.server.commit(table.ledger)));
    await device.event(await table.accept(device.acts()[0]!));
    expect(device.view.options.actions).toEqual(['roll']);
    await device.decide({ type: 'roll' });
    await device.event(await table.accept(device.acts()[0]!));
    expect(device.view).toMatchObject({ halted: null, hasRolled: false, answerBy: { player: 1 } });
    expect(device.acts()).toEqual([]);
  });

  test('TV12 player 1 commits to the named chain and reveals without being asked', async () => {
    const table = await namedTable(1);
    for (const type of ['server', 'commit', 'roll'] as const)
      await table.accept(
        type === 'server' ? await table.server.commit(table.ledger) : await table.seat[type](table.ledger),
      );
    const device = await Device.load(table, 1);
    await device.show(table);
    const [commit] = device.acts();
    expect(commit).toMatchObject({ type: 'commit', ...table.ledger.header.firstChain });
    await device.event(await table.accept(commit!));
    await goOn(table, device);
    // The first dice may be a tie.
    expect(table.ledger.rolls.length).toBeGreaterThan(0);
    expect(device.view.halted).toBeNull();
  });

  test('TV17 of two devices of player 1 that commit to the named chain at once, only the one whose commit is stored has the seat', async () => {
    const table = await namedTable(1);
    await table.accept(await table.server.commit(table.ledger));
    for (const type of ['commit', 'roll'] as const) await table.accept(await table.seat[type](table.ledger));
    const first = await Device.load(table, 1);
    const second = await Device.load(table, 1);
    await first.show(table);
    table.now += 1_000;
    await second.show(table);
    const [commit] = first.acts();
    expect(second.acts()[0]).toMatchObject({ type: 'commit', nonce: table.ledger.header.firstChain?.nonce });
    const stored = await table.accept(commit!);
    for (const device of [first, second]) await device.event(stored);
    expect(second.acts()).toEqual([]);
    expect(second.view.device).toBe('elsewhere');
    const reveal = await table.accept(first.acts()[0]!);
    const dice = await table.accept(await table.server.dice(table.ledger));
    for (const event of [reveal, dice]) for (const device of [first, second]) await device.event(event);
    for (const page of [second, await Device.load(table, 1, second.store)]) {
      await page.show(table);
      expect(page.view).toMatchObject({ halted: null, device: 'elsewhere' });
      expect(page.store.evidence).toEqual([]);
    }
    // The second device takes the seat over as from any other device, also if its first try is displaced.
    second.session.playHere();
    await second.session.idle();
    expect(second.acts()).toEqual([expect.objectContaining({ type: 'sit' })]);
    const gap = await table.accept(await table.resume());
    for (const device of [first, second]) await device.event(gap);
    expect(second.view).toMatchObject({ halted: null, device: 'taking' });
    const sit = await table.accept(second.acts()[0]!);
    for (const device of [first, second]) await device.event(sit);
    expect([first.view.device, second.view.device]).toEqual(['elsewhere', 'taking']);
  });

  test('TV13 that player 1 never joins ends without evidence, although player 0 has signed a roll', async () => {
    const table = await namedTable(0);
    const device = await Device.load(table, 0);
    await device.show(table);
    await device.event(await table.accept(await table.server.commit(table.ledger)));
    await device.event(await table.accept(device.acts()[0]!));
    await device.decide({ type: 'roll' });
    await device.event(await table.accept(device.acts()[0]!));
    const facts = { n: table.ledger.length, head: table.ledger.head, reason: 'time' };
    const proof = await signAborted((await keys()).server, table.ledger.header.id, facts);
    await device.session.receive({ type: 'aborted', match: device.view.id, reason: 'time', proof });
    expect(device.view).toMatchObject({ halted: null, outcome: { kind: 'aborted', kept: false } });
    expect(device.store.evidence).toEqual([]);
  });
});

describe('the list of invitations', () => {
  const sent = (unprepared: unknown) =>
    ({ sent: [{ code: 'handle-1', unprepared }] }) as Pick<ServerMessageOf<'offers'>, 'sent'>;

  async function answersTo(unprepared: unknown, hasKey = true) {
    const [key] = (await keys()).players;
    const messages: object[] = [];
    const current = async () => (hasKey ? key : null);
    const connection = {
      request: async (message: object) => {
        messages.push(message);
        return { ok: false, code: 'timeout', message: '' } as const;
      },
    };
    await prepareOpenings({ connection: connection as never, keys: { current }, asked: new Set() }, sent(unprepared));
    return messages;
  }

  test('TV14 is answered with a commitment for each match that needs one, to a chain of bounded length', async () => {
    const match = { match: 'a-match-to-come-1', chain: 64 };
    const [message] = await answersTo(match);
    expect(message).toMatchObject({ type: 'prepare', code: 'handle-1' });
    expect(message).toHaveProperty('anchor', expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(message).toHaveProperty('nonce', expect.stringMatching(/^[0-9a-f]{32}$/));
    expect(await answersTo(undefined)).toEqual([]);
    expect(await answersTo(match, false)).toEqual([]);
    for (const chain of [0, 65_536, 1e9]) expect(await answersTo({ ...match, chain })).toEqual([]);
  });

  test('TV19 is answered once for each match, although each answer lists those that are still to be prepared', async () => {
    const [key] = (await keys()).players;
    const asked = new Set<string>();
    const offers = Array.from({ length: 10 }, (_, i) => ({
      code: `handle-${i}`,
      unprepared: { match: `a-match-to-come-${i}`, chain: 4 },
    }));
    const prepared: string[] = [];
    const lists: Promise<void>[] = [];
    const handle = () => {
      const left = offers.filter(({ code }) => !prepared.includes(code));
      lists.push(
        prepareOpenings({ connection: { request } as never, keys: { current: async () => key }, asked }, {
          sent: left,
        } as never),
      );
    };
    let fails = true;
    async function request({ code }: { code: string }) {
      if (code === 'handle-3' && fails) return { ok: false, code: 'rate-limited', message: '' };
      prepared.push(code);
      handle();
      return { ok: true, value: {} };
    }
    handle();
    handle();
    for (const list of lists) await list;
    fails = false;
    handle();
    for (const list of lists) await list;
    expect(prepared.toSorted()).toEqual(offers.map(({ code }) => code));
  });
});
