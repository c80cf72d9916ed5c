import { headerOf, Table, vectorKeys } from '../../scripts/vectors/table.ts';
import type { HeaderLog, MatchRecord, View } from '../../src/types.ts';

let made = 0;

/** A short match after all vectors in time, in which player 0, player 1 and the server state these views. */
export async function viewedRecord(log: HeaderLog, views: readonly (View | null)[]): Promise<MatchRecord> {
  const keys = await vectorKeys();
  const created = 1_767_225_600_000 + 30 * 24 * 3_600_000;
  const table = new Table(headerOf(`viewed-${++made}`, keys, { log, created }), keys);
  table.views = [views[0] ?? null, views[1] ?? null, views[2] ?? null];
  await (await table.open()).send('resign 1', 'accept');
  return (await table.close()).record;
}
