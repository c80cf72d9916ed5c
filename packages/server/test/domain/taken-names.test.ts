import { botName, USUAL_BOT_LEVEL } from '@anchor/wire';
import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { by, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { jwkOf } from '../support/jwk.ts';

let harness: Harness;
let [owner, guest]: Key[] = [];
beforeEach(async () => {
  harness = await openHarness();
  [owner, guest] = [await keyOf('owner'), await keyOf('guest')];
});
afterEach(() => harness.close());

const key = (one: Key | undefined): Key => one ?? expect.fail('no key');
const digits = (one: Key | undefined) => key(one).pub.slice(0, 4);
const rename = (one: Key | undefined, name: string) => harness.service.players.meet(key(one).pub, name);
const nameOf = async (one: Key | undefined) => (await harness.service.players.person(key(one).pub)).name;
const register = (one: Key | undefined, username: string, email = `${username}@example.org`) =>
  harness.service.accounts.register(by(key(one).pub), { username, email, jwk: jwkOf(key(one)) });

/** Creates an account of the key. */
async function createAccount(one: Key | undefined, username: string): Promise<void> {
  expect(await register(one, username)).toBeNull();
  await harness.service.idle();
  expect(await harness.service.accounts.confirm(key(one).pub, harness.mailer.token)).toMatchObject({ ok: true });
}

describe('a name that is taken', () => {
  it('NM9 cannot be chosen by another key, as a guest or for an account; the owner may write it in another way', async () => {
    await createAccount(owner, 'Anna');
    for (const name of ['Anna', 'АNNА', ' a\u200bnna ']) {
      expect(await rename(guest, name)).toMatchObject({ ok: false, code: 'name-taken' });
      expect(await register(guest, name)).toMatchObject({ code: 'name-taken' });
    }
    expect(await harness.service.players.isStored(key(guest).pub)).toBe(false);
    expect(await rename(guest, 'Hanna')).toMatchObject({ ok: true, value: { name: 'Hanna' } });
    expect(await rename(owner, 'ANNA')).toMatchObject({ ok: true, value: { name: 'ANNA' } });
    expect(await nameOf(guest)).toBe('Hanna');
  });

  it('NM10 cannot be that of a bot, and the bots themselves have it', async () => {
    const family = ['Anchor bot', 'Anchor Bot, master', 'Anchor', 'anchor bot (3f9c)', `${botName('expert')}\u{1d159}`];
    for (const name of [botName('expert'), botName('expert').toUpperCase(), 'Αnchor bot, beginner', ...family]) {
      expect(await rename(guest, name)).toMatchObject({ code: 'name-taken' });
      expect(await register(guest, name, 'guest@example.org')).toMatchObject({ code: 'name-taken' });
    }
    harness.enter(key(guest));
    const made = await harness.service.challenges.playBot(key(guest).pub, { type: 'play-bot', length: 1 });
    const view = made.ok ? await harness.service.rooms.view(made.value) : null;
    expect(view?.header.players.map(({ name }) => name)).toContain(botName(USUAL_BOT_LEVEL));
  });

  it('NM30 cannot be had with the mark of a key, but the mark of one’s own key is no other name', async () => {
    await createAccount(owner, 'Anna');
    expect(await rename(guest, `Anna (${digits(owner)})`)).toMatchObject({ code: 'name-taken' });
    const own = `Anna (${digits(guest)})`;
    expect(await rename(guest, own)).toMatchObject({ ok: true, value: { name: own } });
    expect(await nameOf(guest)).toBe(own);
    expect(await rename(guest, 'Anchorman')).toMatchObject({ ok: true, value: { name: 'Anchorman' } });
  });

  it('NM11 stays with a guest who had it before, who is shown with the start of the key everywhere', async () => {
    await rename(guest, 'Anna');
    const other = await keyOf('other');
    await rename(other, 'Bea');
    await createAccount(owner, 'anna');
    const shown = `Anna (${digits(guest)})`;
    expect(await nameOf(guest)).toBe(shown);
    expect(await nameOf(owner)).toBe('anna');
    expect(await rename(guest, 'Anna')).toMatchObject({ ok: true, value: { name: shown } });
    const people = await harness.service.players.people([key(guest).pub, key(owner).pub, other.pub]);
    expect([...people.values()].map(({ name }) => name)).toEqual([shown, 'anna', 'Bea']);
    expect((await harness.service.standings.card(key(guest).pub))?.name).toBe(shown);
    for (const one of [guest, other]) harness.enter(key(one));
    const wanted = { length: 1, rated: false, clock: 'slow' } as const;
    const seek = await harness.service.lobby.seek(key(guest).pub, wanted);
    expect(seek).toMatchObject({ ok: true, value: { from: { name: shown } } });
    const made = await harness.service.lobby.accept(other.pub, seek.ok ? seek.value.id : '');
    const view = made.ok ? await harness.service.rooms.view(made.value) : null;
    expect(view?.header.players.map(({ name }) => name)).toEqual([shown, 'Bea']);
  });

  it('NM12 that two keys asked for goes to the one that confirms first; the other link says so', async () => {
    expect(await register(owner, 'Anna', 'one@example.org')).toBeNull();
    await harness.service.idle();
    const first = harness.mailer.token;
    expect(await register(guest, 'Anna', 'two@example.org')).toBeNull();
    await harness.service.idle();
    const second = harness.mailer.token;
    expect(await harness.service.accounts.confirm(key(guest).pub, second)).toMatchObject({ ok: true });
    expect(await harness.service.accounts.confirm(key(owner).pub, first)).toMatchObject({ code: 'name-taken' });
    expect(await harness.service.accounts.has(key(owner).pub)).toBe(false);
  });

  it('NM13 is free again when its owner takes another name or deletes the account', async () => {
    await createAccount(owner, 'Anna');
    expect(await rename(owner, 'Berta')).toMatchObject({ ok: true });
    expect(await rename(guest, 'Berta')).toMatchObject({ code: 'name-taken' });
    expect(await rename(guest, 'Anna')).toMatchObject({ ok: true, value: { name: 'Anna' } });
    expect(await rename(owner, 'Anna')).toMatchObject({ ok: true, value: { name: 'Anna' } });
    expect(await nameOf(guest)).toBe(`Anna (${digits(guest)})`);
    await harness.service.accounts.remove(key(owner).pub);
    expect(await nameOf(guest)).toBe('Anna');
  });
});
