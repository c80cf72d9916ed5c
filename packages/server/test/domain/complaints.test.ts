import { COMPLAINTS_A_DAY } from '@anchor/wire';
import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { agree } from '../support/seated.ts';

const DAY_MS = 86_400_000;

let harness: Harness;
let alice: Key;
let bob: Key;
beforeEach(async () => {
  harness = await openHarness();
  [alice, bob] = [await enter('alice'), await enter('bob')];
});
afterEach(() => harness.close());

async function enter(name: string): Promise<Key> {
  const key = await keyOf(name);
  await harness.service.players.meet(key.pub, name);
  harness.enter(key);
  return key;
}

const complain = ({ pub }: Key, match: string, about: 'name' | 'stalling' | 'engine' = 'name') =>
  harness.service.complaints.add(pub, match, about);
const stored = () => harness.store.complaints.newest(100);

/** Begins a match, which its first player resigns when it is at a decision if it is to be finished. */
async function match(isFinished: boolean): Promise<string> {
  const keys = [alice, bob] as const;
  const id = await agree(harness, keys, { length: 1 });
  if (!isFinished) return id;
  const pair = await Pair.at(harness, id, keys);
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const player = pair.ledger.expects.party === 1 ? 1 : 0;
  await pair.step({ type: 'resign', player, points: 3 });
  await pair.step({ type: 'accept', player: player === 0 ? 1 : 0 });
  await harness.service.idle();
  return id;
}

describe('a complaint', () => {
  it.each([
    ['live', false],
    ['finished', true],
  ])('KM1 of the opponent in a %s match is stored once for each kind', async (_state, isFinished) => {
    const id = await match(isFinished);
    for (const about of ['name', 'name', 'engine'] as const)
      expect(await complain(alice, id, about)).toEqual({ ok: true, value: null });
    expect(await complain(bob, id, 'stalling')).toEqual({ ok: true, value: null });
    const rows = (await stored()).map(({ by, about, against, match: of }) => [of, by, about, against]);
    expect(new Set(rows.map((row) => row.join()))).toEqual(
      new Set([
        [id, alice.pub, 'name', bob.pub].join(),
        [id, alice.pub, 'engine', bob.pub].join(),
        [id, bob.pub, 'stalling', alice.pub].join(),
      ]),
    );
  });

  it('KM2 is refused about an unknown match, by another player, and about a bot', async () => {
    const id = await match(false);
    expect(await complain(alice, 'unknown')).toMatchObject({ ok: false, code: 'not-found' });
    const carol = await enter('carol');
    expect(await complain(carol, id)).toMatchObject({ ok: false, code: 'not-your-seat' });
    const made = await harness.service.challenges.playBot(carol.pub, { type: 'play-bot', length: 1 });
    expect(made.ok && (await complain(carol, made.value))).toMatchObject({ ok: false, code: 'not-a-person' });
    expect(await stored()).toEqual([]);
  });

  it('KM3 is refused after the tenth of a day, accepted a day later, and removed after a year', async () => {
    const id = await match(true);
    const others = Array.from({ length: COMPLAINTS_A_DAY }, (_, index) => ({
      match: `m${index}`,
      by: alice.pub,
      about: 'name' as const,
      against: bob.pub,
      created: harness.world.now(),
    }));
    for (const one of others) await harness.store.complaints.add(one, 0, COMPLAINTS_A_DAY);
    expect(await complain(alice, id)).toMatchObject({ ok: false, code: 'too-many' });
    harness.world.setNow(harness.world.now() + DAY_MS);
    expect(await complain(alice, id)).toMatchObject({ ok: true });
    harness.world.setNow(harness.world.now() + 365 * DAY_MS);
    expect(await complain(bob, id)).toMatchObject({ ok: true });
    await harness.alarms.ring('complaints');
    expect((await stored()).map(({ by }) => by)).toEqual([bob.pub, alice.pub]);
  });

  it('KM7 is removed after a year also if no other one is made', async () => {
    expect(await complain(alice, await match(true))).toMatchObject({ ok: true });
    harness.world.setNow(harness.world.now() + 365 * DAY_MS);
    await harness.alarms.ring('complaints');
    expect(await stored()).toHaveLength(1);
    harness.world.setNow(harness.world.now() + 1);
    await harness.alarms.ring('complaints');
    expect(await stored()).toEqual([]);
  });
});
