import { firstChainOf, type Key } from 'bg-record';
import { startPosition } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, keyOf, LINK_URL, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { twoGuests, WISH } from '../support/seated.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness({ dailyCap: 3 });
});
afterEach(() => harness.close());

/** A correspondence match of these two in which one of them must play. */
async function inPlay(joiner: Key, author: Key): Promise<Pair> {
  const { invitations } = harness.service;
  const code = await invitations.invite(author.pub, { ...WISH, length: 3, clock: 'days3' });
  if (!code.ok) throw new Error(code.message);
  const joined = await invitations.join(joiner.pub, code.value);
  if (!joined.ok) throw new Error(joined.message);
  const pair = await Pair.at(harness, joined.value, [joiner, author]);
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  await harness.idle();
  return pair;
}

async function withAccount(name: string, wants = true): Promise<Key> {
  const key = await keyOf(name);
  const created = harness.world.now();
  const account = { pub: key.pub, username: name, email: `${name}@example.org`, wrapped: '', created };
  await harness.store.accounts.create(account, name);
  if (wants) await harness.service.turnMails.set(key.pub, true);
  return key;
}

function toAct({ ledger }: Pair): string {
  const { party } = ledger.expects;
  if (party === null) throw new Error('a player must act');
  return ledger.header.players[party].pub;
}

const run = () => harness.service.daily.run();
const recipients = () => harness.mailer.sent.map(({ to }) => to);
const nameOf = (pub: string, keys: Readonly<Record<string, Key>>) =>
  Object.entries(keys).find(([, key]) => key.pub === pub)?.[0] ?? '';

