import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '@anchor/testkit/random';
import { generateKey, type Ledger, type MatchRecord } from 'bg-record';
import { legalPlays } from 'bg-rules';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { ANSWER, GO, MOVABLE, playByKeys, tabTo } from '../kit/keyboard-player.ts';
import { Participants } from '../kit/participants.ts';
import type { Policy } from '../kit/policy.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { SocketPlayer } from '../kit/socket-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();

afterEach(() => participants.leave());

async function arrive(path = '/'): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, `${testServer.url}${path}`));
}

async function friendWith(policy: Partial<Policy> = {}): Promise<SocketPlayer> {
  const friend = new SocketPlayer({
    url: testServer.url,
    key: await generateKey(),
    policy: { random: seededRandom(1), double: 0, take: 1, ...policy },
  });
  participants.friend(friend);
  await friend.connect();
  return friend;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const choose = (page: Page, group: string, label: string) =>
  page.getByRole('group', { name: group }).getByText(label, { exact: true }).click();

/** The person at the screen makes a link, and the friend without a screen follows it. */
async function invite(page: Page, friend: SocketPlayer, length: string): Promise<void> {
  await button(page, 'Invite a friend').click();
  await choose(page, 'Length', length);
  await choose(page, 'Clock', 'Slow');
  await button(page, 'Create the link').click();
  const code = (await page.getByLabel('Your link').inputValue()).split('/').at(-1);
  friend.send({ type: 'join', code });
  await page.waitForURL(/\/match\//);
}

async function playBot(page: Page, length: string): Promise<void> {
  await button(page, /^Intermediate.* Change$/).click();
  await choose(page, 'Length', length);
  await button(page, 'Play the bot').click();
  await page.waitForURL(/\/match\//);
}

/** Two people at their own screens: one lists a game, the other takes it. */
async function meet(length: string): Promise<[host: Person, guest: Person]> {
  const [host, guest] = [await arrive(), await arrive()];
  await button(host.page, /rated Change$/).click();
  await choose(host.page, 'Length', length);
  await button(host.page, 'Play now').click();
  await host.page.getByRole('region', { name: 'Your search for an opponent' }).waitFor();
  const row = guest.page.getByRole('region', { name: 'Open games' }).getByRole('listitem');
  await row
    .filter({ hasText: `${length} points` })
    .getByRole('button', { name: 'Play' })
    .click();
  await Promise.all([host, guest].map(({ page }) => page.waitForURL(/\/match\//)));
  return [host, guest];
}

/** Plays until the viewer has a roll before him: then nothing goes on by itself. */
const untilMyTurn = (page: Page) => playAtScreen(page, undefined, () => hasFreshRoll(page));

/** Lets a test hold back what the opponent does, as a slow one would, and tells what the page has decided. */
async function holdOpponent(page: Page) {
  // By signature, because the page sends an event that the service has not stored yet again with its next ping.
  const acts = new Map<string, string>();
  const late: (() => void)[] = [];
  let held = false;
  await page.routeWebSocket(/\/ws\b/, (socket) => {
    const service = socket.connectToServer();
    let seat: number | null = null;
    socket.onMessage((text) => {
      const { type, event } = JSON.parse(String(text));
      if (type === 'act' && event.type !== 'commit' && event.type !== 'reveal') acts.set(event.sig, event.type);
      service.send(text);
    });
    service.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'match') seat = message.seat;
      const isTheirs = message.type === 'event' && message.event.p !== seat;
      if (held && (isTheirs || late.length > 0)) late.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  return {
    acts: (): readonly string[] => [...acts.values()],
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      for (const send of late.splice(0)) send();
    },
  };
}

/** The ledger of the friend once the dice of the person's roll are there. */
async function untilRolled(friend: SocketPlayer): Promise<Ledger> {
  const rolled = () => friend.ledger?.state.match.phase;
  await expect.poll(rolled, { timeout: 60_000 }).toBe('play');
  return friend.ledger!;
}

/** Presses what continues the match, in one of the ways: the answer to a question, Roll or Confirm, or a checker that can move. */
async function pressNext(page: Page, way: 'click' | 'Enter' | 'Space'): Promise<void> {
  const next = page.locator([ANSWER, GO, MOVABLE].join(', '));
  await next.first().waitFor();
  for (const target of [ANSWER, GO, MOVABLE].map((selector) => page.locator(selector).first())) {
    if (!(await target.isVisible())) continue;
    // A control that is gone in the meantime needs no press.
    if (way === 'click')
      await target.evaluate((one: HTMLElement) => one.click(), null, { timeout: 500 }).catch(() => {});
    else await target.press(way, { timeout: 500 }).catch(() => {});
    return;
  }
}

/** A decision in the move list. */
const step = (page: Page, text: string) => page.locator('.moves__text', { hasText: text }).last();

const inWords = (page: Page): Promise<string | null> =>
  page.getByRole('region', { name: 'The board in words' }).textContent();

/** Makes the page believe that another tab is in front; a browser without windows cannot do it by itself. */
function lookAway(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** The dice before the viewer, by their pips. */
const diceShown = (page: Page): Promise<number[]> =>
  page.locator('.dice .die').evaluateAll((dice) => dice.map((die) => die.querySelectorAll('.die-pip').length));

describe.runIf(hasChromium)('at the board', () => {
  test('F1 a resignation is declined, then accepted, and the rematch begins when both want it', async () => {
    let asked = 0;
    const friend = await friendWith({ accepts: () => ++asked > 1 });
    const { page } = await arrive();
    await invite(page, friend, '1');
    const first = page.url();
    await untilMyTurn(page);
    await resignAtScreen(page, 'Single');
    await step(page, 'Declines').waitFor();
    // After a decline only a higher resignation can be offered.
    await resignAtScreen(page, 'Gammon');
    await page.locator('.result').getByText('by resignation').waitFor();
    expect(asked).toBe(2);

    await page.locator('.result').getByRole('button', { name: 'Rematch' }).click();
    await page.locator('.result').getByRole('button', { name: 'Rematch offered' }).waitFor();
    friend.send({ type: 'rematch', match: first.split('/').at(-1) });
    await page.waitForURL((url) => url.href !== first);
    await untilMyTurn(page);
    expect(friend.faults).toEqual([]);
  });

  test('F16 an opponent who has gone after the match is offered a challenge, not a rematch', async () => {
    const friend = await friendWith({ accepts: () => true });
    const { page } = await arrive();
    await invite(page, friend, '1');
    await untilMyTurn(page);
    await resignAtScreen(page, 'Single');
    const end = page.locator('.result');
    await end.getByText('by resignation').waitFor();
    const observer = await friendWith();
    friend.leave();
    await expect.poll(async () => (await observer.request({ type: 'lobby' }, 'lobby')).online).toBe(2);
    await end.getByRole('button', { name: 'Rematch' }).click();
    await end.getByText(/isn’t online\.$/).waitFor();
    expect(await end.getByRole('button', { name: 'Rematch' }).count()).toBe(0);
    await end.getByRole('button', { name: 'Challenge' }).click();
    await page.locator('dialog[open]').waitFor();
  });

  test('F2 after a beaver in a money game the cube is at 4 and stays with the player who beavered', async () => {
    const friend = await friendWith({ double: 1 });
    const { page } = await arrive();
    await invite(page, friend, 'Money');
    const beaver = page.locator('.panel').getByRole('button', { name: 'Beaver', exact: true });
    await playAtScreen(page, undefined, () => beaver.isVisible());
    await beaver.click();
    await button(page, 'Yes, beaver').click();
    await step(page, 'Beavers to 4').waitFor();
    await step(page, 'Takes').waitFor();
    expect(await inWords(page)).toContain('You hold the cube at 4.');
    await untilMyTurn(page);
  });

  test('F3 when the connection breaks in mid-turn, the half-made play is kept and the match continues', async () => {
    const friend = await friendWith();
    const person = await arrive();
    const { page } = person;
    await invite(page, friend, '1');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await page.locator('.board__place.is-movable').first().click();
    const halfMade = await inWords(page);
    await person.context.setOffline(true);
    await page.getByText('No connection. Reconnecting…').waitFor();
    expect(await inWords(page)).toBe(halfMade);
    await person.context.setOffline(false);
    await page.getByRole('img', { name: 'Connected' }).waitFor();
    await page.getByText('No connection.').waitFor({ state: 'detached' });
    expect(await inWords(page)).toBe(halfMade);
    const before = friend.ledger?.length ?? 0;
    await playAtScreen(page, undefined, () => (friend.ledger?.length ?? 0) > before + 12);
    expect(friend.faults).toEqual([]);
    // The browser logs the broken connection as errors.
    person.errors.splice(0);
  });

  test('F4 the tab’s title says whose turn it is, the dice can be swapped before the first checker, and Undo goes back to the start of the turn', async () => {
    const { page } = await arrive();
    await playBot(page, '3');
    const swap = button(page, 'Swap dice');
    await playAtScreen(page, undefined, async () => (await hasFreshRoll(page)) && (await swap.isVisible()));
    await lookAway(page);
    await expect.poll(() => page.title()).toMatch(/^● Your turn · /);
    const before = await inWords(page);
    const [left, right] = await diceShown(page);
    await swap.click();
    expect(await diceShown(page)).toEqual([right, left]);
    await page.locator('.board__place.is-movable').first().click();
    expect(await inWords(page)).not.toBe(before);
    expect(await swap.isVisible()).toBe(false);
    while (await button(page, 'Undo').isVisible()) await page.keyboard.press('Backspace');
    expect(await inWords(page)).toBe(before);
    expect(await diceShown(page)).toEqual([right, left]);
  });

  test('F5 if the player prefers it, rolls and forced plays happen automatically, and nothing else does', async () => {
    const { page } = await arrive('/settings');
    await page.getByRole('switch', { name: 'Auto-confirm forced moves' }).check();
    await page.getByRole('switch', { name: 'Auto-roll' }).uncheck();
    await page.getByRole('link', { name: 'Anchor, go to the home page' }).click();
    await playBot(page, '1');
    await button(page, 'Opening roll').waitFor();
    await button(page, 'Board settings').click();
    await page.getByRole('switch', { name: 'Auto-roll when no double is possible' }).check();
    await page.keyboard.press('Escape');
    while ((await playOnlyChoices(page)) === 'over') {
      await page.locator('.result').getByRole('button', { name: 'Rematch' }).click();
      await page.locator('.result').waitFor({ state: 'detached' });
    }
  });

  test('F8 a premove is given and taken back during the opponent’s turn; it signs nothing before its turn and stops at a choice', async () => {
    const { page } = await arrive('/settings');
    await page.getByRole('switch', { name: 'Offer auto-play for the next turn' }).check();
    await page.getByRole('switch', { name: 'Auto-roll' }).uncheck();
    const wire = await holdOpponent(page);
    await page.goto(testServer.url);
    const friend = await friendWith();
    await invite(page, friend, '1');
    const premove = page.getByRole('button', { name: 'Auto-play next turn', exact: true });
    const isSet = () => premove.getAttribute('aria-pressed');
    await playAtScreen(page, undefined, () => button(page, 'Confirm').isVisible());
    await expect.poll(() => premove.isDisabled()).toBe(true);
    wire.hold();
    await button(page, 'Confirm').click();
    await expect.poll(() => premove.isEnabled()).toBe(true);
    await page.keyboard.press('p');
    await page.getByText(/^Auto-play is on/).waitFor({ state: 'attached' });
    await page.keyboard.press('p');
    await page.getByText('Auto-play is off.').waitFor({ state: 'attached' });
    await expect.poll(isSet).toBe('false');
    await premove.click();
    await expect.poll(isSet).toBe('true');
    const before = wire.acts();
    wire.release();
    // his play, then the own roll without a press, then what it leaves
    await expect.poll(() => wire.acts().slice(before.length)[0], { timeout: 60_000 }).toBe('roll');
    const { position, turn, dice } = (await untilRolled(friend)).state.match;
    const choices = legalPlays(position, turn!, dice!).length;
    const goesOn = () => wire.acts().slice(before.length + 1);
    if (choices > 1) {
      await page.locator('.board__place.is-movable').first().waitFor();
      await expect.poll(isSet).toBe('false');
      expect([goesOn(), await premove.isDisabled()]).toEqual([[], true]);
    } else await expect.poll(goesOn, { timeout: 60_000 }).toContain('play');
  });

  test('F12 a whole move is made by click() alone, by Enter alone and by Space alone', async () => {
    const { page } = await arrive();
    await button(page, 'Play the bot').evaluate((element: HTMLElement) => element.click());
    await page.waitForURL(/\/match\//);
    const own = page.locator('.moves__cell--0 .moves__dice', { hasText: ':' });
    for (const way of ['click', 'Enter', 'Space'] as const) {
      const before = await own.count();
      while ((await own.count()) === before) await pressNext(page, way);
    }
  });

  test('F14 a click on the felt rolls where no double is possible, and one on the dice of a complete play confirms it', async () => {
    const { page } = await arrive('/settings');
    await page.getByRole('switch', { name: 'Auto-roll' }).uncheck();
    await page.goto(testServer.url);
    await invite(page, await friendWith(), '1');
    const own = page.locator('.moves__cell--0 .moves__dice');
    await button(page, /^(Opening roll|Roll)$/).waitFor();
    const band = await page.locator('.board__shortcut').boundingBox();
    // Beside the button.
    await page.mouse.click(band!.x + 8, band!.y + band!.height / 2);
    await playAtScreen(page, undefined, () => button(page, 'Confirm').isVisible());
    const before = await own.count();
    await page.locator('.board__shortcut').click();
    await expect.poll(() => own.count()).toBe(before + 1);
  });

  test('F17 a click on the felt does nothing while a double is possible', async () => {
    const { page } = await arrive('/settings');
    await page.getByRole('switch', { name: 'Auto-roll' }).uncheck();
    await page.goto(testServer.url);
    await invite(page, await friendWith(), '3');
    await playAtScreen(page, undefined, () => button(page, 'Double').isVisible());
    await button(page, 'Roll').waitFor();
    expect(await page.locator('.board__shortcut').count()).toBe(0);
  });

  test('F15 a phrase and an emoji reach the opponent, who mutes them by one press', async () => {
    const [host, guest] = await meet('3');
    const say = async (name: string) => {
      await button(host.page, 'Say something').click();
      await button(host.page, name).click();
    };
    const heard = guest.page.locator('.match__far .strip__reaction');
    await say('Good luck!');
    await heard.getByText('Good luck!').waitFor();
    await say('Thumbs up');
    await heard.getByText('👍').waitFor();
    await heard.getByRole('button', { name: 'Mute phrases and emoji' }).click();
    await heard.waitFor({ state: 'detached' });
    await say('Oops!');
    await host.page.locator('.match__near .strip__reaction').getByText('Oops!').waitFor();
    expect(await heard.count()).toBe(0);
    await guest.page.reload();
    await button(guest.page, 'Say something').click();
    await guest.page.getByText('Phrases and emoji are muted on this device.').waitFor();
  });

  type Waiting = readonly [press: string, then: (page: Page) => Promise<void>, done: (page: Page) => Promise<void>];
  const presses: readonly Waiting[] = [
    ['Play the bot', (page) => button(page, 'Setting up the board…').waitFor(), (page) => page.waitForURL(/\/match\//)],
    [
      'Play now',
      async () => undefined,
      (page) => page.getByRole('region', { name: 'Your search for an opponent' }).waitFor(),
    ],
    [
      'Invite a friend',
      (page) => button(page, 'Create the link').click(),
      (page) => page.locator('input[readonly]').waitFor(),
    ],
  ];
  test.each(presses)(
    'F13 a press of %s while the page is connecting is done once it is connected',
    async (press, then, done) => {
      const person = participants.person(await Person.arrive(testServer.browser, 'about:blank'));
      const { page } = person;
      const late: (() => void)[] = [];
      let isHeld = true;
      await page.routeWebSocket(/\/ws\b/, (socket) => {
        const service = socket.connectToServer();
        service.onMessage((text) => {
          if (isHeld) late.push(() => socket.send(text));
          else socket.send(text);
        });
      });
      await page.goto(testServer.url);
      await button(page, press).click();
      await then(page);
      isHeld = false;
      for (const send of late) send();
      await done(page);
    },
  );

  test('F6 a whole match by the keyboard alone; its estimate joins the PR history of the player; its file verifies when dropped on the page, and fails when it was changed', async () => {
    const analysing = await Person.arrive(testServer.browser, testServer.url, undefined, { saveData: false });
    const { page } = participants.person(analysing);
    // The first terms are those of Play now.
    for (let stops = 0; stops < 2; stops++) await tabTo(page, '.start__terms');
    await page.keyboard.press('Enter');
    // the form loads when it is opened
    await page.locator('.choice input').first().waitFor();
    // the level of the bot comes first, then the length; a group of radio buttons is one stop
    await tabTo(page, '.choice input');
    await page.keyboard.press('Tab');
    const onePoint = page.getByRole('radio', { name: '1', exact: true });
    for (let presses = 0; presses < 10 && !(await onePoint.isChecked()); presses++)
      await page.keyboard.press('ArrowLeft');
    expect(await onePoint.isChecked()).toBe(true);
    for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/match\//);
    await playByKeys(page);
    await tabTo(page, '.result__more > button');
    await page.keyboard.press('Enter');
    await tabTo(page, '.result__menu button');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const path = join(testServer.folder, 'by-keys.json');
    await (await download).saveAs(path);
    await page.keyboard.press('Escape');
    await page.locator('.result__menu button').waitFor({ state: 'detached' });

    const record = readFileSync(path, 'utf8');
    await page.locator('.result__figures').getByText(/^≈/).first().waitFor();
    const { header } = JSON.parse(record) as MatchRecord;
    // By the link: loading another page could end this one before it has stored the estimate.
    await page.locator(`.player-link[href="/player/${header.players.find(({ bot }) => !bot)?.pub}"]`).click();
    await page.getByText(/^Estimated in this browser at the end of each match/).waitFor();
    expect(await page.locator('.figures--pr tbody tr').count()).toBe(1);
    await inspect(page, 'own-estimates');

    await page.goto(`${testServer.url}/verify`);
    await drop(page, record);
    await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    expect(await page.locator('.check--passed').count()).toBe(8);
    await button(page, 'Change one byte and check').click();
    await page.getByText(/^Caught:|This byte doesn’t affect/).waitFor();

    await button(page, 'Verify another').click();
    const at = record.indexOf('"dice":[') + '"dice":['.length;
    await drop(page, `${record.slice(0, at)}${(Number(record[at]) % 6) + 1}${record.slice(at + 1)}`);
    await page.getByRole('heading', { name: 'This record failed verification.' }).waitFor();
    expect(await page.locator('.check--failed').count()).toBe(1);
  });

  test('F11 a newcomer finds the lesson on the start page and finishes a guided first game by the keyboard', async () => {
    const { page } = await arrive();
    await tabTo(page, 'main a[href="/lesson"]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Your first game' }).waitFor();
    await tabTo(page, '.button--large');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/match\//);
    await page.evaluate(() => {
      const said: string[] = [];
      new MutationObserver(() => {
        const title = document.querySelector('.guide__title')?.textContent;
        if (title && said.at(-1) !== title) said.push(title);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      Object.assign(globalThis, { said });
    });
    await page.locator('.way-home').waitFor();
    await playByKeys(page, async () => page.locator('.guide__play').isVisible());
    await inspect(page, 'guide');
    await resize(page, { width: 1280, height: 800 });
    await playByKeys(page);
    const said = await page.evaluate<string[]>('globalThis.said');
    expect(await page.locator('.way-home').count()).toBe(0);
    expect(said).toEqual(expect.arrayContaining(['Move your checkers', 'Confirm your move', 'The bot’s turn']));
    await page.locator('.result').getByRole('button', { name: 'Play a guided match to 3 points' }).waitFor();
    await inspect(page, 'guide-end');
  });

  test('F7 a player takes an open game from the list, and a watcher sees its verified rolls', async () => {
    const [host, guest] = await meet('7');
    const { page: watcher } = await arrive();
    const live = watcher
      .getByRole('region', { name: 'Live now' })
      .getByRole('listitem')
      .filter({ hasText: '7 points' });
    await live.getByRole('link', { name: 'Watch' }).click();
    await watcher.getByText('You’re watching').waitFor();
    const seals = watcher.locator('.moves .seal');
    // A player who still waits for the opponent when enough was played waits until the opponent leaves.
    const seen = async () => (await seals.count()) > 2;
    for (const { page } of [host, guest]) playAtScreen(page, undefined, seen).catch(() => undefined);
    await seals.nth(2).waitFor();
    await seals.nth(1).click();
    await watcher.getByRole('heading', { name: /^Roll \d+: \d-\d$/ }).waitFor();
    await watcher.locator('dialog .notice--good').waitFor();
    expect(await watcher.locator('dialog .roll-proof__different').count()).toBe(0);
  });

  test('F9 a player leaves before the first roll by the keyboard, and both pages say who left', async () => {
    const [host, guest] = await meet('3');
    const leave = button(host.page, 'Leave match');
    const question = host.page.getByRole('dialog', { name: 'Leave this match?' });
    await leave.press('Enter');
    await question.waitFor();
    await host.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await button(host.page, 'Resign').count()).toBe(0);
    await leave.press('Enter');
    await question.waitFor();
    // The question has the focus; its first answer is the next stop.
    await host.page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'dialog');
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await host.page.locator('.result').getByText('You left before the first roll.').waitFor();
    await guest.page.locator('.result').getByText('Your opponent left before the first roll.').waitFor();
    for (const { page } of [host, guest])
      await page.getByRole('button', { name: 'Leave match' }).waitFor({ state: 'detached' });
  });

  test('F9a a page that was cut off while the opponent left says so once it is connected again', async () => {
    const cut = { isOn: false, close: () => {} };
    const host = await arrive('/rules');
    await host.page.routeWebSocket(/\/ws\b/, (socket) => {
      if (cut.isOn) return void socket.close();
      const server = socket.connectToServer();
      cut.close = () => {
        void server.close();
        void socket.close();
      };
    });
    await host.page.goto(testServer.url);
    const friend = await friendWith();
    await invite(host.page, friend, '3');
    await button(host.page, 'Leave match').waitFor();
    cut.isOn = true;
    cut.close();
    await host.page.getByText('No connection. Reconnecting…').waitFor();
    const over = friend.expect('aborted');
    friend.send({ type: 'leave', match: new URL(host.page.url()).pathname.split('/').at(-1) });
    await over;
    cut.isOn = false;
    await host.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await host.page.locator('.result').getByText('The match was cancelled').waitFor();
    await host.page.locator('.result').getByText('Your opponent left before the first roll.').waitFor();
    // The browser logs what the page sends while the connection is closing.
    const errors = host.errors.splice(0).filter((error) => !error.includes('CLOSING or CLOSED'));
    expect(errors).toEqual([]);
  });

  test('F10 a match that has begun cannot be called off; the opponent sees who goes away, and a player who comes back continues', async () => {
    const people = await meet('3');
    const untilFreshRoll = people.map(async (person) => {
      await playAtScreen(person.page, undefined, () => hasFreshRoll(person.page));
      return person;
    });
    const mover = await Promise.race(untilFreshRoll);
    // The other one waits in vain until the end.
    for (const waiting of untilFreshRoll) waiting.catch(() => undefined);
    const other = people.find((person) => person !== mover)!;
    await button(mover.page, 'Leave match').click();
    const question = mover.page.getByRole('dialog', { name: 'This match has started' });
    await question.getByText(/away for more than 5 minutes, your opponent may claim the win/).waitFor();
    expect(await question.getByRole('button').allTextContents()).toEqual(['Resign', 'Stay']);
    await button(mover.page, 'Stay').click();
    const address = mover.page.url();
    await mover.page.close();
    const away = other.page.locator('.strip__gone');
    await away.getByText('Away', { exact: true }).waitFor();
    await other.page
      .getByRole('status')
      .getByText(/ is away\.$/)
      .waitFor({ state: 'attached' });
    const back = await mover.context.newPage();
    await back.goto(address);
    await away.waitFor({ state: 'detached' });
    await button(back, 'Leave match').waitFor();
    await expect.poll(() => hasFreshRoll(back)).toBe(true);
  });
});

/**
 * Moves checkers and confirms what was chosen, but never rolls and never confirms what no checker was touched for: that
 * has to go by itself. Ends when it did, or else with the match; the answer says which.
 */
async function playOnlyChoices(page: Page): Promise<'forced' | 'over'> {
  const over = page.locator('.result');
  const movable = page.locator('.board__place.is-movable').first();
  const confirm = button(page, 'Confirm');
  let touched = false;
  for (;;) {
    await over.or(movable).or(confirm).first().waitFor();
    if (await over.isVisible()) return 'over';
    if (!(await confirm.isVisible())) {
      touched = true;
      await click(movable);
    } else if (touched) {
      touched = false;
      await click(confirm);
    } else {
      await confirm.waitFor({ state: 'hidden' });
      return 'forced';
    }
  }
}

/** Clicks if the target still exists: it may have disappeared in the meantime. */
async function click(target: Locator): Promise<void> {
  await target.click({ timeout: 2_000 }).catch(() => undefined);
}

/** Drops a file on the place for it, as a mouse that drags it in from the desktop does. */
async function drop(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'record.json', { type: 'application/json' }));
    return transfer;
  }, text);
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer });
}
