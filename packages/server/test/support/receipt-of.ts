import type { Receipt } from 'bg-record';
import type { Service } from '../../src/compose/service.ts';

/** The receipt that a player gets who asks for one. Null if there is none. */
export async function receiptOf(
  { rooms }: Pick<Service, 'rooms'>,
  pub: string,
  match: string,
): Promise<Receipt | null> {
  const stamp = await rooms.stamp(pub, match);
  return stamp === null || typeof stamp === 'string' ? null : stamp.receipt;
}
