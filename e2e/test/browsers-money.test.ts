import { type MatchRecord, verifySession } from 'bg-record';
import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, type Target } from '../kit/windows/browser-page.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';
import { boardInWords, meetByLink } from '../kit/windows/meeting.ts';
import { hasFreshRollInWindow, playInWindow } from '../kit/windows/player.ts';

const testServer = useTestServer({ browser: null });

const NEXT: Target = { css: '.result button', name: 'Next game' };
const YES: Target = { css: '.panel button', name: 'Yes, resign' };
/** The page asks for the kind where several count. */
const SINGLE: Target = { css: '.panel button', name: 'Single.*' };

const inHead = (words: string): Target => ({ css: '.match-head', name: words });
const inResult = (words: string): Target => ({ css: '.result', name: `.*${words}.*` });
const idOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

/** One person makes a link for a money game with a slow clock, and the other one follows it. Returns the id of the first game. */
async function meet(host: BrowserPage, guest: BrowserPage): Promise<string> {
  const address = await meetByLink(host, guest, ['Money', 'Slow']);
  await host.waitFor(inHead('Money game ?Game 1 ?Even.*'));
  return idOf(address);
}

/** The first person resigns a single game at a roll of their own, and the second one accepts. If the cube is to be at 4 by then, both double once. */
async function resign(loser: BrowserPage, winner: BrowserPage, cube: 1 | 4 = 1): Promise<void> {
  const habit = { doubles: cube === 4 };
  const isAtFour = async () => (await boardInWords(loser)).includes('cube at 4');
  const accepted = playInWindow(winner, habit);
  const isTime = async () => (await hasFreshRollInWindow(loser)) && (cube === 1 || (await isAtFour()));
  await playInWindow(loser, habit, isTime);
  await loser.clickFor(button('Resign'), { css: '.panel button', name: `${SINGLE.name}|${YES.name}` });
  if (await loser.shows(SINGLE)) await loser.click(SINGLE);
  await loser.click(YES);
  await accepted;
}

/** Both players want the next game. Returns its id. */
async function nextGame(one: BrowserPage, other: BrowserPage, before: string): Promise<string> {
  await one.click(NEXT);
  await other.click({ css: '.result button', name: 'Play the next game' });
  const ids = [one, other].map((page) =>
    page.until('the next game', async () => {
      const id = idOf(await page.window.url());
      return id === before ? null : id;
    }),
  );
  return (await Promise.all(ids))[0] ?? '';
}

const recordOf = async (id: string): Promise<MatchRecord> => (await fetch(`${testServer.url}/records/${id}`)).json();

inEachBrowser(testServer, ({ arrive, look }) => {
  test('BW7 two people play a session of three money games, one of them with the cube at 4, and the session verifies', async () => {
    const [ada, bob] = [await arrive(), await arrive()];
    const first = await meet(ada, bob);
    await resign(ada, bob);
    await bob.waitFor(inResult('You win 1 point.*Session after 1 game: .+ \\+1'));

    const second = await nextGame(ada, bob, first);
    await ada.waitFor(inHead('Money game ?Game 2.*\\+1.*'));
    await resign(bob, ada, 4);
    await ada.waitFor(inResult('You win 4 points.*cube at 4.*Session after 2 games: .+ \\+3'));
    const cost = Math.max(...(await recordOf(second)).result.score);
    await look(ada, 'money-result');
    await bob.window.goto(`${testServer.url}/match/${second}`);
    await bob.waitFor({ css: 'main .result' });

    const third = await nextGame(ada, bob, second);
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
