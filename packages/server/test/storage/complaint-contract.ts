import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Complaint } from '../../src/domain/ports/complaints.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { nextPub } from './fixtures.ts';

/** The contract of every store of complaints. */
export function complaintContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`complaints on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const START = 1_790_000_000_000;
    const complaint = (by: string, against: string, changes: Partial<Complaint> = {}): Complaint => ({
      match: 'm1',
      by,
      about: 'name',
      against,
      created: START,
      ...changes,
    });
    const add = (one: Complaint, since = 0, most = 10) => store.complaints.add(one, since, most);

    it('are listed newest first, each kind once for each player and match, and counted by player', async () => {
      const [alice, bob, carol] = [nextPub(), nextPub(), nextPub()];
      const first = complaint(alice, carol);
      const second = complaint(alice, carol, { about: 'engine', created: START + 1 });
      const third = complaint(bob, carol, { match: 'm2', created: START + 2 });
      for (const one of [third, first, second]) expect(await add(one)).toBe(true);
      expect(await add({ ...first, created: START + 9 })).toBe(true);
      expect(await store.complaints.newest(9, carol)).toEqual([third, second, first]);
      expect(await store.complaints.newest(2)).toEqual([third, second]);
      expect(await store.complaints.newest(9, alice)).toEqual([]);
      const totals = await store.complaints.totals([carol, alice]);
      expect([...totals]).toEqual([[carol, { complaints: 3, players: 2 }]]);
    });

    it('are refused beyond the limit since a time, but an equal one is never new', async () => {
      const [alice, bob] = [nextPub(), nextPub()];
      const old = complaint(alice, bob, { match: 'm0', created: START - 1 });
      const first = complaint(alice, bob);
      expect(await add(old)).toBe(true);
      expect(await add(first, START - 1, 1)).toBe(true);
      expect(await add(complaint(alice, bob, { match: 'm2' }), START - 1, 1)).toBe(false);
      expect(await add(first, START - 1, 1)).toBe(true);
      expect(await store.complaints.newest(9, bob)).toEqual([first, old]);
    });

    it('expire, and go with the account of their author', async () => {
      const [alice, bob] = [nextPub(), nextPub()];
      await add(complaint(alice, bob, { match: 'm3', created: START - 10 }));
      await add(complaint(bob, alice, { match: 'm3', created: START + 10 }));
      await store.complaints.expire(START - 9);
      expect(await store.complaints.newest(9, bob)).toEqual([]);
      await store.accounts.remove(bob, 'Guest');
      expect(await store.complaints.newest(9, alice)).toEqual([]);
    });
  });
}
