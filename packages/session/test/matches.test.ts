import type { ServerMessage, ServerMessageOf, SocketCode, TurnView } from '@anchor/wire';
import {
  generateKey,
  type Header,
  type Key,
  type Receipt,
  rulesFor,
  Seat,
  type SignedEvent,
  sentHash,
  signReceipt,
  signSuccession,
} from 'bg-record';
import { describe, expect, test, vi } from 'vitest';
import { LogHalt } from '../src/log/log-halt.ts';
import type { FoundRecord } from '../src/session/finished-record.ts';
import { type MatchRequest, MatchRequests } from '../src/session/match-requests.ts';
import { Matches } from '../src/session/matches.ts';
import { Turns } from '../src/session/turns.ts';
import { signedEventOf } from './support/fate.ts';
import { Line, settled, until } from './support/line.ts';
import { MemoryStore } from './support/memory.ts';
import { keys, makeHeader, noViews, Table } from './support/table.ts';

const { server, players } = await keys();
const [own, other] = players;
const request: MatchRequest = {
  length: 5,
  rated: true,
  clock: 'normal',
  rules: rulesFor(5),
  opponent: { pub: other.pub },
};

/** Creates an identified page. `match` is the live match that the server names. */
async function page(settings: PageSettings = {}) {
  const { asked = [request], match = null, records = {}, shows = { server }, store = new MemoryStore() } = settings;
  const line = new Line();
  line.key = own;
  const requests = new MatchRequests(line.storage);
  for (const one of asked) requests.add(one);
  const ownKeys = { name: null, current: vi.fn(async () => own), ensure: async () => own };
  const turns = new Turns(line.connection);
  const matches = new Matches({
    connection: line.connection,
    turns,
    keys: ownKeys,
    pinned: line.pinned,
    requests,
    store,
    fetchRecord: async (id) => records[id] ?? 'missing',
    save: () => undefined,
    saveFrom: () => undefined,
    loadExplain:
      async () =>
      ({ code }) =>
        code,
    views: noViews,
    clocks: { wall: () => line.timers.now, steady: () => line.timers.now },
    after: line.timers.after,
  });
  line.connection.start();
  await line.hello(shows.server, undefined, shows.succession);
  const identify = await line.socket.next();
  const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match };
  await line.socket.say({ type: 'identified', ...me, id: identify.id });
  await until(() => line.connection.status.value === 'online');
  return { line, matches, requests, store, ownKeys, turns };
}

interface PageSettings {
  readonly asked?: readonly MatchRequest[];
  readonly match?: string | null;
  readonly records?: Readonly<Record<string, FoundRecord | 'failed'>>;
  /** The signed events of a page that was open before. */
  readonly store?: MemoryStore;
  /** The keys that the server shows. */
  readonly shows?: { readonly server: Key; readonly succession?: Statement[] };
}
type Statement = Awaited<ReturnType<typeof signSuccession>>;

/** Loses the connection and opens another one, on which the server names no live match of the player. */
async function reconnected(line: Line): Promise<void> {
  await line.socket.drop();
  await line.timers.pass(500);
  await line.hello(server);
  const identify = await line.socket.next();
  const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };
  await line.socket.say({ type: 'identified', ...me, id: identify.id });
}

/** Starts a match that contains the server's commit. The next event is the device's at seat 0. */
async function beginning(changes: Partial<Header> = {}): Promise<{ table: Table; message: ServerMessageOf<'match'> }> {
  const table = await Table.open(0, changes);
  const committed = await table.accept(await table.server.commit(table.ledger));
  const message = { type: 'match', header: table.ledger.header, length: 1, seat: 0, now: table.now } as const;
  return { table, message: { ...message, events: [committed] } };
}

/** Opens a page that has sent its commit in a match, which the server has not shown yet. */
async function committing() {
  const first = await page();
  const { table, message } = await beginning();
  await first.line.socket.say(message);
  return { ...first, table, message, act: await first.line.socket.next() };
}

/** Resolves to what the page shows of a match. */
async function shown(matches: Matches, id: string) {
  const handle = matches.open(id);
  await until(() => handle.value.kind === 'ready');
  return handle.value.kind === 'ready' ? handle.value.session.view.value : null;
}

