import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { by, type Harness, keyOf, LINK_URL, openHarness } from '../support/harness.ts';
import { jwkOf } from '../support/jwk.ts';

const HOUR_MS = 3_600_000;
const email = 'ann@example.org';

let harness: Harness;
let strangers: number;
beforeEach(async () => {
  [harness, strangers] = [await openHarness(), 0];
});
afterEach(() => harness.close());

const stranger = () => keyOf(`stranger ${strangers++}`);
const sent = (to = email) => harness.mailer.sent.filter((mail) => mail.to === to);
const never = () => tokenIn(sent().at(-1)?.text ?? '');

function tokenIn(text: string): string {
  const [, path, token] = /https:\/\/anchor\.example(\/account\/mails)#t=(\S+)/.exec(text) ?? [];
  expect(path).toBe('/account/mails');
  return token ?? '';
}

/** The four kinds of mail that a key can ask for, to any address. The last one needs an account of the key. */
const kinds = {
  register: async (key: Key, to: string) =>
    harness.service.accounts.register(by(key.pub), { username: `N${strangers}`, email: to, jwk: jwkOf(key) }),
  signIn: async (key: Key, to: string) => harness.service.accounts.signInLink(by(key.pub), to),
  subscribe: async (key: Key, to: string) => harness.service.subscriptions.ask(by(key.pub), to),
  changeAddress: async (key: Key, to: string) => harness.service.accounts.changeAddress(by(key.pub), to),
};

async function withAccount(name: string, to: string): Promise<Key> {
  const key = await keyOf(name);
  expect(
    await harness.service.accounts.register(by(key.pub), { username: name, email: to, jwk: jwkOf(key) }),
  ).toBeNull();
  await harness.service.idle();
  expect(await harness.service.accounts.confirm(key.pub, harness.mailer.token)).toMatchObject({ ok: true });
  return key;
}

/** All that strangers can ask for in one hour. Returns the answers. */
async function pester(to = email) {
  const answers = [];
  for (let turn = 0; turn < 6; turn++)
    for (const ask of [kinds.signIn, kinds.subscribe, kinds.register]) answers.push(await ask(await stranger(), to));
  await harness.service.idle();
  return answers.map((answer) => answer?.code ?? null);
}

async function pass(ms: number): Promise<void> {
  harness.world.setNow(harness.world.now() + ms);
}

