import { CREATED, headerOf, Table, vectorKeys } from '../../scripts/vectors/table.ts';
import { keyFromSeed } from '../../src/crypto/ed25519.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import type { Header, MatchRecord } from '../../src/types.ts';

const CLOCK = { delayMs: 12_000, reserveMs: 60_000 };
const utf8 = (text: string) => new TextEncoder().encode(text);

export interface Wanted {
  /** Names from which the keys of both players are derived. */
  readonly players: readonly [string, string];
  /** Seconds from `CREATED` to the beginning of the match. */
  readonly second: number;
  readonly header?: Partial<Header>;
  /** Continues the match after the opening roll, and ends it. */
  readonly end: (table: Table) => Promise<unknown>;
}

/** A short rated match with a clock. Its first play is due 18 s after the beginning or later. */
export async function endedMatch({ players, second, header = {}, end }: Wanted): Promise<MatchRecord> {
  const { server } = await vectorKeys();
  const [first, other] = await Promise.all(players.map((name) => keyFromSeed(sha256(utf8(`audited: ${name}`)))));
  const keys = { server, players: [first!, other!] } as const;
  const id = `${players.join('-')}-${second}`;
  const created = CREATED + second * 1000;
  const terms = { clock: CLOCK, absenceMs: 120_000, created, ...header };
  const table = new Table(headerOf(id, keys, terms), keys);
  await end(await table.open());
  return (await table.close()).record;
}

export const resigned = (table: Table) => table.send('resign 1', 'accept');

export async function lostOnTime(table: Table): Promise<void> {
  await table.append(await table.server.forfeit(table.ledger, table.actor, 'time'), 72_001);
}

export async function lostByAbsence(table: Table): Promise<void> {
  const { server, ledger, seats, actor } = table;
  await table.append(await server.absent(ledger, actor), 10_000);
  await table.append(await seats[actor === 0 ? 1 : 0].claim(ledger), 1_000);
  await table.append(await server.forfeit(ledger, actor, 'abandonment'), 119_000);
}
