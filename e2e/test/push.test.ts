import { type PushService, pushBrowser, startPushService } from '@anchor/testkit/push';
import type { Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, Person } from '../kit/browser.ts';
import { friendOf, playFriend } from '../kit/friends.ts';
import { inspect } from '../kit/inspect.ts';
import { chooseName } from '../kit/names.ts';
import { Participants } from '../kit/participants.ts';
import { temporaryFolder } from '../kit/server.ts';
import { codeIn, type MailHost, mailHost } from '../kit/smtp.ts';
import { notedMessages, noteMessages } from '../kit/system-messages.ts';
import { TestServer } from '../kit/test-server.ts';

const folder = temporaryFolder();
const participants = new Participants();
let service: PushService;
let mail: MailHost;
let testServer: TestServer;

beforeAll(async () => {
  service = await startPushService(folder.path);
  mail = await mailHost();
  const env = { PUSH_SERVICES: service.host, NODE_EXTRA_CA_CERTS: service.certificateFile, SMTP_URL: mail.url };
  testServer = new TestServer({ env, browser: () => launch({ whole: true }) });
  await testServer.open();
});
afterEach(() => participants.leave(/WebSocket|ERR_(CONNECTION|INTERNET)|503/));
afterAll(async () => {
  await testServer?.close();
  await mail?.close();
  service?.stop();
  folder.remove();
});

/** Chromium without a window reaches no push service, so its subscription comes from the test. */
async function arrive(
  endpoint: string,
  keys: { readonly p256dh: string; readonly auth: string },
  name = 'Ann',
): Promise<Person> {
  const options: Parameters<typeof Person.arrive>[3] = { serviceWorkers: 'allow', permissions: ['notifications'] };
  const person = participants.person(await Person.arrive(testServer.browser, testServer.url, undefined, options));
  await person.context.addInitScript(
    ({ endpoint, keys }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
      let present: unknown = null;
      PushManager.prototype.getSubscription = async () => present as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        present = {
          endpoint,
          options,
          getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
          unsubscribe: async () => {
            present = null;
            return true;
          },
        };
        return present as PushSubscription;
      };
    },
    { endpoint, keys },
  );
  await chooseName(person.page, name);
  await person.page.goto(`${testServer.url}/settings`);
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  // Without a connection, the switch only says so.
  await connected(person.page);
  return person;
}

const connected = (page: Page) => page.getByRole('img', { name: 'Connected', exact: true }).waitFor();
const challenges = (page: Page) => page.getByRole('switch', { name: 'When someone challenges me', exact: true });

/** A player whose browser gets messages about challenges. */
async function challengeable(name: string, path: string): Promise<{ readonly page: Page; readonly pub: string }> {
  const { decrypt: _, ...keys } = pushBrowser();
  const { page } = await arrive(`https://${service.host}${path}`, keys, name);
  await challenges(page).check();
  await page.goto(`${testServer.url}/keys`);
  const pub = await page.getByRole('region', { name: 'Public key' }).locator('code').textContent();
  return { page, pub: pub ?? '' };
}

/** The guest at the page makes an account under the name that they have. */
async function register(page: Page, email: string): Promise<void> {
  const next = mail.letters.length;
  await page.goto(`${testServer.url}/account`);
  const create = page.getByRole('region', { name: 'Create an account' });
  await create.getByLabel('Email address').fill(email);
  await create.getByRole('button', { name: 'Email me a link' }).click();
  await create.getByLabel('Code from the email').fill(codeIn(await mail.letter(next)));
  await create.getByRole('button', { name: 'Confirm the account' }).click();
  await page.getByRole('button', { name: 'Sign out…' }).waitFor();
}

/** The types of the messages about push that the page has sent since. */
function noteRequests(page: Page): string[] {
  const types: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const type = /"type":"(push-[a-z]+)"/.exec(String(payload))?.[1];
      if (type) types.push(type);
    }),
  );
  return types;
}

/** A friend challenges both keys, of which the second one gets messages. Returns the paths of the messages that are sent. */
async function messagesOfChallenges(pub: string, other: string): Promise<readonly string[]> {
  const before = service.received.length;
  const friend = participants.friend(await friendOf(testServer.url));
  const online = async () => (await friend.request({ type: 'lobby' }, 'lobby')).online;
  await expect.poll(online, { timeout: 30_000 }).toBe(1);
  for (const one of [pub, other])
    await friend.request({ type: 'challenge', pub: one, length: 1, rated: false, clock: 'slow' }, 'challenged');
  // The browsers of earlier tests have numbers, and messages to them may still arrive.
  const sent = () => service.received.slice(before).flatMap(({ path }) => (/\d$/.test(path) ? [] : path));
  await expect.poll(() => sent().length, { timeout: 30_000 }).toBeGreaterThan(0);
  return sent();
}

