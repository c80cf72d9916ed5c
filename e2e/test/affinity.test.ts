import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, launch, Person } from '../kit/browser.ts';
import { Cluster } from '../kit/cluster.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { newPostgres, type Part } from '../kit/shared-parts.ts';

const PROCESSES = 4;
/** The moves of the friend before it resigns. */
const MOVES = 5;
/** Long enough for pages to connect again where their match is, on a busy machine. */
const MET = { timeout: 120_000, interval: 500 };

describe.runIf(hasChromium)('behind a proxy that hashes the match in the address', () => {
  const parts: Part[] = [];
  const people: Person[] = [];
  let cluster: Cluster;
  let browser: Browser;

  beforeAll(async () => {
    const database = await newPostgres();
    parts.push(database);
    const env = { LOG_LEVEL: 'info', ABANDON_SECONDS: '3600', METRICS_PORT: '0' };
    cluster = await Cluster.start({ processes: PROCESSES, databaseUrl: database.url, isLeading: true, env });
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

  /** The number of matches that the process has in memory, and of its connections. */
  async function figuresOf(n: number): Promise<readonly [matches: number, connections: number]> {
    const [, address = ''] = cluster.process(n).output.match(/"address":"(http:[^"]+\/metrics)"/) ?? [];
    const text = await (await fetch(address)).text();
    const sum = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\d+)$`, 'gm'))].reduce(
        (so, [, count]) => so + Number(count),
        0,
      );
    return [sum('anchor_matches_open'), sum('anchor_sockets')];
  }

  it('AF6 two pages and a watcher meet on one process, which owns their match', async () => {
    const host = await arrive(cluster.url);
    await host.page.getByRole('button', { name: 'Invite a friend' }).click();
    await host.page.getByRole('group', { name: 'Length' }).getByText('1', { exact: true }).click();
    await host.page.getByRole('button', { name: 'Create the link' }).click();
    const friend = await arrive(await host.page.getByLabel('Your link').inputValue());
    await friend.page.getByRole('button', { name: 'Join the match' }).click();
    await host.page.waitForURL(/\/match\//);
    const watcher = await arrive(host.page.url());
    await watcher.page.getByText('You’re watching').waitFor();
    const all = () => Promise.all(Array.from({ length: PROCESSES }, (_, n) => figuresOf(n)));
    const together = [...Array.from({ length: PROCESSES - 1 }, () => [0, 0]), [1, people.length]];
    await vi.waitFor(async () => expect((await all()).toSorted()).toEqual(together), MET);
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
