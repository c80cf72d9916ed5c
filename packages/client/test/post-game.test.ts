import { signal } from '@preact/signals';
import { rulesFor } from 'bg-record';
import { describe, expect, test, vi } from 'vitest';
import { postGame } from '../src/pages/home/post-game.ts';
import type { Terms } from '../src/state/offers.ts';

const TERMS: Terms = { length: 5, clock: 'days2', rated: false };
const OPEN = { ...TERMS, rules: rulesFor(5), code: 'game', from: { pub: 'b'.repeat(64) } };

/** A client in whose lobby one open game has the same terms, and whose server gives this answer to who joins it. */
function clientOf(answer: object) {
  const join = vi.fn(async () => answer);
  const post = vi.fn(async () => ({ ok: true, value: { type: 'invited' } }));
  const client = {
    offers: { join, post },
    lobby: { posted: signal([OPEN]) },
    connection: { me: signal({ pub: 'a'.repeat(64) }) },
    people: { relationTo: () => null },
  } as never;
  return { client, join, post };
}

describe('an open game with the terms that the player wants', () => {
  test('OG13 is joined, and replaced by an own one only if it is gone or its author may not play', async () => {
    const joined = { ok: true, value: { type: 'match' } };
    const begun = clientOf(joined);
    expect(await postGame(begun.client, TERMS)).toBe(joined);
    expect(begun.join).toHaveBeenCalledWith('game', OPEN);
    expect(begun.post).not.toHaveBeenCalled();
    for (const code of ['not-found', 'not-free']) {
      const gone = clientOf({ ok: false, code });
      expect(await postGame(gone.client, TERMS)).toMatchObject({ ok: true });
      expect(gone.post).toHaveBeenCalledWith(TERMS);
    }
  });

  test('OG14 leaves the player with the failure of joining: a match that may have begun is not begun twice', async () => {
    for (const code of ['offline', 'too-many', 'busy', 'cool-down']) {
      const failed = clientOf({ ok: false, code });
      expect(await postGame(failed.client, TERMS)).toEqual({ ok: false, code });
      expect(failed.post).not.toHaveBeenCalled();
    }
  });
});
