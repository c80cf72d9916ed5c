import { setTimeout as sleep } from 'node:timers/promises';
import { type MatchRecord, verify } from 'bg-record';
import { expect, test, vi } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { RoundRobin } from '../kit/round-robin.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, type Target } from '../kit/windows/browser-page.ts';
import { inOneBrowser } from '../kit/windows/each-browser.ts';
import { freeze } from '../kit/windows/freeze.ts';
import { isFull } from '../kit/windows/installed.ts';
import { boardInWords, decisions, meetByLink } from '../kit/windows/meeting.ts';
import { hasFreshRollInWindow, playInWindow } from '../kit/windows/player.ts';

const mobilePort = await freePort();
/** The address of the server through the network that the phones use. */
const mobile = `http://127.0.0.1:${mobilePort}`;

/** Two minutes are the least that pages accept. */
const testServer = useTestServer({ env: { ABANDON_SECONDS: '120', ORIGINS: mobile }, browser: null });

/** A call of three minutes. In the small form it is just long enough for the announcement. */
const CALL_MS = isFull ? 180_000 : 20_000;
/** The time of absence and that of its announcement, and a fast clock of one point, on a busy machine. */
const CLAIMED_MS = 180_000;
const FLAGGED_MS = 150_000;

const NORMAL = ['5', 'Normal'];
const AWAY: Target = { css: '.notice p', name: '.* has been away since .*' };
const CLAIM = button('Claim the match');
const CLAIMING: Target = { css: 'p', name: 'Claimed\\. It takes effect in \\d:\\d\\d unless .*' };
const ROLL: Target = { css: '.felt-button--go', name: 'Roll.*' };
const TROUBLE: Target = { css: '.notice', name: '.*(Play has stopped|You can continue, or stop here).*' };
const inResult = (words: string): Target => ({ css: '.result', name: `.*${words}.*` });

type Pair = readonly [BrowserPage, BrowserPage];

/** Both play until the condition holds between two actions. */
async function playUntil(pages: Pair, isThere: () => Promise<boolean>): Promise<void> {
  let isOver = false;
  const until = async () => {
    isOver ||= await isThere();
    return isOver;
  };
  await Promise.all(pages.map((page) => playInWindow(page, undefined, until)));
}

/** The match is under way, and this player has rolled. */
function playUntilRollOf(page: BrowserPage, pages: Pair): Promise<void> {
  return playUntil(pages, async () => (await decisions(page)) > 2 && hasFreshRollInWindow(page));
}

/** The match is under way, and this player is about to roll. */
function playUntilTurnOf(page: BrowserPage, pages: Pair): Promise<void> {
  return playUntil(pages, async () => (await decisions(page)) > 2 && page.shows(ROLL));
}

/** The match goes on for some decisions, and neither page says that anything is wrong with it. */
async function goOn(pages: Pair): Promise<void> {
  const before = await decisions(pages[0]);
  await playUntil(pages, async () => (await decisions(pages[0])) > before + 2);
  for (const page of pages) {
    expect(await page.shows(TROUBLE)).toBe(false);
    expect(await page.shows(AWAY)).toBe(false);
  }
}

/** Holds back what the page sends. The returned function sends it. */
async function holdBack(page: BrowserPage): Promise<() => Promise<unknown>> {
  await page.call(() => {
    const { send } = WebSocket.prototype;
    const held: (() => void)[] = [];
    WebSocket.prototype.send = function (data) {
      held.push(() => send.call(this, data));
    };
    addEventListener(
      'go-on',
      () => {
        WebSocket.prototype.send = send;
        for (const sendNow of held) sendNow();
      },
      { once: true },
    );
  }, null);
  return () => page.call(() => dispatchEvent(new Event('go-on')), null);
}

/** The phones' way to the server. */
class Phones {
  #network: RoundRobin | null = null;
  readonly #thaws: (() => void)[] = [];

