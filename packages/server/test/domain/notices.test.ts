import type { PushKind, PushNotice } from '@anchor/wire';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHALLENGES_TOLD_AN_HOUR } from '../../src/domain/lobby/invitations.ts';
import { setRelation } from '../../src/domain/lobby/set-relation.ts';
import type { Peer } from '../../src/domain/players/presence.ts';
import type { PushMessage, PushVerdict, StoredPushSubscription } from '../../src/domain/ports/push.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { agree, twoGuests, WISH } from '../support/seated.ts';

const AWAY_MS = 5_000;

let harness: Harness;
let sent: { readonly to: string; readonly notice: PushNotice; readonly message: PushMessage }[];
let verdict: PushVerdict | Error;

const pushSender = {
  key: 'present',
  knows: (endpoint: string) => endpoint.startsWith('https://push.example/'),
  async send(to: StoredPushSubscription, message: PushMessage): Promise<PushVerdict> {
    sent.push({ to: to.endpoint, notice: JSON.parse(message.text), message });
    if (verdict instanceof Error) throw verdict;
    return verdict;
  },
};

beforeEach(async () => {
  sent = [];
  verdict = 'sent';
  harness = await openHarness({ pushSender });
});
afterEach(() => harness.close());

async function subscribe(name: string, browser = name, kinds: readonly PushKind[] = ['turn', 'opponent', 'challenge']) {
  const { pub } = await keyOf(name);
  const endpoint = `https://push.example/${browser}`;
  await harness.store.players.see(pub, name, harness.world.now());
  return harness.service.notices.subscribe({ pub, endpoint, p256dh: 'p', auth: 'a', kinds, vapid: 'present' });
}

/** Bob leaves, and the match goes on until it waits for Bob. */
async function awaitBob(): Promise<{ readonly pair: Pair; readonly bob: Peer }> {
  const keys = await twoGuests(harness);
  const pair = await Pair.at(harness, await agree(harness, keys, { clock: 'slow', rated: false }), keys);
  const bob = harness.enter(keys[1]);
  while (pair.ledger.expects.party !== 1) await pair.step();
  return { pair, bob };
}

async function leave(name: string, peer: Peer): Promise<void> {
  harness.service.lobby.leave((await keyOf(name)).pub, peer);
}

const idle = () => harness.service.notices.idle();

it('PU1 an absent player is told once that an opponent waits, on each browser that asked for it', async () => {
  await subscribe('bob', 'phone');
  await subscribe('bob', 'desk', ['opponent']);
  const { pair, bob } = await awaitBob();
  await harness.pass(10_000);
  expect(sent).toEqual([]);
  await leave('bob', bob);
  await harness.pass(AWAY_MS - 1);
  expect(sent).toEqual([]);
  await harness.pass(1);
  await idle();
  const notice = { kind: 'turn', name: pair.ledger.header.players[0].name, path: `/match/${pair.match}` };
  expect(sent.map(({ to, notice }) => ({ to, notice }))).toEqual([{ to: 'https://push.example/phone', notice }]);
  await harness.pass(30_000);
  expect(sent).toHaveLength(1);
});

it('PU2 a player who comes back within five seconds is not told', async () => {
  await subscribe('bob');
  const { bob } = await awaitBob();
  await leave('bob', bob);
  await harness.pass(AWAY_MS - 1);
  harness.enter(await keyOf('bob'));
  await harness.pass(60_000);
  await idle();
  expect(sent).toEqual([]);
});

it('PU3 a player is told once of each turn, also if they looked at the match and left again', async () => {
  await subscribe('bob');
  const { pair, bob } = await awaitBob();
  await leave('bob', bob);
  await harness.pass(AWAY_MS);
  const back = harness.enter(await keyOf('bob'));
  await harness.pass(1_000);
  await leave('bob', back);
  await harness.pass(AWAY_MS);
  await idle();
  expect(sent).toHaveLength(1);
  const again = harness.enter(await keyOf('bob'));
  do await pair.step();
  while (pair.ledger.expects.party !== 1);
  await leave('bob', again);
  await harness.pass(AWAY_MS);
  await idle();
  expect(sent).toHaveLength(2);
});

