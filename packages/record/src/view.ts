import { ascii } from './canonical.ts';
import type { SignatureCheck } from './crypto/ed25519.ts';
import { fromHex } from './crypto/hex.ts';
import { hex, integer, object } from './fields.ts';
import type { Header, HeaderLog, View } from './types.ts';

// The view that a party has of the service's public log: the newest checkpoint that it has verified, with the signature
// of the log. The form of the signed text is that of tlog-checkpoint.

/** Maximum length of the origin of a log. */
const MAX_LOG_ORIGIN_LENGTH = 1000;

const ORIGIN = /^[\x21-\x2a\x2c-\x7e]+$/;

/** Returns true for a name that the log of a match can have: ASCII without spaces and plus signs. */
export function isLogOrigin(origin: string): boolean {
  return origin.length <= MAX_LOG_ORIGIN_LENGTH && ORIGIN.test(origin);
}

export const viewForm = object({ size: integer(1), root: hex(32), sig: hex(64) });

/** Returns the members in the order of canonical JSON. */
export function orderedView({ root, sig, size }: View): View {
  return { root, sig, size };
}

/** The member of a `commit`: a match whose header names no log has none. */
export function viewMember({ log }: Header, view: View | null): { readonly view?: View | null } {
  return log ? { view: view && orderedView(view) } : {};
}

/** The check that the log has signed the checkpoint of a view. */
export function viewCheck({ origin, key }: HeaderLog, { size, root, sig }: View): SignatureCheck {
  const base64 = btoa(String.fromCharCode(...fromHex(root)));
  return { pub: key, message: ascii(`${origin}\n${size}\n${base64}\n`), sig };
}