describe('the start of a match', () => {
  test('in a match as agreed the commit is sent, and the page navigates there', async () => {
    const { line, matches, requests } = await page();
    const { table, message } = await beginning();
    await line.socket.say(message);
    const act = await line.socket.next();
    expect(act).toMatchObject({ type: 'act', event: { type: 'commit', n: 1, p: 0, prev: table.ledger.head } });
    await until(() => matches.begun.value !== null);
    expect(matches.begun.value).toBe(table.ledger.header.id);
    expect(requests.openFor('another match')).toEqual([]);
  });

  test('a page that is closed before the server has its commit begins the same match when it is opened again', async () => {
    const { requests, store, table, message, act } = await committing();
    expect(act.type).toBe('act');
    const again = await page({ asked: requests.all(), store, match: table.ledger.header.id });
    await again.line.socket.say(message);
    expect(await again.line.socket.next()).toMatchObject({ type: 'act', event: 'event' in act && act.event });
    expect((await shown(again.matches, table.ledger.header.id))?.halted).toBeNull();
  });

  test('one request begins one match, also if the page is opened again in between', async () => {
    const { requests, store } = await committing();
    const again = await page({ asked: requests.all(), store });
    const other = await beginning({ id: 'AAAAAAAAAAAAAAAAAAAAAA' });
    await again.line.socket.say(other.message);
    expect((await shown(again.matches, other.table.ledger.header.id))?.halted?.code).toBe('not-asked');
    expect(again.line.socket.take()).toEqual([]);
  });

  test('the request for a match is gone once the server shows the commit of the player', async () => {
    const { line, requests, table } = await committing();
    const match = table.ledger.header.id;
    const event = await table.accept(await new Seat(own, table.ledger.header, 0).commit(table.ledger));
    await line.socket.say({ type: 'event', match, event: { ...event, p: 1 } });
    await line.socket.say({ type: 'rejected', match, n: 1, code: 'out-of-turn', message: 'Not now.' });
    expect(requests.all()).toHaveLength(1);
    await line.socket.say({ type: 'event', match, event });
    await until(() => requests.all().length === 0);
  });

  test('the request for a match is gone once the match is sent again with the commit of the player', async () => {
    const { line, requests, table, message } = await committing();
    await table.accept(await new Seat(own, table.ledger.header, 0).commit(table.ledger));
    const { events } = table.ledger;
    await line.socket.say({ ...message, events: [...events], length: events.length });
    await until(() => requests.all().length === 0);
  });

  test('the request for a match is gone once the match is called off', async () => {
    const { line, requests, table } = await committing();
    expect(requests.all()).toHaveLength(1);
    await line.socket.say({ type: 'aborted', match: table.ledger.header.id, reason: 'left' });
    await until(() => requests.all().length === 0);
  });

  test('the request for a match is gone once the match has its commit', async () => {
    const { requests, table, message } = await committing();
    expect(requests.all()).toEqual([{ ...request, match: table.ledger.header.id }]);
    await table.accept(await new Seat(own, table.ledger.header, 0).commit(table.ledger));
    const { header, events } = table.ledger;
    const again = await page({ asked: requests.all(), match: header.id });
    await again.line.socket.say({ ...message, events: [...events], length: events.length });
    await shown(again.matches, header.id);
    expect(again.requests.all()).toEqual([]);
  });

  test.each<[string, Partial<Header>, readonly MatchRequest[], string]>([
    ['another length', { length: 7 }, [request], 'other-length'],
    ['another clock', { clock: null }, [request], 'other-clock'],
    ['nobody asked', {}, [], 'not-asked'],
    ['rated though an unrated one was asked for', {}, [{ ...request, rated: false }], 'rated-unasked'],
  ])('%s: no commit, and the player is told', async (_what, changes, asked, code) => {
    const { line, matches } = await page({ asked });
    const { table, message } = await beginning(changes);
    await line.socket.say(message);
    expect((await shown(matches, table.ledger.header.id))?.halted?.code).toBe(code);
    expect(line.socket.take()).toEqual([]);
  });

  test('with another server’s key in the header there is no commit', async () => {
    const { line, matches } = await page();
    line.pinned.replace('f'.repeat(64));
    const { table, message } = await beginning();
    await line.socket.say(message);
    expect((await shown(matches, table.ledger.header.id))?.halted?.code).toBe('other-server');
    expect(line.socket.take()).toEqual([]);
  });

  test('under a former key of the server, a match with a commit of this key continues, and a new one does not begin', async () => {
    const next = await generateKey();
    const shows = { server: next, succession: [await signSuccession(server, next.pub)] };
    const begun = await page({ shows });
    const { table, message } = await beginning();
    await begun.line.socket.say(message);
    expect((await shown(begun.matches, table.ledger.header.id))?.halted?.code).toBe('other-server');
    expect(begun.line.socket.take()).toEqual([]);

    const commit = await new Seat(own, table.ledger.header, 0).commit(table.ledger);
    await table.accept(commit);
    await table.accept(await table.seat.commit(table.ledger));
    const { header, events } = table.ledger;
    const told: ServerMessage = {
      type: 'match',
      header,
      events: [...events],
      length: events.length,
      seat: 0,
      now: table.now,
    };
    const again = await page({ shows, match: header.id });
    await again.line.socket.say(told);
    expect((await shown(again.matches, header.id))?.halted).toBeNull();

    const stranger = await page({ shows: { server: next }, match: header.id });
    await stranger.line.socket.say(told);
    expect((await shown(stranger.matches, header.id))?.halted?.code).toBe('other-server');
  });

  test('LW15 after a proven fault of the public log no match begins, and one in progress continues', async () => {
    const { line, matches } = await page();
    line.logHalt.halt('log-forked');
    for (const message of [
      { type: 'seek', ...request },
      { type: 'play-bot', length: 1 },
      { type: 'accept-pairing', pairing: 'x' },
      { type: 'join', code: 'x' },
      { type: 'rematch', match: 'x' },
      { type: 'challenge', pub: other.pub, ...request },
      { type: 'accept-later', code: 'x' },
      { type: 'prepare', code: 'x', anchor: 'a'.repeat(64), nonce: 'b'.repeat(32) },
    ] as const)
      expect(await line.connection.request(message)).toMatchObject({ ok: false, code: 'log-halted' });
    const { table, message } = await beginning();
    await line.socket.say(message);
    expect((await shown(matches, table.ledger.header.id))?.halted?.code).toBe('log-halted');
    expect(line.socket.take()).toEqual([]);

    await table.accept(await new Seat(own, table.ledger.header, 0).commit(table.ledger));
    await table.accept(await table.seat.commit(table.ledger));
    const { header, events } = table.ledger;
    const again = await page({ match: header.id });
    again.line.logHalt.halt('log-forked');
    const told = { type: 'match', header, length: events.length, seat: 0, now: table.now } as const;
    await again.line.socket.say({ ...told, events: [...events] });
    expect((await shown(again.matches, header.id))?.halted).toBeNull();
  });

  test('LW16 the halt survives a reload, and ends when the user says so', async () => {
    const { line, matches } = await page();
    line.logHalt.halt('entry-differs');
    const reloaded = new LogHalt(line.storage);
    expect(reloaded.isOn.value).toBe(true);
    reloaded.lift();
    line.logHalt.reread();
    const { message } = await beginning();
    await line.socket.say(message);
    expect(await line.socket.next()).toMatchObject({ type: 'act', event: { type: 'commit' } });
    await until(() => matches.begun.value !== null);
  });

  test('MA1 a match of the player whose terms cannot be read is shown as such, and the page goes there', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning();
    const { id } = table.ledger.header;
    await line.socket.say({ ...message, header: { ...table.ledger.header, chain: 0 } });
    await until(() => matches.begun.value !== null);
    expect(matches.begun.value).toBe(id);
    expect(line.socket.take()).toEqual([]);
    expect(matches.open(id).value).toMatchObject({ kind: 'unreadable', failure: { code: 'header-form' } });
  });

  test('MA2 the page stays where it is when such a match is that of others, or one in progress', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning();
    const unreadable = { ...table.ledger.header, chain: 0 };
    const ofOthers = 'test-match-000002';
    await line.socket.say({ ...message, header: { ...unreadable, id: ofOthers }, seat: null });
    const commit = await new Seat(own, table.ledger.header, 0).commit(table.ledger);
    const events = [...table.ledger.events, await table.accept(commit)];
    await line.socket.say({ ...message, header: unreadable, length: 2, events });
    const handle = matches.open(unreadable.id);
    await until(() => handle.value.kind === 'unreadable');
    expect(matches.begun.value).toBeNull();
    expect(matches.open(ofOthers).value.kind).toBe('loading');
  });

  test('an unrated match instead of a rated one begins, and the player is told', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning({ rated: false });
    await line.socket.say(message);
    expect(await line.socket.next()).toMatchObject({ type: 'act' });
    expect((await shown(matches, table.ledger.header.id))?.notice).toEqual({ kind: 'unrated' });
  });

  test('WN11 the view has the number of watchers as the server last said it', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning();
    const { id } = table.ledger.header;
    await line.socket.say(message);
    expect((await shown(matches, id))?.watchers).toBe(0);
    for (const count of [3, 1]) await line.socket.say({ type: 'watchers', match: id, count });
    await settled();
    expect((await shown(matches, id))?.watchers).toBe(1);
  });

  test('events directly after the match message reach it', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning();
    const resumed = await table.accept(await table.server.resume(table.ledger, table.ledger.at));
    const { id } = table.ledger.header;
    const both = [line.socket.say(message), line.socket.say({ type: 'event', match: id, event: resumed })];
    await Promise.all(both);
    const handle = matches.open(id);
    await until(() => handle.value.kind === 'ready' && handle.value.session.view.value.events.length === 2);
    expect((await shown(matches, id))?.halted).toBeNull();
  });

  test('a match that cannot be opened, because its keys are unreadable, does not block others', async () => {
    const { line, matches, requests, ownKeys } = await page();
    const [first, second] = [await beginning(), await beginning({ id: 'test-match-000002' })];
    const told = vi.spyOn(console, 'error').mockReturnValue();
    ownKeys.current.mockRejectedValueOnce(new Error('the database is closing'));
    await line.socket.say(first.message);
    requests.add(request);
    await line.socket.say(second.message);
    expect((await shown(matches, second.table.ledger.header.id))?.halted).toBeNull();
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
  });

  test('MQ3 a match of which the server sends no more pages does not delay others', async () => {
    const { line, matches, requests } = await page();
    const [first, second] = [await beginning(), await beginning({ id: 'test-match-000002' })];
    await line.socket.say({ ...first.message, length: 300 });
    expect(await line.socket.next()).toMatchObject({ type: 'sync', from: 1 });
    requests.add(request);
    await line.socket.say(second.message);
    expect((await shown(matches, second.table.ledger.header.id))?.events).toHaveLength(1);
  });

  test('MQ4 a shown match whose terms the server changes into unreadable ones stays, and stops', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning();
    const { id } = table.ledger.header;
    await line.socket.say(message);
    expect((await shown(matches, id))?.halted).toBeNull();
    await line.socket.say({ ...message, header: { ...message.header, chain: 0 } });
    await until(() => matches.currentSession?.view.value.halted != null);
    expect((await shown(matches, id))?.halted?.code).toBe('other-header');
  });

  test('unreadable terms are shown as such', async () => {
    const { line, matches } = await page();
    const header = { ...(await makeHeader()), chain: 0 };
    const handle = matches.open(header.id);
    await line.socket.say({ type: 'match', header, events: [], length: 0, seat: null, now: 0 });
    await until(() => handle.value.kind !== 'loading');
    expect(handle.value).toMatchObject({ kind: 'unreadable', failure: { code: 'header-form' } });
  });
});

