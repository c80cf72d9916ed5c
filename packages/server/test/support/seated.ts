import type { MatchWish } from '@anchor/wire';
import type { Key } from 'bg-record';
import { type House, keyOf } from './house.ts';
import { Pair } from './player.ts';

export const WISH: MatchWish = { length: 3, rated: true, clock: 'normal' };

/** Two connected keys. */
export async function twoGuests(house: House): Promise<readonly [Key, Key]> {
  const keys = [await keyOf('alice'), await keyOf('bob')] as const;
  for (const key of keys) {
    await house.service.players.meet(key.pub);
    house.enter(key);
  }
  return keys;
}

/** A match agreed in the lobby: Alice seeks and sits at seat 0, Bob accepts. */
export async function agree(house: House, keys: readonly [Key, Key], wish: Partial<MatchWish> = {}): Promise<string> {
  const { lobby } = house.service;
  const seek = await lobby.seek(keys[0].pub, { ...WISH, ...wish });
  if (!seek.ok) throw new Error(seek.message);
  const match = await lobby.accept(keys[1].pub, seek.value);
  if (!match.ok) throw new Error(match.message);
  return match.value;
}

/** A new match: the server has committed, the players have not. */
export async function seatPair(house: House, wish: Partial<MatchWish> = {}): Promise<Pair> {
  const keys = await twoGuests(house);
  return Pair.at(house, await agree(house, keys, wish), keys);
}
