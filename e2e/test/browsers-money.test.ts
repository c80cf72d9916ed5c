import { type MatchRecord, verifySession } from 'bg-record';
import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, type Target } from '../kit/windows/browser-page.ts';
import { inOneBrowser } from '../kit/windows/each-browser.ts';
import { hasFreshRollInWindow, playInWindow } from '../kit/windows/player.ts';

const testServer = useTestServer({ env: { ABANDON_SECONDS: '1' }, browser: null });

const NEXT: Target = { css: 'dialog button', name: 'Next game' };
const YES: Target = { css: '.panel button', name: 'Yes, resign' };

const inHead = (words: string): Target => ({ css: '.match-head', name: words });
const inResult = (words: string): Target => ({ css: 'dialog', name: `.*${words}.*` });
const idOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

/** One person makes a link for a money game with a slow clock, and the other one follows it. Returns the id of the first game. */
async function meet(host: BrowserPage, guest: BrowserPage): Promise<string> {
  await host.click(button('Invite a friend'));
  await host.choose('Money');
  await host.choose('Slow');
  await host.click(button('Create the link'));
  await host.waitFor({ css: 'input[readonly]' });
  const link = await host.call(() => document.querySelector<HTMLInputElement>('input[readonly]')?.value ?? '', null);
  await guest.window.goto(link);
  await guest.click(button('Join the match'));
  const [address] = await Promise.all([host, guest].map((page) => page.waitForPath(/^\/match\//)));
  await host.waitFor(inHead('Money game ?Game 1 ?Even.*'));
  return idOf(address ?? '');
}

/** The first person resigns a single game at the first roll, and the second one accepts. */
async function resign(loser: BrowserPage, winner: BrowserPage): Promise<void> {
  const accepted = playInWindow(winner);
  await playInWindow(loser, undefined, () => hasFreshRollInWindow(loser));
  await loser.clickFor(button('Resign'), YES);
  await loser.click(YES);
  await accepted;
}

/** Both double once. With the cube at 4, the second person closes the page when no question waits for them. */
async function abandon(stays: BrowserPage, leaver: BrowserPage): Promise<void> {
  // An open double shows the cube at its next value already. Both are read at one moment, because the double may come in between.
  const cubeAtFour = () =>
    leaver.call(
      () =>
        document.querySelector('.panel__actions button') === null &&
        /cube at 4\b/.test(document.querySelector('[aria-label="The board in words"]')?.textContent ?? ''),
      null,
    );
  const played = playInWindow(stays, { doubles: true });
  await playInWindow(leaver, { doubles: true }, cubeAtFour);
  expect(await cubeAtFour()).toBe(true);
  await leaver.window.goto('about:blank');
  await played;
}

/** Both players want the next game. A page that was loaded after the end shows the result without a dialog. Returns the game’s id. */
async function nextGame(one: BrowserPage, other: BrowserPage, before: string, result = 'dialog'): Promise<string> {
  await one.click(NEXT);
  await other.click({ css: `${result} button`, name: 'Play the next game' });
  const ids = [one, other].map((page) =>
    page.until('the next game', async () => {
      const id = idOf(await page.window.url());
      return id === before ? null : id;
    }),
  );
  return (await Promise.all(ids))[0] ?? '';
}

const recordOf = async (id: string): Promise<MatchRecord> => (await fetch(`${testServer.url}/records/${id}`)).json();

inOneBrowser('Firefox', testServer, ({ arrive, look }) => {
  test('BW7 two people play a session of three money games, one of them abandoned with the cube at 4, and the session verifies', async () => {
    const [ada, bob] = [await arrive(), await arrive()];
    const first = await meet(ada, bob);
    await resign(ada, bob);
    await bob.waitFor(inResult('You win 1 point.*Session after 1 game: .+ \\+1'));

    const second = await nextGame(ada, bob, first);
    await ada.waitFor(inHead('Money game ?Game 2.*\\+1.*'));
    await abandon(ada, bob);
    // Three times the cube while a checker of the loser is in the winner's home board, twice once all have left it.
    await ada.waitFor(
      inResult(
        'You win (8 points.*cube at 4, counted twice .*|12 points.*cube at 4, counted three times .*)Session after 2 games: .+ \\+(7|11)',
      ),
    );
    const cost = Math.max(...(await recordOf(second)).result.score);
    await look(ada, 'money-result');
    await bob.window.goto(`${testServer.url}/match/${second}`);
    await bob.waitFor({ css: 'main .result', name: '.*You were away for more than 1 seconds\\..*' });

    const third = await nextGame(ada, bob, second, 'main .result');
    await bob.waitFor(inHead(`Money game ?Game 3.*\\+${cost - 1}.*`));
    const watcher = await arrive();
    await watcher.waitFor({ css: '.live .tags', name: `(1–${cost}|${cost}–1) ?Money game` });
    await look(watcher, 'money-live');
    await resign(bob, ada);
    await ada.waitFor(inResult(`Session after 3 games: .+ \\+${cost}`));
    const session = await verifySession(await Promise.all([first, second, third].map(recordOf)));
    expect(session).toMatchObject({ ok: true });
    if (session.ok) expect(session.session.score.toSorted((a, b) => a - b)).toEqual([1, cost + 1]);
  });
});
