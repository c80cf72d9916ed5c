import { generateKey, type Key } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ask, faultOf } from '../kit/http.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { mailed as letterFor, linkIn, type MailHost, mailHost, tokenOf } from '../kit/smtp.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

// The statements of the HTTP interface about accounts, mails and sessions, against the built server with a real mail provider.

const email = 'ann@example.org';
const policy = { random: () => 0.5, double: 0, take: 1 };
const folder = temporaryFolder();
let mail: MailHost;
let server: ServerProcess;
let ann: Key;

beforeAll(async () => {
  mail = await mailHost();
  const port = await freePort();
  const env = { SMTP_URL: mail.url, PUBLIC_URL: `http://127.0.0.1:${port}`, CRON_KEY: 'k', LIMIT_MAILS: '1000' };
  server = await ServerProcess.start({ dataDir: folder.path, port, env: { ...env, BOT_DELAY_MS: '0' } });
  ann = await generateKey();
});
afterAll(async () => {
  await server.end();
  await mail.close();
  folder.remove();
});

async function player(key: Key): Promise<SocketPlayer> {
  const made = new SocketPlayer({ url: server.url, key, policy });
  await made.connect();
  return made;
}
const mailed = (message: { type: string; email: string; [member: string]: unknown }, key?: Key) =>
  letterFor(server.url, mail, message, key);
function jwkOf({ pub, seed }: Key) {
  const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x: base64(Buffer.from(pub, 'hex')), d: base64(seed) };
}
const register = (key: Key) => mailed({ type: 'register', username: 'Ann', email, jwk: jwkOf(key) }, key);
const claim = (token: string) =>
  ask(server.url, '/api/login-claim', { method: 'POST', body: JSON.stringify({ token }) });
const signIn = async () => tokenOf(linkIn(await mailed({ type: 'sign-in-link', email }), server.url, '/account/claim'));
const open = (link: string, method = 'GET') => ask(server.url, link.slice(server.url.length), { method });
const cron = async () => {
  const answer = await ask(server.url, '/api/cron/daily?key=k', { method: 'POST' });
  expect(faultOf('dailyMailing', answer)).toBeNull();
  return { status: answer.status, body: JSON.parse(answer.text) };
};

describe('accounts', () => {
  it('H2.7 a claim hands out the key: its public half, name, address and JWK', async () => {
    const wanted = tokenOf(linkIn(await register(ann), server.url, '/account/confirm'));
    const stranger = await player(await generateKey());
    expect(await stranger.request({ type: 'registration', token: wanted }, 'registration')).toMatchObject({
      pub: ann.pub,
      username: 'Ann',
      email,
    });
    expect(await stranger.request({ type: 'confirm-account', token: wanted }, 'error')).toMatchObject({
      code: 'other-key',
    });
    stranger.leave();
    // a request is no link to sign in: the address is not proved yet
    expect((await claim(wanted)).status).toBe(400);
    const owner = await player(ann);
    await owner.request({ type: 'confirm-account', token: wanted }, 'confirmed');
    owner.leave();
    const token = await signIn();
    // 24 random bytes
    expect([token, wanted]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{48}$/)));
    const answer = await claim(token);
    expect([answer.status, faultOf('loginClaim', answer), answer.headers['cache-control']]).toEqual([
      200,
      null,
      'no-store',
    ]);
    expect(JSON.parse(answer.text)).toEqual({ pub: ann.pub, username: 'Ann', email, jwk: jwkOf(ann) });
  });

  it('H3b a token works once', async () => {
    const token = await signIn();
    expect((await claim(token)).status).toBe(200);
    const again = await claim(token);
    expect([again.status, faultOf('loginClaim', again)]).toEqual([400, null]);
    expect(JSON.parse(again.text).error).toMatch(/expired.*new one/);
  });

  it('H5.3 registering with a used address, and a link for any address, get the same answer', async () => {
    const other = await generateKey();
    const asker = await player(other);
    const answers = [];
    for (const address of [email, 'nobody@example.org']) {
      const jwk = jwkOf(other);
      answers.push(await asker.request({ type: 'register', username: 'X', email: address, jwk, id: 1 }, 'mailed'));
      answers.push(await asker.request({ type: 'sign-in-link', email: address, id: 1 }, 'mailed'));
    }
    asker.leave();
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"type":"mailed","id":1}']));
  });

  it('H5.4 a key gets five mails an hour, and so does an address', async () => {
    const asker = await player(await generateKey());
    for (let n = 0; n < 5; n++) await asker.request({ type: 'sign-in-link', email: `k${n}@example.org` }, 'mailed');
    expect(await asker.request({ type: 'sign-in-link', email: 'k5@example.org' }, 'error')).toMatchObject({
      code: 'too-many-mails',
    });
    asker.leave();
    for (let n = 0; n < 5; n++) await mailed({ type: 'subscribe', email: 'often@example.org' });
    const last = await player(await generateKey());
    expect(await last.request({ type: 'subscribe', email: 'often@example.org' }, 'error')).toMatchObject({
      code: 'too-many-mails',
    });
    last.leave();
  });

  it('H5.4c sign-in links that a stranger requests lock no owner out: the answer stays the same, and a link is in the mailbox', async () => {
    const count = () => mail.letters.filter(({ to }) => to === email).length;
    const stranger = await player(await generateKey());
    for (let n = 0; n < 5; n++) await stranger.request({ type: 'sign-in-link', email }, 'mailed');
    stranger.leave();
    const owner = await player(await generateKey());
    await owner.request({ type: 'sign-in-link', email }, 'mailed');
    // mails are sent one after the other, so that nothing of before is still to come when this one is there
    await owner.request({ type: 'sign-in-link', email: 'other@example.org' }, 'mailed');
    owner.leave();
    while (!mail.letters.some(({ to }) => to === 'other@example.org')) await mail.letter(mail.letters.length);
    expect(count()).toBeLessThanOrEqual(5);
    const newest = mail.letters.findLast(({ to, text }) => to === email && text.includes('/account/claim'));
    if (!newest) throw new Error('no link was sent');
    expect((await claim(tokenOf(linkIn(newest, server.url, '/account/claim')))).status).toBe(200);
  });
});

