import type { Stored } from './known.ts';

/** A connection of a flood: the number of its address, and its number among all connections. */
export interface Place {
  readonly address: number;
  readonly index: number;
}

/** The server under a flood, and the facts about it that messages and requests name. */
export interface Scene extends Stored {
  readonly url: string;
  /** The ids of honest matches in progress. */
  readonly live: readonly string[];
  /** The number of connections of all addresses. */
  readonly connections: number;
}

/** Repeats one kind of request from many connections. */
export interface Flood {
  /** Connects a place. The place is idle afterwards. */
  open(place: Place): Promise<void>;
  /** Makes one request from a place and waits for the answer. Resolves to the status, code or type of the answer. */
  ask(place: Place): Promise<string | number>;
  /** The shortest time between two requests of a place at which no limit of a connection refuses one. */
  readonly everyMs: number;
}

/** The addresses are of a network for documentation (RFC 5737). */
export const addressOf = ({ address }: Pick<Place, 'address'>) => `198.51.100.${address + 1}`;

export function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new RangeError('the list is empty');
  return one;
}
