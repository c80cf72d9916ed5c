import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, launch, Person } from '../kit/browser.ts';
import { Cluster } from '../kit/cluster.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { newPostgres, newRedis, type Part } from '../kit/shared-parts.ts';

const run = promisify(execFile);
const PROCESSES = 4;
/** The moves of the friend before it resigns. */
const MOVES = 5;
/** Long enough for a process to forget a match that it does not need, on a busy machine. */
const FORGOTTEN = { timeout: 120_000, interval: 500 };

describe.runIf(hasChromium)('behind a proxy that hashes the match in the address', () => {
  const parts: Part[] = [];
  const people: Person[] = [];
  let cluster: Cluster;
  let browser: Browser;

  beforeAll(async () => {
    parts.push(await newPostgres(), await newRedis());
    const [databaseUrl = '', redisUrl = ''] = parts.map(({ url }) => url);
    const env = { LOG_LEVEL: 'warn', ABANDON_SECONDS: '3600' };
    cluster = await Cluster.start({ processes: PROCESSES, databaseUrl, redisUrl, isLeading: true, env });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await cluster?.stop();
    for (const part of parts) await part.stop();
  });

  async function arrive(url: string): Promise<Person> {
    const person = await Person.arrive(browser, url);
    people.push(person);
    return person;
  }

  /** The number of processes to which Redis sends the messages of a topic. */
  async function told(topic: string): Promise<number> {
    const { stdout } = await run('redis-cli', ['-u', parts[1]?.url ?? '', 'PUBSUB', 'NUMSUB', `anchor:topic:${topic}`]);
    return Number(stdout.trim().split('\n').at(-1));
  }

  it('AF6 two pages and a watcher meet on one process, which keeps their match and alone is told of it', async () => {
    const host = await arrive(cluster.url);
    await host.page.getByRole('button', { name: 'Invite a friend' }).click();
    await host.page.getByRole('group', { name: 'Length' }).getByText('1', { exact: true }).click();
    await host.page.getByRole('button', { name: 'Create the link' }).click();
    const friend = await arrive(await host.page.getByLabel('Your link').inputValue());
    await friend.page.getByRole('button', { name: 'Join the match' }).click();
    await host.page.waitForURL(/\/match\//);
    const watcher = await arrive(host.page.url());
    await watcher.page.getByText('You’re watching').waitFor();
    const topic = `match/${host.page.url().split('/').at(-1)}`;
    await vi.waitFor(async () => expect(await told(topic)).toBe(1), FORGOTTEN);
    // It goes on there to its end, and no page has met an error.
    const played = playAtScreen(host.page);
    let rolls = 0;
    await playAtScreen(friend.page, undefined, async () => (await hasFreshRoll(friend.page)) && ++rolls > MOVES);
    await resignAtScreen(friend.page, 'Single');
    await Promise.all([played, watcher.page.locator('.result').waitFor({ timeout: 0 })]);
    expect(people.flatMap(({ errors }) => errors)).toEqual([]);
    for (let n = 0; n < PROCESSES; n++) expect(cluster.process(n).output).not.toMatch(/"level":(50|60)/);
  });
});
