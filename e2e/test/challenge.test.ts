import { verify } from 'bg-record';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { Person, picture } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { chooseName } from '../kit/names.ts';
import { Participants } from '../kit/participants.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { BrowserPage } from '../kit/windows/browser-page.ts';
import { openChromiumWindow } from '../kit/windows/chromium.ts';
import { playCorrespondence } from '../kit/windows/correspondence.ts';

const testServer = useTestServer();
const participants = new Participants();

afterEach(() => participants.leave());

/** A player with a chosen name, so that the server knows the key also when the player is away. */
async function arrive(name: string, path = '/'): Promise<Person> {
  const person = participants.person(await Person.arrive(testServer.browser, `${testServer.url}/`));
  await chooseName(person.page, name);
  if (path !== '/') await person.page.goto(`${testServer.url}${path}`);
  return person;
}

async function keyOf(page: Page): Promise<string> {
  await page.goto(`${testServer.url}/keys`);
  const key = page.locator('main').getByText(/[0-9a-f]{64}/);
  return /[0-9a-f]{64}/.exec((await key.first().textContent()) ?? '')?.[0] ?? '';
}

const offersButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /invitation/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Invitations' });
const card = (page: Page, name: string) => page.getByRole('alert', { name: new RegExp(`${name}.* challenges you`) });

async function challengeFromProfile(page: Page, pub: string): Promise<void> {
  await page.goto(`${testServer.url}/player/${pub}`);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  await page.getByText(/Your challenge was sent/).waitFor();
}

test('CV1 a challenge from a profile is seen on any page and begins a match', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  const pub = await keyOf(ben.page);
  await ben.page.goto(`${testServer.url}/puzzle`);
  await ann.page.goto(`${testServer.url}/player/${pub}`);
  await ann.page.getByRole('button', { name: 'Challenge' }).click();
  await ann.page.getByRole('dialog').waitFor();
  await inspect(ann.page, 'challenge-dialog');
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  await card(ben.page, 'Ann').waitFor();
  await inspect(ben.page, 'challenge-card');
  await offersButton(ann.page).click();
  await dialog(ann.page)
    .getByText(/Waiting for/)
    .waitFor();
  await inspect(ann.page, 'challenge-sent');
  await card(ben.page, 'Ann').getByRole('button', { name: 'Play' }).click();
  await Promise.all([ann.page, ben.page].map((page) => page.waitForURL(/\/match\//)));
  await offersButton(ann.page).waitFor({ state: 'detached' });
});

test('CV2 a challenge waits for a player who is away, and the challenger sees that it was declined', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  const pub = await keyOf(ben.page);
  await ben.page.goto('about:blank');
  await challengeFromProfile(ann.page, pub);
  await ben.page.goto(`${testServer.url}/leaderboard`);
  await card(ben.page, 'Ann').getByRole('button', { name: 'Decline' }).click();
  await card(ben.page, 'Ann').waitFor({ state: 'detached' });
  await ann.page.getByText(/Ben.* has declined your challenge/).waitFor();
  await offersButton(ann.page).click();
  await dialog(ann.page).getByRole('button', { name: 'Remove' }).click();
  await dialog(ann.page).getByText('You have no open invitations.').waitFor();
});

test('CV3 a challenge is withdrawn on any page, and the other player no longer sees it', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  await challengeFromProfile(ann.page, await keyOf(ben.page));
  await card(ben.page, 'Ann').waitFor();
  await ann.page.goto(`${testServer.url}/settings`);
  await offersButton(ann.page).click();
  await dialog(ann.page).getByRole('button', { name: 'Withdraw' }).click();
  await card(ben.page, 'Ann').waitFor({ state: 'detached' });
});

