import { bytesToHex } from '@noble/hashes/utils.js';
import { keyFromSeed, sign } from '../../src/crypto/ed25519.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import type { ByParty } from '../../src/ledger-state.ts';
import type { HeaderLog, Key, View } from '../../src/types.ts';
import { viewCheck } from '../../src/view.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

const VECTOR_ORIGIN = 'anchor.example/log';

/** The key of a log that anyone can derive. It signs vectors and must never be used for anything else. */
export function vectorLogKey(who = 'log'): Promise<Key> {
  return keyFromSeed(sha256(utf8(`bg-record vectors: ${who}`)));
}

/** The log that the headers of vectors name. */
export async function vectorLog(): Promise<HeaderLog> {
  return { origin: VECTOR_ORIGIN, key: (await vectorLogKey()).pub };
}

/** A checkpoint of this size, signed by the log. Its root is the hash of a sentence: a record does not contain the tree. */
export async function signedView(size: number, tree: string, key?: Key, origin = VECTOR_ORIGIN): Promise<View> {
  const signer = key ?? (await vectorLogKey());
  const root = bytesToHex(sha256(utf8(`bg-record vectors: ${tree} of ${size} entries`)));
  const { message } = viewCheck({ origin, key: signer.pub }, { size, root, sig: '' });
  return { size, root, sig: await sign(signer, message) };
}

/** The views of player 0, player 1 and the server. */
export async function signedViews(
  ...trees: readonly (readonly [number, string] | null)[]
): Promise<ByParty<View | null>> {
  const [player0 = null, player1 = null, server = null] = await Promise.all(
    trees.map((tree) => tree && signedView(...tree)),
  );
  return [player0, player1, server];
}
