import type { MatchResult } from 'bg-rules';
import { taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import type { Ledger } from './ledger.ts';
import type { Header, Key, MatchRecord } from './types.ts';

/** What the server's closing signature is over. */
export interface Closing {
  readonly finalHash: string;
  readonly id: string;
  readonly result: MatchResult;
}

/**
 * The record of a match that is over, with the server's closing signature. A ledger that keeps no events is given them. Rejects while the
 * match goes on, and when these are not as many as the ledger has judged.
 */
export async function closeRecord(ledger: Ledger, serverKey: Key, events = ledger.events): Promise<MatchRecord> {
  const { header, head: finalHash, state } = ledger;
  const { result } = state;
  if (!result) throw new Error('a match that goes on has no record');
  if (events.length !== ledger.length) throw new Error(`the match has ${ledger.length} events, not ${events.length}`);
  const sig = await sign(serverKey, closingBytes({ finalHash, id: header.id, result }));
  return { header, events: [...events], result, finalHash, sig };
}

/** Whether the header's server has signed a closing. */
export function isClosedByServer(header: Header, closing: Closing, sig: string): Promise<boolean> {
  return verifySignature(header.server, closingBytes(closing), sig);
}

function closingBytes({ finalHash, id, result }: Closing): Uint8Array {
  return taggedBytes('bg-final/1', { finalHash, id, result });
}
