import { once } from 'node:events';
import { signDeletion, signIdentify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FakeClient } from './support/fake-transport.ts';
import { keyOf, openHarness } from './support/harness.ts';
import { jwkOf } from './support/jwk.ts';
import { type Installation, newInstallation, type Running } from './support/running.ts';
import { type SmtpHost, smtpHost, tokenIn } from './support/smtp.ts';
import type { SocketClient } from './support/socket-client.ts';

const PUBLIC_URL = 'https://anchor.example/';
const KEK = `${'ab'.repeat(31)}cd`;

let smtp: SmtpHost;
let installation: Installation;
let running: Running;
beforeEach(async () => {
  smtp = await smtpHost();
  installation = newInstallation({ SMTP_URL: smtp.url, PUBLIC_URL, CRON_KEY: 'open sesame', ACCOUNT_KEK: KEK });
  running = await installation.run();
});
afterEach(async () => {
  await installation.remove();
  await smtp.close();
});

async function known(name: string): Promise<SocketClient> {
  const client = await running.connect();
  await client.identify(await keyOf(name), name);
  return client;
}
const post = (path: string, body?: string) =>
  fetch(`http://127.0.0.1:${running.port}${path}`, { method: 'POST', ...(body === undefined ? {} : { body }) });
const claim = (token: string) => post('/api/login-claim', JSON.stringify({ token }));
const cron = async (key = 'open sesame') => {
  const response = await post(`/api/cron/daily?key=${encodeURIComponent(key)}`);
  return { status: response.status, body: await response.json() };
};

async function registered(name: string, email: string): Promise<SocketClient> {
  const client = await known(name);
  const message = { type: 'register', username: name, email, jwk: jwkOf(await keyOf(name)) } as const;
  expect(await client.ask(message)).toMatchObject({ type: 'mailed' });
  await smtp.arrived(smtp.received.length + 1);
  const token = newestToken('/account/confirm');
  expect((await claim(token)).status).toBe(400);
  expect(await client.ask({ type: 'confirm-account', token })).toMatchObject({ type: 'confirmed', email });
  return client;
}
function newestToken(path: string): string {
  const mail = smtp.received.at(-1);
  if (!mail) throw new Error('no mail');
  return tokenIn(mail, path);
}