test('CV4 a friend accepts an invitation whose author is away, and the author begins the match later', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  await ann.page.getByRole('button', { name: 'Invite a friend' }).click();
  await ann.page.getByRole('button', { name: 'Create the link' }).click();
  const link = await ann.page.getByLabel('Your link').inputValue();
  await offersButton(ann.page).waitFor();
  await ann.page.goto('about:blank');
  await ben.page.goto(link);
  await ben.page.getByRole('button', { name: 'Join the match' }).click();
  await ben.page.getByRole('button', { name: 'Accept for later' }).click();
  await ben.page.getByRole('heading', { name: 'You’ve accepted' }).waitFor();
  await inspect(ben.page, 'accepted-for-later');
  await ben.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Puzzle' }).click();
  await ann.page.goto(`${testServer.url}/fairness`);
  await ann.page.getByText(/Ben.* has accepted your invitation/).waitFor();
  await offersButton(ann.page).click();
  await inspect(ann.page, 'accepted-by-friend');
  await dialog(ann.page).getByRole('button', { name: 'Start the match' }).click();
  await Promise.all([ann.page, ben.page].map((page) => page.waitForURL(/\/match\//)));
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

test('CV5 a followed player is shown as here, and a blocked one can no longer challenge', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  const [annsKey, bensKey] = [await keyOf(ann.page), await keyOf(ben.page)];
  await ann.page.goto(`${testServer.url}/player/${bensKey}`);
  await ann.page.getByRole('button', { name: /^Follow/ }).click();
  await ann.page.getByRole('button', { name: /^Unfollow/ }).waitFor();
  await ann.page.goto(testServer.url);
  const panel = ann.page.getByRole('region', { name: 'Friends' });
  await panel.getByRole('listitem').filter({ hasText: 'Ben' }).getByRole('img', { name: 'Online' }).waitFor();
  await inspect(ann.page, 'friends');
  await panel.getByRole('link', { name: /Ben/ }).click();
  await ann.page.getByRole('button', { name: /^Block/ }).click();
  await ann.page.getByRole('button', { name: /^Unblock/ }).waitFor();
  await inspect(ann.page, 'blocked-profile');
  await ben.page.goto(`${testServer.url}/player/${annsKey}`);
  await ben.page.getByRole('button', { name: 'Challenge' }).click();
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  await ben.page.getByRole('dialog').getByText('can’t start a match right now').waitFor();
  await ann.page.goto(`${testServer.url}/settings`);
  const blocked = ann.page.getByRole('region', { name: 'Blocked players' });
  await blocked.getByRole('link', { name: /Ben/ }).waitFor();
  await inspect(ann.page, 'settings-blocked');
  await blocked.getByRole('button', { name: /^Unblock/ }).click();
  await blocked.getByText('You haven’t blocked anyone.').waitFor();
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  await card(ann.page, 'Ben').waitFor();
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

test('CV9 two who follow each other say something in the lobby, and one press mutes it', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  const keys = [await keyOf(ann.page), await keyOf(ben.page)] as const;
  for (const [{ page }, other] of [
    [ann, keys[1]],
    [ben, keys[0]],
  ] as const) {
    await page.goto(`${testServer.url}/player/${other}`);
    await page.getByRole('button', { name: /^Follow/ }).click();
    await page.getByRole('button', { name: /^Unfollow/ }).waitFor();
    await page.goto(testServer.url);
  }
  const friends = ({ page }: Person) => page.getByRole('region', { name: 'Friends' });
  const say = (person: Person) => friends(person).getByRole('button', { name: /^Say something to/ });
  const dialog = ann.page.getByRole('dialog');
  await say(ann).click();
  await dialog.getByText(/sees it in the lobby, if they follow you too/).waitFor();
  await inspect(ann.page, 'say');
  await dialog.getByRole('button', { name: 'Hello!' }).click();
  await dialog.waitFor({ state: 'detached' });
  await friends(ben).getByRole('status').getByText('Hello!').waitFor();
  await inspect(ben.page, 'said');
  await say(ben).click();
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Mute phrases and emoji' }).click();
  await ben.page.keyboard.press('Escape');
  await friends(ben).getByRole('status').waitFor({ state: 'detached' });
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

test('CV8 the match that a followed player plays now is one press away', async () => {
  const [ann, ben] = [await arrive('Ann'), await arrive('Ben')];
  await ann.page.goto(`${testServer.url}/player/${await keyOf(ben.page)}`);
  await ann.page.getByRole('button', { name: /^Follow/ }).click();
  await ann.page.getByRole('button', { name: /^Unfollow/ }).waitFor();
  await ann.page.goto(testServer.url);
  const watch = ann.page.getByRole('region', { name: 'Friends' }).getByRole('link', { name: /^Watch .*Ben/ });
  await ann.page.getByRole('region', { name: 'Friends' }).getByRole('link', { name: /Ben/ }).waitFor();
  expect(await watch.count()).toBe(0);
  await ben.page.goto(testServer.url);
  await ben.page.getByRole('button', { name: 'Play the bot' }).click();
  await ben.page.waitForURL(/\/match\//);
  await watch.waitFor();
  await inspect(ann.page, 'friend-plays');
  await watch.click();
  await ann.page.waitForURL(ben.page.url());
  expect([...ann.errors, ...ben.errors]).toEqual([]);
});

test('CV6 a visitor without a key challenges a player, and the own page of a player has no such button', async () => {
  const ben = await arrive('Ben');
  const pub = await keyOf(ben.page);
  const visitor = participants.person(await Person.arrive(testServer.browser, `${testServer.url}/player/${pub}`));
  await visitor.page.getByRole('button', { name: 'Challenge' }).click();
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Send the challenge' }).click();
  await card(ben.page, '').waitFor();
  await ben.page.goto(`${testServer.url}/player/${pub}`);
  await ben.page.getByRole('heading', { name: /Ben/ }).waitFor();
  expect(await ben.page.getByRole('button', { name: 'Challenge' }).count()).toBe(0);
  await card(ben.page, '').getByRole('button', { name: 'Play' }).click();
  await Promise.all([ben.page, visitor.page].map((page) => page.waitForURL(/\/match\//)));
  expect([...ben.errors, ...visitor.errors]).toEqual([]);
});

test('CY5 a player chooses a country, and others see it in the profile and in the match', async () => {
  const [ann, ben] = [await arrive('Ann', '/settings'), await arrive('Ben')];
  const choice = ann.page.getByLabel('Next to your name');
  await choice.selectOption({ label: 'Austria' });
  await expect.poll(() => choice.isEnabled()).toBe(true);
  await inspect(ann.page, 'settings-country');
  const annsKey = await keyOf(ann.page);
  await challengeFromProfile(ben.page, annsKey);
  await ben.page.getByText('Austria').waitFor();
  await picture(ben.page, 'profile-country');
  await card(ann.page, 'Ben').getByRole('button', { name: 'Play' }).click();
  await ben.page.waitForURL(/\/match\//);
  await ben.page.getByRole('img', { name: 'Austria' }).waitFor();
  await picture(ben.page, 'match-country');
});

test('MW11 two people who are never there at the same time play a correspondence match to a record that verifies', async () => {
  const windows = [await openChromiumWindow(testServer.browser), await openChromiumWindow(testServer.browser)] as const;
  const [host, guest] = [new BrowserPage(windows[0]), new BrowserPage(windows[1])];
  const { id: match } = await playCorrespondence({ home: testServer.url, host, guest, decisions: 3 });
  const record = await (await fetch(`${testServer.url}/records/${match}`)).json();
  expect(record.header).toMatchObject({ dice: 'advance', absenceMs: null });
  expect(await verify(record)).toMatchObject({ ok: true });
  const label = 'Dice trusted to the service';
  // The page for strangers lists finished matches beside the live ones of other tests.
  const { page } = participants.person(await Person.arrive(testServer.browser, testServer.url));
  await page.getByRole('region', { name: 'Just finished' }).getByText(label).waitFor();
  await page.goto(`${testServer.url}/match/${match}`);
  await page.locator('.match-head').getByText(label).waitFor();
  await page.goto(`${testServer.url}/review/${match}`);
  await page.getByText(`· ${label}`).waitFor();
  await page.goto(`${testServer.url}/player/${record.header.players[0].pub}`);
  await page.locator('.matches').getByText(label).waitFor();
  for (const window of windows) {
    expect(await window.errors()).toEqual([]);
    await window.close();
  }
});
