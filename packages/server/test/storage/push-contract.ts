import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredPushSubscription } from '../../src/domain/ports/push.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { nextPub } from './fixtures.ts';

let made = 0;

/** The contract of every store about the browsers that get push messages. */
export function pushContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`push subscriptions on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const browser = (pub: string): StoredPushSubscription => ({
      endpoint: `https://push.example.org/${process.pid}/${++made}`,
      pub,
      p256dh: 'p',
      auth: 'a',
      kinds: ['turn', 'opponent'],
      vapid: 'v',
      created: 1_790_000_000_000 + made,
    });

    it('of a key are returned oldest first, and those of other keys stay apart', async () => {
      const [pub, other] = [nextPub(), nextPub()];
      const all = [browser(pub), browser(other), browser(pub)];
      for (const one of all) await store.push.put(one, 5);
      expect(await store.push.of(pub)).toEqual([all[0], all[2]]);
      expect(await store.push.of(other)).toEqual([all[1]]);
      expect(await store.push.of(nextPub())).toEqual([]);
    });

    it('replace the one of the same browser, also when its key has changed', async () => {
      const [pub, other] = [nextPub(), nextPub()];
      const one = browser(pub);
      await store.push.put(one, 5);
      const changed = { ...one, kinds: ['turn'] as const, created: one.created + 9 };
      await store.push.put(changed, 5);
      expect(await store.push.of(pub)).toEqual([changed]);
      await store.push.put({ ...changed, pub: other }, 5);
      expect(await store.push.of(pub)).toEqual([]);
      expect(await store.push.of(other)).toEqual([{ ...changed, pub: other }]);
    });

    it('keep the newest ones of a key', async () => {
      const [pub, other] = [nextPub(), nextPub()];
      const bystander = browser(other);
      await store.push.put(bystander, 2);
      const all = [browser(pub), browser(pub), browser(pub), browser(pub)];
      for (const one of all) await store.push.put(one, 2);
      expect(await store.push.of(pub)).toEqual(all.slice(2));
      expect(await store.push.of(other)).toEqual([bystander]);
    });

    it('are removed by their own key only', async () => {
      const one = browser(nextPub());
      await store.push.put(one, 5);
      await store.push.remove(one.endpoint, nextPub());
      expect(await store.push.of(one.pub)).toEqual([one]);
      await store.push.remove(one.endpoint, one.pub);
      await store.push.remove(one.endpoint, one.pub);
      expect(await store.push.of(one.pub)).toEqual([]);
    });

    it('are removed together with the account of their key', async () => {
      const one = browser(nextPub());
      await store.push.put(one, 5);
      await store.accounts.remove(one.pub, 'Guest');
      expect(await store.push.of(one.pub)).toEqual([]);
    });
  });
}
