import type { Receipt, SignedEvent } from 'bg-record';
import type { Service } from '../../src/compose/service.ts';

/** The receipt that a player gets who asks for one, about this event if it is not null. Null if there is none. */
export async function receiptOf(
  { rooms, world }: Pick<Service, 'rooms' | 'world'>,
  pub: string,
  match: string,
  event: SignedEvent | null = null,
): Promise<Receipt | null> {
  const stamp = await rooms.stamp(pub, match, event, world.now());
  return stamp === null || typeof stamp === 'string' ? null : stamp.receipt;
}
