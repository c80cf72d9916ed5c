import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verify } from 'bg-record';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();

/** `bg-record` as a stranger gets it: packed, installed into an empty folder. */
function strangersVerifier(): (...args: string[]) => { status: number; text: string } {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const home = join(testServer.folder, 'stranger');
  mkdirSync(home);
  const packed = execFileSync(process.execPath, ['scripts/pack.mjs', 'packages/record', home], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', packed], { cwd: home });
  return (...args) => {
    try {
      return {
        status: 0,
        text: execFileSync('npx', ['--no-install', 'bg-record', ...args], { cwd: home, encoding: 'utf8' }),
      };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { status, text: stdout };
    }
  };
}

async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  await page.getByRole('group', { name: 'Length' }).getByText('3', { exact: true }).click();
  await page.getByRole('switch', { name: 'Rated' }).check();
  await page.getByRole('button', { name: 'Create the link' }).click();
  return page.getByLabel('Your link').inputValue();
}

async function downloadRecord(page: Page, path: string): Promise<void> {
  const download = page.waitForEvent('download');
  await page.locator('.result').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await (await download).saveAs(path);
}

describe.runIf(hasChromium)('a match in real browsers', () => {
  test('E1 two people play 3 points with a double and a take, a third watches, the record verifies elsewhere', async () => {
    const host = await Person.arrive(testServer.browser, testServer.url);
    const friend = await Person.arrive(testServer.browser, await invite(host.page));
    await friend.page.getByRole('button', { name: 'Join the match' }).click();
    await host.page.waitForURL(/\/match\//);
    const watcher = await Person.arrive(testServer.browser, host.page.url());
    await watcher.page.getByText('You’re watching').waitFor();

    // A double and a gammon are worth more than the three points. Whole matches are played in other tests.
    const played = playAtScreen(host.page, { doubles: true, takes: true });
    const hasTaken = async () => (await friend.page.getByText('Takes', { exact: true }).count()) > 0;
    await playAtScreen(friend.page, undefined, async () => (await hasTaken()) && hasFreshRoll(friend.page));
    await resignAtScreen(friend.page, 'Gammon');
    await Promise.all([played, watcher.page.locator('.result').waitFor({ timeout: 0 })]);
    await friend.page.locator('.result').waitFor();
    await picture(host.page, 'match-result');

    const path = join(testServer.folder, 'record.json');
    await downloadRecord(host.page, path);
    const bg = strangersVerifier();
    await testServer.server.end();
    expect(bg('verify', path)).toMatchObject({ status: 0 });
    const record = readRecord(path);
    const types = record.events.map(({ type }) => type);
    expect(types).toContain('double');
    expect(types).toContain('take');

    const bytes = readFileSync(path);
    for (let share = 1; share < 12; share++) {
      const changed = Buffer.from(bytes);
      const at = Math.floor((share / 12) * bytes.length);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const spoilt = join(testServer.folder, `spoilt-${at}.json`);
      writeFileSync(spoilt, changed);
      expect(bg('verify', spoilt).status, `byte ${at} changed`).not.toBe(0);
    }
    for (const person of [host, friend, watcher]) {
      expect(person.errors.filter((error) => !/WebSocket|ERR_CONNECTION/.test(error))).toEqual([]);
      await person.leave();
    }
    await testServer.start();
  });

  test('E2 a newcomer plays the bot to the end on a phone', async () => {
    const person = await Person.arrive(testServer.browser, testServer.url, { width: 390, height: 844 });
    await person.page.getByRole('button', { name: 'Play the bot' }).click();
    await playAtScreen(person.page, { doubles: true, takes: true });
    await picture(person.page, 'bot-result-phone');
    const path = join(testServer.folder, 'bot.json');
    await downloadRecord(person.page, path);
    expect(await verify(JSON.parse(readFileSync(path, 'utf8')))).toMatchObject({ ok: true });
    expect(person.errors).toEqual([]);
    await person.leave();
  });

  test('E3 a guest moves to another browser with the exported key in the middle of a match and finishes it', async () => {
    const first = await Person.arrive(testServer.browser, testServer.url);
    await first.page.getByRole('button', { name: 'Play the bot' }).click();
    let actions = 0;
    await playAtScreen(first.page, undefined, () => ++actions > 12);
    const match = first.page.url();
    await first.page.goto(`${testServer.url}/keys`);
    const download = first.page.waitForEvent('download');
    await first.page.getByRole('button', { name: 'Save as a file' }).click();
    const key = join(testServer.folder, 'key.txt');
    await (await download).saveAs(key);

    const second = await Person.arrive(testServer.browser, `${testServer.url}/keys`);
    await second.page.getByLabel('Choose a file').setInputFiles(key);
    await second.page.getByRole('button', { name: 'Use this key' }).click();
    await second.page.getByRole('button', { name: 'Save as a file' }).waitFor();
    await second.page.getByRole('link', { name: 'Anchor, go to the home page' }).click();
    const list = second.page.getByRole('region', { name: 'Your matches' });
    await list.getByRole('link', { name: /^(Play|Open)\b/ }).click();
    await second.page.waitForURL(match);
    expect(await second.page.getByText('You have a match in progress.').count()).toBe(0);
    await first.page.getByText('Anchor is open in another tab or on another device').waitFor();
    await playAtScreen(second.page);
    const path = join(testServer.folder, 'moved.json');
    await downloadRecord(second.page, path);
    expect(await verify(JSON.parse(readFileSync(path, 'utf8')))).toMatchObject({ ok: true });
    await first.leave();
    await second.leave();
  });
});

function readRecord(path: string): { events: readonly { type: string }[] } {
  return JSON.parse(readFileSync(path, 'utf8'));
}
