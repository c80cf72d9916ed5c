import { seededRandom } from '@anchor/testkit/random';
import type { Browser, Page } from 'playwright-core';
import { friendOf, playFriend } from '../kit/friends.ts';
import type { Place } from '../kit/places.ts';
import { playMatch } from '../kit/play-match.ts';
import { policyWithErrors } from '../kit/policy.ts';
import { arrive } from '../kit/population.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { SmallWorker } from '../kit/small-worker.ts';

/** A browser on the way to a state. Its page has no key and no settings yet. */
export interface Stage {
  readonly page: Page;
  readonly browser: Browser;
  readonly url: string;
  readonly workerKey: string;
}

export interface State extends Pick<Place, 'name' | 'fitted'> {
  /** True if an analysis starts by itself, as in a browser that does not save data. */
  readonly analyses?: boolean;
  /** Brings the page into the state. Returns what ends it, if something runs on. */
  readonly reach: (stage: Stage) => Promise<(() => unknown) | undefined>;
}

const ACTIONS = 16;

/** The states of a server without a finished match. */
export const emptyStates: readonly State[] = ['', 'leaderboard', 'fairness', 'volunteers'].map((path) => ({
  name: `${path || 'home'}-empty`,
  reach: ({ page, url }) => visit(page, `${url}/${path}`),
}));

/** The states of a match, of its review and of the pages of links. They stand beside the pages as they open. */
export const states: readonly State[] = [
  { name: 'not-found', reach: ({ page, url }) => visit(page, `${url}/nowhere`) },
  { name: 'invitation-closed', reach: ({ page, url }) => visit(page, `${url}/invite/nonesuch`) },
  { name: 'claim-account', reach: ({ page, url }) => visit(page, `${url}/account/claim#t=used`) },
  { name: 'confirm-account', reach: ({ page, url }) => visit(page, `${url}/account/confirm#t=used`) },
  { name: 'stop-mails', reach: ({ page, url }) => visit(page, `${url}/account/mails#t=used`) },
  {
    name: 'player-newcomer',
    reach: async ({ page, url }) => visit(page, `${url}/player/${(await arrive(url, 'Gudrun')).key.pub}`),
  },
  { name: 'invitation', reach: seeInvitation },
  { name: 'home-invite', fitted: true, reach: (stage) => pressAtHome(stage, 'Invite a friend', 'dialog[open]') },
  { name: 'home-search', reach: (stage) => pressAtHome(stage, 'Play now', '.own-seek') },
  { name: 'match-roll', fitted: true, reach: (stage) => playBot(stage, () => hasFreshRoll(stage.page)) },
  { name: 'match-moved', fitted: true, reach: moveOneChecker },
  { name: 'match-double', fitted: true, reach: getDoubled },
  { name: 'match-resign', fitted: true, reach: askToResign },
  { name: 'match-settings', fitted: true, reach: openBoardSettings },
  { name: 'match-end', fitted: true, reach: endMatch },
  { name: 'match-watched', fitted: true, reach: watch },
  { name: 'home-played', reach: comeHome },
  { name: 'review-quick', analyses: true, reach: reviewQuickly },
  { name: 'review-deep', reach: reviewDeeply },
  { name: 'puzzle-answered', reach: answerPuzzle },
];

export async function visit(page: Page, address: string): Promise<undefined> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.locator('.spinner').first().waitFor({ state: 'detached' });
}

async function pressAtHome({ page, url }: Stage, button: string, shows: string): Promise<undefined> {
  await visit(page, url);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator(shows).first().waitFor();
}

async function seeInvitation({ page, url }: Stage): Promise<() => void> {
  const host = await friendOf(url);
  const { code } = await host.request({ type: 'invite', length: 5, clock: 'slow', rated: false }, 'invited');
  await visit(page, `${url}/invite/${code}`);
  return () => host.leave();
}

async function playBot({ page, url }: Stage, until: () => Promise<boolean>): Promise<undefined> {
  await visit(page, url);
  await page.getByRole('button', { name: 'Play the bot' }).click();
  let actions = 0;
  await playAtScreen(page, undefined, async () => ++actions > ACTIONS && (await until()));
  await page.mouse.move(0, 0);
}

async function moveOneChecker(stage: Stage): Promise<undefined> {
  await playBot(stage, () => hasFreshRoll(stage.page));
  await stage.page.locator('.board__place.is-movable').first().click();
  await stage.page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function askToResign(stage: Stage): Promise<undefined> {
  await playBot(stage, () => hasFreshRoll(stage.page));
  await stage.page.getByRole('button', { name: 'Resign' }).click();
  await stage.page.locator('.panel').waitFor();
}

async function openBoardSettings(stage: Stage): Promise<undefined> {
  await playBot(stage, () => hasFreshRoll(stage.page));
  await stage.page.getByRole('button', { name: 'Board settings' }).click();
}

async function endMatch(stage: Stage): Promise<undefined> {
  await playBot(stage, () => hasFreshRoll(stage.page));
  await resignAtScreen(stage.page, 'Backgammon');
  await stage.page.locator('.result').waitFor();
}

async function comeHome(stage: Stage): Promise<undefined> {
  await endMatch(stage);
  await visit(stage.page, stage.url);
}

async function getDoubled({ page, url }: Stage): Promise<() => void> {
  const friend = await friendOf(url, { double: 1 });
  await visit(page, url);
  await playFriend(page, friend, '5');
  await playAtScreen(page, undefined, () => page.locator('.panel').isVisible());
  return () => friend.leave();
}

async function watch({ page, url, browser }: Stage): Promise<() => Promise<void>> {
  const host = await browser.newContext();
  const players = await host.newPage();
  const friend = await friendOf(url);
  await visit(players, url);
  await playFriend(players, friend, '5');
  let actions = 0;
  await playAtScreen(players, undefined, () => ++actions > ACTIONS);
  await page.goto(players.url());
  await page.getByText('You’re watching').waitFor();
  return () => {
    friend.leave();
    return host.close();
  };
}

async function reviewQuickly({ page, url }: Stage): Promise<undefined> {
  await page.goto(`${url}/review/${await playWithErrors(url)}`);
  await page.locator('.glance__sign').nth(3).waitFor({ timeout: 180_000 });
}

async function reviewDeeply({ page, url, workerKey }: Stage): Promise<undefined> {
  await page.goto(`${url}/review/${await playWithErrors(url)}`);
  const worker = new SmallWorker({ url, key: workerKey, engineId: 'gnubg-1.07' });
  await page.getByRole('button', { name: 'Deep analysis' }).click();
  await page.locator('.tier--done').waitFor({ timeout: 180_000 });
  await worker.stop();
}

async function answerPuzzle({ page, url }: Stage): Promise<undefined> {
  await visit(page, `${url}/puzzle`);
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await playAtScreen(page, undefined, () => confirm.isVisible());
  await confirm.click();
  await page.locator('.puzzle__plays tbody tr').first().waitFor();
}

/** Two new players play a match with errors. */
async function playWithErrors(url: string): Promise<string> {
  const [hanne, ingo] = [await arrive(url, 'Hanne'), await arrive(url, 'Ingo')];
  const policy = policyWithErrors({ random: seededRandom(20_260), double: 0.12, take: 0.8 }, 0.2);
  const { match } = await playMatch(url, [hanne.key, ingo.key], { length: 5, rated: true, clock: 'slow' }, policy);
  return match;
}
