import { createHash } from 'node:crypto';
import { type Key, keyFromSeed } from 'bg-record';

// Facts that the database, the server and the flooders have to agree on.

export const PLAYERS = 20_000;

/** The public key of one of the 20,000 players. */
export const strangerKey = (index: number) => (1 + (index % PLAYERS)).toString(16).padStart(64, '0');

/** The settings of the server that open all routes and messages. Nothing listens at the address of the push service. */
export const SERVICE = {
  workerKey: 'the worker key of the attack',
  cronKey: 'the cron key of the attack',
  pushService: '127.0.0.1:9',
} as const;

/** The finished matches that an attack names. */
export interface Stored {
  /** The id of a match of 20,000 events. Its record has 6 MB. */
  readonly longMatch: string;
  /** The id of a match of random plays to 25 points, which can be analysed. */
  readonly playedMatch: string;
  /** The key of a player of all finished matches but one. */
  readonly player: string;
}

/** Guests follow and block as many players as a key may. Accounts have as many invitations as a key may, less one. */
export type Pool = 'guest' | 'account';

const keys = new Map<string, Promise<Key>>();

/** The key of a flooder. It is derived, so that the database can know it before the flood. */
export function flooderKey(pool: Pool, index: number): Promise<Key> {
  const name = `${pool} ${index}`;
  const key = keys.get(name) ?? keyFromSeed(createHash('sha256').update(name).digest());
  keys.set(name, key);
  return key;
}

/** The code of an account's open invitation, which anyone may accept. */
export const openInvite = (index: number) => `open-invite-${index}`;
