import type { MatchResult } from 'bg-rules';
import { taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import type { Ledger } from './ledger.ts';
import type { Header, Key, MatchRecord } from './types.ts';

/** The content of the server's closing signature. */
export interface Closing {
  readonly finalHash: string;
  readonly id: string;
  readonly result: MatchResult;
}

/**
 * Returns the record of a finished match with the server's closing signature. If the ledger keeps no events,
 * the caller passes them. Rejects if the match is unfinished or if `events` has another length than the
 * ledger.
 */
export async function closeRecord(ledger: Ledger, serverKey: Key, events = ledger.events): Promise<MatchRecord> {
  const { header, head: finalHash, state } = ledger;
  const { result } = state;
  if (!result) throw new Error('an unfinished match has no record');
  if (events.length !== ledger.length) throw new Error(`the match has ${ledger.length} events, not ${events.length}`);
  const sig = await sign(serverKey, closingBytes({ finalHash, id: header.id, result }));
  return { header, events: [...events], result, finalHash, sig };
}

/** Returns true if the header's server signed this closing. */
export function isClosedByServer(header: Header, closing: Closing, sig: string): Promise<boolean> {
  return verifySignature(header.server, closingBytes(closing), sig);
}

function closingBytes({ finalHash, id, result }: Closing): Uint8Array {
  return taggedBytes('bg-final/1', { finalHash, id, result });
}