  /** Also unlocks the phones that were locked. */
  async connect(): Promise<void> {
    this.#network = await RoundRobin.start(() => [Number(new URL(testServer.url).port)], mobilePort);
    for (const thaw of this.#thaws.splice(0)) thaw();
  }

  /** The pages stand still, and all phones are cut off. */
  async lock(pages: readonly BrowserPage[]): Promise<void> {
    for (const page of pages) this.#thaws.push(await freeze(page));
    await this.#network?.close();
    this.#network = null;
  }

  async close(): Promise<void> {
    for (const thaw of this.#thaws.splice(0)) thaw();
    await this.#network?.close();
  }
}

/** Runs a test with a network for phones. */
async function withPhones(run: (phones: Phones) => Promise<void>): Promise<void> {
  const phones = new Phones();
  await phones.connect();
  try {
    await run(phones);
  } finally {
    await phones.close();
  }
}

inOneBrowser('Firefox', testServer, ({ arrive, look }) => {
  test(`JA1 a phone is locked for ${CALL_MS / 1000} s at its own turn, another one while its page owes a reveal, and both matches go on`, () =>
    withPhones(async (phones) => {
      const pages = () => Promise.all([arrive(mobile), arrive()]);
      const [first, second] = [await pages(), await pages()];
      const opponents = [first[1], second[1]];
      for (const [phone, opponent] of [first, second]) await meetByLink(opponent, phone, NORMAL);
      await playUntilRollOf(first[0], first);
      await playUntilTurnOf(second[1], second);
      const board = await boardInWords(first[0]);

      await phones.lock([first[0], second[0]]);
      await second[1].click(ROLL);
      for (const page of opponents) await page.waitFor(AWAY);
      await look(first[1], 'opponent-away');
      await sleep(CALL_MS);
      for (const page of opponents) expect(await page.shows(CLAIM)).toBe(true);
      await phones.connect();
      for (const page of opponents) await page.waitUntilGone(AWAY);
      expect(await boardInWords(first[0])).toBe(board);
      for (const pair of [first, second]) await goOn(pair);
    }));

  if (!isFull) return;

  test('JA2 the opponent of a locked phone claims the match, and has won it two minutes later', () =>
    withPhones(async (phones) => {
      const [phone, opponent] = await Promise.all([arrive(mobile), arrive()]);
      await meetByLink(opponent, phone, NORMAL);
      await playUntilRollOf(phone, [phone, opponent]);
      await phones.lock([phone]);
      await opponent.click(CLAIM);
      await opponent.waitFor(CLAIMING);
      await look(opponent, 'claimed');
      await opponent.waitFor(inResult('Won because the opponent left'), CLAIMED_MS);
      await phones.connect();
      await phone.waitFor(inResult('You were away for more than 2 minutes\\.'));
    }));

  test('JA3 a claim crosses the return of the phone, lapses, and the match goes on at both pages', () =>
    withPhones(async (phones) => {
      const [phone, opponent] = await Promise.all([arrive(mobile), arrive()]);
      await meetByLink(opponent, phone, NORMAL);
      await playUntilRollOf(phone, [phone, opponent]);
      await phones.lock([phone]);
      await opponent.waitFor(CLAIM);
      const send = await holdBack(opponent);
      await opponent.click(CLAIM);
      await phones.connect();
      await opponent.waitUntilGone(AWAY);
      await send();
      await goOn([phone, opponent]);
    }));

  test('JA4 both phones are locked, and the flag ends the match', () =>
    withPhones(async (phones) => {
      const [ada, bob] = await Promise.all([arrive(mobile), arrive(mobile)]);
      const id = new URL(await meetByLink(ada, bob, ['1', 'Fast'])).pathname.split('/').at(-1);
      await playUntilRollOf(ada, [ada, bob]);
      await phones.lock([ada, bob]);
      const record = await untilFinished(`${testServer.url}/records/${id}`);
      expect(record.result.reason).toBe('time');
      expect(await verify(record)).toMatchObject({ ok: true });
      await phones.connect();
      for (const page of [ada, bob]) await page.waitFor(inResult('(Won|Lost) on time'));
    }));
});

/** Waits for the record of a match whose clock runs out. */
async function untilFinished(address: string): Promise<MatchRecord> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`no record: ${answer.status}`);
      return answer.json();
    },
    { timeout: FLAGGED_MS, interval: 1_000 },
  );
}