it('PU4 both players are told of the opponent who was found, for as long as they may answer', async () => {
  await subscribe('alice');
  await subscribe('bob', 'bob', ['turn']);
  const [alice, bob] = await twoGuests(harness);
  for (const { pub } of [alice, bob]) expect(await harness.service.lobby.seek(pub, WISH)).toMatchObject({ ok: true });
  await harness.service.idle();
  const name = (await harness.service.players.person(bob.pub)).name;
  expect(sent.map(({ to, notice }) => ({ to, notice }))).toEqual([
    { to: 'https://push.example/alice', notice: { kind: 'opponent', name, path: '/' } },
  ]);
  expect(sent[0]?.message).toMatchObject({ isUrgent: true, lifetimeMs: 20_000 });
});

it('PU5 a browser that takes no more messages is forgotten, and another failure keeps it', async () => {
  await subscribe('bob');
  const { pub } = await keyOf('bob');
  const { bob } = await awaitBob();
  verdict = new Error('the network is down');
  await leave('bob', bob);
  await harness.pass(AWAY_MS);
  await idle();
  expect(await harness.store.push.of(pub)).toHaveLength(1);
  verdict = 'gone';
  harness.service.notices.found(pub, 'Ann', harness.world.now() + 1);
  await idle();
  expect(await harness.store.push.of(pub)).toEqual([]);
});

it('PU6 an address outside the known push services is refused, and nothing is stored', async () => {
  const { pub } = await keyOf('bob');
  const { notices } = harness.service;
  const endpoint = 'https://10.0.0.1/push';
  const asked = await notices.subscribe({ pub, endpoint, p256dh: 'p', auth: 'a', kinds: ['turn'], vapid: 'present' });
  expect(asked).toMatchObject({ ok: false, code: 'unknown-push-service' });
  expect(await harness.store.push.of(pub)).toEqual([]);
});

it('PU20 a key that the service does not store cannot subscribe', async () => {
  const { pub } = await keyOf('mallory');
  const { notices } = harness.service;
  const browser = { pub, endpoint: 'https://push.example/m', p256dh: 'p', auth: 'a', vapid: 'present' };
  expect(await notices.subscribe({ ...browser, kinds: ['turn'] })).toMatchObject({ ok: false, code: 'not-stored-yet' });
  expect(await harness.store.push.of(pub)).toEqual([]);
});

it('PU7 no player is told of a match that ended meanwhile', async () => {
  await subscribe('bob');
  const { pair, bob } = await awaitBob();
  await leave('bob', bob);
  expect(await harness.service.rooms.abort((await keyOf('alice')).pub, pair.match)).toMatchObject({ ok: true });
  await harness.pass(60_000);
  await idle();
  expect(sent).toEqual([]);
});

it('PU21 in a correspondence match a player is told once of each turn, also if they roll and leave, for as long as they may answer', async () => {
  const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
  await subscribe('alice');
  await subscribe('bob');
  const { invitations } = harness.service;
  const code = await invitations.invite(alice.pub, { length: 1, rated: false, clock: 'days3' });
  const match = code.ok ? await invitations.join(bob.pub, code.value) : code;
  if (!match.ok) throw new Error(match.message);
  const pair = await Pair.at(harness, match.value, [bob, alice]);
  const expected: string[] = [];
  let rolls = 0;
  for (let last: number | null = null; expected.length < 12 && !pair.ledger.state.result; ) {
    const { party, types } = pair.ledger.expects;
    if (party !== null && party !== last) expected.push(`https://push.example/${party === 0 ? 'bob' : 'alice'}`);
    last = party;
    await harness.pass(AWAY_MS);
    await idle();
    expect(sent.map(({ to }) => to)).toEqual(expected);
    if (types.includes('roll')) rolls += 1;
    expect(await pair.step()).toMatchObject({ ok: true });
  }
  expect(rolls).toBeGreaterThan(2);
  expect(sent.at(-1)?.message).toMatchObject({ lifetimeMs: 3 * 86_400_000 });
});

it('PU22 a player whom the bot waits for is told of each turn', async () => {
  const alice = await keyOf('alice');
  await subscribe('alice');
  const page = harness.enter(alice);
  const made = await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 1 });
  if (!made.ok) throw new Error(made.message);
  const pair = await Pair.at(harness, made.value, [alice, await keyOf('nobody')]);
  await leave('alice', page);
  for (let turns = 1; turns <= 4 && !pair.ledger.state.result; turns += 1) {
    await harness.pass(60_000);
    await idle();
    expect(sent).toHaveLength(turns);
    await pair.catchUp();
    while (pair.ledger.expects.party === 0) expect(await pair.step()).toMatchObject({ ok: true });
  }
});

