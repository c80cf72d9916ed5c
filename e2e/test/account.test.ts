import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { generateKey } from 'bg-record';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, Person, picture } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { codeIn, linkIn, type MailHost, mailHost } from '../kit/smtp.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CRON_KEY = 'daily';
const email = 'ann@example.org';

const folder = temporaryFolder();
let mail: MailHost;
let server: ServerProcess;
let browser: Browser;
let port: number;

beforeAll(async () => {
  port = await freePort();
  mail = await mailHost();
  await start();
  if (hasChromium) browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server.end();
  await mail.close();
  folder.remove();
});

async function start(): Promise<void> {
  const env = { SMTP_URL: mail.url, PUBLIC_URL: `http://127.0.0.1:${port}`, CRON_KEY, LIMIT_MAILS: '1000' };
  server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port, env });
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
async function mailTo(page: Page, form: string, address: string, submit: string): Promise<void> {
  await section(page, form).getByLabel('Email address').fill(address);
  await section(page, form).getByRole('button', { name: submit }).click();
  await section(page, form)
    .getByText(/^Check your inbox\./)
    .waitFor();
}
const keyShown = async (page: Page) => {
  await page.goto(`${server.url}/keys`);
  return page.getByRole('region', { name: 'Public key' }).locator('code').textContent();
};
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations }: AxeResults = await page.evaluate('axe.run(document)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.runIf(hasChromium)('an account in real browsers', () => {
  test('AB1 a guest registers, signs in elsewhere, subscribes and unsubscribes, saves the data, changes the address by the code in the mail, signs out and deletes the account', async () => {
    const ann = await Person.arrive(browser, `${server.url}/account`);
    const home = ann.page;
    await section(home, 'Create an account').getByLabel('Your name').fill('Ann');
    await mailTo(home, 'Create an account', email, 'Email me a link');
    expect(await barriers(home)).toEqual([]);
    await picture(home, 'account-guest');
    const wanted = linkIn(await mail.letter(0), server.url, '/account/confirm');
    const phone = await Person.arrive(browser, wanted, { width: 390, height: 780 });
    await phone.page.getByText('This account was requested in another browser').waitFor();
    await phone.page.getByText(email).waitFor();
    expect(await phone.page.locator('main').getByRole('button').count()).toBe(0);
    expect(await barriers(phone.page)).toEqual([]);
    await picture(phone.page, 'account-elsewhere');
    const create = section(home, 'Create an account');
    const code = codeIn(await mail.letter(0));
    await create.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000');
    await create.getByRole('button', { name: 'Confirm the account' }).click();
    await create.getByText('That’s not the code in our latest email').waitFor();
    expect(await barriers(home)).toEqual([]);
    await picture(home, 'account-code');
    await home.goto(wanted);
    await home.getByText('You asked for this account in this browser').waitFor();
    await picture(home, 'account-confirm');
    await home.getByRole('button', { name: 'Confirm the account' }).click();
    await home.getByText('Welcome, \u2068Ann\u2069').waitFor();
    const pub = await keyShown(home);

    await phone.page.goto(`${server.url}/account`);
    await mailTo(phone.page, 'Sign in', email, 'Email me a sign-in link');
    const guest = await keyShown(phone.page);
    expect(guest).not.toBe(pub);
    const link = linkIn(await mail.letter(1), server.url, '/account/claim');
    await phone.page.goto(link);
    await phone.page.getByRole('button', { name: 'Sign in here' }).click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Replace it' }).click();
    await phone.page.getByText('Welcome, Ann').waitFor();
    expect(await keyShown(phone.page)).toBe(pub);
    await phone.page.goto(link);
    await phone.page.getByRole('button', { name: 'Sign in here' }).click();
    await phone.page.getByText('This link has expired').waitFor();

    const { page } = phone;
    await page.goto(`${server.url}/account`);
    await page.getByText('You’re signed in as \u2068Ann\u2069.').waitFor();
    await mailTo(page, 'The daily puzzle by email', email, 'Subscribe');
    await page.goto(linkIn(await mail.letter(2), server.url, '/email/verify'));
    await page.getByRole('heading', { name: 'You’re subscribed' }).waitFor();

    await page.goto(`${server.url}/account`);
    const puzzle = section(page, 'The daily puzzle by email');
    await puzzle.getByText('You’re getting the daily puzzle by email.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'account-subscribed');
    await puzzle.getByRole('button', { name: 'Unsubscribe' }).click();
    await puzzle.getByText('You’re unsubscribed from the daily puzzle.').waitFor();
    await picture(page, 'account-unsubscribed');
    await page.reload();
    await puzzle.getByRole('button', { name: 'Subscribe' }).waitFor();
    const turns = section(page, 'Your turns by email').getByRole('switch', {
      name: 'Email me when it’s my turn',
    });
    expect(await turns.isChecked()).toBe(false);
    await turns.click();
    await expect.poll(() => turns.isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => turns.isChecked()).toBe(true);
    const saved = page.waitForEvent('download');
    await section(page, 'Download your data').getByRole('button', { name: 'Save my data' }).click();
    const data = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
    const mails = { subscription: { daily: false }, turnMails: { on: true, delivers: true } };
    expect(data).toMatchObject({ key: pub, name: 'Ann', account: true, ...mails, records: [] });
    await section(page, 'Download your data').getByText('The file is saved.').waitFor();
    await section(page, 'Change your email address').getByLabel('Email address').fill('ann@other.example');
    await section(page, 'Change your email address').getByRole('button', { name: 'Email me a link' }).click();
    const change = linkIn(await mail.letter(3), server.url, '/account/confirm');
    await page.goto(change);
    await page.getByRole('heading', { name: 'Confirm a new address' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'account-address');
    // The code of the same email works as well, also after the page was loaded again.
    await page.goto(`${server.url}/account`);
    const address = section(page, 'Change your email address');
    await address.getByRole('button', { name: 'I have a code' }).click();
    await address.getByLabel('Code from the email').fill(codeIn(await mail.letter(3)));
    await address.getByRole('button', { name: 'Use this address' }).click();
    await address.getByText('Your email address is changed.').waitFor();
    await page.goto(change);
    await page.getByText('This link has expired').waitFor();
    expect((await mail.letter(4)).to).toBe(email);

    await home.goto(`${server.url}/account`);
    await home.locator('header').getByRole('link', { name: 'Account' }).waitFor();
    await home.getByRole('button', { name: 'Sign out…' }).click();
    expect(await barriers(home)).toEqual([]);
    await picture(home, 'account-sign-out');
    await home.getByRole('dialog').getByRole('button', { name: 'Sign out here' }).click();
    await home.getByText('You’re playing as a guest:').waitFor();
    await home.locator('header').getByRole('link', { name: 'Sign in' }).waitFor();
    await home.goto(`${server.url}/keys`);
    await home.getByRole('heading', { level: 1 }).waitFor();
    expect(await home.getByText(pub ?? '').count()).toBe(0);

    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: 'Delete my account…' }).click();
    const dialog = page.getByRole('dialog');
    const last = dialog.getByRole('button', { name: 'Delete for good' });
    await dialog.getByLabel(/Type/).fill('delete my accoun');
    expect(await last.isDisabled()).toBe(true);
    await dialog.getByLabel(/Type/).fill('delete my account');
    await picture(page, 'account-delete');
    await last.click();
    await page.getByText('You’re playing as a guest:').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect([...ann.errors, ...phone.errors].filter((error) => !error.includes('400'))).toEqual([]);
    await Promise.all([ann.leave(), phone.leave()]);
  });
});

