import { expect, test } from 'vitest';
import { type Badges, showBadge } from '../src/platform/badge.ts';

test('C8a the icon of the installed page shows the number of waiting turns, and nothing without one', () => {
  const shown: (number | undefined)[] = [];
  const badges: Badges = {
    setAppBadge: async (turns) => {
      shown.push(turns);
    },
    clearAppBadge: async () => {
      shown.push(0);
    },
  };
  for (const turns of [1, 3, 0]) showBadge(turns, badges);
  expect(shown).toEqual([1, 3, 0]);
});

test('C8b a platform without badges, or one that refuses them, is no error', async () => {
  showBadge(1, {});
  showBadge(0, {});
  let handled = false;
  const refused = Promise.reject<void>(new DOMException('not installed', 'NotAllowedError'));
  const { catch: original } = refused;
  refused.catch = (handler) => {
    handled = true;
    return original.call(refused, handler) as Promise<never>;
  };
  showBadge(1, { setAppBadge: () => refused });
  expect(handled).toBe(true);
});
