import { seededRandom } from '@anchor/testkit/random';
import { generateKey } from 'bg-record';
import type { Page } from 'playwright-core';
import type { Policy } from './policy.ts';
import { SocketPlayer } from './socket-player.ts';

/** A connected socket player that has proved its key. It takes part in a match while this has fewer than `stopsAt` events. */
export async function friendOf(
  url: string,
  { stopsAt = Number.POSITIVE_INFINITY, ...policy }: Partial<Policy> & { readonly stopsAt?: number } = {},
): Promise<SocketPlayer> {
  const friend = new SocketPlayer({
    url,
    key: await generateKey(),
    policy: { random: seededRandom(1), double: 0, take: 1, ...policy },
    mayAct: (events) => events < stopsAt,
  });
  await friend.connect();
  return friend;
}

/** The person at the page creates a link for a match with this clock, and the friend follows it. */
export async function inviteFriend(page: Page, friend: SocketPlayer, length: string, clock: string): Promise<void> {
  const choose = (group: string, label: string) =>
    page.getByRole('group', { name: group }).getByText(label, { exact: true }).click();
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  await choose('Length', length);
  await choose('Clock', clock);
  await page.getByRole('button', { name: 'Create the link' }).click();
  const code = (await page.getByLabel('Your link').inputValue()).split('/').at(-1);
  friend.send({ type: 'join', code });
}

/** Both play a match with a slow clock. */
export async function playFriend(page: Page, friend: SocketPlayer, length: string): Promise<void> {
  await inviteFriend(page, friend, length, 'Slow');
  await page.waitForURL(/\/match\//);
}
