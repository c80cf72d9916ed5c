import { type BrowserPage, button, type Target } from './browser-page.ts';

/** The steps from the start page to a match, for several browser tests. */

export const PLAY_NOW = button('Play now');
const BOT_TERMS: Target = { css: '.start__terms', name: 'Intermediate.* Change' };
/** The answer to a challenge, and to the question about an opponent who was found. */
export const ACCEPT: Target = { css: '.found button', name: 'Play' };
const ASKED: Target = { css: '.found', name: '.*s left to answer.*' };

/** Waits until the page is at a match. A page in a hidden tab asks its player first, and one in sight goes there by itself. */
export async function comeToMatch(page: BrowserPage): Promise<string> {
  const isAsked = await page.until('a question or a match', async () => {
    if (await page.shows(ASKED)) return 'yes';
    return new URL(await page.window.url()).pathname.startsWith('/match/') && 'no';
  });
  if (isAsked === 'yes') await page.click(ACCEPT);
  return page.waitForPath(/^\/match\//);
}

/** Begins a match against the bot on these terms. Returns its address. */
export async function playBot(page: BrowserPage, terms: readonly string[]): Promise<string> {
  await page.click(BOT_TERMS);
  for (const term of terms) await page.choose(term);
  await page.click(button('Play the bot'));
  return page.waitForPath(/^\/match\//);
}

/** The host makes a link for a match on these terms, and the guest follows it. Returns the address of the match as the host has it. */
export async function meetByLink(host: BrowserPage, guest: BrowserPage, terms: readonly string[]): Promise<string> {
  await host.click(button('Invite a friend'));
  for (const term of terms) await host.choose(term);
  await host.click(button('Create the link'));
  await host.waitFor({ css: 'input[readonly]' });
  const link = await host.call(() => document.querySelector<HTMLInputElement>('input[readonly]')?.value ?? '', null);
  await guest.window.goto(new URL(new URL(link).pathname, await guest.window.url()).href);
  await guest.click(button('Join the match'));
  const [address] = await Promise.all([host, guest].map((page) => page.waitForPath(/^\/match\//)));
  return address ?? '';
}

/** The number of decisions in the list of the match that the page shows. */
export function decisions(page: BrowserPage): Promise<number> {
  return page.call(() => document.querySelectorAll('.moves__step').length, null);
}

/** The position as the page describes it to screen readers. */
export function boardInWords(page: BrowserPage): Promise<string> {
  return page.call(() => document.querySelector('[aria-label="The board in words"]')?.textContent ?? '', null);
}
