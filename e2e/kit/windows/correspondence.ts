import { type BrowserPage, button, heading, type Target } from './browser-page.ts';
import { playInWindow } from './player.ts';

/** The label of the terms on an invitation. */
const TRUST: Target = { css: '.invitation .tag', name: 'Dice trusted to the service' };
const ALONE: Target = { css: 'p', name: '1 player online' };
const ENTRY: Target = { css: 'section[aria-labelledby="turns"] a.button', name: '(Play|Open): against .*' };
const MATCH: Target = { css: '.match' };
const OTHERS_TURN: Target = { css: 'p', name: '(?!You).* has until .* to move\\.' };
const YES: Target = { css: '.panel button', name: 'Yes, resign' };
const DAYS_OFF = button('Take days off…');
const TAKE = button('Take 1 day off');
const RESULT: Target = { css: '.result' };
const ADVANCE_NOTE: Target = { css: 'li, p', name: 'Dice trusted to the service: .*' };

interface CorrespondenceMatch {
  readonly home: string;
  readonly host: BrowserPage;
  readonly guest: BrowserPage;
  /** The number of decisions after which the player who is to act resigns. */
  readonly decisions: number;
  /** Called with a name for each new part of the page that is in sight. */
  readonly look?: (page: BrowserPage, place: string) => Promise<void>;
}

/**
 * Plays a match to one point of two people of whom never more than one has the page open: the host invites, the guest
 * joins, they move one after the other, one takes two days off, and one resigns. Ends at the page that verifies the record.
 * Returns the id of the match, and in which of the visits after joining the first checker moved.
 */
export async function playCorrespondence({
  home,
  host,
  guest,
  decisions,
  look = nothing,
}: CorrespondenceMatch): Promise<{ readonly id: string; readonly firstChecker: number }> {
  const link = await invite(home, host, look);
  const id = await join(link, guest, look);
  let [here, away] = [host, guest];
  let firstChecker = 0;
  for (let visits = 0; ; visits++) {
    if (visits > 2 * decisions + 20) throw new Error('the match does not get on');
    await arrive(home, here);
    if (visits === decisions) await look(here, 'list');
    await here.clickFor(ENTRY, MATCH);
    await playInWindow(here, undefined, () => isDone(here, decisions));
    if (firstChecker === 0 && (await steps(here)) > 0) firstChecker = visits + 1;
    if (visits === 2) await takeDaysOff(here, look);
    const resigns = !(await here.shows(OTHERS_TURN));
    if (resigns) await resign(here, look);
    await here.waitFor(OTHERS_TURN);
    await leave(here);
    [here, away] = [away, here];
    if (resigns) break;
  }
  await arrive(home, here);
  await here.clickFor(ENTRY, MATCH);
  await here.click(button('Accept'));
  await here.waitFor(RESULT);
  await look(here, 'result');
  await leave(here);
  await verifyThere(home, id, away);
  await look(away, 'verify');
  return { id, firstChecker };
}

const nothing = async () => undefined;

type Look = NonNullable<CorrespondenceMatch['look']>;

async function invite(home: string, page: BrowserPage, look: Look): Promise<string> {
  await page.window.goto(home);
  await page.click(button('Invite a friend'));
  await page.choose('1');
  await page.choose('1 day');
  await look(page, 'invite');
  await page.click(button('Create the link'));
  await page.waitFor({ css: 'input[readonly]' });
  const link = await page.call(() => document.querySelector<HTMLInputElement>('input[readonly]')?.value ?? '', null);
  await leave(page);
  return new URL(new URL(link).pathname, home).href;
}

async function join(link: string, page: BrowserPage, look: Look): Promise<string> {
  await page.window.goto(link);
  await page.waitFor(TRUST);
  await look(page, 'invitation');
  await page.click(button('Join the match'));
  const address = await page.waitForPath(/^\/match\//);
  await page.waitFor(OTHERS_TURN);
  await leave(page);
  return new URL(address).pathname.split('/').at(-1) ?? '';
}

/** Comes to the start page while the other person is away, and waits for the list of matches. */
async function arrive(home: string, page: BrowserPage): Promise<void> {
  await page.window.goto(home);
  await page.waitFor(ALONE);
  await page.waitFor(ENTRY);
}

async function leave(page: BrowserPage): Promise<void> {
  await page.window.goto('about:blank');
}

/** True if the other person is to act, or if enough is decided and this person may resign. */
async function isDone(page: BrowserPage, decisions: number): Promise<boolean> {
  if (await page.shows(OTHERS_TURN)) return true;
  return (await steps(page)) >= decisions && page.shows(button('Resign'));
}

/** The number of decisions that the page lists. */
function steps(page: BrowserPage): Promise<number> {
  return page.call(() => document.querySelectorAll('.moves__step').length, null);
}

async function takeDaysOff(page: BrowserPage, look: Look): Promise<void> {
  await page.clickFor(DAYS_OFF, TAKE);
  await page.choose('2');
  await look(page, 'days-off');
  await page.click(button('Take 2 days off'));
  await page.waitFor({ css: 'p', name: 'You’re off until .*' });
}

async function resign(page: BrowserPage, look: Look): Promise<void> {
  await page.clickFor(button('Resign'), YES);
  await look(page, 'resign');
  await page.click(YES);
}

/** The player who resigned comes back: the start page and the match tell how it ended, and its record verifies. */
async function verifyThere(home: string, id: string, page: BrowserPage): Promise<void> {
  await page.window.goto(home);
  await page.click({ css: 'a', name: 'See what happened' });
  await page.waitForPath(new RegExp(`^/match/${id}$`));
  await page.waitFor({ css: '.result p', name: '.*, by resignation.*' });
  await page.window.goto(`${home}/verify/${id}`);
  await page.waitFor(heading('This record is consistent\\.'));
  await page.waitFor(ADVANCE_NOTE);
}