describe('an account over the wire', () => {
  it('AW1 is registered, confirmed, signed in to from another browser, and deleted', async () => {
    const ann = await keyOf('ann');
    await registered('ann', 'ann@example.org');
    expect(smtp.received[0]).toMatchObject({ to: 'ann@example.org', from: 'no-reply@anchor.example' });
    expect(smtp.received[0]?.raw).toContain('https://anchor.example/account/confirm#t');

    const elsewhere = await known('elsewhere');
    expect(await elsewhere.ask({ type: 'sign-in-link', email: 'Ann@Example.org' })).toMatchObject({ type: 'mailed' });
    await smtp.arrived(2);
    const response = await claim(newestToken('/account/claim'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      pub: ann.pub,
      username: 'ann',
      email: 'ann@example.org',
      jwk: jwkOf(ann),
    });
    const again = await claim(newestToken('/account/claim'));
    expect([again.status, Object.keys(await again.json())]).toEqual([400, ['error']]);

    const client = await running.connect();
    expect(await client.identify(ann)).toMatchObject({ account: true, name: 'ann' });
    const wanted = await client.deletion(ann);
    client.sendRaw(JSON.stringify({ ...wanted, confirm: 'Delete my account', id: 1 }));
    expect(await client.until('error')).toMatchObject({ code: 'bad-frame' });
    client.sendRaw('{"type":"delete-account","confirm":"delete my account","id":1}');
    expect(await client.until('error')).toMatchObject({ code: 'bad-frame' });
    const unsigned = [
      await signIdentify(ann, client.proof),
      await signDeletion(ann, { ...client.proof, origin: 'https://elsewhere.example' }),
      await signDeletion(ann, { ...client.proof, challenge: '0'.repeat(32) }),
      await signDeletion(await keyOf('mallory'), client.proof),
    ];
    for (const sig of unsigned) expect(await client.ask({ ...wanted, sig })).toMatchObject({ code: 'bad-deletion' });
    expect(await client.ask(wanted)).toMatchObject({ type: 'deleted' });
    const later = await running.connect();
    expect(await later.identify(ann)).toMatchObject({ account: false, name: `Guest ${ann.pub.slice(0, 4)}` });
  });

  it('AW2 cannot be requested or deleted without a proven key', async () => {
    const client = await running.connect();
    const email = 'ann@example.org';
    for (const message of [
      { type: 'register', username: 'Ann', email, jwk: jwkOf(await keyOf('ann')) },
      { type: 'confirm-account', token: '0'.repeat(48) },
      { type: 'sign-in-link', email },
      { type: 'subscribe', email },
      { type: 'delete-account', confirm: 'delete my account', sig: '0'.repeat(128) },
    ] as const) {
      expect(await client.ask(message)).toMatchObject({ type: 'error', code: 'identify-first' });
    }
  });

  it('AW2b shows a registration to everyone with its link, but only the requesting key can confirm it', async () => {
    const mallory = await known('mallory');
    const email = 'victim@example.org';
    const jwk = jwkOf(await keyOf('mallory'));
    await mallory.ask({ type: 'register', username: 'Your bank', email, jwk });
    await smtp.arrived(1);
    expect(smtp.received[0]?.raw).not.toContain('bank');
    const token = newestToken('/account/confirm');
    const visitor = await running.connect();
    const { pub } = await keyOf('mallory');
    expect(await visitor.ask({ type: 'registration', token })).toMatchObject({
      type: 'registration',
      pub,
      username: 'Your bank',
      email,
    });
    const victim = await known('victim');
    expect(await victim.ask({ type: 'confirm-account', token })).toMatchObject({ code: 'other-key' });
    expect(await victim.ask({ type: 'registration', token: '0'.repeat(48) })).toMatchObject({ code: 'link-expired' });
    const later = await known('mallory');
    expect(await later.ask({ type: 'confirm-account', token: '0'.repeat(48) })).toMatchObject({ code: 'link-expired' });
    expect((await claim(token)).status).toBe(400);
  });

  it('AW3 is claimed with a token alone', async () => {
    for (const body of ['', '{', '[]', 'null', '{}', '{"token":1}', `{"token":"${'0'.repeat(48)}"}`]) {
      const response = await post('/api/login-claim', body);
      expect([response.status, await response.json()], body).toEqual([
        400,
        { error: expect.stringContaining('expired') },
      ]);
      expect(response.headers.get('x-frame-options')).toBe('DENY');
    }
    expect((await running.fetch('/api/login-claim')).status).toBe(404);
  });

  it('AW4 answers with the same bytes whether the address has an account or not', async () => {
    await registered('ann', 'ann@example.org');
    const mallory = await keyOf('mallory');
    const socket = new WebSocket(`ws://127.0.0.1:${running.port}/ws`);
    const next = async () => String((await once(socket, 'message'))[0]);
    const hello = JSON.parse(await next());
    const [origin] = hello.origins;
    const sig = await signIdentify(mallory, { ...hello, origin });
    socket.send(JSON.stringify({ type: 'identify', pub: mallory.pub, origin, sig }));
    await next();
    const ask = async (message: object) => {
      socket.send(JSON.stringify({ ...message, id: 1 }));
      return next();
    };
    const answers = [];
    for (const email of ['ann@example.org', 'nobody@example.org']) {
      answers.push(await ask({ type: 'sign-in-link', email }));
      answers.push(await ask({ type: 'register', username: 'M', email, jwk: jwkOf(mallory) }));
    }
    expect(answers).toEqual(Array(4).fill('{"type":"mailed","id":1}'));
    socket.terminate();
    await smtp.arrived(5);
  });
});

describe('the timing of an answer', () => {
  it('AW5 does not depend on the address: neither the account storage nor the provider is awaited', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const harness = await openHarness({
      wrap: (store) => ({
        ...store,
        accounts: {
          ...store.accounts,
          byEmail: async (email) => {
            await gate;
            return store.accounts.byEmail(email);
          },
        },
      }),
    });
    const ann = await keyOf('ann');
    const client = await FakeClient.open(harness);
    await client.identify(ann);
    expect(await client.ask({ type: 'sign-in-link', email: 'a@example.org' })).toMatchObject({ type: 'mailed' });
    const register = { type: 'register', username: 'Ann', email: 'a@example.org', jwk: jwkOf(ann) } as const;
    expect(await client.ask(register)).toMatchObject({ type: 'mailed' });
    expect(harness.mailer.sent).toEqual([]);
    open();
    await harness.service.idle();
    expect(harness.mailer.sent).toHaveLength(2);
    await harness.close();
  });
});

