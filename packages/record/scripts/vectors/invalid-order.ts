import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { sign } from '../../src/crypto/ed25519.ts';
import { GROUP_ORDER, littleEndian } from '../../src/crypto/strict.ts';
import type { Key } from '../../src/types.ts';
import { change, type Draft, find, type Loose, set } from './forge.ts';
import { type InvalidVector, invalid } from './invalid-vector.ts';
import type { Made } from './table.ts';

const ORDER_8 = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';

const at = (n: number, { record }: Made) => record.events[n]!.at;

const events = (edit: (events: readonly Loose[]) => readonly Loose[]) => () => ({
  record: (record: Loose) => ({ ...record, events: edit(record.events as Loose[]) }),
});

const orderVectors: readonly InvalidVector[] = [
  invalid('number-skipped', 'wrong-number', 4, 'an event number left out', 'shortest', () => set(4, { n: 5 })),
  invalid(
    'event-dropped',
    'wrong-number',
    6,
    'an event taken out',
    'shortest',
    events((all) => all.toSpliced(6, 1)),
  ),
  invalid(
    'events-swapped',
    'wrong-number',
    1,
    'two events change places',
    'shortest',
    events((all) => all.toSpliced(1, 2, all[2]!, all[1]!)),
  ),
  invalid(
    'event-repeated',
    'wrong-number',
    4,
    'an event twice',
    'shortest',
    events((all) => all.toSpliced(4, 0, all[3]!)),
  ),
  invalid('prev-other', 'wrong-prev', 5, 'an event that follows another history', 'shortest', () =>
    set(5, { prev: 'ab'.repeat(32) }),
  ),
  invalid('prev-one-back', 'wrong-prev', 5, 'an event that follows the one before the last', 'shortest', ({ record }) =>
    set(5, { prev: record.events[4]!.prev }),
  ),
  invalid('header-swapped', 'wrong-prev', 0, 'the header of another match', 'shortest', () => ({
    record: (record) => ({ ...record, header: { ...(record.header as Loose), id: 'another-match-0000' } }),
  })),
  invalid('header-names-changed', 'wrong-prev', 0, 'a name changed afterwards', 'shortest', () => ({
    record: ({ header, ...record }) => {
      const { players, ...rest } = header as Loose;
      const [first, second] = players as Loose[];
      return { ...record, header: { ...rest, players: [{ ...first, name: 'Eve' }, second] } };
    },
  })),
  invalid(
    'time-changed',
    'wrong-prev',
    5,
    'the time of event 4 changed afterwards',
    'shortest',
    events((all) => all.with(4, { ...all[4], at: Number(all[4]!.at) + 1 })),
  ),
  invalid('time-back', 'wrong-time', 6, 'an event dated before the previous one', 'shortest', (made) =>
    set(6, { at: at(5, made) - 1 }),
  ),
  invalid('time-before-created', 'wrong-time', 0, 'an event before the match was made', 'shortest', ({ record }) =>
    set(0, { at: record.header.created - 1 }),
  ),
];

const signedBy = (n: number, signer: (made: Made) => Key) => (made: Made) =>
  change(n, (draft) => ({ ...draft, signer: signer(made) }));

const signedAs = (signAs: NonNullable<Draft['signAs']>) => (made: Made) =>
  change(find(made, 'resign'), (draft) => ({ ...draft, signAs }));

/** Returns the same signature with S + L in place of S: another form of the same value. */
async function withLargeScalar(message: Uint8Array, key: Key): Promise<string> {
  const sig = hexToBytes(await sign(key, message));
  return bytesToHex(concatBytes(sig.subarray(0, 32), scalarBytes(littleEndian(sig.subarray(32)) + GROUP_ORDER)));
}

/**
 * Returns a signature whose R is off by a point of order 8. With the cofactor, as in ZIP 215, it passes; [S]B
 * − [k]A does not give R.
 */
async function withTorsion(message: Uint8Array, key: Key): Promise<string> {
  const expanded = sha512(key.seed);
  const secret = littleEndian(clamped(expanded.subarray(0, 32)));
  const nonce = littleEndian(sha512(concatBytes(expanded.subarray(32), message))) % GROUP_ORDER;
  const r = Point.BASE.multiply(nonce).add(Point.fromHex(ORDER_8)).toBytes();
  const k = littleEndian(sha512(concatBytes(r, hexToBytes(key.pub), message))) % GROUP_ORDER;
  return bytesToHex(concatBytes(r, scalarBytes((nonce + k * secret) % GROUP_ORDER)));
}

function clamped(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[0]! &= 248;
  copy[31] = (copy[31]! & 127) | 64;
  return copy;
}

function scalarBytes(scalar: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((scalar >> BigInt(8 * i)) & 255n));
}

async function flipped(message: Uint8Array, key: Key): Promise<string> {
  const sig = hexToBytes(await sign(key, message));
  sig[10]! ^= 1;
  return bytesToHex(sig);
}

const resignation = (made: Made) => find(made, 'resign');

const signatureVectors: readonly InvalidVector[] = [
  invalid(
    'signed-by-opponent',
    'bad-signature',
    7,
    'the acceptance signed by the player who resigned',
    'shortest',
    signedBy(7, ({ record, keys }) => keys.players[record.events[6]!.p!]),
  ),
  invalid(
    'signed-by-server',
    'bad-signature',
    6,
    "a player's event signed by the server",
    'shortest',
    signedBy(6, ({ keys }) => keys.server),
  ),
  invalid(
    'dice-signed-by-player',
    'bad-signature',
    5,
    'dice signed by a player',
    'shortest',
    signedBy(5, ({ keys }) => keys.players[0]),
  ),
  invalid(
    'signature-bit',
    'bad-signature',
    resignation,
    'one bit of a signature is wrong',
    'shortest',
    signedAs(flipped),
  ),
  invalid(
    'signature-large-s',
    'bad-signature',
    resignation,
    'S not below the group order',
    'shortest',
    signedAs(withLargeScalar),
  ),
  invalid(
    'signature-cofactored',
    'bad-signature',
    resignation,
    'holds only when multiplied by the cofactor',
    'shortest',
    signedAs(withTorsion),
  ),
  invalid(
    'signature-over-hash-tag',
    'bad-signature',
    resignation,
    'signed under another tag',
    'shortest',
    signedAs((message, key) => sign(key, retagged(message))),
  ),
  invalid(
    'points-changed',
    'bad-signature',
    resignation,
    'the resignation was signed for another number of points',
    'shortest',
    (made) => change(resignation(made), (draft) => ({ ...draft, after: (event) => ({ ...event, points: 2 }) })),
  ),
];

function retagged(message: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(message);
  return new TextEncoder().encode(text.replace('bg-event/1', 'bg-hash/1'));
}

export const orderAndSignatureVectors: readonly InvalidVector[] = [...orderVectors, ...signatureVectors];
