import type { SeekView } from '@anchor/wire';
import { rulesFor } from 'bg-record';
import { MatchRequests } from 'bg-session';
import { describe, expect, test } from 'vitest';
import { Line, until } from '../../session/test/support/line.ts';
import { keys, makeHeader } from '../../session/test/support/table.ts';
import { Offers } from '../src/state/offers.ts';

const { server, players } = await keys();
const [own] = players;
const TERMS = { length: 5, clock: 'normal', rated: true } as const;
const from = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true };
/** The own seek as the server tells it after a reconnection. */
const KEPT = { id: 'own-seek', from, ...TERMS, rules: rulesFor(5), since: 0 };

async function greet(line: Line, seek?: SeekView): Promise<void> {
  await line.hello(server);
  const { id } = await line.socket.next();
  const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };
  await line.socket.say({ type: 'identified', ...me, ...(seek ? { seek } : {}), id });
}

async function page(kept?: SeekView) {
  const line = new Line();
  line.key = own;
  const requests = new MatchRequests(line.storage);
  const offers = new Offers(line.connection, requests, line.timers.after);
  line.connection.start();
  await greet(line, kept);
  return { line, requests, offers };
}

describe('a request for a match', () => {
  test('names every rule, and stores the request before it is sent', async () => {
    const { line, requests, offers } = await page();
    void offers.playBot({ length: 0, clock: 'none' }, 'expert');
    const asked = await line.socket.next();
    expect(asked).toMatchObject({ type: 'play-bot', length: 0, clock: 'none', level: 'expert', rules: rulesFor(0) });
    expect(requests.all()).toEqual([{ length: 0, clock: 'none', rated: false, rules: rulesFor(0), opponent: 'bot' }]);
  });

  test('a refusal removes the request; a timeout does not, because the match may still begin', async () => {
    const { line, requests, offers } = await page();
    const refused = offers.playBot({ length: 3, clock: 'none' }, 'expert');
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'busy', message: '', id });
    await refused;
    expect(requests.all()).toEqual([]);
    const unanswered = offers.playBot({ length: 3, clock: 'none' }, 'expert');
    await line.socket.next();
    await line.timers.pass(10_000);
    expect(await unanswered).toMatchObject({ code: 'timeout' });
    expect(requests.all()).toHaveLength(1);
  });

  test('a money game is never requested as rated', async () => {
    const { line, offers } = await page();
    void offers.invite({ ...TERMS, length: 0 });
    expect(await line.socket.next()).toMatchObject({ type: 'invite', length: 0, rated: false });
  });
});

describe('an open game', () => {
  test('is listed again after the connection broke, with one request in all', async () => {
    const { line, requests, offers } = await page();
    void offers.seek(TERMS);
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'seeking', seek: 'first-seek', since: 0, id });
    expect(offers.ownSeek.value?.seek).toBe('first-seek');
    await line.socket.drop();
    await line.timers.pass(500);
    await greet(line);
    const again = await line.socket.next();
    expect(again).toMatchObject({ type: 'seek', ...TERMS });
    await line.socket.say({ type: 'seeking', seek: 'second-seek', since: 0, id: again.id });
    await until(() => offers.ownSeek.value?.seek === 'second-seek');
    expect(requests.all()).toHaveLength(1);
  });

  test('that was withdrawn while the connection was lost is withdrawn after the reconnection, another one is adopted', async () => {
    for (const seek of ['first-seek', 'later-seek']) {
      const { line, offers } = await page();
      void offers.seek(TERMS);
      const { id } = await line.socket.next();
      await line.socket.say({ type: 'seeking', seek: 'first-seek', since: 0, id });
      await line.socket.drop();
      await offers.unseek();
      await line.timers.pass(500);
      await greet(line, { ...KEPT, id: seek });
      const isOwn = seek === 'first-seek';
      expect(line.socket.take().map(({ type }) => type)).toEqual(isOwn ? ['unseek'] : []);
      expect(offers.ownSeek.value?.seek).toBe(isOwn ? undefined : seek);
    }
  });

  test('that is requested on the terms of one just withdrawn keeps its request', async () => {
    const { line, requests, offers } = await page();
    const seek = async (handle: string) => {
      const sought = offers.seek(TERMS);
      const { id } = await line.socket.next();
      await line.socket.say({ type: 'seeking', seek: handle, since: 0, id });
      await sought;
    };
    await seek('first-seek');
    const withdrawn = offers.unseek();
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'unsought', id });
    await withdrawn;
    await seek('second-seek');
    await line.timers.pass(3_000);
    expect(offers.ownSeek.value?.seek).toBe('second-seek');
    expect(requests.all()).toHaveLength(1);
  });

  test('is forgotten when it cannot be listed again', async () => {
    const { line, requests, offers } = await page();
    void offers.seek(TERMS);
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'seeking', seek: 'first-seek', since: 0, id });
    await line.socket.drop();
    await line.timers.pass(500);
    await greet(line);
    const again = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'busy', message: '', id: again.id });
    await until(() => offers.ownSeek.value === null);
    expect(requests.all()).toEqual([]);
  });
});