describe('the daily puzzle over the wire', () => {
  it('DW1 is confirmed, sent once, and ended by its unsubscribe link', async () => {
    const client = await known('ann');
    expect(await client.ask({ type: 'subscribe', email: 'ann@example.org' })).toMatchObject({ type: 'mailed' });
    await smtp.arrived(1);
    expect(await cron()).toEqual({ status: 200, body: { sent: 0, due: 0 } });
    const page = await running.fetch(`/email/verify?t=${newestToken('/email/verify')}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(await page.text()).toContain('You’re subscribed');
    expect(await cron()).toMatchObject({
      status: 200,
      body: { ok: 1, failed: 0, skipped: 0, outcomes: [true], due: 1 },
    });
    expect(await cron()).toEqual({ status: 200, body: { sent: 0, due: 0 } });
    const stop = newestToken('/email/unsubscribe');
    const oneClick = await post(`/email/unsubscribe?t=${stop}`, 'List-Unsubscribe=One-Click');
    expect([oneClick.status, await oneClick.text()]).toEqual([200, expect.stringContaining('You’re unsubscribed')]);
    expect((await running.fetch(`/email/unsubscribe?t=${stop}`)).status).toBe(200);
  });

  it('H4.5f is subscribed again by a link of the page that ended it', async () => {
    const client = await known('ann');
    await client.ask({ type: 'subscribe', email: 'ann@example.org' });
    await smtp.arrived(1);
    const verify = newestToken('/email/verify');
    await running.fetch(`/email/verify?t=${verify}`);
    await cron();
    const stop = newestToken('/email/unsubscribe');
    expect(stop).not.toBe(verify);
    for (let time = 0; time < 2; time++) {
      const ended = await (await running.fetch(`/email/unsubscribe?t=${stop}`)).text();
      expect(ended).toContain('You’re unsubscribed');
      expect((await running.fetch(`/email/verify?t=${verify}`)).status).toBe(400);
      const again = /href="(\/email\/verify\?t=[0-9a-f]{48})"/.exec(ended)?.[1] ?? '';
      expect((await fetch(`http://127.0.0.1:${running.port}${again}`, { method: 'HEAD' })).status).toBe(200);
      expect(await (await running.fetch(again)).text()).toContain('You’re subscribed');
    }
  });

  it('DW2 answers invalid links with a page', async () => {
    for (const query of ['', '?t=', '?t=00', '?t=a&t=b']) {
      const verify = await running.fetch(`/email/verify${query}`);
      expect([verify.status, await verify.text()]).toEqual([400, expect.stringContaining('expired')]);
      const stop = await running.fetch(`/email/unsubscribe${query}`);
      expect([stop.status, await stop.text()]).toEqual([400, expect.stringContaining('Nothing to unsubscribe')]);
    }
  });

  it('DW3 is started with the cron key', async () => {
    for (const key of ['', 'open sesam', 'open sesame ', 'x'])
      expect(await cron(key)).toEqual({ status: 403, body: { error: 'bad key' } });
    expect((await running.fetch('/api/cron/daily?key=open%20sesame')).status).toBe(404);
  });
});

describe('without a provider', () => {
  async function withSettings(environment: Record<string, string>, visit: (alone: Running) => Promise<void>) {
    const other = newInstallation({ CRON_KEY: 'k', ...environment });
    const alone = await other.run();
    try {
      await visit(alone);
    } finally {
      await other.remove();
    }
  }
  const subscribe = async (alone: Running) => {
    const client = await alone.connect();
    await client.identify(await keyOf('ann'));
    return client.ask({ type: 'subscribe', email: 'ann@example.org' });
  };

  it('MP1 the daily mailing is skipped, and a warning says that keys are stored unencrypted', async () => {
    await withSettings({}, async (alone) => {
      const response = await fetch(`http://127.0.0.1:${alone.port}/api/cron/daily?key=k`, { method: 'POST' });
      expect([response.status, await response.json()]).toEqual([200, { skipped: 'mail provider not configured' }]);
      expect(alone.log.warnings).toContain('ACCOUNT_KEK is not set: keys of accounts are stored unencrypted');
      expect(await subscribe(alone)).toMatchObject({ type: 'mailed' });
    });
  });

  it('MP2 in production a request for a mail is refused', async () => {
    await withSettings({ NODE_ENV: 'production', TRUST_PROXY: '0' }, async (alone) => {
      expect(await subscribe(alone)).toMatchObject({ type: 'error', code: 'mail-off' });
    });
  });
});
