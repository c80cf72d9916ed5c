import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { type MatchRecord, verify } from 'bg-record';
import { legalPlays } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf } from './support/harness.ts';
import { jwkOf } from './support/jwk.ts';
import { FAST, type Installation, newInstallation, type Running } from './support/running.ts';
import { type SmtpHost, smtpHost, tokenIn } from './support/smtp.ts';
import type { SocketClient } from './support/socket-client.ts';
import { SocketPlayer } from './support/socket-player.ts';

const [FIRST_KEK, SECOND_KEK, THIRD_KEK] = ['0123', '4567', '89ab'].map((bytes) => bytes.repeat(16)) as [
  string,
  string,
  string,
];
const email = 'ann.unusual@example.org';
const username = 'Ann Unusual';

let smtp: SmtpHost;
let installation: Installation;
let running: Running;
beforeEach(async () => {
  smtp = await smtpHost();
  installation = newInstallation({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://anchor.example', LIMIT_MAILS: '6' });
  running = await installation.run();
});
afterEach(async () => {
  await installation.remove();
  await smtp.close();
});

async function restart(others: Record<string, string>): Promise<void> {
  await running.stop();
  running = await installation.run(FAST, others);
}
async function known(name: string): Promise<SocketClient> {
  const client = await running.connect();
  await client.identify(await keyOf(name), name);
  return client;
}
const claim = (token: string) => {
  const body = JSON.stringify({ token });
  return fetch(`http://127.0.0.1:${running.port}/api/login-claim`, { method: 'POST', body });
};
function newestToken(path = '/account/claim'): string {
  const mail = smtp.received.at(-1);
  if (!mail) throw new Error('no mail');
  return tokenIn(mail, path);
}
async function mailed(client: SocketClient, message: Parameters<SocketClient['ask']>[0]): Promise<void> {
  expect(await client.ask(message)).toMatchObject({ type: 'mailed' });
  await smtp.arrived(smtp.received.length + 1);
}
/** The confirmation link of the newest mail. */
const register = async (client: SocketClient) =>
  mailed(client, { type: 'register', username, email, jwk: jwkOf(await keyOf('ann')) });
/** Opens the newest confirmation link in the requesting browser. */
async function confirm(client: SocketClient): Promise<void> {
  const token = newestToken('/account/confirm');
  expect(await client.ask({ type: 'confirm-account', token })).toMatchObject({ type: 'confirmed', username, email });
}
/** Creates Ann's account. */
async function createAccount(): Promise<SocketClient> {
  const client = await known('ann');
  await register(client);
  await confirm(client);
  return client;
}

/** All rows of all tables as text, by table. */
async function wholeDatabase(): Promise<ReadonlyMap<string, string>> {
  const client = createClient({ url: pathToFileURL(join(installation.folder.path, 'anchor.db')).href });
  const { rows } = await client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const tables = new Map<string, string>();
  for (const { name } of rows) tables.set(String(name), await textOf(client, String(name)));
  client.close();
  return tables;
}
async function textOf(client: ReturnType<typeof createClient>, table: string): Promise<string> {
  const { rows } = await client.execute(`SELECT * FROM "${table}"`);
  return rows.map((row) => JSON.stringify(Object.values(row).map(String))).join('\n');
}
const tablesWith = async (text: string) =>
  [...(await wholeDatabase())]
    .filter(([, rows]) => rows.includes(text))
    .map(([name]) => name)
    .sort();

describe('the life of an account', () => {
  it('AL1 leaves only signed records in the database when it is deleted', async () => {
    const ann = await keyOf('ann');
    const client = await createAccount();
    const player = new SocketPlayer(client, ann);
    client.send({ type: 'play-bot', length: 1 });
    const { match } = await player.playOut();
    const shown = await client.ask({ type: 'puzzle' });
    if (shown.type !== 'puzzle') throw new Error(shown.type);
    const hops = legalPlays(shown.puzzle.position, 0, shown.puzzle.dice)[0]!.hops.map(
      ([from, to]): [number, number] => [from, to],
    );
    expect(await client.ask({ type: 'puzzle-attempt', date: shown.puzzle.date, hops })).toMatchObject({
      type: 'puzzle-result',
    });
    await mailed(client, { type: 'subscribe', email });
    await fetch(`http://127.0.0.1:${running.port}/email/verify?t=${newestToken('/email/verify')}`);
    await mailed(client, { type: 'sign-in-link', email });
    const secret = jwkOf(ann).d;
    // The public log takes the match a moment after its end.
    await vi.waitFor(async () => expect(await tablesWith(ann.pub)).toContain('log_entries'), { timeout: 10_000 });
    // The searched texts are found before the deletion.
    expect(await tablesWith(email)).toEqual(['accounts', 'mail_tokens', 'subscriptions']);
    expect(await tablesWith(secret)).toEqual(['accounts']);
    expect(await tablesWith(username)).toEqual(['accounts', 'matches', 'players']);
    expect(await tablesWith(ann.pub)).toContain('puzzle_attempts');

    expect(await client.ask(await client.deletion(ann))).toMatchObject({ type: 'deleted' });
    expect(await tablesWith(email)).toEqual([]);
    expect(await tablesWith(secret)).toEqual([]);
    expect(await tablesWith(username)).toEqual(['matches']);
    // The key is a pseudonym. For an hour the mail limit counts its requests, and the service keeps the note that it has had the key.
    // The entries of the public log, like the records, hold keys and no names.
    expect(await tablesWith(ann.pub)).toEqual(['handed_keys', 'log_entries', 'mail_requests', 'matches', 'players']);
    expect((await wholeDatabase()).get('mail_tokens')).toBe('');
    expect((await claim(newestToken())).status).toBe(400);
    const record: MatchRecord = await (await running.fetch(`/records/${match}.json`)).json();
    expect(await verify(record)).toMatchObject({ ok: true });
  });

  it('AL2 is reported to the open connection of its key when it begins and when it ends', async () => {
    const client = await running.connect();
    expect(await client.identify(await keyOf('ann'), 'guest Ann')).toMatchObject({ account: false });
    await register(client);
    const token = newestToken('/account/confirm');
    client.send({ type: 'confirm-account', token });
    expect(await client.until('account')).toMatchObject({ account: true, name: username });
    client.send(await client.deletion(await keyOf('ann')));
    expect(await client.until('account')).toMatchObject({ account: false, name: expect.stringMatching(/^Guest /) });
    expect(await client.until('deleted')).toMatchObject({ type: 'deleted' });
  });

  it('AL3 is limited in mails per network, with any number of keys, and with the same answer for every address', async () => {
    await createAccount();
    const answers: string[] = [];
    for (const [n, address] of [
      email,
      'b@example.org',
      email,
      'd@example.org',
      'e@example.org',
      email,
      'f@example.org',
    ].entries()) {
      const client = await known(`asker ${n}`);
      answers.push(JSON.stringify(await client.ask({ type: 'sign-in-link', email: address, id: 'x' })));
    }
    expect(new Set(answers.slice(0, 5))).toEqual(new Set(['{"type":"mailed","id":"x"}']));
    expect(answers[5]).toMatch(/too-many-mails/);
    expect(answers[6]).toBe(answers[5]);
  });
});

describe('the encryption of account keys', () => {
  const stored = async () => (await wholeDatabase()).get('accounts') ?? '';
  const signsIn = async () => {
    await mailed(await known('elsewhere'), { type: 'sign-in-link', email });
    const response = await claim(newestToken());
    expect([response.status, (await response.json()).jwk]).toEqual([200, jwkOf(await keyOf('ann'))]);
  };

  it('AL4 may be introduced, changed and dropped: every start updates stored keys', async () => {
    await createAccount();
    expect(await stored()).toContain(jwkOf(await keyOf('ann')).d);

    await restart({ ACCOUNT_KEK: FIRST_KEK });
    expect(await stored()).not.toContain(jwkOf(await keyOf('ann')).d);
    await signsIn();
    const first = await stored();
    await restart({ ACCOUNT_KEK: FIRST_KEK });
    expect(await stored()).toBe(first);

    await restart({ ACCOUNT_KEK: SECOND_KEK, ACCOUNT_KEK_PREVIOUS: FIRST_KEK });
    expect(await stored()).not.toBe(first);
    await restart({ ACCOUNT_KEK: SECOND_KEK });
    await signsIn();

    await restart({ ACCOUNT_KEK_PREVIOUS: SECOND_KEK });
    expect(await stored()).toContain(jwkOf(await keyOf('ann')).d);
    await restart({});
    await signsIn();
  });

  it('AL5 must match: a server that cannot read its account keys does not start and changes nothing', async () => {
    await restart({ ACCOUNT_KEK: FIRST_KEK });
    await createAccount();
    await running.stop();
    const before = await stored();
    for (const wrong of [{}, { ACCOUNT_KEK: SECOND_KEK }, { ACCOUNT_KEK: SECOND_KEK, ACCOUNT_KEK_PREVIOUS: THIRD_KEK }])
      await expect(installation.run(FAST, wrong)).rejects.toThrow('The keys of 1 accounts cannot be read');
    expect(await stored()).toBe(before);
    running = await installation.run(FAST, { ACCOUNT_KEK: FIRST_KEK });
    await signsIn();
  });

  it('AL6 may change while a registration waits for its link', async () => {
    await restart({ ACCOUNT_KEK: FIRST_KEK });
    await register(await known('ann'));
    await restart({ ACCOUNT_KEK: SECOND_KEK, ACCOUNT_KEK_PREVIOUS: FIRST_KEK });
    await confirm(await known('ann'));
    await restart({ ACCOUNT_KEK: SECOND_KEK });
    await signsIn();
  });
});