describe('a match in pages', () => {
  test('is loaded completely before anything is signed or later messages are handled', async () => {
    const { table } = await beginning();
    const { header } = table.ledger;
    const { line, matches } = await page({ match: header.id });
    await table.accept(await new Seat(own, header, 0).commit(table.ledger));
    await table.accept(await table.seat.commit(table.ledger));
    const told = [...table.ledger.events];
    const { length } = told;
    await line.socket.say({ type: 'match', header, events: told.slice(0, 1), length, seat: 0, now: table.now });
    const live = await table.accept(await new Seat(own, header, 0).roll(table.ledger));
    const handle = matches.open(header.id);
    for (let from = 1; from < length; from += 1) {
      const asked = await line.socket.next();
      expect(asked).toMatchObject({ type: 'sync', match: header.id, from });
      await line.socket.say({ type: 'event', match: header.id, event: live });
      await settled();
      expect(handle.value.kind).toBe('loading');
      const events = told.slice(from, from + 1);
      await line.socket.say({ type: 'events', match: header.id, events, length, now: table.now, id: asked.id });
    }
    await until(() => handle.value.kind === 'ready');
    const session = handle.value.kind === 'ready' ? handle.value.session : null;
    await until(() => session?.view.value.events.length === length + 1);
    expect(session?.view.value.halted).toBeNull();
    expect(line.socket.take().map(({ type }) => type)).not.toContain('sync');
  });

  test('fails when a page is refused, and is requested again when the player retries', async () => {
    const { line, matches } = await page();
    const { table } = await beginning();
    const { header, events } = table.ledger;
    const handle = matches.open(header.id);
    const watch = await line.socket.next();
    const told = { header, events: [...events], length: 2, seat: null, now: table.now };
    await line.socket.say({ type: 'match', ...told, id: watch.id });
    const { id } = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'not-found', message: '', id });
    await until(() => handle.value.kind === 'failed');
    matches.again(header.id);
    expect(await line.socket.next()).toMatchObject({ type: 'watch' });
  });
});

