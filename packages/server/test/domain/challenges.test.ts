import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CHALLENGES_AN_HOUR,
  INVITE_LASTS_MS,
  OFFERS_RECEIVED,
  POSTED_A_KEY,
  POSTED_LASTS_MS,
} from '../../src/domain/lobby/invitations.ts';
import type { Peer } from '../../src/domain/players/presence.ts';
import { type Harness, keyOf, openHarness, reopenShared } from '../support/harness.ts';
import { twoGuests, WISH } from '../support/seated.ts';

let harness: Harness;
let alice: string;
let bob: string;
beforeEach(async () => {
  harness = await openHarness();
  [alice, bob] = (await twoGuests(harness)).map(({ pub }) => pub) as [string, string];
});
afterEach(() => harness.close());

const invitations = () => harness.service.invitations;

async function challenge(by = alice, to = bob): Promise<string> {
  const made = await invitations().challenge(by, to, WISH);
  if (!made.ok) throw new Error(made.code);
  return made.value;
}

async function link(by = alice): Promise<string> {
  const made = await invitations().invite(by, WISH);
  if (!made.ok) throw new Error(made.code);
  return made.value;
}

async function enter(name: string): Promise<{ readonly pub: string; readonly peer: Peer }> {
  const key = await keyOf(name);
  return { pub: key.pub, peer: harness.enter(key) };
}

async function leave(name: string): Promise<void> {
  const { pub, peer } = await enter(name);
  harness.service.lobby.leave(pub, peer);
}

/** The players of a match by seat. */
async function seats(match: Awaited<ReturnType<Harness['service']['invitations']['join']>>): Promise<string[]> {
  const header = match.ok ? (await harness.service.rooms.view(match.value))?.header : null;
  return header?.players.map(({ pub }) => pub) ?? [];
}