/** A player challenges Bob. Returns the code of the challenge. */
async function challengeBob(by: string): Promise<string> {
  const { pub } = await keyOf(by);
  const made = await harness.service.invitations.challenge(pub, (await keyOf('bob')).pub, WISH);
  if (!made.ok) throw new Error(made.code);
  return made.value;
}

const challenge = (name: string) => ({ kind: 'challenge', name, path: '/' });

it('PU23 a player who is away is told of a challenge, with the name of a challenger whom they follow', async () => {
  await subscribe('bob');
  await subscribe('alice');
  const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
  await harness.service.relations.set(bob.pub, alice.pub, 'follow');
  await challengeBob('alice');
  await harness.pass(AWAY_MS - 1);
  expect(sent).toEqual([]);
  await harness.pass(1);
  await idle();
  expect(sent).toMatchObject([
    { to: 'https://push.example/bob', message: { lifetimeMs: 86_400_000, isUrgent: false } },
  ]);
  expect(sent[0]?.notice).toEqual(challenge((await harness.service.players.person(alice.pub)).name));
});

it('PU24 the message about a challenge of a stranger, or of a player who is followed no more, has no name', async () => {
  await subscribe('bob');
  const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
  await challengeBob('alice');
  await harness.pass(AWAY_MS);
  await harness.service.relations.set(bob.pub, alice.pub, 'follow');
  await harness.service.relations.set(bob.pub, alice.pub, null);
  await challengeBob('alice');
  await harness.pass(AWAY_MS);
  await idle();
  expect(sent.map(({ notice }) => notice)).toEqual([challenge(''), challenge('')]);
});

it('PU25 the message about a challenge of the last opponent has the name', async () => {
  await subscribe('bob');
  const { pair, bob } = await awaitBob();
  while (!pair.ledger.state.result) await pair.step();
  await harness.service.idle();
  await leave('bob', bob);
  await harness.pass(AWAY_MS);
  sent = [];
  await challengeBob('alice');
  await harness.pass(AWAY_MS);
  await idle();
  expect(sent.map(({ notice }) => notice)).toEqual([challenge(pair.ledger.header.players[0].name)]);
});

it('PU26 no player is told of a challenge who is here, comes back, declined it, blocks its author, or did not ask for such messages', async () => {
  await subscribe('bob');
  await subscribe('bob', 'desk', ['turn', 'opponent']);
  const { invitations } = harness.service;
  const { pub } = await keyOf('bob');
  const bob = harness.enter(await keyOf('bob'));
  await challengeBob('alice');
  await leave('bob', bob);
  await harness.pass(60_000);
  await challengeBob('alice');
  const back = harness.enter(await keyOf('bob'));
  await harness.pass(AWAY_MS);
  await leave('bob', back);
  await harness.pass(60_000);
  await invitations.withdraw((await keyOf('alice')).pub, await challengeBob('alice'));
  await harness.pass(60_000);
  await harness.pass(3_600_000);
  await invitations.decline(pub, await challengeBob('alice'));
  await harness.pass(60_000);
  await challengeBob('alice');
  await harness.store.players.see(pub, 'bob', harness.world.now());
  await setRelation(harness.service, pub, (await keyOf('alice')).pub, 'block');
  await harness.pass(60_000);
  await idle();
  expect(sent).toEqual([]);
  await challengeBob('carol');
  await harness.pass(AWAY_MS);
  await idle();
  expect(sent.map(({ to }) => to)).toEqual(['https://push.example/bob']);
});

it('PU27 a player is told of three challenges an hour at most, however many players challenge and withdraw', async () => {
  await subscribe('bob');
  for (let n = 0; n < 8; n += 1) {
    const code = await challengeBob(`player ${n}`);
    await harness.pass(AWAY_MS);
    await harness.service.invitations.withdraw((await keyOf(`player ${n}`)).pub, code);
  }
  await idle();
  expect(sent).toHaveLength(CHALLENGES_TOLD_AN_HOUR);
  await harness.pass(3_600_000);
  await challengeBob('player 0');
  await harness.pass(AWAY_MS);
  await idle();
  expect(sent).toHaveLength(CHALLENGES_TOLD_AN_HOUR + 1);
});
