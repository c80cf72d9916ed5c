import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import {
  eventHash,
  generateKey,
  type Key,
  keyFromSeed,
  type MatchEvent,
  type Receipt,
  signEvent,
  signReceipt,
  type UnsignedEvent,
} from 'bg-record';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { type Frame, Liar } from '../kit/liar.ts';
import { playAtScreen } from '../kit/screen-player.ts';
import { SocketPlayer } from '../kit/socket-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const command = fileURLToPath(new URL('../../packages/record/dist/cli.js', import.meta.url));
const seed = randomBytes(32);
const liarPort = await freePort();
// a dishonest service signs its greeting for whatever address it likes
const testServer = useTestServer({
  env: { SERVER_KEY: seed.toString('hex'), ORIGINS: `http://127.0.0.1:${liarPort}` },
});
let serverKey: Key;
let liar: Liar;
let host: Person;
let friend: SocketPlayer;

beforeAll(async () => {
  serverKey = await keyFromSeed(seed);
});
beforeEach(async () => {
  liar = await Liar.start(testServer.url, liarPort);
  friend = new SocketPlayer({
    url: testServer.url,
    key: await generateKey(),
    policy: { random: seededRandom(1), double: 0, take: 1 },
  });
});
afterEach(async () => {
  friend.leave();
  await host.leave();
  liar.stop();
});

/** The page, behind the liar, invites the friend, who knows the honest server. */
async function sitDown(): Promise<void> {
  host = await Person.arrive(testServer.browser, liar.url);
  await host.page.getByRole('button', { name: 'Invite a friend' }).click();
  await host.page.getByRole('button', { name: 'Create the link' }).click();
  const code = (await host.page.getByLabel('Your link').inputValue()).split('/').at(-1);
  await friend.connect();
  friend.send({ type: 'join', code });
}

/** Plays on until this many events are stored, and then a little, so that the page has signed in all of them. */
const playUntil = (events: number) => playAtScreen(host.page, undefined, () => (friend.ledger?.length ?? 0) >= events);

async function halted(page: Page, code: string): Promise<void> {
  await page.getByRole('heading', { name: 'Play has stopped' }).waitFor();
  expect(await page.locator('.notice code').textContent()).toBe(code);
}

/** Saves the evidence that a halted page offers, and its transcripts as files of their own. */
async function saveEvidence(page: Page): Promise<string[]> {
  return transcriptsIn(page, page.getByRole('button', { name: 'Download the evidence' }));
}

async function transcriptsIn(page: Page, button: Locator): Promise<string[]> {
  const download = page.waitForEvent('download');
  await button.click();
  const path = join(testServer.folder, `evidence-${Date.now()}.json`);
  await (await download).saveAs(path);
  const { format, transcripts } = JSON.parse(readFileSync(path, 'utf8'));
  expect(format).toBe('bg-evidence/1');
  return transcripts.map((transcript: object, i: number) => {
    const file = path.replace('.json', `-${i + 1}.json`);
    writeFileSync(file, JSON.stringify(transcript));
    return file;
  });
}

