import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { nextPub } from './fixtures.ts';

/** The contract of every store about whom a key follows and blocks. */
export function relationContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`relations on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const relation = (pub: string, other: string, kind: 'follow' | 'block', created = 1_790_000_000_000) => ({
      pub,
      other,
      kind,
      created,
    });

    it('are listed oldest first, one for each other key, until they are removed', async () => {
      const [pub, first, second] = [nextPub(), nextPub(), nextPub()];
      const later = relation(pub, first, 'follow', 1_790_000_000_009);
      const earlier = relation(pub, second, 'block');
      for (const one of [later, earlier]) expect(await store.relations.put(one, 5)).toBe(true);
      expect(await store.relations.of(pub)).toEqual([earlier, later]);
      const changed = { ...earlier, kind: 'follow', created: later.created + 1 } as const;
      expect(await store.relations.put(changed, 5)).toBe(true);
      expect(await store.relations.of(pub)).toEqual([later, changed]);
      await store.relations.remove(pub, first);
      await store.relations.remove(pub, first);
      expect(await store.relations.of(pub)).toEqual([changed]);
      expect(await store.relations.of(first)).toEqual([]);
    });

    it('are limited by key and kind, and a full list still takes the players that it has', async () => {
      const [pub, first, second] = [nextPub(), nextPub(), nextPub()];
      expect(await store.relations.put(relation(pub, first, 'block'), 1)).toBe(true);
      expect(await store.relations.put(relation(pub, second, 'block'), 1)).toBe(false);
      expect(await store.relations.put(relation(pub, second, 'follow'), 1)).toBe(true);
      expect(await store.relations.put(relation(pub, second, 'block'), 1)).toBe(false);
      expect(await store.relations.put(relation(pub, first, 'block', 1_790_000_000_001), 1)).toBe(true);
      expect(await store.relations.put(relation(nextPub(), second, 'block'), 1)).toBe(true);
      expect((await store.relations.of(pub)).map(({ other, kind }) => [other, kind])).toEqual([
        [second, 'follow'],
        [first, 'block'],
      ]);
    });

    it('keep two players apart if either one blocks the other, and not if one follows', async () => {
      const [a, b, c] = [nextPub(), nextPub(), nextPub()];
      await store.relations.put(relation(a, b, 'block'), 5);
      await store.relations.put(relation(c, a, 'follow'), 5);
      const pairs = [
        [a, b],
        [b, a],
        [a, c],
        [c, a],
        [b, c],
      ] as const;
      const answers = await Promise.all(pairs.map(([one, other]) => store.relations.areApart(one, other)));
      expect(answers).toEqual([true, true, false, false, false]);
      expect(await store.relations.blockersOf(b, [a, c])).toEqual([a]);
      expect(await store.relations.blockersOf(a, [b, c])).toEqual([]);
      expect(await store.relations.blockersOf(b, [])).toEqual([]);
    });

    it('of a key are removed together with its account, and those of others to it are not', async () => {
      const [pub, other] = [nextPub(), nextPub()];
      const theirs = relation(other, pub, 'block');
      await store.relations.put(relation(pub, other, 'follow'), 5);
      await store.relations.put(theirs, 5);
      await store.accounts.remove(pub, 'Guest');
      expect(await store.relations.of(pub)).toEqual([]);
      expect(await store.relations.of(other)).toEqual([theirs]);
    });
  });
}
