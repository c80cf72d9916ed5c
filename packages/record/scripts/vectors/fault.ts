import type { EventOf } from '../../src/event.ts';
import type { MatchEvent } from '../../src/types.ts';
import { type Forgery, find } from './forge.ts';
import { type InvalidVector, invalid } from './invalid-vector.ts';
import type { Made } from './table.ts';

/** Finds the number of the event to change. */
type At = (made: Made) => number;

/** The `count`-th event of a type, from 1. */
export const nth =
  (type: string, count = 1): At =>
  (made) =>
    find(made, type, count);

/** Describes a fault in one event of a valid record. The event is signed with the fault in it. */
export function fault(
  name: string,
  code: string,
  where: At,
  note: string,
  base: string,
  forgery: (n: number, made: Made) => Forgery,
): InvalidVector {
  return invalid(name, code, where, note, base, (made) => forgery(where(made), made));
}

/** Returns event `n`. Throws if it is of another type. */
export function eventOf<Type extends MatchEvent['type']>({ record }: Made, n: number, type: Type): EventOf<Type> {
  const event = record.events[n];
  if (event?.type !== type) throw new Error(`event ${n} is not a ${type}`);
  return event as EventOf<Type>;
}
