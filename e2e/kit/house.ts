import type { Page } from 'playwright-core';
import { launch, Person } from './browser.ts';
import { type Company, gatherCompany } from './company.ts';
import { seededRandom } from './policy.ts';
import { Stage } from './stage.ts';

/** A server where a company has played, and a browser to look at its places. */
export interface House {
  readonly stage: Stage;
  readonly company: Company;
  /** Opens a place; `prepare` may first decide what the page is told. */
  visit(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Person>;
  close(): Promise<void>;
}

/** Opens it; without a Chromium there is no browser, and nothing may be visited. */
export async function openHouse(names: readonly string[], seed: number, browserOf = launch): Promise<House> {
  const stage = new Stage({ env: { WORKER_KEY: 'the worker key of the tests' }, browser: browserOf });
  await stage.open();
  const company = await gatherCompany(stage.url, names, { random: seededRandom(seed), rounds: 1 });
  return {
    ...{ stage, company },
    visit: (path, prepare) => visitPlace(stage, path, prepare),
    close: () => stage.close(),
  };
}

/** Opens a place when `prepare` has decided what the page is told. */
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

/** What the page is told instead of the truth at this path. */
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

/** What the page itself threw; answers that were made up on purpose are logged by the browser. */
export const thrown = ({ errors }: Person) => errors.filter((error) => !/Failed to load resource/.test(error));
