import { PEOPLE, type ServerMessageOf } from '@anchor/wire';
import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BusMessage } from '../../src/domain/bus.ts';
import { setRelation } from '../../src/domain/lobby/set-relation.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { agree, WISH } from '../support/seated.ts';

let harness: Harness;
let alice: Key;
let bob: Key;
let carol: Key;
beforeEach(async () => {
  harness = await openHarness();
  [alice, bob, carol] = [await enter('alice'), await enter('bob'), await enter('carol')];
});
afterEach(() => harness.close());

async function enter(name: string): Promise<Key> {
  const key = await keyOf(name);
  await harness.service.players.meet(key.pub, name);
  harness.enter(key);
  return key;
}

const relations = () => harness.service.relations;
const idle = () => harness.service.idle();
const pubs = (people: readonly { readonly pub: string }[]) => people.map(({ pub }) => pub);
const isRefused = async (answer: Promise<unknown>, code: string) =>
  expect(await answer).toMatchObject({ ok: false, code });

async function set(key: Key, other: Key, kind: 'follow' | 'block' | null): Promise<void> {
  expect(await setRelation(harness.service, key.pub, other.pub, kind)).toEqual({ ok: true, value: null });
  await idle();
}

async function seek({ pub }: Key): Promise<string> {
  const made = await harness.service.lobby.seek(pub, WISH);
  if (!made.ok) throw new Error(made.message);
  await idle();
  return made.value.id;
}

const asked = (messages: readonly BusMessage[]): ServerMessageOf<'pairing'> | undefined =>
  messages.filter((message) => message.type === 'pairing').at(-1);

async function playedMatch(keys: readonly [Key, Key]): Promise<Pair> {
  const pair = await Pair.at(harness, await agree(harness, keys, { length: 1 }), keys);
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const player = pair.ledger.expects.party === 1 ? 1 : 0;
  await pair.step({ type: 'resign', player, points: 3 });
  await pair.step({ type: 'accept', player: player === 0 ? 1 : 0 });
  await idle();
  return pair;
}

