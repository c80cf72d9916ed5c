import { type Key, keyFromSeed } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { abortFor } from '../support/abort-for.ts';
import { by, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { jwkOf } from '../support/jwk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const email = 'ann@example.org';

let harness: Harness;
let ann: Key;
beforeEach(async () => {
  harness = await openHarness();
  ann = await keyOf('ann');
  await harness.service.players.meet(ann.pub, 'Ann the guest');
});
afterEach(() => harness.close());

const register = (key: Key, address = email, username = 'Ann') =>
  harness.service.accounts.register(by(key.pub), { username, email: address, jwk: jwkOf(key) });

/** Registers and confirms in the browser that has the key. */
async function settled(key: Key, address = email, username = 'Ann') {
  expect(await register(key, address, username)).toBeNull();
  await harness.service.idle();
  const confirmed = await harness.service.accounts.confirm(key.pub, harness.mailer.token);
  if (!confirmed.ok) throw new Error(confirmed.message);
  return confirmed.value;
}

/** Requests a sign-in link and returns its token from the newest mail. */
async function signIn(by_: ReturnType<typeof by>, address = email): Promise<string> {
  expect(await harness.service.accounts.signInLink(by_, address)).toBeNull();
  await harness.service.idle();
  return harness.mailer.token;
}

describe('an account', () => {
  it('AC1 is created when the requesting key confirms its address; a sign-in link returns the same key', async () => {
    expect(await register(ann, ' Ann@Example.ORG', ' An\u0000n ')).toBeNull();
    await harness.service.idle();
    expect(await harness.service.accounts.has(ann.pub)).toBe(false);
    expect(harness.mailer.sent).toMatchObject([{ to: email }]);
    const wanted = { pub: ann.pub, username: 'Ann', email };
    const { token } = harness.mailer;
    for (let turn = 0; turn < 2; turn++) expect(await harness.service.accounts.registration(token)).toEqual(wanted);
    expect(await harness.service.accounts.confirm(ann.pub, token)).toMatchObject({ ok: true, value: wanted });
    expect(await harness.service.accounts.confirm(ann.pub, token)).toMatchObject({ code: 'link-expired' });
    expect(await harness.service.accounts.registration(token)).toBeNull();
    expect(await harness.service.accounts.has(ann.pub)).toBe(true);
    expect((await harness.service.players.person(ann.pub)).name).toBe('Ann');
    const claim = await harness.service.accounts.claim(await signIn(by(ann.pub)));
    expect(claim).toEqual({ ...wanted, jwk: jwkOf(ann) });
    expect((await keyFromSeed(Buffer.from(claim?.jwk.d ?? '', 'base64url'))).pub).toBe(ann.pub);
  });

  it('AC2 can be signed in to by a link, from any browser', async () => {
    await settled(ann);
    const other = await keyOf('another browser');
    const token = await signIn(by(other.pub), 'ANN@example.org');
    expect(await harness.service.accounts.claim(token)).toMatchObject({ pub: ann.pub, email });
  });

  it('AC3 is not given to a key that registers with its address, whether earlier or later', async () => {
    const mallory = await keyOf('mallory');
    await register(mallory, email, 'Mallory');
    await harness.service.idle();
    const unused = harness.mailer.token;
    await settled(ann);
    expect(await harness.service.accounts.confirm(mallory.pub, unused)).toMatchObject({ code: 'link-expired' });
    expect(await register(mallory, email, 'Mallory')).toBeNull();
    await harness.service.idle();
    expect(harness.mailer.sent.at(-1)?.subject).toBe('You have an Anchor account');
    expect(await harness.service.accounts.claim(harness.mailer.token)).toMatchObject({ pub: ann.pub });
    expect(await harness.service.accounts.has(mallory.pub)).toBe(false);
  });

  it('AC3b is not created for the reader of a stranger’s request, nor does anyone get the stranger’s key', async () => {
    const mallory = await keyOf('mallory');
    await register(mallory, email, 'Click here: evil.example');
    await harness.service.idle();
    const { token } = harness.mailer;
    const mail = harness.mailer.sent.at(-1);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('evil');
    expect(mail?.text).toContain(mallory.pub.slice(0, 8));
    expect(await harness.service.accounts.claim(token)).toBeNull();
    expect(await harness.service.accounts.confirm(ann.pub, token)).toMatchObject({ code: 'other-key' });
    expect(await harness.service.accounts.has(mallory.pub)).toBe(false);
    expect(await harness.service.accounts.claim(await signIn(by(ann.pub)))).toBeNull();
    // The request is still open for a reader who opens the mail in the requesting browser.
    expect(await harness.service.accounts.confirm(mallory.pub, token)).toMatchObject({ ok: true });
  });

  it('AC4 needs a name and the private half of the proven key, and is the only one of its key', async () => {
    expect(await register(ann, email, '\u0000 \u0007')).toMatchObject({ code: 'bad-name' });
    const other = await keyOf('other');
    const accounts = harness.service.accounts;
    for (const jwk of [jwkOf(other), { ...jwkOf(ann), d: jwkOf(other).d }, { ...jwkOf(ann), x: jwkOf(other).x }]) {
      expect(await accounts.register(by(ann.pub), { username: 'Ann', email, jwk })).toMatchObject({ code: 'bad-jwk' });
    }
    await settled(ann);
    expect(await register(ann, 'second@example.org')).toMatchObject({ code: 'has-account' });
    expect(harness.mailer.sent).toHaveLength(1);
  });

  describe('in the header of a match', () => {
    const custody = async (key: Key) => {
      harness.enter(key);
      const made = await harness.service.challenges.playBot(key.pub, { type: 'play-bot', length: 1 });
      if (!made.ok) throw new Error(made.message);
      const view = await harness.service.rooms.view(made.value);
      await harness.store.matches.abort(made.value, abortFor(null, harness.world.now()));
      harness = await harness.restart();
      return view?.header.players[0].custody;
    };

    it('AC5a says for ever that the service has the key, from the registration on', async () => {
      expect(await custody(ann)).toBe('own');
      await register(ann);
      expect(await custody(ann)).toBe('service');
      harness.world.setNow(harness.world.now() + 2 * HOUR_MS);
      await harness.store.mailTokens.expire(harness.world.now());
      expect(await custody(ann)).toBe('service');
      await settled(ann);
      await harness.service.accounts.remove(ann.pub);
      expect(await custody(ann)).toBe('service');
    });

    it('AC5b says the same whether the requested address has an account or not', async () => {
      await settled(ann);
      const asked = [];
      for (const address of [email, 'nobody@example.org']) {
        const mallory = await keyOf(`mallory for ${address}`);
        await register(mallory, address);
        await harness.service.idle();
        asked.push(await custody(mallory));
      }
      expect(asked).toEqual(['service', 'service']);
    });

    it('AC5c says so even if the registration failed', async () => {
      harness.mailer.works = false;
      expect(await register(ann)).toMatchObject({ code: 'mail-off' });
      expect(await custody(ann)).toBe('service');
    });
  });

  describe('that gets another address', () => {
    const next = 'ann@other.example';
    const change = async (key: Key, address = next) => {
      const refusal = await harness.service.accounts.changeAddress(by(key.pub), address);
      await harness.service.idle();
      return refusal;
    };

    it('AC7 has it once its key confirms the link to it; the former address is told and signs in no more', async () => {
      const { accounts } = harness.service;
      await settled(ann);
      const former = await signIn(by(ann.pub));
      expect(await change(ann, ' Ann@Other.EXAMPLE')).toBeNull();
      expect(harness.mailer.sent.at(-1)?.to).toBe(next);
      expect(harness.mailer.link.href).toMatch(/^https:\/\/anchor\.example\/account\/confirm#t=[0-9a-f]{48}$/);
      const { token } = harness.mailer;
      expect(await accounts.registration(token)).toEqual({ pub: ann.pub, username: 'Ann', email: next });
      expect(await accounts.addressOf(ann.pub)).toBe(email);
      expect(await accounts.confirm(ann.pub, token)).toMatchObject({ ok: true, value: { email: next } });
      await harness.service.idle();
      expect(harness.mailer.sent.at(-1)).toMatchObject({ to: email, subject: 'Your Anchor account has a new address' });
      expect(await accounts.confirm(ann.pub, token)).toMatchObject({ code: 'link-expired' });
      expect(await accounts.claim(former)).toBeNull();
      expect(await accounts.claim(await signIn(by(ann.pub)))).toBeNull();
      expect(await accounts.claim(await signIn(by(ann.pub), next))).toMatchObject({ pub: ann.pub, email: next });
    });

    it('AC8 keeps its address while no one but a stranger has the link, and after 30 minutes', async () => {
      const { accounts } = harness.service;
      await settled(ann);
      await change(ann);
      const { token } = harness.mailer;
      const mallory = await keyOf('mallory');
      expect(await accounts.confirm(mallory.pub, token)).toMatchObject({ code: 'other-key' });
      expect(await accounts.claim(token)).toBeNull();
      harness.world.setNow(harness.world.now() + 30 * MINUTE_MS);
      expect(await accounts.confirm(ann.pub, token)).toMatchObject({ code: 'link-expired' });
      expect(await accounts.addressOf(ann.pub)).toBe(email);
    });

    it('AC9 cannot take the address of another account, which only that mailbox learns', async () => {
      const { accounts } = harness.service;
      await settled(ann);
      const bob = await keyOf('bob');
      await settled(bob, next, 'Bob');
      expect(await change(ann)).toBeNull();
      expect(harness.mailer.sent.at(-1)).toMatchObject({ to: next, subject: 'This address has an Anchor account' });
      expect(harness.mailer.sent.at(-1)?.text).not.toMatch(/\/(?:claim|confirm)#t=/);
      expect(await change(await keyOf('guest'))).toMatchObject({ code: 'no-account' });
      // An address that has got an account since the link was sent.
      await change(ann, 'late@example.org');
      const { token } = harness.mailer;
      await settled(await keyOf('late'), 'late@example.org', 'Late');
      expect(await accounts.confirm(ann.pub, token)).toMatchObject({ code: 'link-expired' });
      expect(await accounts.addressOf(ann.pub)).toBe(email);
    });
  });

  describe('that is confirmed by the code in the mail', () => {
    const confirm = (key: Key, code: string, network?: string) =>
      harness.service.accounts.confirmByCode({ ...by(key.pub), ...(network ? { network } : {}) }, code);
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

    it('AC10 is created for the key that asked, once, and its link is used up', async () => {
      await register(ann);
      await harness.service.idle();
      const { code, token } = harness.mailer;
      expect(await confirm(await keyOf('another browser'), code)).toMatchObject({ code: 'bad-code' });
      expect(await confirm(ann, wrong(code))).toMatchObject({ code: 'bad-code' });
      expect(await harness.service.accounts.has(ann.pub)).toBe(false);
      expect(await confirm(ann, code)).toEqual({ ok: true, value: expect.objectContaining({ pub: ann.pub, email }) });
      expect(await harness.service.accounts.has(ann.pub)).toBe(true);
      expect(await confirm(ann, code)).toMatchObject({ code: 'bad-code' });
      expect(await harness.service.accounts.confirm(ann.pub, token)).toMatchObject({ code: 'link-expired' });
    });

    it('AC11 gets another address by the code of the newest mail only', async () => {
      await settled(ann);
      const codes = [];
      for (const address of ['ann@first.example', 'ann@second.example']) {
        expect(await harness.service.accounts.changeAddress(by(ann.pub), address)).toBeNull();
        await harness.service.idle();
        codes.push(harness.mailer.code);
        harness.world.setNow(harness.world.now() + 1);
      }
      expect(await confirm(ann, codes[0] ?? '')).toMatchObject({ code: 'bad-code' });
      expect(await confirm(ann, codes[1] ?? '')).toMatchObject({ ok: true });
      expect(await harness.service.accounts.addressOf(ann.pub)).toBe('ann@second.example');
    });

    it('AC12 stands five tries in 30 minutes, however many mails the key asks for', async () => {
      await register(ann);
      await harness.service.idle();
      for (let turn = 0; turn < 5; turn++)
        expect(await confirm(ann, wrong(harness.mailer.code))).toMatchObject({ code: 'bad-code' });
      expect(await confirm(ann, harness.mailer.code)).toMatchObject({ code: 'too-many-codes' });
      await register(ann);
      await harness.service.idle();
      expect(await confirm(ann, harness.mailer.code)).toMatchObject({ code: 'too-many-codes' });
      expect(await harness.service.accounts.confirm(ann.pub, harness.mailer.token)).toMatchObject({ ok: true });
    });

    it('AC12b stands 100 tries of a network and 1000 of all networks in a day, with any number of keys', async () => {
      const results = new Map<string, number>();
      for (let n = 0; n < 1111; n++) {
        const key = { ...ann, pub: n.toString(16).padStart(64, '0') };
        const answer = await confirm(key, '000000', `network ${Math.floor(n / 101)}`);
        const code = answer.ok ? 'ok' : answer.code;
        results.set(code, (results.get(code) ?? 0) + 1);
        if (n === 99) expect(results.get('bad-code')).toBe(100);
        if (n === 100) expect(answer).toMatchObject({ code: 'too-many-codes' });
      }
      expect(Object.fromEntries(results)).toEqual({ 'bad-code': 1000, 'too-many-codes': 111 });
    });

    it('AC13 works for 30 minutes', async () => {
      await register(ann);
      await harness.service.idle();
      harness.world.setNow(harness.world.now() + 30 * MINUTE_MS);
      expect(await confirm(ann, harness.mailer.code)).toMatchObject({ code: 'bad-code' });
    });

    it('AC14 says nothing about the address: the answers are the same whether it has an account or not', async () => {
      await settled(ann);
      const answers = [];
      for (const address of [email, 'nobody@example.org']) {
        const mallory = await keyOf(`mallory for ${address}`);
        await register(mallory, address, 'Mallory');
        await harness.service.idle();
        const said = [];
        for (let turn = 0; turn < 7; turn++) said.push(await confirm(mallory, '123456'));
        answers.push(JSON.stringify(said));
      }
      expect(answers[0]).toBe(answers[1]);
    });

    it('AC15 is not in the storage, nor in a mail to an address that has an account', async () => {
      await register(ann);
      await harness.service.idle();
      expect(harness.mailer.sent.at(-1)?.html).toContain(harness.mailer.code);
      const stored = await harness.store.mailTokens.newestOf(ann.pub, ['register'], harness.world.now());
      expect(JSON.stringify(stored)).not.toContain(`"${harness.mailer.code}"`);
      expect(stored?.hash).not.toContain(harness.mailer.code);
      await settled(ann);
      await register(await keyOf('mallory'), email, 'Mallory');
      await harness.service.idle();
      expect(() => harness.mailer.code).toThrow('no code was sent');
    });
  });

  it('AC6 leaves only signed records behind', async () => {
    await settled(ann);
    await harness.service.subscriptions.ask(by(ann.pub), email);
    await harness.service.idle();
    const verify = harness.mailer.token;
    expect(await harness.service.subscriptions.verify(verify)).toBe(true);
    const token = await signIn(by(ann.pub));
    for (let turn = 0; turn < 2; turn++) await harness.service.accounts.remove(ann.pub);
    expect(await harness.service.accounts.has(ann.pub)).toBe(false);
    expect(await harness.service.accounts.claim(token)).toBeNull();
    expect(await harness.service.subscriptions.verify(verify)).toBe(false);
    expect(await harness.store.subscriptions.get(email)).toBeNull();
    expect((await harness.service.players.person(ann.pub)).name).toBe(`Guest ${ann.pub.slice(0, 4)}`);
  });
});

describe('a link', () => {
  it('LK1 works once: of twenty concurrent attempts one gets the account', async () => {
    await settled(ann);
    const token = await signIn(by(ann.pub));
    expect(token).toMatch(/^[0-9a-f]{48}$/);
    const claims = await Promise.all(Array.from({ length: 20 }, () => harness.service.accounts.claim(token)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await harness.service.accounts.claim(token)).toBeNull();
  });

  it('LK2 works for 30 minutes, and a late attempt consumes it', async () => {
    await settled(ann);
    const [early, late] = [await signIn(by(ann.pub)), await signIn(by(ann.pub))];
    harness.world.setNow(harness.world.now() + 30 * MINUTE_MS - 1);
    expect(await harness.service.accounts.claim(early)).toMatchObject({ pub: ann.pub });
    harness.world.setNow(harness.world.now() + 1);
    expect(await harness.service.accounts.claim(late)).toBeNull();
    harness.world.setNow(harness.world.now() - 2 * MINUTE_MS);
    expect(await harness.service.accounts.claim(late)).toBeNull();
  });

  it('LK3 leads to the operator’s address, not to the client’s origin', async () => {
    await register(ann);
    await harness.service.idle();
    // The token is in the fragment, so that no server or proxy logs it.
    expect(harness.mailer.link.href).toMatch(/^https:\/\/anchor\.example\/account\/confirm#t=[0-9a-f]{48}$/);
    await settled(ann);
    await signIn(by(ann.pub));
    expect(harness.mailer.link.href).toMatch(/^https:\/\/anchor\.example\/account\/claim#t=[0-9a-f]{48}$/);
  });

  it('LK4 is not stored, only its hash is', async () => {
    await register(ann);
    await harness.service.idle();
    const { token } = harness.mailer;
    expect(await harness.store.mailTokens.read(token, 'register', harness.world.now())).toBeNull();
    expect(await harness.service.accounts.registration(token)).not.toBeNull();
  });

  it('LK5 is not sent to an unknown address; the mail says so', async () => {
    expect(await harness.service.accounts.signInLink(by(ann.pub), 'nobody@example.org')).toBeNull();
    await harness.service.idle();
    expect(harness.mailer.sent).toMatchObject([{ to: 'nobody@example.org' }]);
    expect(harness.mailer.link.search).toBe('');
  });
});

describe('the limit of mails', () => {
  it('ML1 is five an hour per key, for all kinds of mail, with or without an account', async () => {
    const ask = (n: number) => harness.service.accounts.signInLink(by(ann.pub), `a${n}@example.org`);
    for (let n = 0; n < 5; n++) expect(await ask(n)).toBeNull();
    expect(await ask(5)).toMatchObject({ code: 'too-many-mails' });
    expect(await harness.service.subscriptions.ask(by(ann.pub), 'b@example.org')).toMatchObject({
      code: 'too-many-mails',
    });
    expect(await register(ann)).toMatchObject({ code: 'too-many-mails' });
    harness.world.setNow(harness.world.now() + HOUR_MS);
    expect(await ask(5)).toBeNull();
  });

  it('ML2 is five an hour per address, in any spelling, also for concurrent requests', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, (_, n) => keyOf(`asker ${n}`)));
    const answers = [];
    for (const [n, { pub }] of keys.entries())
      answers.push(await harness.service.subscriptions.ask(by(pub), n % 2 ? email : email.toUpperCase()));
    expect(answers.map((answer) => answer?.code ?? null)).toEqual([
      ...Array(5).fill(null),
      ...Array(7).fill('too-many-mails'),
    ]);
    const others = await Promise.all(
      keys.map(({ pub }) => harness.service.subscriptions.ask(by(pub), 'bob@example.org')),
    );
    expect(others.filter((answer) => answer === null).length).toBeLessThanOrEqual(5);
    for (const { pub } of keys)
      expect(await harness.service.accounts.signInLink(by(pub), 'cat@example.org')).toBeNull();
    await harness.service.idle();
    expect(harness.mailer.sent.filter(({ to }) => to === email)).toHaveLength(5);
    expect(harness.mailer.sent.filter(({ to }) => to === 'cat@example.org')).toHaveLength(5);
  });

  it('ML2b leaves the owner of an account a link that is valid for ten minutes, or sends one, whatever strangers request, up to ten mails a day or after the way back in the last one', async () => {
    await settled(ann);
    harness.world.setNow(harness.world.now() + HOUR_MS);
    let strangers = 0;
    const stranger = async () => by((await keyOf(`stranger ${strangers++}`)).pub);
    /** The latest time at which a sent link is valid. */
    let goodUntil = 0;
    let seen = harness.mailer.sent.length;
    const look = () => {
      const fresh = harness.mailer.sent.slice(seen).filter(({ to }) => to === email);
      if (fresh.some(({ text }) => text.includes('/account/claim#t=')))
        goodUntil = harness.world.now() + 30 * MINUTE_MS;
      seen = harness.mailer.sent.length;
      return fresh.length;
    };
    const sentAt: number[] = [];
    let inDay = 1;
    let waysBack = 0;
    for (let minute = 0; minute < 300; minute += 5) {
      // All requests that strangers can make, with any number of keys.
      for (let turn = 0; turn < 6; turn++) {
        await harness.service.accounts.signInLink(await stranger(), email);
        await harness.service.subscriptions.ask(await stranger(), email);
        const key = await keyOf(`stranger ${strangers++}`);
        await register(key, email);
      }
      expect(await harness.service.accounts.signInLink(await stranger(), email)).toBeNull();
      await harness.service.idle();
      const count = () => {
        for (let mails = look(); mails > 0; mails--, inDay++) sentAt.push(harness.world.now());
      };
      count();
      if (goodUntil - harness.world.now() < 10 * MINUTE_MS && inDay === 10) {
        const [, token = ''] = /account\/mails#t=(\S+)/.exec(harness.mailer.sent.at(-1)?.text ?? '') ?? [];
        expect(await harness.service.mailStops.allow(token)).toBe(true);
        [inDay, waysBack] = [0, waysBack + 1];
        expect(await harness.service.accounts.signInLink(await stranger(), email)).toBeNull();
        await harness.service.idle();
        count();
      }
      expect(goodUntil - harness.world.now(), `minute ${minute}`).toBeGreaterThanOrEqual(10 * MINUTE_MS);
      harness.world.setNow(harness.world.now() + 5 * MINUTE_MS);
    }
    for (const at of sentAt)
      expect(sentAt.filter((one) => one <= at && one > at - HOUR_MS).length).toBeLessThanOrEqual(5 + waysBack);
    expect(waysBack).toBeGreaterThan(0);
  });

  it('ML4 is twenty an hour per network, for any key and for addresses with or without an account', async () => {
    await settled(ann);
    const answers = [];
    for (let n = 0; n < 25; n++) {
      const key = await keyOf(`asker ${n}`);
      const asked = n < 3 ? email : `a${n}@example.org`;
      answers.push((await harness.service.accounts.signInLink(by(key.pub, '192.0.2.7'), asked))?.code ?? null);
    }
    expect(answers).toEqual([...Array(20).fill(null), ...Array(5).fill('too-many-mails')]);
    const late = await keyOf('late');
    const here = by(late.pub, '192.0.2.7');
    expect(await harness.service.subscriptions.ask(here, email)).toMatchObject({ code: 'too-many-mails' });
    expect(await harness.service.accounts.signInLink(by(late.pub, '192.0.2.8'), 'late@example.org')).toBeNull();
    harness.world.setNow(harness.world.now() + HOUR_MS);
    expect(await harness.service.subscriptions.ask(here, email)).toBeNull();
  });

  it('ML3 does not count refused requests', async () => {
    for (let n = 0; n < 9; n++) await register(ann, email, '\u0000');
    expect(await register(ann)).toBeNull();
  });

  it('ML5 is checked after the mailer: mail-off comes first', async () => {
    harness.mailer.works = false;
    expect(await register(ann)).toMatchObject({ code: 'mail-off' });
    expect(await harness.service.accounts.signInLink(by(ann.pub), email)).toMatchObject({ code: 'mail-off' });
  });
});

describe('a subscription', () => {
  const ask = async () => {
    expect(await harness.service.subscriptions.ask(by(ann.pub), email)).toBeNull();
    await harness.service.idle();
    return harness.mailer.token;
  };
  const stored = () => harness.store.subscriptions.get(email);

  it('SU1 is pending until its link is opened, which may happen more than once', async () => {
    const token = await ask();
    expect(await stored()).toMatchObject({ confirmed: false, daily: false });
    for (let turn = 0; turn < 2; turn++) expect(await harness.service.subscriptions.verify(token)).toBe(true);
    expect(await stored()).toMatchObject({ confirmed: true, daily: true });
  });

  it('SU2 is not confirmed after 48 hours, nor by a sign-in link', async () => {
    const token = await ask();
    harness.world.setNow(harness.world.now() + 48 * HOUR_MS);
    expect(await harness.service.subscriptions.verify(token)).toBe(false);
    await register(ann);
    await harness.service.idle();
    expect(await harness.service.subscriptions.verify(harness.mailer.token)).toBe(false);
    expect(await stored()).toMatchObject({ confirmed: false, daily: false });
  });

  it('SU3 ends by its unsubscribe link, repeatedly, and begins again only with a new confirmation', async () => {
    const token = await ask();
    await harness.service.subscriptions.verify(token);
    const stop = (await stored())?.stop ?? '';
    expect(stop).toMatch(/^[0-9a-f]{48}$/);
    for (let turn = 0; turn < 2; turn++) expect(await harness.service.subscriptions.unsubscribe(stop)).toBe(true);
    expect(await stored()).toMatchObject({ confirmed: true, daily: false });
    expect(await harness.service.subscriptions.verify(token)).toBe(false);
    const again = await ask();
    expect(await stored()).toMatchObject({ daily: false });
    expect(await harness.service.subscriptions.verify(again)).toBe(true);
    expect(await stored()).toMatchObject({ daily: true, stop });
  });

  it('SU4 is not ended by a stranger, nor changed by another request', async () => {
    await harness.service.subscriptions.verify(await ask());
    await ask();
    expect(await stored()).toMatchObject({ confirmed: true, daily: true });
    for (const token of ['', '0'.repeat(48), email]) {
      expect(await harness.service.subscriptions.unsubscribe(token)).toBe(false);
    }
  });

  it('SU5 is seen and ended by the key of the address’s account, and by no other key', async () => {
    const { accounts, subscriptions } = harness.service;
    expect(await accounts.addressOf(ann.pub)).toBeNull();
    await settled(ann);
    expect(await accounts.addressOf(ann.pub)).toBe(email);
    expect(await accounts.addressOf((await keyOf('stranger')).pub)).toBeNull();
    expect(await subscriptions.isDaily(email)).toBe(false);
    const token = await ask();
    expect(await subscriptions.isDaily(email)).toBe(false);
    await subscriptions.verify(token);
    expect(await subscriptions.isDaily(email)).toBe(true);
    await subscriptions.end('other@example.org');
    expect(await subscriptions.isDaily(email)).toBe(true);
    for (let turn = 0; turn < 2; turn++) await subscriptions.end(email);
    expect(await subscriptions.isDaily(email)).toBe(false);
    await subscriptions.verify(await ask());
    expect(await subscriptions.isDaily(email)).toBe(true);
  });
});
