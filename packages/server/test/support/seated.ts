import type { WantedTerms } from '@anchor/wire';
import type { Key } from 'bg-record';
import { isCorrespondence } from '../../src/domain/table/terms.ts';
import { type Harness, keyOf } from './harness.ts';
import { Pair } from './player.ts';

export const WISH: WantedTerms = { length: 3, rated: true, clock: 'normal' };

/** Two connected keys. */
export async function twoGuests(harness: Harness): Promise<readonly [Key, Key]> {
  const keys = [await keyOf('alice'), await keyOf('bob')] as const;
  for (const key of keys) {
    await harness.service.players.meet(key.pub);
    harness.enter(key);
  }
  return keys;
}

/** A match agreed in the lobby: Alice seeks and sits at seat 0, Bob accepts. Bob posts a correspondence match, and Alice, who joins it, sits at seat 0. */
export async function agree(
  harness: Harness,
  keys: readonly [Key, Key],
  wanted: Partial<WantedTerms> = {},
): Promise<string> {
  const { invitations, lobby } = harness.service;
  const terms = { ...WISH, ...wanted };
  if (isCorrespondence(terms)) {
    const posted = await invitations.post(keys[1].pub, terms);
    if (!posted.ok) throw new Error(posted.message);
    const joined = await invitations.join(keys[0].pub, posted.value);
    if (!joined.ok) throw new Error(joined.message);
    return joined.value;
  }
  const seek = await lobby.seek(keys[0].pub, terms);
  if (!seek.ok) throw new Error(seek.message);
  const match = await lobby.accept(keys[1].pub, seek.value.id);
  if (!match.ok) throw new Error(match.message);
  return match.value;
}

/** A new match: the server has committed, the players have not. */
export async function seatPair(harness: Harness, wanted: Partial<WantedTerms> = {}): Promise<Pair> {
  const keys = await twoGuests(harness);
  return Pair.at(harness, await agree(harness, keys, wanted), keys);
}