describe('a correspondence match', () => {
  const withBot: MatchRequest = {
    length: 3,
    rated: false,
    clock: 'none',
    rules: rulesFor(3),
    opponent: 'bot',
  };
  const [one, bot] = [
    { pub: own.pub, name: 'Ada', bot: false, custody: 'own' },
    { pub: other.pub, name: 'Bot', bot: true, custody: 'service' },
  ] as const;
  const correspondence = { length: 3, clock: null, moveMs: 30 * 86_400_000, absenceMs: null, rated: false } as const;
  const begun = (id = 'test-match-000001') => beginning({ id, ...correspondence, players: [one, bot] });

  /** The list of turns as the server sends it. `isAutomatic` is true where the page of the player has to answer without a decision. */
  function turns(ids: readonly string[], changes: Partial<TurnView> = {}): ServerMessage {
    const opponent = { pub: other.pub, name: 'Bot', bot: true, rating: 1500, rd: 350, provisional: true };
    const terms = { length: 3, rated: false, clock: 'none', score: [0, 0] as [number, number], until: null } as const;
    const turn = { ...terms, opponent, seat: 0, toAct: 0, isAutomatic: true, ...changes } as const;
    return { type: 'turns', matches: ids.map((match) => ({ match, ...turn })) };
  }

  /** A page that has asked for a match with the bot, and the id of that request. */
  async function asking() {
    const client = await page({ asked: [withBot] });
    void client.line.connection.request({ type: 'play-bot', length: 3, clock: 'none' });
    return { ...client, asked: (await client.line.socket.next()).id };
  }

  /** The answer of the server to a request for this match. */
  const answer = (message: ServerMessage, id: ServerMessage['id']) => ({ ...message, id }) as ServerMessage;
  const watches = (messages: readonly { readonly type: string }[]) => messages.filter(({ type }) => type === 'watch');

  test('MW1 the page goes to it, although the list names it while its code is still being loaded', async () => {
    const { line, matches, asked } = await asking();
    const { table, message } = await begun();
    const { id } = table.ledger.header;
    const both = [line.socket.say(answer(message, asked)), line.socket.say(turns([id]))];
    // On a slow machine the code needs more than any time that one would wait for it.
    await Promise.all([...both, line.timers.pass(2_000)]);
    await until(() => matches.begun.value !== null);
    expect(matches.begun.value).toBe(id);
    const sent = line.socket.take();
    expect(sent[0]).toMatchObject({ type: 'act', event: { type: 'commit' } });
    expect(watches(sent)).toEqual([]);
  });

  test.each(['before', 'after'])(
    'MW2 the page goes to it when the list came first and the page’s own request is answered %s',
    async (order) => {
      const { line, matches, asked } = await asking();
      const { table, message } = await begun();
      const { id } = table.ledger.header;
      await line.socket.say(turns([id]));
      const watch = await line.socket.next();
      expect(watch).toMatchObject({ type: 'watch', match: id });
      const ids = order === 'before' ? [watch.id, asked] : [asked, watch.id];
      await line.socket.say(answer(message, ids[0]));
      const act = await line.socket.next();
      expect(act).toMatchObject({ type: 'act', event: { type: 'commit' } });
      expect(matches.begun.value).toBe(order === 'before' ? null : id);
      await line.socket.say(answer(message, ids[1]));
      await until(() => matches.begun.value !== null);
      expect(matches.begun.value).toBe(id);
    },
  );

  test('MW2b the page goes to it when the answer comes after the time for it', async () => {
    const { line, matches, asked } = await asking();
    const { table, message } = await begun();
    await line.timers.pass(15_000);
    await line.socket.say(turns([table.ledger.header.id]));
    await line.socket.say(answer(message, asked));
    await until(() => matches.begun.value !== null);
    expect(matches.begun.value).toBe(table.ledger.header.id);
  });

  test('MW3 the page answers in it for its player and stays where it is', async () => {
    const { line, matches } = await page({ asked: [withBot] });
    const { table, message } = await begun();
    const { id } = table.ledger.header;
    await line.socket.say(turns([id]));
    await line.socket.say(answer(message, (await line.socket.next()).id));
    const act = await line.socket.next();
    if (act.type !== 'act') throw new Error(`${act.type} instead of an act`);
    await settled();
    expect(matches.begun.value).toBeNull();
    expect(matches.current).toBeNull();

    // Its answer is stored, nothing else is due from it: the page leaves the match.
    const event = await table.accept(act.event as SignedEvent);
    await line.socket.say(turns([id], { toAct: 1 }));
    await line.socket.say({ type: 'event', match: id, event });
    await until(() => line.socket.received.some((text) => text.includes('unwatch')));
    line.socket.take();
    await line.timers.pass(60_000);
    expect(line.socket.take().filter((sent) => 'match' in sent)).toEqual([]);
  });

  test('MW4 the page requests a match once, and not the one that comes with the identification', async () => {
    const { line } = await page({ asked: [withBot], match: 'test-match-000001' });
    await line.socket.say(turns(['test-match-000001', 'test-match-000002']));
    await line.socket.say(turns(['test-match-000001', 'test-match-000002']));
    expect(watches(line.socket.take())).toMatchObject([{ match: 'test-match-000002' }]);
    const { message } = await begun();
    await Promise.all([line.socket.say(message), line.socket.say(turns(['test-match-000001']))]);
    await line.socket.next();
    expect(watches(line.socket.take())).toEqual([]);
  });

  test('MW5 of twenty matches that wait for an answer, a few are open at once, and each list opens the next', async () => {
    const { line, turns: known } = await page();
    const ids = Array.from({ length: 20 }, (_, index) => `test-match-0001${String(index).padStart(2, '0')}`);
    await line.socket.say(turns(ids));
    expect(known.waiting).toEqual([]);
    const opened: string[] = [];
    for (let left = ids; left.length > 0; ) {
      const asked = watches(line.socket.take()) as unknown as readonly { match: string; id: number }[];
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(3);
      opened.push(...asked.map(({ match }) => match));
      for (const { id } of asked) await line.socket.say({ type: 'error', code: 'too-many', message: '', id });
      left = left.filter((id) => !opened.includes(id));
      await line.socket.say(turns(left));
    }
    expect(opened).toEqual(ids);
  });

  /** A page that has sent its commit in a match with the bot that is not on screen. */
  async function answering() {
    const { line, matches, turns: known, store } = await page({ asked: [withBot] });
    const { table, message } = await begun();
    const { id } = table.ledger.header;
    const list = () => line.socket.say(turns([id]));
    await list();
    const show = async () => {
      const watch = await line.socket.next();
      expect(watch).toMatchObject({ type: 'watch', match: id });
      await line.socket.say(answer(message, watch.id));
    };
    await show();
    await until(() => line.socket.received.length >= 2);
    return { line, matches, known, store, id, list, show };
  }

  /** Answers every ping that the page has sent, without a receipt. */
  async function pongs(line: Line): Promise<void> {
    for (const { type, id } of line.socket.take())
      if (type === 'ping') await line.socket.say({ type: 'pong', now: line.timers.now, ...(id && { id }), match: ID });
  }
  const ID = 'test-match-000001';

  test('MQ5 a server that says nothing about an answer is tried on three connections, and the match waits for the player then', async () => {
    const { line, known, store, list, show } = await answering();
    const waiting = () => known.waiting.map(({ match }) => match);
    for (let s = 0; s < 180; s += 5) {
      const before = line.sockets.length;
      await pongs(line);
      await line.timers.pass(5_000);
      if (line.sockets.length === before) continue;
      expect(waiting()).toEqual([]);
      await line.hello(server);
      const identify = await line.socket.next();
      const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };
      await line.socket.say({ type: 'identified', ...me, id: identify.id });
      await list();
      await show();
    }
    expect(line.sockets).toHaveLength(4);
    expect(store.evidence.map(({ code }) => code)).toEqual(['silent']);
    expect(waiting()).toEqual([ID]);
  });

  test('MQ6 a match that has stopped waits for the player and keeps no other from being answered', async () => {
    const { line, turns: known } = await page({ asked: [] });
    const ids = Array.from({ length: 4 }, (_, index) => `test-match-00000${index + 1}`);
    await line.socket.say(turns(ids));
    const opened: (string | undefined)[] = [];
    for (const id of ids.slice(0, 3)) {
      const watch = await line.socket.next();
      opened.push(watch.type === 'watch' ? watch.match : undefined);
      // It was not asked for.
      await line.socket.say(answer((await begun(id)).message, watch.id));
    }
    const fourth = await line.socket.next();
    expect([...opened, fourth.type === 'watch' && fourth.match]).toEqual(ids);
    expect(known.waiting.map(({ match }) => match)).toEqual(ids.slice(0, 3));
  });

  test('MQ7 an answer that the player’s other device owes for a minute waits for the player', async () => {
    const first = await page({ asked: [withBot] });
    const { table, message } = await begun();
    const { id } = table.ledger.header;
    await first.line.socket.say(turns([id]));
    await first.line.socket.say(answer(message, (await first.line.socket.next()).id));
    const act = await first.line.socket.next();
    if (act.type !== 'act') throw new Error(`${act.type} instead of an act`);
    await table.accept(act.event as SignedEvent);
    await table.accept(await table.seat.commit(table.ledger));
    // The other device has taken the seat.
    await table.accept(await new Seat(own, table.ledger.header, 0).sit(table.ledger));
    const { events } = table.ledger;
    const { line, turns: known } = await page({ store: first.store });
    await line.socket.say(turns([id]));
    const watch = await line.socket.next();
    await line.socket.say(answer({ ...message, events: [...events], length: events.length }, watch.id));
    await until(() => line.socket.received.some((text) => text.includes('unwatch')));
    line.socket.take();
    await line.timers.pass(59_000);
    expect(known.waiting).toEqual([]);
    await line.timers.pass(1_000);
    expect(known.waiting.map(({ match }) => match)).toEqual([id]);
    expect(line.socket.take().filter((sent) => 'match' in sent)).toEqual([]);
    // The other device has answered.
    await line.socket.say(turns([id], { toAct: 1 }));
    expect(known.waiting).toEqual([]);
  });

  test('MW6 the list, not a button, leads back to it, whichever the page learns of first', async () => {
    const { line, matches } = await page({ match: 'test-match-000001' });
    expect(matches.current).toBe('test-match-000001');
    await line.socket.say(turns(['test-match-000001'], { isAutomatic: false }));
    expect(matches.current).toBeNull();

    const listless = await page({ asked: [withBot], match: 'test-match-000001' });
    await listless.line.socket.say((await begun()).message);
    await shown(listless.matches, 'test-match-000001');
    expect(listless.matches.current).toBeNull();
  });

  test('MW7 the end of a match that is open only for an answer is announced', async () => {
    const { line, matches } = await page({ asked: [withBot] });
    const { table, message } = await begun();
    const { id } = table.ledger.header;
    await line.socket.say(turns([id]));
    await line.socket.say(answer(message, (await line.socket.next()).id));
    await line.socket.next();
    const result = { winner: 1 as const, score: [0, 3] as [number, number], reason: 'time' as const };
    await line.socket.say({
      type: 'finished',
      match: id,
      result,
      record: `/records/${id}.json`,
      finalHash: '0'.repeat(64),
      ratings: null,
    });
    expect(matches.missed.value?.match).toBe(id);
  });
});

