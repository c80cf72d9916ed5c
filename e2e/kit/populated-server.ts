import { seededRandom } from '@anchor/testkit/random';
import type { Page } from 'playwright-core';
import { launch, Person } from './browser.ts';
import { type Population, populate } from './population.ts';
import { SocketPlayer } from './socket-player.ts';
import { TestServer } from './test-server.ts';

/** A server with players and their finished matches, and a browser to open its pages. */
export interface PopulatedServer {
  readonly testServer: TestServer;
  readonly population: Population;
  /** Opens a page; `prepare` may first replace responses. */
  visit(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Person>;
  close(): Promise<void>;
}

/** Starts the server and plays the matches. Without Chromium there is no browser, and `visit` must not be called. */
export async function openPopulatedServer(
  names: readonly string[],
  seed: number,
  browserOf = launch,
): Promise<PopulatedServer> {
  const testServer = new TestServer({
    env: { WORKER_KEY: 'the worker key of the tests', LOG_ORIGIN: 'places.test/log' },
    browser: browserOf,
  });
  await testServer.open();
  const population = await populate(testServer.url, names, { random: seededRandom(seed), rounds: 1 });
  return {
    testServer,
    population,
    visit: (path, prepare) => openPage(testServer, path, prepare),
    close: () => testServer.close(),
  };
}

/** Opens a page after `prepare` has replaced responses. */
export async function openPage(
  { browser, url }: TestServer,
  path: string,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Person> {
  const person = await Person.arrive(browser, 'about:blank');
  await prepare(person.page);
  await person.page.goto(`${url}${path}`);
  await person.page.locator('main h1').first().waitFor();
  return person;
}

/** Connects one of the players, who never doubles and takes each double. */
export async function player(
  { testServer, population }: PopulatedServer,
  index: number,
  mayAct?: (events: number) => boolean,
): Promise<SocketPlayer> {
  const person = population.people[index];
  if (!person) throw new RangeError(`there is no player ${index}`);
  const policy = { random: () => 0, double: 0, take: 1 };
  const one = new SocketPlayer({ url: testServer.url, key: person.key, policy, ...(mayAct && { mayAct }) });
  await one.connect();
  return one;
}

/** Replaces the response for this path. */
export function answer(page: Page, path: string, status: number, body: object | string): Promise<unknown> {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, contentType: type, body: text }),
  );
}

export function cutOff(page: Page, path: string): Promise<unknown> {
  return page.route(
    (url) => url.pathname === path,
    (route) => route.abort(),
  );
}

/** The errors that the page itself threw, without the browser's log of made-up responses. */
export const thrown = ({ errors }: Person) => errors.filter((error) => !/Failed to load resource/.test(error));