describe('a mail about turns', () => {
  it('TU1 goes to the player who must act, once a day, when a match has waited for three hours', async () => {
    const keys = { ann: await withAccount('ann'), bob: await withAccount('bob') };
    const pair = await inPlay(keys.ann, keys.bob);
    await harness.pass(3 * HOUR_MS - 1000);
    await run();
    expect(recipients()).toEqual([]);
    await harness.pass(1000);
    await Promise.all([run(), run()]);
    const date = new Date(harness.world.now()).toISOString().slice(0, 10);
    const awaited = nameOf(toAct(pair), keys);
    expect(recipients()).toEqual([`${awaited}@example.org`]);
    const [mail] = harness.mailer.sent;
    const until = new Date(pair.ledger.expiresAt ?? 0).toISOString().slice(0, 16).replace('T', ' ');
    expect(mail?.subject).toBe('It’s your turn');
    expect(mail?.text).toContain(
      `a match to 3, you 0, opponent 0, until ${until} UTC:\n${LINK_URL}/match/${pair.match}`,
    );
    expect(mail?.unsubscribe).toMatch(/^https:\/\/anchor\.example\/email\/unsubscribe\?t=[0-9a-f]{48}$/);
    expect(mail?.text).toContain(mail?.unsubscribe);
    expect(mail?.messageId).toContain(`turns.${date}.`);
    await harness.pass(DAY_MS);
    await run();
    expect(recipients()).toHaveLength(2);
    expect(harness.mailer.sent[1]?.messageId).not.toBe(mail?.messageId);
  });

  it('TU2 is sent to nobody who has not asked for it, and ends by its link, however often it is opened', async () => {
    const [ann, bob] = [await withAccount('ann', false), await keyOf('bob')];
    await inPlay(ann, bob);
    await harness.pass(4 * HOUR_MS);
    await run();
    expect(recipients()).toEqual([]);
    const { turnMails } = harness.service;
    expect([await turnMails.isOn(ann.pub), await turnMails.isOn(bob.pub)]).toEqual([false, null]);
    for (const key of [ann, bob]) await turnMails.set(key.pub, true);
    expect([await turnMails.isOn(ann.pub), await turnMails.isOn(bob.pub)]).toEqual([true, null]);
    const stop = (await harness.store.turnMails.get(ann.pub))?.stop ?? '';
    await turnMails.set(ann.pub, false);
    await turnMails.set(ann.pub, true);
    for (let time = 0; time < 2; time++) expect(await turnMails.stop(stop)).toBe(true);
    expect([await turnMails.stop('unknown'), await turnMails.stop('')]).toEqual([false, false]);
    expect(await turnMails.isOn(ann.pub)).toBe(false);
    await run();
    expect(recipients()).toEqual([]);
  });

  it('TV22 tells the author of an invitation that the other player has rolled', async () => {
    const [ann, bob] = [await withAccount('ann'), await withAccount('bob')];
    const { invitations } = harness.service;
    await invitations.invite(ann.pub, { length: 1, rated: false, clock: 'days3' });
    const [offer] = (await invitations.of(ann.pub)).sent;
    const { match, chain } = offer!.unprepared!;
    await invitations.prepare(ann.pub, offer!.code, firstChainOf(ann, { id: match, chain }));
    await invitations.join(bob.pub, offer!.code);
    const pair = await Pair.at(harness, match, [bob, ann]);
    while (pair.ledger.expects.party === 0) await pair.step();
    await harness.pass(4 * HOUR_MS);
    await run();
    expect(recipients()).toEqual(['ann@example.org']);
  });

  it('TU3 does not tell of a match with the bot, nor after the account is deleted', async () => {
    await twoGuests(harness);
    const [ann, bob] = [await withAccount('alice'), await withAccount('bob')];
    const played = await harness.service.challenges.playBot(ann.pub, { type: 'play-bot', length: 1 });
    if (!played.ok) throw new Error(played.message);
    const game = await Pair.at(harness, played.value, [ann, await keyOf('nobody')]);
    while (game.ledger.state.match.phase !== 'play' || toAct(game) !== ann.pub) {
      await game.step();
      await harness.pass(10_000);
      await game.catchUp();
    }
    expect(await harness.service.turns.of(ann.pub)).toMatchObject([{ toAct: 0, isAutomatic: false }]);
    await harness.pass(5 * HOUR_MS);
    await run();
    expect(recipients()).toEqual([]);
    const pair = await inPlay(ann, bob);
    await harness.service.accounts.remove(toAct(pair));
    await harness.pass(4 * HOUR_MS);
    await run();
    expect(recipients()).toEqual([]);
  });

  it('TU4 shares the cap with the daily puzzle, and the next run reaches the others', async () => {
    const keys: Record<string, Key> = {};
    for (const name of ['ann', 'bob', 'cleo', 'dora', 'emil', 'finn']) keys[name] = await withAccount(name);
    const people = Object.values(keys);
    const pairs: Pair[] = [];
    for (const [n, key] of people.entries()) pairs.push(await inPlay(key, people[(n + 1) % people.length]!));
    await harness.pass(4 * HOUR_MS);
    const awaited = [...new Set(pairs.map(toAct))].map((pub) => `${nameOf(pub, keys)}@example.org`);
    expect(awaited.length).toBeGreaterThan(1);
    harness.mailer.verdicts.push('unavailable');
    await run();
    expect(recipients()).toEqual([]);
    for (let sent = 0; sent < awaited.length; sent += 3) {
      await run();
      expect(recipients()).toHaveLength(Math.min(sent + 3, awaited.length));
    }
    await run();
    expect(recipients().toSorted()).toEqual(awaited.toSorted());
  });

  it('TU5 leaves the cap to the puzzle first', async () => {
    await harness.close();
    const puzzle = { position: startPosition(), onRoll: 0, dice: [3, 1] } as const;
    const more = { cube: { value: 1, owner: null }, score: [0, 0], length: 7, crawford: false } as const;
    harness = await openHarness({ dailyCap: 2, todaysPuzzle: async (date) => ({ date, ...puzzle, ...more }) });
    for (const n of [1, 2]) {
      await harness.store.subscriptions.ask(`reader${n}@example.org`, `${n}`, 0);
      await harness.store.subscriptions.confirm(`reader${n}@example.org`);
    }
    await inPlay(await withAccount('ann'), await withAccount('bob'));
    await harness.pass(4 * HOUR_MS);
    await run();
    expect(recipients()).toEqual(['reader1@example.org', 'reader2@example.org']);
    await run();
    expect(recipients()).toHaveLength(3);
  });

  it.each([
    ['Bob from Rome', 'Bob from Rome'],
    ['Ann-Marie · 7', 'Ann-Marie · 7'],
    ['evil.example', 'Your opponent'],
    ['https://x', 'Your opponent'],
    ['bob@evil', 'Your opponent'],
    ['evil。example', 'Your opponent'],
    ['evil．example', 'Your opponent'],
  ])('TU8 shows the name %j as %j, so that no name becomes a link', async (name, shown) => {
    const [ann, bob] = [await withAccount('ann'), await withAccount('bob')];
    for (const [key, end] of [
      [ann, ''],
      [bob, '2'],
    ] as const)
      await harness.service.players.meet(key.pub, name + end);
    await inPlay(ann, bob);
    await harness.pass(4 * HOUR_MS);
    await run();
    const [mail] = harness.mailer.sent;
    expect(mail?.text.split('\n')).toContainEqual(expect.stringMatching(`^${shown}2?: a match to 3,`));
    expect(mail?.html).toMatch(new RegExp(`>${shown}2?: a match to 3,`));
  });
});