describe('the daily mailing of a server that is killed', () => {
  test('AB2 reaches each of 20 subscribers, and no mailbox gets two mails', async () => {
    const readers = Array.from({ length: 20 }, (_, n) => `reader${n}@example.org`);
    const before = mail.letters.length;
    for (let n = 0; n < readers.length; n += 5) await subscribe(readers.slice(n, n + 5));
    for (let n = 0; n < readers.length; n++) {
      const letter = await mail.letter(before + n);
      expect((await fetch(linkIn(letter, server.url, '/email/verify'))).status).toBe(200);
    }
    const first = mail.letters.length;
    for (let sent = 1; ; sent += 7) {
      const answer = fetch(`${server.url}/api/cron/daily?key=${CRON_KEY}`, { method: 'POST' }).then(
        (response) => response.json(),
        () => null,
      );
      const killed = mail.letter(first + sent).then(() => server.end('SIGKILL'));
      const report = await Promise.race([answer, killed.then(() => null)]);
      if (report !== null) break;
      await start();
    }
    const letters = mail.letters.slice(first);
    expect(new Set(letters.map(({ to }) => to))).toEqual(new Set(readers));
    expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(readers.length);
    const rest = await fetch(`${server.url}/api/cron/daily?key=${CRON_KEY}`, { method: 'POST' });
    expect(await rest.json()).toEqual({ sent: 0, due: 0 });
  });
});

/** A key may ask for five mails an hour. */
async function subscribe(addresses: readonly string[]): Promise<void> {
  const policy = { random: () => 0, double: 0, take: 0 };
  const player = new SocketPlayer({ url: server.url, key: await generateKey(), policy });
  await player.connect();
  for (const address of addresses) await player.request({ type: 'subscribe', email: address }, 'mailed');
  player.leave();
}