describe('calling a match off', () => {
  test('is requested from the server, and a refusal is shown', async () => {
    const { line, matches } = await page();
    const { table, message } = await beginning();
    await line.socket.say(message);
    const { id } = table.ledger.header;
    await shown(matches, id);
    line.socket.take();
    matches.currentSession?.callOff();
    const leave = await line.socket.next();
    expect(leave).toMatchObject({ type: 'leave', match: id });
    await line.socket.say({ type: 'error', code: 'not-now', message: '', id: leave.id });
    const notice = () => matches.currentSession?.view.value.notice ?? null;
    await until(() => notice() !== null);
    expect(notice()).toMatchObject({ kind: 'refused', failure: { code: 'not-now' } });
  });
});

describe('watching and reconnecting', () => {
  test('another players’ match is requested, and again after a reconnection', async () => {
    const { line, matches } = await page();
    matches.open('somebody-elses-1');
    const watch = await line.socket.next();
    expect(watch).toMatchObject({ type: 'watch', match: 'somebody-elses-1' });
    await reconnected(line);
    expect(await line.socket.next()).toMatchObject({ type: 'watch', match: 'somebody-elses-1' });
  });

  test.each([true, false])(
    'MA3 a match of the player that was called off while the connection was lost is over, shown or not: %s',
    async (isShown) => {
      const { line, matches, requests, table } = await committing();
      const { id } = table.ledger.header;
      if (isShown) await shown(matches, id);
      await until(() => matches.current === id);
      line.socket.take();
      await reconnected(line);
      const watch = await line.socket.next();
      expect(watch).toMatchObject({ type: 'watch', match: id });
      await line.socket.say({ type: 'error', code: 'not-found', message: '', id: watch.id });
      await until(() => matches.current === null);
      expect((await shown(matches, id))?.outcome).toMatchObject({ kind: 'aborted', isSigned: false });
      expect(requests.all()).toEqual([]);
      await reconnected(line);
      await settled();
      expect(line.socket.take()).toEqual([]);
    },
  );

  test('MA4 a match of the player whose end was sent to a lost connection ends by its record, which must continue its history', async () => {
    for (const isSame of [true, false]) {
      const { table, message } = await beginning();
      const { id } = table.ledger.header;
      const records: Record<string, FoundRecord | 'failed'> = { [id]: 'failed' };
      const { line, matches } = await page({ records });
      await line.socket.say(message);
      await shown(matches, id);
      line.socket.take();
      await reconnected(line);
      const over = async () => {
        const { type, id: request } = await line.socket.next();
        expect(type).toBe('watch');
        await line.socket.say({ type: 'error', code: 'not-found', message: '', id: request });
      };
      await over();
      await settled();
      // Another connection adds no second request at the end of the time.
      await reconnected(line);
      await over();
      await settled();
      expect(matches.open(id).value.kind).toBe('ready');
      records[id] = await finishedRecord(isSame ? table : await Table.open(0));
      line.socket.take();
      await line.timers.pass(15_000);
      const asked = line.socket.take().filter(({ type }) => type === 'watch');
      expect(asked).toHaveLength(1);
      await line.socket.say({ type: 'error', code: 'not-found', message: '', id: asked[0]?.id });
      const session = () => matches.currentSession?.view.value;
      await until(() => !session() || session()?.halted !== null);
      const view = await shown(matches, id);
      line.socket.take();
      await line.timers.pass(20_000);
      expect(line.socket.take().filter((message) => 'match' in message)).toEqual([]);
      if (isSame) expect(view).toMatchObject({ halted: null, outcome: { kind: 'finished' } });
      else expect(view).toMatchObject({ halted: { transcripts: 2 }, outcome: null });
    }
  });

  test('the player’s own live match is not requested, because the server sends it', async () => {
    const { line, matches } = await page({ match: 'test-match-000001' });
    matches.open('test-match-000001');
    await settled();
    expect(line.socket.take()).toEqual([]);
  });

  test('MA5 a connection that is lost during a live match is tried again at least every 3 s, and with growing delays after the match', async () => {
    const { line } = await page();
    /** The delay before the next attempt, in milliseconds. */
    const nextDelay = async () => {
      const before = line.sockets.length;
      await line.socket.drop();
      const start = line.timers.now;
      while (line.sockets.length === before) await line.timers.pass(100);
      return line.timers.now - start;
    };
    const delays = async () => {
      const all: number[] = [];
      for (let i = 0; i < 5; i++) all.push(await nextDelay());
      return all;
    };
    const { table, message } = await beginning();
    await line.socket.say(message);
    expect(await delays()).toEqual([500, 1000, 2000, 3000, 3000]);
    await line.hello(server);
    const identify = await line.socket.next();
    const me = { pub: own.pub, name: 'Ada', rating: 1500, rd: 350, provisional: true, account: false, match: null };
    await line.socket.say({ type: 'identified', ...me, id: identify.id });
    const { id } = table.ledger.header;
    await line.socket.say({ type: 'aborted', match: id, reason: 'left' });
    expect(await delays()).toEqual([500, 1000, 2000, 4000, 8000]);
  });

  test('a match neither live nor recorded is missing', async () => {
    const { line, matches } = await page();
    const handle = matches.open('never-played-0001');
    const watch = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'not-found', message: '', id: watch.id });
    await until(() => handle.value.kind !== 'loading');
    expect(handle.value).toEqual({ kind: 'missing' });
  });

  test('a failure to load is shown, and the match is requested again when the player retries', async () => {
    const records: Record<string, 'failed'> = { 'somebody-elses-1': 'failed' };
    const { line, matches } = await page({ records });
    const handle = matches.open('somebody-elses-1');
    const refuse = async (code: SocketCode) => {
      const { type, id } = await line.socket.next();
      expect(type).toBe('watch');
      await line.socket.say({ type: 'error', code, message: '', id });
      await until(() => handle.value.kind !== 'loading');
    };
    await refuse('not-found');
    expect(handle.value).toEqual({ kind: 'failed' });
    matches.again('somebody-elses-1');
    await refuse('too-many');
    expect(handle.value).toEqual({ kind: 'failed' });
    delete records['somebody-elses-1'];
    matches.again('somebody-elses-1');
    await refuse('not-found');
    expect(handle.value).toEqual({ kind: 'missing' });
  });

  test('a finished match of another format is shown as such, without a session', async () => {
    const table = await Table.open(0);
    const record = await finishedRecord(table);
    const { id } = table.ledger.header;
    const old: FoundRecord = JSON.parse(JSON.stringify(record).replace('"bg-record/2"', '"bg-record/1"'));
    const { line, matches } = await page({ records: { [id]: old } });
    const handle = matches.open(id);
    const watch = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'not-found', message: '', id: watch.id });
    await until(() => handle.value.kind !== 'loading');
    expect(handle.value).toEqual({ kind: 'other-format', format: 'bg-record/1', known: 'bg-record/2' });
  });

  test('an impossible id is missing without a request', async () => {
    const { line, matches } = await page();
    expect(matches.open('mistyped').value).toEqual({ kind: 'missing' });
    await settled();
    expect(line.socket.take()).toEqual([]);
  });

  test('a match that ended while the player was away is announced, and shown from its record with the ratings', async () => {
    const table = await Table.open(0);
    const record = await finishedRecord(table);
    const { id } = table.ledger.header;
    const { line, matches } = await page({ records: { [id]: record } });
    const { result, finalHash } = record;
    const ratings: [{ before: number; after: number }, { before: number; after: number }] = [
      { before: 1500, after: 1510 },
      { before: 1500, after: 1490 },
    ];
    const told = { winner: result.winner, score: [...result.score] as [number, number], reason: result.reason };
    await line.socket.say({
      type: 'finished',
      match: id,
      result: told,
      record: `/records/${id}.json`,
      finalHash,
      ratings,
    });
    expect(matches.missed.value?.match).toBe(id);
    const handle = matches.open(id);
    const watch = await line.socket.next();
    await line.socket.say({ type: 'error', code: 'not-found', message: '', id: watch.id });
    await until(() => handle.value.kind === 'ready');
    expect(await shown(matches, id)).toMatchObject({ seat: 0, outcome: { kind: 'finished', finalHash, ratings } });
    expect(line.socket.take()).toEqual([]);
  });
});