/** Expects that the messages to a key have ended in the browser and at the server, also for later visits, and those to `other` have not. */
async function getsNoMore(
  page: Page,
  { sent, pub, other }: { readonly sent: readonly string[]; readonly pub: string; readonly other: string },
): Promise<void> {
  await page.getByText('You’re playing as a guest:').waitFor();
  await page.goto(`${testServer.url}/settings`);
  await connected(page);
  expect(await challenges(page).isChecked()).toBe(false);
  expect(sent).toEqual(['push-unsubscribe']);
  await page.close();
  expect(await messagesOfChallenges(pub, other)).toEqual(['/push/other']);
}

/** Delivers a text to the service worker, as the browser does with a decrypted message. `page` may be of any site. */
async function deliver(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(testServer.url));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: testServer.url, registrationId, data: text });
}

/** The system notifications of the service. The worker runs this text, because its types are not those of a page. */
const NOTIFICATIONS =
  'self.registration.getNotifications().then((all) => all.map(({ title, body, data }) => ({ title, body, data })))';
const shown = (worker: Worker): Promise<unknown> => worker.evaluate(NOTIFICATIONS);

describe.runIf(hasChromium)('messages while the page is closed', () => {
  test('PU18 a player who closed the page is told that the opponent waits, encrypted for this browser alone', async () => {
    const { decrypt, ...keys } = pushBrowser();
    const endpoint = `https://${service.host}/push/1`;
    const { page, context } = await arrive(endpoint, keys);
    const turn = page.getByRole('switch', { name: 'When it’s my turn', exact: true });
    await turn.check();
    await inspect(page, 'settings-push');
    expect(await turn.isChecked()).toBe(true);
    const friend = participants.friend(await friendOf(testServer.url));
    await page.goto(testServer.url);
    await playFriend(page, friend, '1');
    const path = new URL(page.url()).pathname;
    await page.locator('.board__place.is-movable, .match__actions button').first().waitFor();
    await page.close();
    await expect.poll(() => service.received.length, { timeout: 30_000 }).toBe(1);
    const [sent] = service.received;
    expect(sent).toMatchObject({ path: '/push/1', headers: { urgency: 'high' } });
    const text = decrypt(sent?.body ?? Buffer.alloc(0));
    expect(JSON.parse(text)).toMatchObject({ kind: 'turn', path });

    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('the page has no service worker');
    const blank = await context.newPage();
    await worker.evaluate(noteMessages);
    await deliver(blank, text);
    await expect.poll(() => notedMessages(worker)).toHaveLength(1);
    const title = 'Your turn';
    const body = expect.stringMatching(/^\u2068.+\u2069 is waiting for you\.$/);
    await expect.poll(() => shown(worker)).toEqual([{ title, body, data: path }]);
  });

  test('PU19 the page says why a browser takes no messages, and the switch stays off', async () => {
    const { decrypt: _, ...keys } = pushBrowser();
    const { page } = await arrive('https://push.example.org/1', keys);
    const turn = page.getByRole('switch', { name: 'When it’s my turn', exact: true });
    await turn.click();
    await page.getByText('This server doesn’t support your browser’s push service.').waitFor();
    expect(await turn.isChecked()).toBe(false);
    await page.evaluate(() => {
      Notification.requestPermission = () => Promise.resolve('denied');
    });
    await turn.click();
    await page.getByText('Your browser blocks notifications from this page.').waitFor();
    await inspect(page, 'settings-push-denied');
  });

  test('PU33 an account that is deleted gets no more messages here, also after the page is loaded again', async () => {
    const other = await challengeable('Cem', '/push/other');
    await other.page.close();
    const { page, pub } = await challengeable('Bea', '/push/deleted');
    const sent = noteRequests(page);
    await register(page, 'bea@example.org');
    await expect.poll(() => sent, { message: 'each visit renews the subscription' }).toContain('push-subscribe');
    sent.length = 0;
    await page.getByRole('button', { name: 'Delete my account…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Type/).fill('delete my account');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await getsNoMore(page, { sent, pub, other: other.pub });
  });

  test('PU34 a player who signs out gets no more messages in this browser', async () => {
    const other = await challengeable('Dan', '/push/other');
    await other.page.close();
    const { page, pub } = await challengeable('Eva', '/push/signed-out');
    await register(page, 'eva@example.org');
    const sent = noteRequests(page);
    await page.reload();
    await expect.poll(() => sent, { message: 'each visit renews the subscription' }).toContain('push-subscribe');
    sent.length = 0;
    await page.getByRole('button', { name: 'Sign out…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out here' }).click();
    await getsNoMore(page, { sent, pub, other: other.pub });
  });
});
