import type { Page } from 'playwright-core';
import { launch, Person } from './browser.ts';
import { type Company, gatherCompany } from './company.ts';
import { seededRandom } from './policy.ts';
import { Stage } from './stage.ts';

/** A server with the finished matches of a company, and a browser to open its pages. */
export interface House {
  readonly stage: Stage;
  readonly company: Company;
  /** Opens a page; `prepare` may first replace responses. */
  visit(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Person>;
  close(): Promise<void>;
}

/** Opens the house. Without Chromium there is no browser, and `visit` must not be called. */
export async function openHouse(names: readonly string[], seed: number, browserOf = launch): Promise<House> {
  const stage = new Stage({ env: { WORKER_KEY: 'the worker key of the tests' }, browser: browserOf });
  await stage.open();
  const company = await gatherCompany(stage.url, names, { random: seededRandom(seed), rounds: 1 });
  return {
    stage,
    company,
    visit: (path, prepare) => visitPlace(stage, path, prepare),
    close: () => stage.close(),
  };
}

/** Opens a page after `prepare` has replaced responses. */
export async function visitPlace(
  { browser, url }: Stage,
  path: string,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Person> {
  const person = await Person.arrive(browser, 'about:blank');
  await prepare(person.page);
  await person.page.goto(`${url}${path}`);
  await person.page.locator('main h1').first().waitFor();
  return person;
}

/** Replaces the response for this path. */
export function tell(page: Page, path: string, status: number, body: object | string): Promise<unknown> {
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
