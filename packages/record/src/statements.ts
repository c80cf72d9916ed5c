import { taggedBytes } from './canonical.ts';
import { RECORD_CODES } from './codes.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { type Check, copyOf, hex, integer, listOf, nullOr, object, oneOf, text } from './fields.ts';
import type { Aborted, Header, Key, Receipt } from './types.ts';

// Statements that the server of a match signs outside the record. They bind the server beyond what the events
// do.

/** Maximum number of receipts in a transcript. */
const MAX_RECEIPTS = 16;
/** Maximum length of the reason of an aborted match, in characters. */
const MAX_REASON = 40;

const receiptMembers = object({
  n: integer(0),
  head: hex(32),
  asked: nullOr(hex(32)),
  fate: nullOr(oneOf('stored', 'void', 'moved', ...RECORD_CODES)),
  now: integer(0),
  sig: hex(64),
});
const receiptForm: Check = (value) => {
  const fault = receiptMembers(value);
  if (fault !== null) return fault;
  const { asked, fate } = value as Receipt;
  return (asked === null) === (fate === null) ? null : '.fate does not fit "asked"';
};
const abortedForm = object({
  n: integer(0),
  head: hex(32),
  reason: text((reason) => reason.length <= MAX_REASON, `text of at most ${MAX_REASON} characters`),
  sig: hex(64),
});

const receiptsForm = listOf(receiptForm, MAX_RECEIPTS);

/**
 * Reads the receipts of a transcript and verifies each signature. Returns null if any is invalid, and [] if
 * `value` is undefined.
 */
export async function readReceipts({ server, id }: Header, value: unknown): Promise<readonly Receipt[] | null> {
  if (value === undefined) return [];
  if (receiptsForm(value) !== null) return null;
  const receipts = copyOf(value) as readonly Receipt[];
  for (const receipt of receipts) if (!(await verifyReceipt(server, id, receipt))) return null;
  return receipts;
}

/** Signs the server's receipt to one seat of a match. */
export async function signReceipt(key: Key, match: string, receipt: Omit<Receipt, 'sig'>): Promise<Receipt> {
  const { n, head, asked, fate, now } = receipt;
  return { n, head, asked, fate, now, sig: await sign(key, receiptBytes(match, receipt)) };
}

/** Returns true if the server with this key signed the receipt for a seat of this match. Never throws. */
export async function verifyReceipt(server: string, match: string, receipt: Receipt): Promise<boolean> {
  return receiptForm(receipt) === null && verifySignature(server, receiptBytes(match, receipt), receipt.sig);
}

/** Signs the server's statement that it aborted a match at this point. */
export async function signAborted(key: Key, match: string, aborted: Omit<Aborted, 'sig'>): Promise<Aborted> {
  const { n, head, reason } = aborted;
  return { n, head, reason, sig: await sign(key, abortedBytes(match, aborted)) };
}

/** Returns true if the server with this key signed that it aborted this match. Never throws. */
export async function verifyAborted(server: string, match: string, aborted: Aborted): Promise<boolean> {
  return abortedForm(aborted) === null && verifySignature(server, abortedBytes(match, aborted), aborted.sig);
}

function receiptBytes(match: string, { n, head, asked, fate, now }: Omit<Receipt, 'sig'>): Uint8Array {
  return taggedBytes('bg-receipt/2', { asked, fate, head, match, n, now });
}

function abortedBytes(match: string, { n, head, reason }: Omit<Aborted, 'sig'>): Uint8Array {
  return taggedBytes('bg-aborted/1', { head, match, n, reason });
}