/** Creates a match that player 1 lost by leaving after the opening roll. */
async function finishedRecord(table: Table): Promise<FoundRecord> {
  const seat = new Seat(own, table.ledger.header, 0);
  for (let n = 0; !table.ledger.state.match.dice; n++) {
    const due = (await table.due()) ?? (await ownEvent(seat, table));
    await table.accept(due);
    if (n > 60) throw new Error('the opening roll was tied for ever');
  }
  const loser = table.ledger.expects.party;
  if (loser === null) throw new Error('nobody is to act');
  await table.accept(await table.server.absent(table.ledger, loser));
  await table.accept(await (loser === 0 ? table.seat : seat).claim(table.ledger));
  table.now += table.ledger.header.absenceMs!;
  await table.accept(await table.server.forfeit(table.ledger, loser, 'abandonment'));
  const { header, events, head, state } = table.ledger;
  if (!state.result) throw new Error('not over');
  return { header, events, result: state.result, finalHash: head };
}

function ownEvent(seat: Seat, table: Table): Promise<SignedEvent> {
  const [type] = table.ledger.expects.types;
  return type === 'commit' ? seat.commit(table.ledger) : seat.roll(table.ledger);
}

describe('answers to pings', () => {
  /** A page whose first signed event, and the ping behind it, the server has got. */
  async function pinging() {
    const { line, matches, store, table, act } = await committing();
    const ping = await line.socket.next();
    if (act.type !== 'act' || ping.type !== 'ping' || ping.id === undefined) throw new Error('no act before a ping');
    const signed = signedEventOf(act.event);
    const event = await table.accept(signed);
    const { id } = table.ledger.header;
    const answer = async (changes: Partial<Omit<Receipt, 'sig'>> = {}): Promise<ServerMessageOf<'pong'>> => {
      const { length: n, head } = table.ledger;
      const facts = { n, head, asked: sentHash(signed), fate: 'stored', now: table.now, ...changes } as const;
      return {
        type: 'pong',
        now: table.now,
        match: id,
        id: ping.id,
        receipt: await signReceipt(server, id, facts),
      };
    };
    return { line, matches, store, id, event, answer };
  }

  test('MQ1 the receipt in an answer reaches the match and is stored', async () => {
    const { line, matches, store, id, event, answer } = await pinging();
    const pong = await answer();
    await line.socket.say(pong);
    await line.socket.say({ type: 'event', match: id, event });
    const handle = matches.open(id);
    await until(() => handle.value.kind === 'ready' && handle.value.session.view.value.events.length === 2);
    await line.timers.pass(5_000);
    await until(() => store.seens.get(id) !== undefined);
    expect(store.seens.get(id)?.receipts.held).toEqual([pong.receipt]);
    expect((await shown(matches, id))?.halted).toBeNull();
  });

  test.each([
    ['with a signature of another key', 'bad-receipt', {}, players[0]],
    ['about another history', 'receipt-differs', { head: 'a'.repeat(64) }, server],
  ] as const)('MQ2 a receipt %s stops the page', async (_what, code, changes, key) => {
    const { line, matches, id, event, answer } = await pinging();
    await line.socket.say({ type: 'event', match: id, event });
    const pong = await answer(changes);
    const { sig: _, ...facts } = pong.receipt!;
    await line.socket.say({ ...pong, receipt: await signReceipt(key, id, facts) });
    const handle = matches.open(id);
    await until(() => handle.value.kind === 'ready' && handle.value.session.view.value.halted !== null);
    expect((await shown(matches, id))?.halted?.code).toBe(code);
  });
});