function compare(files: readonly string[]): { status: number; text: string } {
  try {
    return { status: 0, text: execFileSync(process.execPath, [command, 'compare', ...files], { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { status, text: stdout };
  }
}

type Match = Frame & { readonly events: readonly MatchEvent[] };
const isMatch = (frame: Frame): frame is Match => frame.type === 'match';

type Pong = Frame & { readonly match: string; readonly receipt: Receipt };

/** The server's signature under an event that follows the given one. */
async function serverSays(previous: MatchEvent, type: 'resume'): Promise<MatchEvent> {
  const unsigned: UnsignedEvent = { n: previous.n + 1, p: null, prev: eventHash(previous), type, since: previous.at };
  return { ...(await signEvent(unsigned, serverKey)), at: previous.at };
}

/**
 * From now on the page is told something else in place of these frames. Returns what it has sent of some types since it was first told:
 * what it sent before is no answer to a lie.
 */
function lieAbout<Told extends Frame>(
  is: (frame: Frame) => frame is Told,
  change: (frame: Told) => Frame | Promise<Frame>,
) {
  let from: number | null = null;
  liar.lie = async (frame) => {
    if (!is(frame)) return [frame];
    from ??= liar.heard.length;
    return [await change(frame)];
  };
  return (...types: readonly string[]) => {
    if (from === null) throw new Error('the page was never lied to');
    return liar.heard.slice(from).filter(({ type }) => types.includes(String(type)));
  };
}

describe.runIf(hasChromium)('a server that lies to the page', () => {
  test('L1 shows a shorter history after a reload: the page stops and keeps what it saw', async () => {
    await sitDown();
    await playUntil(30);
    const answered = lieAbout(isMatch, (frame) => ({ ...frame, events: frame.events.slice(0, 12), length: 12 }));
    await host.page.reload();
    await halted(host.page, 'history-shorter');
    await picture(host.page, 'halted');
    const [longer, shorter] = await saveEvidence(host.page);
    expect(compare([longer!, shorter!]).text).toMatch(/continues/);
    expect(answered('act')).toEqual([]);

    // The page may be closed: the evidence stays on the device until it is deleted there.
    await host.page.goto(`${liar.url}/verify`);
    const kept = host.page.getByRole('region', { name: 'Evidence stored on this device' });
    const [again] = await transcriptsIn(host.page, kept.getByRole('button', { name: 'Download' }));
    expect(compare([again!, longer!]).text).toMatch(/same|continues/);
    await kept.getByRole('button', { name: 'Delete' }).click();
    await host.page.getByRole('button', { name: 'Delete it' }).click();
    await kept.waitFor({ state: 'detached' });
  });

  test('L2 asks for a second reveal of the same link: the page refuses, and two files prove who signed both histories', async () => {
    await sitDown();
    await playUntil(30);
    const answered = lieAbout(isMatch, async (frame) => {
      const events = await rolledAgain(frame.events, friend.key);
      return { ...frame, events, length: events.length };
    });
    await host.page.reload();
    await halted(host.page, 'forked');
    expect(answered('act')).toEqual([]);
    const verdict = compare(await saveEvidence(host.page));
    expect(verdict.status).toBe(3);
    expect(verdict.text).toMatch(/the server and player 1 .* signed both histories/);
  });

  test('L3 sends dice that do not follow from the reveals: the page stops at that roll', async () => {
    await sitDown();
    liar.lie = async (frame) => {
      const event = frame.event as MatchEvent | undefined;
      if (frame.type !== 'event' || event?.type !== 'dice' || event.n < 12) return [frame];
      const { sig: _sig, at, ...unsigned } = event;
      const dice = [event.dice[0], (event.dice[1] % 6) + 1] as const;
      return [{ ...frame, event: { ...(await signEvent({ ...unsigned, dice }, serverKey)), at } }];
    };
    const playing = playAtScreen(host.page, undefined, () => false).catch(() => undefined);
    await halted(host.page, 'wrong-dice');
    await saveEvidence(host.page);
    await host.leave();
    await playing;
  });

  test('L6 signs a receipt of another history: the page stops, and its evidence has the receipt', async () => {
    await sitDown();
    await playUntil(12);
    const hasReceipt = (frame: Frame): frame is Pong => frame.type === 'pong' && frame.receipt !== undefined;
    lieAbout(hasReceipt, async (frame) => {
      const { sig: _sig, ...facts } = frame.receipt;
      const head = 'a'.repeat(64);
      return { ...frame, receipt: await signReceipt(serverKey, frame.match, { ...facts, head }) };
    });
    await halted(host.page, 'receipt-differs');
    const [transcript] = await saveEvidence(host.page);
    expect(readFileSync(transcript!, 'utf8')).toContain('a'.repeat(64));
  });

  test('L7 drops a decision and answers every ping: the page says that the server does not answer about it', async () => {
    await sitDown();
    await playUntil(12);
    liar.pass = ({ event, ...frame }) => (frame.type === 'act' ? null : frame);
    const playing = playAtScreen(host.page, undefined, () => false).catch(() => undefined);
    await host.page.getByText('The server isn’t answering about your move').waitFor({ timeout: 60_000 });
    await host.leave();
    await playing;
  });

  test('L4 swaps the header: the page never commits to it', async () => {
    liar.lie = (frame) => {
      const header = frame.header as { length: number } | undefined;
      return isMatch(frame) && header ? [{ ...frame, header: { ...header, length: header.length + 2 } }] : [frame];
    };
    await sitDown();
    await host.page.getByRole('heading', { name: 'Play has stopped' }).waitFor();
    expect(liar.heard.filter(({ type }) => type === 'act')).toEqual([]);
  });

  test('L5 comes back with another key: the page warns and proves nothing to it', async () => {
    const other = await generateKey();
    await sitDown();
    await playUntil(12);
    const isHello = (frame: Frame): frame is Frame => frame.type === 'hello';
    const answered = lieAbout(isHello, (frame) => ({ ...frame, server: other.pub }));
    await host.page.reload();
    await host.page.getByText('This address used to show a different server key').waitFor();
    await host.page.getByRole('heading', { name: 'This match is waiting for your decision' }).waitFor();
    expect(await host.page.locator('.spinner').count()).toBe(0);
    await picture(host.page, 'other-key');
    expect(answered('identify', 'act')).toEqual([]);
  });
});

/** Another history: before the friend's last roll that the page has answered, the service says it was down, and he rolls again. */
async function rolledAgain(events: readonly MatchEvent[], colluder: Key): Promise<MatchEvent[]> {
  const answered = events.findLastIndex(({ type, p }) => type === 'reveal' && p === 0);
  const roll = events[answered - 1];
  const before = events[answered - 2];
  if (roll?.type !== 'roll' || !before) throw new Error('the page has not revealed yet');
  const down = await serverSays(before, 'resume');
  const again = await serverSays(down, 'resume');
  const place = { n: again.n + 1, p: 1, prev: eventHash(again), sent: again.at } as const;
  const unsigned = { ...place, type: 'roll', reveal: roll.reveal } as const;
  const rolled = { ...(await signEvent(unsigned, colluder)), at: again.at };
  return [...events.slice(0, answered - 1), down, again, rolled];
}