describe('a block', () => {
  it.each(['the older', 'the newer'])(
    'BL1 keeps two seeks apart, if the player of %s one blocks the other',
    async (which) => {
      await set(which === 'the older' ? alice : bob, which === 'the older' ? bob : alice, 'block');
      const heard = harness.messagesOn(`key/${bob.pub}`);
      await seek(alice);
      await seek(bob);
      await harness.pass(60_000);
      await idle();
      expect(asked(heard)).toBeUndefined();
      const { seeks } = await harness.lobby();
      expect(seeks).toHaveLength(2);
      for (const view of seeks) expect(JSON.stringify(view)).not.toContain('blocked');
      const others = harness.messagesOn(`key/${carol.pub}`);
      await seek(carol);
      expect(asked(others)).toBeDefined();
      expect((await harness.lobby()).seeks).toHaveLength(1);
    },
  );

  it('BL2 that is set while both wait, or while they are asked, ends the pairing; its end lets them be paired', async () => {
    const heard = harness.messagesOn(`key/${bob.pub}`);
    await seek(alice);
    await seek(bob);
    expect(asked(heard)).toBeDefined();
    await set(alice, bob, 'block');
    expect(heard.at(-1)).toMatchObject({ type: 'pairing-over', reason: 'gone', seeking: true });
    const before = heard.length;
    await harness.pass(60_000);
    await idle();
    expect(heard.slice(before).filter(({ type }) => type === 'pairing')).toEqual([]);
    await set(alice, bob, null);
    await idle();
    expect(asked(heard.slice(before))).toBeDefined();
  });

  it('BL3 refuses a listed seek, a link and a rematch without a reason, also if the other player is away', async () => {
    const link = await harness.service.invitations.invite(alice.pub, WISH);
    if (!link.ok) throw new Error(link.code);
    const pair = await playedMatch([alice, bob]);
    const wanted = await seek(alice);
    await set(alice, bob, 'block');
    await isRefused(harness.service.lobby.accept(bob.pub, wanted), 'not-free');
    await isRefused(harness.service.invitations.join(bob.pub, link.value), 'not-free');
    await isRefused(harness.service.invitations.acceptLater(bob.pub, link.value), 'not-free');
    await harness.service.lobby.unseek(alice.pub);
    const heard = harness.messagesOn(`key/${alice.pub}`);
    const ask = () => harness.service.challenges.rematch(bob.pub, pair.ledger.header.id);
    expect(await ask()).toMatchObject({ ok: true, value: { offered: { type: 'rematch-offered' } } });
    harness.service.lobby.leave(alice.pub, harness.enter(alice));
    await isRefused(harness.service.invitations.join(bob.pub, link.value), 'not-free');
    expect(await ask()).toMatchObject({ ok: true, value: { offered: { type: 'rematch-offered' } } });
    expect(heard.filter(({ type }) => type === 'rematch-offered')).toEqual([]);
  });

  it('BL4 refuses challenges in both directions, and ends those that are open', async () => {
    const { invitations } = harness.service;
    const made = [
      await invitations.challenge(bob.pub, alice.pub, WISH),
      await invitations.challenge(alice.pub, bob.pub, WISH),
    ];
    expect(made.every(({ ok }) => ok)).toBe(true);
    const link = await invitations.invite(alice.pub, WISH);
    if (!link.ok) throw new Error(link.code);
    await invitations.acceptLater(bob.pub, link.value);
    await set(alice, bob, 'block');
    expect((await invitations.of(alice.pub)).received).toEqual([]);
    expect((await invitations.of(alice.pub)).sent).toMatchObject([{ code: link.value, state: 'open', friend: null }]);
    expect(await invitations.of(bob.pub)).toMatchObject({ sent: [{ state: 'declined' }], received: [] });
    await isRefused(invitations.challenge(bob.pub, alice.pub, WISH), 'not-free');
    await isRefused(invitations.challenge(alice.pub, bob.pub, WISH), 'not-free');
  });

  it('BL5 keeps reactions from the other player, and shows them to their author', async () => {
    const pair = await Pair.at(harness, await agree(harness, [alice, bob], { length: 1 }), [alice, bob]);
    const match = pair.ledger.header.id;
    const [all, author] = [harness.messagesOn(`match/${match}`), harness.messagesOn(`key/${bob.pub}`)];
    const react = () => harness.service.rooms.react(bob.pub, match, 'oops');
    await react();
    expect(all).toMatchObject([{ type: 'reacted', reaction: 'oops' }]);
    await set(alice, bob, 'block');
    expect(await react()).toMatchObject({ ok: true });
    expect(all).toHaveLength(1);
    expect(author).toMatchObject([{ type: 'reacted', reaction: 'oops' }]);
  });

  it('BL6 shows the blocked player no presence, and is told to nobody', async () => {
    await set(bob, alice, 'follow');
    await harness.pass(1_000);
    const told = [harness.messagesOn(`key/${bob.pub}`), harness.messagesOn('lobby')];
    expect((await relations().of(bob.pub)).here).toEqual([alice.pub]);
    await set(alice, bob, 'block');
    expect(await relations().of(bob.pub)).toMatchObject({ follows: [{ pub: alice.pub }], here: [] });
    await harness.pass(1_000);
    expect(told).toEqual([[], []]);
    expect(pubs((await relations().of(alice.pub)).blocked)).toEqual([bob.pub]);
  });

  it('BL7 needs a key that the service stores or that is in a match, and a list with room', async () => {
    const guest = await keyOf('guest');
    harness.enter(guest);
    await isRefused(relations().set(guest.pub, alice.pub, 'block'), 'not-stored-yet');
    await agree(harness, [guest, bob], { length: 1 });
    await set(guest, alice, 'block');
    await isRefused(relations().set(alice.pub, alice.pub, 'block'), 'bad-key');
    const key = (n: number) => n.toString(16).padStart(64, '0');
    for (let n = 0; n < PEOPLE.block; n++) await relations().set(alice.pub, key(n), 'block');
    await isRefused(relations().set(alice.pub, key(PEOPLE.block), 'block'), 'list-full');
    expect((await relations().set(alice.pub, key(PEOPLE.block), 'follow')).ok).toBe(true);
  });

  it('BL8 outlives a restart, and ends by itself when the player follows the other one', async () => {
    await set(alice, bob, 'block');
    harness = await harness.restart();
    expect(await relations().mayMeet(bob.pub, alice.pub)).toBe(false);
    await set(alice, bob, 'follow');
    expect(await relations().mayMeet(bob.pub, alice.pub)).toBe(true);
    expect(await relations().of(alice.pub)).toMatchObject({ blocked: [], follows: [{ pub: bob.pub }] });
  });
});

