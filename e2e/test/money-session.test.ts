import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person } from '../kit/browser.ts';
import { inspect, loaded } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const CLI = fileURLToPath(new URL('../../packages/record/dist/cli.js', import.meta.url));

/** The least that pages accept. */
const testServer = useTestServer({ env: { ABANDON_SECONDS: '120' } });
/** The time of absence and that of its announcement, on a busy machine. */
const CLAIMED = { timeout: 180_000 };

const participants = new Participants();
// A page that is cut off reports it.
afterEach(() => participants.leave(/ERR_INTERNET_DISCONNECTED|WebSocket/));

async function arrive(path = '/'): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, `${testServer.url}${path}`));
}

const result = (page: Page) => page.locator('.result');
const head = (page: Page) => page.locator('.match-head');

/** One person makes a link for a money game, and the other one follows it. */
async function meet(): Promise<readonly [Person, Person]> {
  const ada = await arrive();
  const choose = (group: string, label: string) =>
    ada.page.getByRole('group', { name: group }).getByText(label, { exact: true }).click();
  await ada.page.getByRole('button', { name: 'Invite a friend' }).click();
  await choose('Length', 'Money');
  await ada.page.getByText('If you quit a game, you lose the cube value. After a double it counts twice').waitFor();
  await choose('Clock', 'Slow');
  await ada.page.getByRole('button', { name: 'Create the link' }).click();
  const link = await ada.page.getByLabel('Your link').inputValue();
  const bob = await arrive(new URL(link).pathname);
  await bob.page.getByRole('button', { name: 'Join the match' }).click();
  await Promise.all([ada, bob].map(({ page }) => page.waitForURL(/\/match\//)));
  return [ada, bob];
}

/** The first person resigns a single game at the first roll, and the second one accepts. */
async function resigned(loser: Page, winner: Page): Promise<void> {
  const answered = playAtScreen(winner);
  await playAtScreen(loser, undefined, () => hasFreshRoll(loser));
  await resignAtScreen(loser, 'Single');
  await answered;
  await Promise.all([loser, winner].map((page) => result(page).locator('.result__actions').waitFor()));
}

/** Both double once. With the cube at 4, the second person leaves when it is their turn to act, and the first one claims the match. */
async function abandoned(stays: Page, leaver: Person): Promise<void> {
  const habit = { doubles: true, takes: true };
  // An open double shows the cube at its next value already.
  const cubeAtFour = async () =>
    !(await leaver.page.locator('.panel').first().isVisible()) &&
    /cube at 4\b/.test((await leaver.page.getByRole('region', { name: 'The board in words' }).textContent()) ?? '');
  const played = playAtScreen(stays, habit);
  // Nothing is to be played until the match is over.
  played.catch(() => undefined);
  await playAtScreen(leaver.page, habit, cubeAtFour);
  expect(await cubeAtFour()).toBe(true);
  await leaver.context.setOffline(true);
  await stays.getByRole('button', { name: 'Claim the match' }).click();
  await stays.getByText(/^Claimed\. It takes effect in \d:\d\d unless /).waitFor();
}

/** Downloads the record. */
async function record(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await result(page).getByRole('button', { name: 'More' }).click();
  await result(page).getByRole('button', { name: 'Download' }).click();
  const path = join(testServer.folder, name);
  await (await download).saveAs(path);
  return path;
}

/** Both players want the next game. */
async function nextGame([one, other]: readonly [Page, Page]): Promise<void> {
  const before = one.url();
  await result(one).getByRole('button', { name: 'Next game' }).click();
  await result(other).getByRole('button', { name: 'Play the next game' }).click();
  await Promise.all([one, other].map((page) => page.waitForURL((url) => url.href !== before)));
  await Promise.all([one, other].map((page) => head(page).getByText('Money game').waitFor()));
}

describe.runIf(hasChromium)('a money session at two screens', () => {
  test('MG27 has a running score over three games, one of them won by a claim with the cube at 4, and bg-record verifies it', async () => {
    const [ada, bob] = await meet();
    const pages = [ada.page, bob.page] as const;
    expect(await head(ada.page).textContent()).toMatch(/^Money gameGame 1Even/);

    await resigned(ada.page, bob.page);
    await result(ada.page).getByText('wins 1 point').waitFor();
    await result(bob.page).getByText('You win 1 point').waitFor();
    await result(bob.page).getByText('Won by resignation, cube in the middle.').waitFor();
    await result(bob.page)
      .getByText(/^Session after 1 game: .+ \+1$/)
      .waitFor();
    const first = await record(ada.page, 'first.json');
    await nextGame(pages);
    expect(await head(ada.page).textContent()).toMatch(/^Money gameGame 2.*Guest .+ \+1/);

    await abandoned(ada.page, bob);
    // Three times the cube while a checker of the loser is in the winner's home board, twice once all have left it.
    const won = result(ada.page).getByText(/^You win (8|12) points$/);
    await won.waitFor(CLAIMED);
    const cost = Number((await won.textContent())?.match(/\d+/)?.[0]);
    const times = cost === 12 ? 'three times' : 'twice';
    await result(ada.page)
      .getByText(
        new RegExp(
          `^Won because the opponent left, cube at 4, counted ${times} because the loser hadn’t borne off.*\\.`,
        ),
      )
      .waitFor();
    await result(ada.page)
      .getByText(new RegExp(`^Session after 2 games: .+ \\+${cost - 1}$`))
      .waitFor();
    expect(await ada.page.locator('main').textContent()).not.toMatch(/0\s*–\s*0/);
    await inspect(ada.page, 'money-result');
    await ada.page.setViewportSize({ width: 1280, height: 800 });
    const second = await record(ada.page, 'second.json');
    const left = ada.page.url().split('/').at(-1);
    await bob.context.setOffline(false);
    await result(bob.page).getByText('You were away for more than 2 minutes.').waitFor();
    await nextGame(pages);
    expect(await head(bob.page).textContent()).toMatch(new RegExp(`^Money gameGame 3.*Guest .+ \\+${cost - 1}`));

    await resigned(bob.page, ada.page);
    await result(ada.page)
      .getByText(new RegExp(`Session after 3 games: .+ \\+${cost}$`))
      .waitFor();
    const third = await record(ada.page, 'third.json');
    const said = execFileSync(process.execPath, [CLI, 'session', third, first, second], { encoding: 'utf8' });
    expect(said).toMatch(
      new RegExp(`^session of 3 money games: .+ (${cost + 1}–1|1–${cost + 1}) .+; by game .+\\.$`, 'm'),
    );

    await result(ada.page).getByRole('link', { name: 'Leave', exact: true }).click();
    const recent = ada.page.getByRole('region', { name: 'Just finished' });
    await recent.getByText(new RegExp(`^(${cost}–0|0–${cost})$`)).waitFor();
    expect(await recent.textContent()).not.toContain('0–0');
    await ada.page.goto(`${testServer.url}/review/${left}`);
    await ada.page.getByText(new RegExp(`won ${cost} points: the opponent left`)).waitFor();
    await ada.page.getByText(/Money game 2/).waitFor();
    await ada.page.getByRole('link', { name: 'Previous game' }).click();
    await ada.page.getByText(/won 1 point by resignation/).waitFor();
    await loaded(ada.page);
    const { players } = JSON.parse(await (await fetch(`${testServer.url}/records/${left}.json`)).text()).header;
    await ada.page.goto(`${testServer.url}/player/${players[0].pub}`);
    const list = ada.page.locator('.matches');
    await list.getByText(new RegExp(`[+−]${cost}$`)).waitFor();
    expect(await list.getByRole('link', { name: /^Previous game/ }).count()).toBe(2);
    expect(await list.textContent()).toContain('Money game 3');
    expect(await list.textContent()).not.toContain('0–0');
    await inspect(ada.page, 'money-player');
  });
});
