import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { nextPub } from './fixtures.ts';

const atMs = 1_790_000_100_000;
let made = 0;
const nextEmail = () => `reader${++made}-${process.pid}@example.org`;
const nextHash = () => `hash${++made}-${process.pid}`;

/** The contract of every store about accounts and mails. */
export function mailContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`accounts and mails on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const account = () => ({ pub: nextPub(), username: 'Zoë', email: nextEmail(), wrapped: '{"d":1}', created: atMs });

    describe('an account', () => {
      it('is created once per key and once per address', async () => {
        const one = account();
        const tries = await Promise.all(Array.from({ length: 8 }, () => store.accounts.create(one, nextHash())));
        expect(tries.filter(Boolean)).toHaveLength(1);
        expect(await store.accounts.create({ ...account(), email: one.email }, nextHash())).toBe(false);
        expect(await store.accounts.create({ ...account(), pub: one.pub }, nextHash())).toBe(false);
        expect(await store.accounts.byPub(one.pub)).toEqual(one);
        expect(await store.accounts.byEmail(one.email)).toEqual(one);
        expect(await store.accounts.byEmail(nextEmail())).toBeNull();
      });

      it('is removed with all its data, and nothing else', async () => {
        const [gone, other] = [account(), account()];
        const [first, second, third] = [nextHash(), nextHash(), nextHash()];
        for (const one of [gone, other]) {
          await store.players.see(one.pub, one.username, atMs);
          await store.accounts.create(one, nextHash());
          await store.subscriptions.ask(one.email, nextHash(), atMs);
        }
        await store.mailTokens.put(first, { kind: 'sign-in', email: gone.email }, atMs + 1);
        const { created: _made, ...waiting } = { ...account(), pub: gone.pub };
        await store.mailTokens.put(second, { kind: 'register', ...waiting }, atMs + 1);
        await store.mailTokens.put(third, { kind: 'sign-in', email: other.email }, atMs + 1);
        await store.accounts.remove(gone.pub, 'Guest');
        await store.accounts.remove(gone.pub, 'Guest');
        expect(await store.accounts.byPub(gone.pub)).toBeNull();
        expect(await store.accounts.byEmail(gone.email)).toBeNull();
        expect(await store.subscriptions.get(gone.email)).toBeNull();
        expect((await store.players.get(gone.pub))?.name).toBe('Guest');
        expect(await store.mailTokens.take(first, 'sign-in', atMs)).toBeNull();
        expect(await store.mailTokens.take(second, 'register', atMs)).toBeNull();
        expect(await store.accounts.byPub(other.pub)).toEqual(other);
        expect(await store.subscriptions.get(other.email)).not.toBeNull();
        expect(await store.mailTokens.take(third, 'sign-in', atMs)).toEqual({ kind: 'sign-in', email: other.email });
      });
    });

    describe('the folded name of an account', () => {
      it('NM7 belongs to one account: of eight that are created with it at once, one is', async () => {
        const fold = nextHash();
        const tries = await Promise.all(Array.from({ length: 8 }, () => store.accounts.create(account(), fold)));
        expect(tries.filter(Boolean)).toHaveLength(1);
        const other = account();
        expect(await store.accounts.create(other, nextHash())).toBe(true);
        expect(await store.accounts.rename(other.pub, 'Zoe', fold)).toBe(false);
        expect(await store.accounts.byPub(other.pub)).toEqual(other);
        const free = nextHash();
        expect(await store.accounts.rename(other.pub, 'Zoe', free)).toBe(true);
        expect(await store.accounts.byPub(other.pub)).toEqual({ ...other, username: 'Zoe' });
        expect(await store.accounts.ownersOf([free, nextHash()])).toEqual(new Map([[free, other.pub]]));
        expect(await store.accounts.rename(nextPub(), 'Zoe', nextHash())).toBe(true);
        await store.accounts.remove(other.pub, 'Guest');
        expect(await store.accounts.ownersOf([free])).toEqual(new Map());
      });
    });

    describe('another address of an account', () => {
      it('ends the links to the former one and moves the subscription', async () => {
        const one = account();
        const [email, old, wanted, stop] = [nextEmail(), nextHash(), nextHash(), nextHash()];
        await store.accounts.create(one, nextHash());
        await store.mailTokens.put(old, { kind: 'sign-in', email: one.email }, atMs + 1);
        await store.mailTokens.put(wanted, { kind: 'address', email: nextEmail(), pub: one.pub }, atMs + 1);
        await store.subscriptions.ask(one.email, stop, atMs);
        await store.subscriptions.confirm(one.email);
        await store.subscriptions.ask(email, nextHash(), atMs);
        expect(await store.accounts.changeAddress(one.pub, email)).toEqual(one);
        expect(await store.accounts.byEmail(one.email)).toBeNull();
        expect(await store.accounts.byEmail(email)).toEqual({ ...one, email });
        expect(await store.mailTokens.take(old, 'sign-in', atMs)).toBeNull();
        expect(await store.mailTokens.take(wanted, 'address', atMs)).toBeNull();
        expect(await store.subscriptions.get(one.email)).toBeNull();
        expect(await store.subscriptions.get(email)).toMatchObject({ confirmed: true, daily: true, stop });
      });

      it('is not that of another account, and changes nothing for a key without one', async () => {
        const [one, other] = [account(), account()];
        for (const each of [one, other]) await store.accounts.create(each, nextHash());
        for (const taken of [other.email, one.email])
          expect(await store.accounts.changeAddress(one.pub, taken)).toBeNull();
        expect(await store.accounts.changeAddress(nextPub(), nextEmail())).toBeNull();
        expect(await store.accounts.byPub(one.pub)).toEqual(one);
        expect(await store.accounts.byPub(other.pub)).toEqual(other);
      });

      it('is given to one of several keys that ask for it at once', async () => {
        const many = Array.from({ length: 6 }, account);
        for (const each of many) await store.accounts.create(each, nextHash());
        const email = nextEmail();
        const changed = await Promise.all(many.map(({ pub }) => store.accounts.changeAddress(pub, email)));
        expect(changed.filter(Boolean)).toHaveLength(1);
      });

      it('has a link of its own kind', async () => {
        const hash = nextHash();
        const token = { kind: 'address', email: nextEmail(), pub: nextPub() } as const;
        await store.mailTokens.put(hash, token, atMs + 1);
        expect(await store.mailTokens.read(hash, 'register', atMs)).toBeNull();
        expect(await store.mailTokens.take(hash, 'address', atMs)).toEqual(token);
      });
    });

    it('a key once handed over stays so, also after its account was removed', async () => {
      const one = account();
      await store.players.see(one.pub, one.username, atMs);
      expect(await store.accounts.wasHanded(one.pub)).toBe(false);
      for (const at of [atMs, atMs + 1]) await store.accounts.noteHanded(one.pub, at);
      await store.accounts.create(one, nextHash());
      await store.accounts.remove(one.pub, 'Guest');
      expect(await store.accounts.wasHanded(one.pub)).toBe(true);
      expect(await store.accounts.wasHanded(nextPub())).toBe(false);
    });

    describe('a token', () => {
      it('is valid until it is taken or expires, for its address and kind', async () => {
        const [hash, email] = [nextHash(), nextEmail()];
        await store.mailTokens.put(hash, { kind: 'sign-in', email }, atMs + 10);
        expect(await store.mailTokens.isOpen(email, 'sign-in', atMs + 9)).toBe(true);
        expect(await store.mailTokens.isOpen(email, 'sign-in', atMs + 10)).toBe(false);
        expect(await store.mailTokens.isOpen(email, 'verify', atMs)).toBe(false);
        expect(await store.mailTokens.isOpen(nextEmail(), 'sign-in', atMs)).toBe(false);
        await store.mailTokens.take(hash, 'sign-in', atMs);
        expect(await store.mailTokens.isOpen(email, 'sign-in', atMs)).toBe(false);
      });

      it('is taken by one of several callers, and consumed by a late attempt', async () => {
        const [one, late] = [nextHash(), nextHash()];
        const { created: _made, ...person } = account();
        const token = { kind: 'register', ...person } as const;
        await store.mailTokens.put(one, token, atMs + 1);
        expect(await store.mailTokens.take(one, 'sign-in', atMs)).toBeNull();
        const taken = await Promise.all(Array.from({ length: 10 }, () => store.mailTokens.take(one, 'register', atMs)));
        expect(taken.filter(Boolean)).toEqual([token]);
        await store.mailTokens.put(late, token, atMs);
        expect(await store.mailTokens.take(late, 'register', atMs)).toBeNull();
        expect(await store.mailTokens.take(late, 'register', atMs - 1)).toBeNull();
      });

      it('is the newest valid one of its key and of the given kinds', async () => {
        const pub = nextPub();
        const [old, young, other] = [nextHash(), nextHash(), nextHash()];
        const token = { kind: 'address', email: nextEmail(), pub } as const;
        const newest = (at: number) => store.mailTokens.newestOf(pub, ['address', 'register'], at);
        expect(await newest(atMs)).toBeNull();
        await store.mailTokens.put(young, token, atMs + 20);
        await store.mailTokens.put(old, token, atMs + 10);
        await store.mailTokens.put(other, { ...token, pub: nextPub() }, atMs + 30);
        expect(await newest(atMs)).toEqual({ hash: young, token });
        expect(await store.mailTokens.newestOf(pub, ['register'], atMs)).toBeNull();
        expect(await newest(atMs + 20)).toBeNull();
        await store.mailTokens.take(young, 'address', atMs);
        expect(await newest(atMs)).toEqual({ hash: old, token });
      });

      it('is read by its kind only, and removed when it expires', async () => {
        const hash = nextHash();
        const token = { kind: 'verify', email: nextEmail() } as const;
        await store.mailTokens.put(hash, token, atMs + 10);
        expect(await store.mailTokens.read(hash, 'sign-in', atMs)).toBeNull();
        for (let turn = 0; turn < 2; turn++) expect(await store.mailTokens.read(hash, 'verify', atMs)).toEqual(token);
        expect(await store.mailTokens.read(hash, 'verify', atMs + 10)).toBeNull();
        await store.mailTokens.expire(atMs + 10);
        expect(await store.mailTokens.read(hash, 'verify', atMs)).toBeNull();
      });
    });

    it('requests under one name have several limits, and count once', async () => {
      const name = nextHash();
      const ask = (now: number) => {
        const limits = [
          { name, limit: 2, since: now - 10 },
          { name, limit: 3, since: now - 100 },
        ];
        return store.mailTokens.mayAsk(limits, now - 100, now);
      };
      const asked: boolean[] = [];
      for (const after of [0, 1, 2, 20, 21, 40, 100]) asked.push(await ask(atMs + after));
      expect(asked).toEqual([true, true, false, true, false, false, true]);
      await store.mailTokens.forgetAsked(name);
      expect(await ask(atMs + 101)).toBe(true);
    });

    it('mails to an address are stopped and allowed, each repeatedly', async () => {
      const [stopped, other] = [nextHash(), nextHash()];
      for (const at of [atMs, atMs + 1]) await store.mailStops.put(stopped, at);
      expect([await store.mailStops.has(stopped), await store.mailStops.has(other)]).toEqual([true, false]);
      for (let turn = 0; turn < 2; turn++) await store.mailStops.remove(stopped);
      expect(await store.mailStops.has(stopped)).toBe(false);
    });

    it('requests are counted under every name, and only those that were allowed', async () => {
      const [key, one, other] = [nextHash(), nextHash(), nextHash()];
      const ask = (who: string, now: number) => {
        const limits = [key, who].map((name) => ({ name, limit: 2, since: now - 100 }));
        return store.mailTokens.mayAsk(limits, now - 100, now);
      };
      expect(await ask(one, atMs)).toBe(true);
      expect(await ask(one, atMs + 1)).toBe(true);
      expect(await ask(other, atMs + 2)).toBe(false);
      const once = [{ name: other, limit: 1, since: atMs - 97 }];
      expect(await store.mailTokens.mayAsk(once, atMs - 97, atMs + 3)).toBe(true);
      expect(await ask(one, atMs + 99)).toBe(false);
      expect(await ask(one, atMs + 100)).toBe(true);
    });

    it('a subscription goes from pending to daily and back, with the same token', async () => {
      const [email, stop] = [nextEmail(), nextHash()];
      expect(await store.subscriptions.confirm(email)).toBe(false);
      expect(await store.subscriptions.stop(stop)).toBe(false);
      await store.subscriptions.ask(email, stop, atMs);
      expect(await store.subscriptions.get(email)).toEqual({ email, stop, confirmed: false, daily: false });
      expect(await store.subscriptions.byStop(stop)).toEqual({ email, stop, confirmed: false, daily: false });
      expect(await store.subscriptions.byStop(nextHash())).toBeNull();
      expect(await store.subscriptions.confirm(email)).toBe(true);
      await store.subscriptions.ask(email, nextHash(), atMs);
      expect(await store.subscriptions.get(email)).toEqual({ email, stop, confirmed: true, daily: true });
      for (let turn = 0; turn < 2; turn++) expect(await store.subscriptions.stop(stop)).toBe(true);
      expect(await store.subscriptions.get(email)).toEqual({ email, stop, confirmed: true, daily: false });
    });

    it('TU6 mails about turns are turned on and off by account, with the same token', async () => {
      const [one, other] = [account(), account()];
      const [stop, later] = [nextHash(), nextHash()];
      await store.turnMails.set(one.pub, true, stop);
      expect(await store.turnMails.isOn(one.pub)).toBeNull();
      for (const each of [one, other]) await store.accounts.create(each, nextHash());
      expect([await store.turnMails.isOn(one.pub), await store.turnMails.get(one.pub)]).toEqual([false, null]);
      await store.turnMails.set(one.pub, true, stop);
      await store.turnMails.set(one.pub, true, later);
      expect(await store.turnMails.get(one.pub)).toEqual({ pub: one.pub, email: one.email, stop });
      const all = async () =>
        (await store.turnMails.after('', 1_000)).filter((pub) => [one.pub, other.pub].includes(pub));
      expect(await all()).toEqual([one.pub]);
      await store.turnMails.set(other.pub, true, later);
      expect(await all()).toEqual([one.pub, other.pub].toSorted());
      expect((await store.turnMails.after((await all())[0] ?? '', 1))[0]).toBe((await all())[1]);
      const off = () => store.turnMails.turn(stop, false);
      for (const isOn of [false, true]) {
        expect(await store.turnMails.turn(stop, isOn)).toBe(true);
        expect([await store.turnMails.isOn(one.pub), await store.turnMails.has(stop)]).toEqual([isOn, true]);
      }
      expect([await off(), await off(), await store.turnMails.has('')]).toEqual([true, true, false]);
      expect([await store.turnMails.isOn(one.pub), await store.turnMails.isOn(other.pub)]).toEqual([false, true]);
      await store.accounts.remove(other.pub, 'Guest');
      expect([await store.turnMails.get(other.pub), await store.turnMails.turn(later, false)]).toEqual([null, false]);
      expect(await store.turnMails.has(later)).toBe(false);
    });

    it('TU7 each mailing of a day is claimed for itself, and all are forgotten together', async () => {
      const email = nextEmail();
      const claim = (mailing: string) => store.mailings.claim(mailing, email, 'me', atMs, 0);
      for (const mailing of ['2026-02-01', '2026-02-01/turns']) {
        expect(await claim(mailing)).toBe(true);
        await store.mailings.setState(mailing, email, 'me', 'sent', atMs);
        expect(await claim(mailing)).toBe(false);
      }
      await store.mailings.forget('2026-02-01');
      expect(await claim('2026-02-01/turns')).toBe(false);
      await store.mailings.forget('2026-02-02');
      for (const mailing of ['2026-02-01', '2026-02-01/turns']) expect(await claim(mailing)).toBe(true);
    });

    describe('a mailing', () => {
      const subscriber = async () => {
        const email = nextEmail();
        await store.subscriptions.ask(email, nextHash(), atMs);
        await store.subscriptions.confirm(email);
        return email;
      };
      const isDue = async (date: string, email: string) =>
        (await store.mailings.due(date)).some((subscription) => subscription.email === email);

      it('is claimed by one of several owners, until it is settled or the claim is void', async () => {
        const [date, email] = ['2026-03-01', await subscriber()];
        const owners = Array.from({ length: 10 }, (_, index) => `owner${index}`);
        const claims = await Promise.all(owners.map((owner) => store.mailings.claim(date, email, owner, atMs, atMs)));
        expect(claims.filter(Boolean)).toHaveLength(1);
        const owner = owners[claims.indexOf(true)] ?? '';
        expect(await store.mailings.claim(date, email, owner, atMs, 0)).toBe(true);
        expect(await store.mailings.claim(date, email, 'heir', atMs + 2, atMs + 1)).toBe(true);
        await store.mailings.setState(date, email, owner, 'sent', atMs);
        expect(await isDue(date, email)).toBe(true);
        await store.mailings.setState(date, email, 'heir', 'sent', atMs);
        expect(await isDue(date, email)).toBe(false);
        expect(await store.mailings.claim(date, email, 'heir', atMs + 9, atMs + 9)).toBe(false);
      });

      it('is due by date, for daily subscribers, untried ones first', async () => {
        const [one, two, three] = [await subscriber(), await subscriber(), await subscriber()];
        const [first, second] = ['2026-03-02', '2026-03-03'];
        for (const [email, state] of [
          [one, 'open'],
          [two, 'refused'],
        ] as const) {
          await store.mailings.claim(first, email, 'me', atMs, 0);
          await store.mailings.setState(first, email, 'me', state, atMs);
        }
        const due = (await store.mailings.due(first)).map(({ email }) => email);
        expect(due.indexOf(three)).toBeGreaterThanOrEqual(0);
        expect(due.indexOf(one)).toBeGreaterThan(due.indexOf(three));
        expect(due).not.toContain(two);
        expect(await isDue(second, two)).toBe(true);
        await store.subscriptions.stop((await store.subscriptions.get(three))?.stop ?? '');
        expect(await isDue(first, three)).toBe(false);
        await store.mailings.forget(second);
        expect(await isDue(first, two)).toBe(true);
      });
    });
  });
}