describe('help by the engine', () => {
  const withBot: MatchRequest = { length: 5, rated: false, clock: 'normal', rules: rulesFor(5), opponent: 'bot' };
  const seats = [
    { pub: own.pub, name: 'Ada', bot: false, custody: 'own' },
    { pub: other.pub, name: 'Bot', bot: true, custody: 'service' },
  ] as const;
  const waiting = { clock: null, moveMs: 30 * 86_400_000, absenceMs: null } as const;

  test.each([
    ['a person', request, {}, true],
    ['the bot', withBot, { players: seats, rated: false }, false],
    ['the bot without a clock', { ...withBot, clock: 'none' }, { players: seats, rated: false, ...waiting }, false],
  ] as const)(
    'PH9 beside a live match against %s is given unless it is a person',
    async (_name, asked, changes, isBarred) => {
      const { table, message } = await beginning(changes);
      const { id } = table.ledger.header;
      const { line, matches } = await page({ asked: [asked], match: id });
      // The page does not know the opponent yet.
      expect(matches.isAgainstPerson).toBe(true);
      await line.socket.say(message);
      await until(() => matches.currentSession !== null || !matches.isAgainstPerson);
      expect(matches.isAgainstPerson).toBe(isBarred);
      await line.socket.say({ type: 'aborted', match: id, reason: 'unknown', proof: null });
      await until(() => !matches.isAgainstPerson);
    },
  );

  test('PH9a is barred by a match that begins after the connection', async () => {
    const { line, matches } = await page();
    expect(matches.isAgainstPerson).toBe(false);
    const { message } = await beginning();
    await line.socket.say(message);
    await until(() => matches.isAgainstPerson);
  });
});