describe('mails that others ask for', () => {
  it('MN1 are ten in any 24 hours to one address, with any number of keys', async () => {
    const at: number[] = [];
    for (let hour = 0; hour < 40; hour++) {
      const before = sent().length;
      await pester();
      for (let n = before; n < sent().length; n++) at.push(harness.world.now());
      await pass(HOUR_MS);
    }
    expect(at.length).toBe(20);
    for (const one of at)
      expect(at.filter((other) => other > one - 24 * HOUR_MS && other <= one).length).toBeLessThanOrEqual(10);
  });

  it('MN2 to an account leave four of the ten for sign-in links, and begin anew by the link in each of them', async () => {
    const owner = await withAccount('Ann', email);
    await pass(25 * HOUR_MS);
    const others = [kinds.subscribe, kinds.register];
    for (let hour = 0; hour < 8; hour++, await pass(HOUR_MS))
      for (const ask of others) await ask(await stranger(), email);
    await harness.service.idle();
    expect(sent().length).toBe(1 + 6);
    const signIn = async () => {
      expect(await kinds.signIn(await stranger(), email)).toBeNull();
      await harness.service.idle();
      return sent().filter(({ subject }) => subject === 'Sign in to Anchor').length;
    };
    const links = [];
    for (let hour = 0; hour < 6; hour++, await pass(HOUR_MS)) links.push(await signIn());
    expect(links).toEqual([1, 2, 3, 4, 4, 4]);
    expect(await harness.service.mailStops.allow(never())).toBe(true);
    expect(await signIn()).toBe(5);
    expect(owner.pub).toHaveLength(64);
  });

  it('MN3 end by the link in each of them, of every kind, with the same answers as before', async () => {
    const mover = await withAccount('Mover', 'mover@example.org');
    const asks = [kinds.register, kinds.signIn, kinds.subscribe];
    for (const [n, ask] of [...asks, kinds.changeAddress].entries()) {
      const to = `reader${n}@example.org`;
      const key = ask === kinds.changeAddress ? mover : await stranger();
      expect(await ask(key, to)).toBeNull();
      await harness.service.idle();
      expect(await harness.service.mailStops.stop(tokenIn(sent(to).at(-1)?.text ?? ''))).toBe(true);
    }
    await pass(HOUR_MS);
    const answers = [await pester('reader0@example.org'), await pester('never-asked@example.org')];
    expect(answers[0]).toEqual(answers[1]);
    await pass(HOUR_MS);
    for (const n of [0, 1, 2, 3]) {
      const to = `reader${n}@example.org`;
      for (const ask of asks) await ask(await stranger(), to);
      expect(await kinds.changeAddress(mover, to)).toBeNull();
      await harness.service.idle();
      expect(sent(to)).toHaveLength(1);
    }
    expect(sent('never-asked@example.org').length).toBeGreaterThan(1);
  });

  it('MN4 are allowed again by the way back', async () => {
    await kinds.subscribe(await stranger(), email);
    await harness.service.idle();
    const token = never();
    for (let turn = 0; turn < 2; turn++) expect(await harness.service.mailStops.stop(token)).toBe(true);
    await kinds.subscribe(await stranger(), email);
    await harness.service.idle();
    expect(sent()).toHaveLength(1);
    for (let turn = 0; turn < 2; turn++) expect(await harness.service.mailStops.allow(token)).toBe(true);
    await kinds.subscribe(await stranger(), email);
    await harness.service.idle();
    expect(sent()).toHaveLength(2);
    expect(never()).toBe(token);
  });

  it('MN20 count and end for the mailbox: parts behind `+`, and at Google dots and the other domain', async () => {
    const boxes = [
      (n: number) => `ann+${n}.x+y@example.org`,
      (n: number) => `${n % 2 ? 'a.n.n' : 'an.n'}+${n}@${n % 3 ? 'gmail' : 'googlemail'}.com`,
    ];
    for (const box of boxes) {
      const before = harness.mailer.sent.length;
      for (let n = 0; n < 12; n++, await pass(2 * HOUR_MS)) await pester(box(n));
      expect(harness.mailer.sent.length - before).toBe(10);
      const last = harness.mailer.sent.at(-1);
      expect(last?.to).toMatch(/\+/);
      expect(await harness.service.mailStops.stop(tokenIn(last?.text ?? ''))).toBe(true);
      await pass(25 * HOUR_MS);
      await pester(box(100));
      expect(harness.mailer.sent.length - before).toBe(10);
    }
    // Elsewhere a dot is a part of the name, and an address may begin with a plus sign.
    for (const other of ['a.nn@example.org', '+ann@example.org', '+bob@example.org']) {
      await kinds.subscribe(await stranger(), other);
      await harness.service.idle();
      expect(sent(other)).toHaveLength(1);
    }
  });

  it('MN21 that were stopped leave the sign-in link of the day in its place, whatever was sent before', async () => {
    await withAccount('Ann', email);
    for (let hour = 0; hour < 3; hour++, await pass(HOUR_MS)) await pester();
    expect(await harness.service.mailStops.stop(never())).toBe(true);
    const before = sent().length;
    await kinds.signIn(await stranger(), email);
    await harness.service.idle();
    expect(
      sent()
        .slice(before)
        .map(({ subject }) => subject),
    ).toEqual(['Sign in to Anchor']);
  });

  it('MN22 end for the key of the account as well, apart from that link and its own subscription', async () => {
    const owner = await withAccount('Ann', email);
    expect(await harness.service.mailStops.stop(never())).toBe(true);
    const before = sent().length;
    const inHour = async (asks: readonly (typeof kinds.signIn)[]) => {
      for (const ask of asks) await ask(owner, email);
      await harness.service.idle();
      await pass(HOUR_MS);
    };
    for (let hour = 0; hour < 24; hour++) await inHour([kinds.signIn, kinds.register, kinds.signIn]);
    expect(sent().length - before).toBe(1);
    for (let hour = 0; hour < 24; hour++) await inHour([kinds.subscribe, kinds.subscribe, kinds.subscribe]);
    expect(sent().length - before).toBe(1 + 6);
  });

  it('MN5 do not lock the owner of an account out: one sign-in link a day comes, and the subscription of their own key', async () => {
    const owner = await withAccount('Ann', email);
    expect(await harness.service.mailStops.stop(never())).toBe(true);
    await pass(25 * HOUR_MS);
    const subjects: string[] = [];
    for (let hour = 0; hour < 48; hour++, await pass(HOUR_MS)) {
      const before = sent().length;
      await pester();
      subjects.push(
        ...sent()
          .slice(before)
          .map(({ subject }) => subject),
      );
    }
    expect(subjects).toEqual(['Sign in to Anchor', 'Sign in to Anchor']);
    expect(await harness.service.accounts.claim(harness.mailer.token)).toBeNull();
    await pass(25 * HOUR_MS);
    await kinds.signIn(await stranger(), email);
    await harness.service.idle();
    expect(await harness.service.accounts.claim(harness.mailer.token)).toMatchObject({ pub: owner.pub });
    expect(await kinds.subscribe(owner, email)).toBeNull();
    await harness.service.idle();
    expect(sent().at(-1)?.subject).toBe('Confirm the daily puzzle');
  });

  it('MN6 end for the address of the link alone, and no other text is a link', async () => {
    await kinds.subscribe(await stranger(), email);
    await kinds.subscribe(await stranger(), 'bob@example.org');
    await harness.service.idle();
    const [own, other] = [never(), tokenIn(sent('bob@example.org').at(-1)?.text ?? '')];
    const mixed = [
      other.slice(0, 64) + own.slice(64),
      own.slice(0, -1),
      `${own}0`,
      own.toUpperCase(),
      '',
      '0'.repeat(96),
    ];
    for (const token of mixed) {
      expect(await harness.service.mailStops.stop(token)).toBe(false);
      expect(await harness.service.mailStops.allow(token)).toBe(false);
    }
    await harness.service.mailStops.stop(own);
    for (const to of [email, 'bob@example.org']) await kinds.subscribe(await stranger(), to);
    await harness.service.idle();
    expect([sent().length, sent('bob@example.org').length]).toEqual([1, 2]);
  });

  it('MN7 have a link that contains neither the address nor anything that is stored', async () => {
    await kinds.subscribe(await stranger(), email);
    await harness.service.idle();
    const token = never();
    expect(token).toMatch(/^[0-9a-f]{96}$/);
    expect(await harness.store.mailStops.has(token)).toBe(false);
    await harness.service.mailStops.stop(token);
    expect(await harness.store.mailStops.has(token)).toBe(false);
    expect(await harness.store.mailStops.has(token.slice(0, 64))).toBe(true);
    harness = await harness.restart();
    expect(await harness.store.mailStops.has(token.slice(0, 64))).toBe(true);
    expect(LINK_URL).toBe('https://anchor.example');
  });
});