describe('an opponent that the server has found', () => {
  const opponent = { pub: players[1].pub, name: 'Bob', rating: 1520, rd: 80, provisional: false };
  const TIMES = { since: 1_790_000_000_000, until: 1_790_000_020_000 };
  const question = {
    type: 'pairing',
    pairing: 'pairing-1',
    opponent,
    ...TERMS,
    rules: rulesFor(5),
    until: TIMES.until,
  } as const;

  async function waiting() {
    const all = await page();
    void all.offers.seek(TERMS);
    const { id } = await all.line.socket.next();
    await all.line.socket.say({ type: 'seeking', seek: 'own-seek', since: TIMES.since, id });
    await all.line.socket.say(question);
    return all;
  }

  test('is shown with the question, and acceptance waits for the opponent', async () => {
    const { line, offers } = await waiting();
    expect(offers.found.value).toMatchObject({ opponent, pairing: 'pairing-1', isAccepted: false });
    const accepted = offers.acceptFound();
    const { id, ...asked } = await line.socket.next();
    expect(asked).toEqual({ type: 'accept-pairing', pairing: 'pairing-1' });
    await line.socket.say({ type: 'pairing-accepted', pairing: 'pairing-1', id });
    await accepted;
    expect(offers.found.value?.isAccepted).toBe(true);
    await line.socket.say({ type: 'pairing-over', pairing: 'pairing-1', reason: 'no-answer', seeking: true });
    expect(offers.found.value).toBeNull();
    expect(offers.missed.value).toEqual({ reason: 'no-answer', seeking: true });
    expect(offers.ownSeek.value?.seek).toBe('own-seek');
  });

  test('is declined together with the own seek, whose request goes too', async () => {
    const { line, offers, requests } = await waiting();
    const declined = offers.unseek();
    const { id, ...asked } = await line.socket.next();
    expect(asked).toEqual({ type: 'decline-pairing', pairing: 'pairing-1' });
    expect([offers.found.value, offers.ownSeek.value]).toEqual([null, null]);
    expect(requests.all()).toHaveLength(1);
    await line.socket.say({ type: 'pairing-over', pairing: 'pairing-1', reason: 'declined', seeking: false, id });
    await declined;
    expect(requests.all()).toEqual([]);
  });

  test('is declined too late: the seek is withdrawn, and its request stays for a match that has begun already', async () => {
    const { line, offers, requests } = await waiting();
    const declined = offers.unseek();
    const late = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'not-found', message: '', id: late.id });
    const { id, ...asked } = await line.socket.next();
    expect(asked).toEqual({ type: 'unseek' });
    await line.socket.say({ type: 'unsought', id });
    expect(await declined).toMatchObject({ ok: true });
    await line.timers.pass(2_999);
    expect(requests.all()).toHaveLength(1);
    await line.timers.pass(1);
    expect(requests.all()).toEqual([]);
  });

  test('is declined after the reconnection if the connection was lost, and so is the seek withdrawn', async () => {
    const { line, offers, requests } = await waiting();
    await line.socket.drop();
    expect(await offers.unseek()).toMatchObject({ code: 'offline' });
    await line.timers.pass(500);
    await greet(line, KEPT);
    await line.socket.say(question);
    const { id, ...asked } = await line.socket.next();
    expect(asked).toEqual({ type: 'decline-pairing', pairing: 'pairing-1' });
    expect([offers.found.value, offers.ownSeek.value]).toEqual([null, null]);
    await line.socket.say({ type: 'pairing-over', pairing: 'pairing-1', reason: 'declined', seeking: false, id });
    await until(() => requests.all().length === 0);
    expect(line.socket.take()).toEqual([]);
    await line.socket.say(question);
    expect(offers.found.value).not.toBeNull();
  });

  test('takes the seek along if the player did not answer', async () => {
    const { line, offers, requests } = await waiting();
    await line.socket.say({ type: 'pairing-over', pairing: 'pairing-1', reason: 'no-answer', seeking: false });
    expect(offers.missed.value).toEqual({ reason: 'no-answer', seeking: false });
    expect(offers.ownSeek.value).toBeNull();
    expect(requests.all()).toEqual([]);
  });

  test('is forgotten some seconds after its time if the server says nothing', async () => {
    const { line, offers } = await page();
    await line.socket.say({ ...question, until: line.connection.time.now() + 20_000 });
    await line.timers.pass(22_999);
    expect(offers.found.value).not.toBeNull();
    await line.timers.pass(1);
    expect(offers.found.value).toBeNull();
  });

  test('and the own seek stay while the player looks at an earlier match, and go when a match with a person begins', async () => {
    const { line, offers } = await waiting();
    const told = async (id: string, created: number, bot = false) => {
      const { players } = await makeHeader();
      const header = await makeHeader({ id, created, players: [players[0], { ...players[1], bot }] });
      await line.socket.say({ type: 'match', header, events: [], length: 0, seat: 0, now: line.timers.now });
      return [offers.ownSeek.value?.seek, offers.found.value?.pairing];
    };
    expect(await told('earlier-match-01', TIMES.since - 1)).toEqual(['own-seek', 'pairing-1']);
    expect(await told('match-with-bot-1', TIMES.since + 1, true)).toEqual(['own-seek', 'pairing-1']);
    expect(await told('the-new-match-01', TIMES.since)).toEqual([undefined, undefined]);
  });

  test('a seek that the server has kept over a reload is shown again, with one request', async () => {
    const range = { least: 1400, most: 1600 };
    const { requests, offers } = await page({ ...KEPT, id: 'kept-seek', range, since: 77 });
    expect(offers.ownSeek.value).toMatchObject({ seek: 'kept-seek', since: 77, terms: { ...TERMS, range } });
    expect(requests.all()).toHaveLength(1);
  });
});
