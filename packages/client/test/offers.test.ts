import { rulesFor } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { MatchRequests } from '../src/protocol/match-requests.ts';
import { Offers } from '../src/state/offers.ts';
import { Line, until } from './support/line.ts';
import { keys } from './support/table.ts';

const { server, players } = await keys();
const [own] = players;
const TERMS = { length: 5, clock: 'normal', rated: true } as const;

async function greet(line: Line): Promise<void> {
  await line.hello(server);
  const { id } = await line.socket.next();
  const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };
  await line.socket.say({ type: 'identified', ...me, id });
}

async function page() {
  const line = new Line();
  line.key = own;
  const requests = new MatchRequests(line.storage);
  const offers = new Offers(line.connection, requests);
  line.connection.start();
  await greet(line);
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
    await line.socket.say({ type: 'seeking', seek: 'first-seek', id });
    expect(offers.ownSeek.value?.seek).toBe('first-seek');
    await line.socket.drop();
    await line.timers.pass(500);
    await greet(line);
    const again = await line.socket.next();
    expect(again).toMatchObject({ type: 'seek', ...TERMS });
    await line.socket.say({ type: 'seeking', seek: 'second-seek', id: again.id });
    await until(() => offers.ownSeek.value?.seek === 'second-seek');
    expect(requests.all()).toHaveLength(1);
  });

  test('is forgotten when it cannot be listed again', async () => {
    const { line, requests, offers } = await page();
    void offers.seek(TERMS);
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'seeking', seek: 'first-seek', id });
    await line.socket.drop();
    await line.timers.pass(500);
    await greet(line);
    const again = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'busy', message: '', id: again.id });
    await until(() => offers.ownSeek.value === null);
    expect(requests.all()).toEqual([]);
  });
});