describe('the country', () => {
  it('CY1 that a player chooses is shown to all others until the player shows none or deletes the account', async () => {
    const { players, accounts } = harness.service;
    const shown = () => players.countries([alice.pub, bob.pub, alice.pub, 'f'.repeat(64)]);
    expect(await shown()).toEqual([]);
    expect(await players.showCountry(alice.pub, 'DE')).toEqual({ ok: true, value: null });
    expect(await shown()).toEqual([{ pub: alice.pub, country: 'DE' }]);
    await players.meet(alice.pub, 'Alice');
    expect(await shown()).toEqual([{ pub: alice.pub, country: 'DE' }]);
    await players.showCountry(alice.pub, null);
    expect(await shown()).toEqual([]);
    await players.showCountry(alice.pub, 'AT');
    await accounts.remove(alice.pub);
    expect(await shown()).toEqual([]);
  });

  it('CY2 is an assigned code of ISO 3166-1, of a key that the service stores', async () => {
    const { players } = harness.service;
    for (const code of ['XX', 'EU', 'ZZ', 'de', ''])
      await isRefused(players.showCountry(alice.pub, code), 'bad-country');
    await isRefused(players.showCountry((await keyOf('guest')).pub, 'DE'), 'not-stored-yet');
  });

  it('CY3 is in no message about a player, because earlier pages and processes refuse members that they do not know', async () => {
    const { players, standings } = harness.service;
    await players.showCountry(alice.pub, 'DE');
    await seek(alice);
    expect((await harness.lobby()).seeks[0]?.from).not.toHaveProperty('country');
    expect(await players.person(alice.pub)).not.toHaveProperty('country');
    expect(await standings.standing(alice.pub)).not.toHaveProperty('country');
  });
});

describe('the players whom one knows', () => {
  it('FW1 are those one follows and the last opponents, with those who are here', async () => {
    await playedMatch([alice, bob]);
    await playedMatch([alice, carol]);
    const dora = await keyOf('dora');
    await set(alice, dora, 'follow');
    await set(alice, bob, 'follow');
    harness.service.lobby.leave(carol.pub, harness.enter(carol));
    const known = await relations().of(alice.pub);
    expect(pubs(known.follows)).toEqual([dora.pub, bob.pub].toSorted((a, b) => (a < b ? -1 : 1)));
    expect(pubs(known.recent)).toEqual([carol.pub, bob.pub]);
    expect(known.here).toEqual([bob.pub]);
  });

  it('FW3 follow each other if both do and neither blocks the other', async () => {
    const isMutual = () => relations().followEachOther(alice.pub, bob.pub);
    expect(await isMutual()).toBe(false);
    await set(alice, bob, 'follow');
    expect(await isMutual()).toBe(false);
    await set(bob, alice, 'follow');
    expect(await isMutual()).toBe(true);
    expect(await relations().followEachOther(alice.pub, carol.pub)).toBe(false);
    await set(bob, alice, 'block');
    expect(await isMutual()).toBe(false);
  });

  it('FW2 contain neither bots nor blocked players among the last opponents', async () => {
    await playedMatch([alice, bob]);
    await set(alice, bob, 'block');
    expect(await relations().of(alice.pub)).toMatchObject({ follows: [], recent: [], here: [] });
  });
});