describe('a challenge', () => {
  it('CG1 is seen by the challenged player, also after a restart, and begins a match with the challenger at seat 0', async () => {
    const heard = harness.messagesOn(`key/${bob}`);
    const code = await challenge();
    expect(heard).toEqual([{ type: 'offers-changed' }]);
    harness = await harness.restart();
    for (const name of ['alice', 'bob']) await enter(name);
    const { received, sent } = await invitations().of(bob);
    expect(sent).toEqual([]);
    expect(received).toMatchObject([{ code, from: { pub: alice }, length: 3, isChallenge: true, state: 'open' }]);
    expect((await invitations().of(alice)).sent).toMatchObject([
      { code, to: { pub: bob }, friend: null, state: 'open' },
    ]);
    expect(await seats(await invitations().join(bob, code))).toEqual([alice, bob]);
    expect((await invitations().of(bob)).received).toEqual([]);
    expect((await invitations().of(alice)).sent).toEqual([]);
  });

  it('CG2 is for nobody else', async () => {
    const carol = (await enter('carol')).pub;
    const code = await challenge();
    expect(await invitations().info(code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().info(code, carol)).toMatchObject({ code: 'not-found' });
    expect(await invitations().info(code, bob)).toMatchObject({ ok: true });
    for (const answer of [invitations().join(carol, code), invitations().acceptLater(carol, code)])
      expect(await answer).toMatchObject({ code: 'not-found' });
    for (const answer of [invitations().decline(carol, code), invitations().withdraw(carol, code)])
      expect(await answer).toMatchObject({ code: 'not-found' });
    expect(await invitations().withdraw(bob, code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().decline(alice, code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().join(alice, code)).toMatchObject({ code: 'own-offer' });
    expect(await invitations().acceptLater(alice, code)).toMatchObject({ ok: false });
  });

  it('CG3 that is declined says so to the challenger, who then removes it', async () => {
    const code = await challenge();
    const heard = harness.messagesOn(`key/${alice}`);
    expect((await invitations().decline(bob, code)).ok).toBe(true);
    expect(heard).toEqual([{ type: 'offers-changed' }]);
    expect((await invitations().of(bob)).received).toEqual([]);
    expect((await invitations().of(alice)).sent).toMatchObject([{ code, state: 'declined' }]);
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-found' });
    expect((await invitations().withdraw(alice, code)).ok).toBe(true);
    expect((await invitations().of(alice)).sent).toEqual([]);
  });

  it('CG4 that is withdrawn can no longer be accepted', async () => {
    const code = await challenge();
    const heard = harness.messagesOn(`key/${bob}`);
    expect((await invitations().withdraw(alice, code)).ok).toBe(true);
    expect(heard).toEqual([{ type: 'offers-changed' }]);
    expect((await invitations().of(bob)).received).toEqual([]);
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().withdraw(alice, code)).toMatchObject({ code: 'not-found' });
  });

  it('CG5 is limited by hour, for a pair and for a key, whatever became of the earlier ones', async () => {
    for (let made = 0; made < CHALLENGES_AN_HOUR.ofPair; made++) await invitations().withdraw(alice, await challenge());
    expect(await invitations().challenge(alice, bob, WISH)).toMatchObject({ code: 'too-many' });
    for (let made = CHALLENGES_AN_HOUR.ofPair; made < CHALLENGES_AN_HOUR.ofKey; made++)
      await invitations().withdraw(alice, await challenge(alice, (await enter(`player ${made}`)).pub));
    const last = (await enter('one more')).pub;
    expect(await invitations().challenge(alice, last, WISH)).toMatchObject({ code: 'too-many' });
    expect((await invitations().challenge(bob, alice, WISH)).ok).toBe(true);
    harness.world.setNow(harness.world.now() + 3_600_001);
    expect((await invitations().challenge(alice, last, WISH)).ok).toBe(true);
  });

  it('CG6 reaches a player who is away, and not one whom nobody knows, a bot, oneself or a player with too many', async () => {
    const nobody = (await keyOf('nobody')).pub;
    expect(await invitations().challenge(alice, nobody, WISH)).toMatchObject({ code: 'not-found' });
    expect(await invitations().challenge(alice, alice, WISH)).toMatchObject({ code: 'own-offer' });
    const match = await harness.service.challenges.playBot(alice, { type: 'play-bot', length: 1 });
    const bot = (await seats(match))[1] ?? '';
    expect(await invitations().challenge(bob, bot, WISH)).toMatchObject({ code: 'not-free' });
    await harness.service.players.meet(bob, 'Bob');
    await leave('bob');
    for (let made = 0; made < OFFERS_RECEIVED; made++) await challenge((await enter(`player ${made}`)).pub);
    expect((await invitations().of(bob)).received).toHaveLength(OFFERS_RECEIVED);
    expect(await invitations().challenge(alice, bob, WISH)).toMatchObject({ code: 'not-free' });
  });

  it('CG7 expires after a week', async () => {
    const code = await challenge();
    harness.world.setNow(harness.world.now() + INVITE_LASTS_MS);
    expect((await invitations().of(bob)).received).toHaveLength(1);
    harness.world.setNow(harness.world.now() + 1);
    expect((await invitations().of(bob)).received).toEqual([]);
    expect((await invitations().of(alice)).sent).toEqual([]);
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-found' });
  });

  it('CG8 that two processes answer at once has one end', async () => {
    harness = await reopenShared(harness);
    await twoGuests(harness);
    const other = await harness.neighbour();
    const code = await challenge();
    const answers = await Promise.all([
      invitations().join(bob, code),
      other.invitations.decline(bob, code),
      other.invitations.withdraw(alice, code),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('an invitation whose author cannot play', () => {
  it('IN6 is accepted for later, which the author sees, and either of the two begins the match when both are here', async () => {
    for (const beginner of [alice, bob]) {
      const code = await link();
      await leave('alice');
      expect(await invitations().join(bob, code)).toMatchObject({ code: 'away' });
      expect((await invitations().acceptLater(bob, code)).ok).toBe(true);
      expect((await invitations().acceptLater(bob, code)).ok).toBe(true);
      expect((await invitations().of(alice)).sent).toMatchObject([{ code, state: 'accepted', friend: { pub: bob } }]);
      expect((await invitations().of(bob)).received).toMatchObject([{ code, state: 'accepted', isChallenge: false }]);
      await leave('bob');
      await enter('alice');
      expect(await invitations().join(alice, code)).toMatchObject({ code: 'away' });
      await enter('bob');
      const match = await invitations().join(beginner, code);
      expect(await seats(match)).toEqual([alice, bob]);
      await harness.service.rooms.abort(beginner, match.ok ? match.value : '');
    }
  });

  it('IN7 is for the friend who has accepted first, until that friend takes it back', async () => {
    const carol = (await enter('carol')).pub;
    const code = await link();
    expect((await invitations().acceptLater(bob, code)).ok).toBe(true);
    expect(await invitations().info(code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().join(carol, code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().acceptLater(carol, code)).toMatchObject({ code: 'not-found' });
    expect(await invitations().decline(carol, code)).toMatchObject({ code: 'not-found' });
    const heard = harness.messagesOn(`key/${bob}`);
    expect((await invitations().decline(bob, code)).ok).toBe(true);
    expect(heard).toEqual([{ type: 'offers-changed' }]);
    expect(await invitations().info(code)).toMatchObject({ ok: true });
    expect(await seats(await invitations().join(carol, code))).toEqual([alice, carol]);
  });

  it('IN8 is withdrawn by its author, also after it was accepted', async () => {
    const code = await link();
    await invitations().acceptLater(bob, code);
    const heard = harness.messagesOn(`key/${bob}`);
    expect(await invitations().withdraw(bob, code)).toMatchObject({ code: 'not-found' });
    expect((await invitations().withdraw(alice, code)).ok).toBe(true);
    expect(heard).toEqual([{ type: 'offers-changed' }]);
    expect(await invitations().info(code, bob)).toMatchObject({ code: 'not-found' });
    expect((await invitations().of(bob)).received).toEqual([]);
  });

  it('IN9 tells a friend that the author is in another match', async () => {
    const code = await link();
    await harness.service.challenges.playBot(alice, { type: 'play-bot', length: 1, clock: 'normal' });
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-free' });
    await harness.service.challenges.playBot(bob, { type: 'play-bot', length: 1, clock: 'normal' });
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'busy' });
  });
});

describe('an open game by correspondence', () => {
  const DAYS = { length: 3, rated: false, clock: 'days3' } as const;

  async function post(by = alice): Promise<string> {
    const made = await invitations().post(by, DAYS);
    if (!made.ok) throw new Error(made.code);
    return made.value;
  }
  const listed = async () => (await invitations().posted()).map(({ code }) => code);
  const pass = (ms: number) => harness.world.setNow(harness.world.now() + ms);

  it('OC1 is seen by everybody, also after a restart and while its author is away, and begins a match at once', async () => {
    const code = await post();
    harness = await harness.restart();
    await enter('bob');
    expect(await invitations().posted()).toMatchObject([{ code, from: { pub: alice }, length: 3, clock: 'days3' }]);
    expect((await invitations().of(alice)).sent).toMatchObject([{ code, isPosted: true, to: null }]);
    const joined = await invitations().join(bob, code);
    expect(await seats(joined)).toEqual([bob, alice]);
    expect(await listed()).toEqual([]);
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-found' });
  });

  it('OC2 is good for one match only, whoever asks at the same time', async () => {
    const code = await post();
    const others = await Promise.all(['carol', 'dave', 'erin'].map(enter));
    const joined = await Promise.all(others.map(({ pub }) => invitations().join(pub, code)));
    expect(joined.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('OC3 is for a clock of days only, and a seek for every other clock', async () => {
    expect(await invitations().post(alice, WISH)).toMatchObject({ code: 'bad-terms' });
    expect(await harness.service.lobby.seek(alice, DAYS)).toMatchObject({ code: 'bad-terms' });
    expect(await listed()).toEqual([]);
  });

  it('OC4 a key has five at most, and a withdrawn one makes room', async () => {
    // The texts of the page, realtime.md and limits.md name the number.
    expect(POSTED_A_KEY).toBe(5);
    const codes: string[] = [];
    for (let made = 0; made < POSTED_A_KEY; made++) codes.push(await post());
    expect(await invitations().post(alice, DAYS)).toMatchObject({ code: 'too-many' });
    expect((await invitations().post(bob, DAYS)).ok).toBe(true);
    expect((await invitations().withdraw(alice, codes[0]!)).ok).toBe(true);
    expect(await listed()).not.toContain(codes[0]);
    expect((await invitations().post(alice, DAYS)).ok).toBe(true);
  });

  it('OC5 stays for two weeks, while a link ends after one', async () => {
    const [code, other] = [await post(), await link(bob)];
    pass(INVITE_LASTS_MS + 1);
    expect(await invitations().info(other)).toMatchObject({ code: 'not-found' });
    expect(await listed()).toEqual([code]);
    pass(POSTED_LASTS_MS - INVITE_LASTS_MS);
    await invitations().sweep();
    expect(await listed()).toEqual([]);
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-found' });
    expect(await harness.store.invites.get(code)).toBe(null);
  });

  it('OC6 cannot be taken by its author or by a player whom the author blocks', async () => {
    const code = await post();
    expect(await invitations().join(alice, code)).toMatchObject({ code: 'own-offer' });
    await harness.service.players.meet(alice, 'Alice');
    await harness.service.players.meet(bob, 'Bob');
    expect((await harness.service.relations.set(alice, bob, 'block')).ok).toBe(true);
    expect(await invitations().join(bob, code)).toMatchObject({ code: 'not-free' });
    expect(await listed()).toEqual([code]);
  });

  it('OC7 goes with the account of its author', async () => {
    const code = await post();
    await harness.service.accounts.remove(alice);
    expect(await harness.store.invites.get(code)).toBe(null);
    pass(1_001);
    expect(await listed()).toEqual([]);
  });

  it('OC9 is gone with a ban of its author, and one posted before the processes know the ban begins no match', async () => {
    const [code, sent] = [await post(), await challenge()];
    await harness.store.bans.put({ subject: alice, until: null, reason: null, created: harness.world.now() });
    const late = await post();
    pass(1_001);
    expect(await listed()).toEqual([late]);
    expect((await invitations().of(bob)).received).toEqual([]);
    for (const gone of [code, sent]) expect(await invitations().join(bob, gone)).toMatchObject({ code: 'not-found' });
    await harness.service.bans.refresh();
    expect(await invitations().join(bob, late)).toMatchObject({ code: 'not-free' });
    await harness.store.bans.remove(alice);
    await harness.service.bans.refresh();
    expect((await invitations().join(bob, late)).ok).toBe(true);
  });

  it('OC10 is not taken out of the list by a player who accepts it for later', async () => {
    const code = await post();
    expect(await invitations().acceptLater(bob, code)).toMatchObject({ code: 'not-free' });
    expect(await listed()).toEqual([code]);
  });

  it('OC8 many requests at a time read the storage once a second', async () => {
    await post();
    const before = harness.store.invites.posted;
    let reads = 0;
    harness.store.invites.posted = (...args) => {
      reads += 1;
      return before(...args);
    };
    await Promise.all(Array.from({ length: 50 }, () => invitations().posted()));
    expect(reads).toBe(1);
    pass(1_001);
    await invitations().posted();
    expect(reads).toBe(2);
  });
});
