import { sentHash } from '../../src/event.ts';
import { examine } from '../../src/evidence.ts';
import { signReceipt } from '../../src/statements.ts';
import type { Fate, Receipt, SignedEvent } from '../../src/types.ts';
import type { Table } from './table.ts';

/** The statement of the server about an event. */
interface Answer {
  readonly event: SignedEvent;
  readonly fate: Fate;
}

/** The server's receipt for the present history of a table: for a ping without an event, or about an event. */
export function receiptAt({ keys, header, ledger }: Table, now: number, answer?: Answer): Promise<Receipt> {
  const { length: n, head } = ledger;
  const [asked, fate] = answer ? [sentHash(answer.event), answer.fate] : [null, null];
  return signReceipt(keys.server, header.id, { n, head, asked, fate, now });
}

export const transcriptOf = ({ ledger, header }: Table, receipts: readonly Receipt[] = []) => ({
  header,
  events: [...ledger.events],
  receipts,
});

interface Kept {
  readonly receipts?: readonly Receipt[];
  readonly sent?: readonly SignedEvent[];
  readonly more?: readonly unknown[];
}

/** A file of evidence of the present history of a table. */
export function evidence(table: Table, { receipts = [], sent = [], more = [] }: Kept = {}) {
  return {
    format: 'bg-evidence/1',
    match: table.header.id,
    seat: 0,
    code: 'forked',
    said: 'The server showed two histories.',
    transcripts: [transcriptOf(table, receipts), ...more] as readonly unknown[],
    aborted: null as unknown,
    finished: null,
    sentEvents: sent,
    log: [],
  };
}

/** The findings of a file of evidence: code and party. */
export async function codes(value: unknown): Promise<readonly string[] | string> {
  const result = await examine(value);
  return result.ok ? result.findings.map(({ code, about }) => `${code}: ${about}`) : result.message;
}
