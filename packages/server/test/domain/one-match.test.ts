import { afterEach, describe, expect, it } from 'vitest';
import { beforeCall } from '../support/before-call.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { twoGuests, WISH } from '../support/seated.ts';

let harness: Harness;
afterEach(() => harness.close());

describe('one live match per person', () => {
  it('OM1 holds between processes: of two that seat a player at once, one gets busy', async () => {
    harness = await openHarness({ isShared: true });
    const [alice] = await twoGuests(harness);
    const neighbour = await harness.neighbour();
    const wanted = { type: 'play-bot', length: 1, clock: 'normal' } as const;
    const made = await Promise.all(
      [harness.service, neighbour].map((each) => each.challenges.playBot(alice.pub, wanted)),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(made.find(({ ok }) => !ok)).toMatchObject({ code: 'busy' });
    const [live] = await harness.store.matches.liveIds();
    expect(await neighbour.rooms.liveOf(alice.pub)).toBe(live);
  });

  it('OM2 leaves an invitation open when no match came of it', async () => {
    harness = await openHarness({
      wrap: (store) => ({ ...store, matches: { ...store.matches, create: async () => 'busy' as const } }),
    });
    const [alice, bob] = await twoGuests(harness);
    const { invitations } = harness.service;
    const code = await invitations.invite(alice.pub, WISH);
    if (!code.ok) throw new Error(code.message);
    expect(await invitations.join(bob.pub, code.value)).toMatchObject({ code: 'not-free' });
    expect(await invitations.info(code.value)).toMatchObject({ ok: true });
  });

  it('OM5 refuses new matches while the process shuts down, and keeps the offer', async () => {
    harness = await openHarness();
    const [alice, bob] = await twoGuests(harness);
    const { invitations, challenges } = harness.service;
    const code = await invitations.invite(alice.pub, WISH);
    if (!code.ok) throw new Error(code.message);
    await harness.service.handOver();
    expect(await challenges.playBot(alice.pub, { type: 'play-bot', length: 1 })).toMatchObject({
      code: 'shutting-down',
    });
    expect(await invitations.join(bob.pub, code.value)).toMatchObject({ code: 'shutting-down' });
    expect(await invitations.info(code.value)).toMatchObject({ ok: true });
    expect(await harness.store.matches.liveIds()).toEqual([]);
    expect(harness.log.errors).toEqual([]);
  });

  it('OM3 starts a match even after this process was declared dead', async () => {
    harness = await openHarness();
    const [alice] = await twoGuests(harness);
    await harness.store.leases.reset();
    const made = await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 1 });
    if (!made.ok) throw new Error(made.message);
    expect((await harness.service.rooms.view(made.value))?.events.parse().map(({ type }) => type)).toEqual(['commit']);
  });

  it.each([
    ['leaves a seek open when the other player sat elsewhere', 1, 'bot', 'busy', true],
    ['leaves a seek open when the seeker plays the bot', 0, 'bot', 'not-free', true],
    ['closes a seek when the seeker plays a person', 0, 'person', 'not-free', false],
  ] as const)('OM4 %s', async (_, who, whom, code, isLeftOpen) => {
    let meanwhile = async (): Promise<unknown> => undefined;
    harness = await openHarness({
      isShared: true,
      wrap: beforeCall('create', () => meanwhile()),
    });
    const keys = await twoGuests(harness);
    const neighbour = await harness.neighbour();
    const carol = await keyOf('carol');
    harness.enter(carol);
    await harness.arrive();
    const invited = await neighbour.invitations.invite(carol.pub, WISH);
    let isBegun = false;
    meanwhile = async () => {
      if (isBegun) return;
      isBegun = true;
      if (whom === 'bot')
        await neighbour.challenges.playBot(keys[who].pub, { type: 'play-bot', length: 1, clock: 'slow' });
      else await neighbour.invitations.join(keys[who].pub, invited.ok ? invited.value : '');
    };
    const { lobby } = harness.service;
    const seek = await lobby.seek(keys[0].pub, WISH);
    if (!seek.ok) throw new Error(seek.message);
    const handle = seek.value.id;
    expect(await lobby.accept(keys[1].pub, handle)).toMatchObject({ code });
    expect((await harness.lobby()).seeks.map((one) => one.id)).toEqual(isLeftOpen ? [handle] : []);
  });
});