describe('the daily puzzle by mail', () => {
  const reader = 'reader@example.org';
  let stop: string;

  it('H4.6e sends nothing when no subscriber is due', async () => {
    expect(await cron()).toEqual({ status: 200, body: { sent: 0, due: 0 } });
  });

  it('H3c a pending subscription gets nothing until its link is opened; then the page says so', async () => {
    const link = linkIn(await mailed({ type: 'subscribe', email: reader }), server.url, '/email/verify');
    expect(tokenOf(link)).toMatch(/^[0-9a-f]+$/);
    expect((await cron()).body).toEqual({ sent: 0, due: 0 });
    const page = await open(link);
    expect([page.status, faultOf('emailVerify', page)]).toEqual([200, null]);
    expect(page.text).toMatch(/subscribed/);
    expect(page.headers['x-frame-options']).toBe('DENY');
  });

  it('H4.6f reports what the daily run did, and a repetition sends nothing', async () => {
    const count = mail.letters.length;
    const { status, body } = await cron();
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['date', 'due', 'failed', 'ok', 'outcomes', 'skipped']);
    expect(body).toMatchObject({ ok: 1, failed: 0, skipped: 0, due: 1 });
    const letter = await mail.letter(count);
    expect(letter.to).toBe(reader);
    stop = linkIn(letter, server.url, '/email/unsubscribe');
    expect((await cron()).body).toEqual({ sent: 0, due: 0 });
    expect(mail.letters).toHaveLength(count + 1);
  });

  it('H3d the link in it turns the daily mail off, by a click or by the mail program', async () => {
    for (const method of ['POST', 'GET']) {
      const page = await open(stop, method);
      expect([page.status, faultOf('emailUnsubscribe', page)]).toEqual([200, null]);
      expect(page.text).toMatch(/unsubscribed/i);
    }
  });
});

describe('sessions', () => {
  it('H5.1 a key that comes on a new connection supersedes the old one, and its match follows', async () => {
    const key = await generateKey();
    const old = await player(key);
    const sat = old.expect('match');
    old.send({ type: 'play-bot', length: 1 });
    const { header } = await sat;
    const superseded = old.expect('superseded');
    const next = new SocketPlayer({ url: server.url, key, policy });
    const follows = next.expect('match');
    await next.connect();
    await superseded;
    old.leave();
    expect((await follows).header.id).toBe(header.id);
    next.leave();
  });

  it('H5.5 deletion needs a proven key and the exact words, and does not exist over HTTP', async () => {
    const asker = await player(ann);
    const sig = await asker.signDeletion();
    for (const confirm of ['Delete my account', 'delete', ''])
      expect(await asker.request({ type: 'delete-account', confirm, sig }, 'error')).toMatchObject({
        code: 'bad-frame',
      });
    const confirm = 'delete my account';
    const foreign = { type: 'delete-account', confirm, sig: '0'.repeat(128) };
    expect(await asker.request(foreign, 'error')).toMatchObject({ code: 'bad-deletion' });
    await asker.request({ type: 'delete-account', confirm, sig }, 'deleted');
    asker.leave();
    for (const path of ['/api/delete-account', '/api/account'])
      expect((await ask(server.url, path, { method: 'DELETE' })).status).toBe(404);
    const { name } = JSON.parse((await ask(server.url, `/api/player/${ann.pub}`)).text);
    expect(name).toMatch(/^Guest /);
  });

  it('H7b none of these requests caused an error of the service', async () => {
    expect(JSON.parse((await ask(server.url, '/healthz')).text).errors).toBe(0);
  });
});
