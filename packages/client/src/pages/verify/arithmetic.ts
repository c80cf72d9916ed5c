import type { VerifiedRoll } from 'bg-record';
import type { Verifier } from '../../records/verifier.ts';

/** Bytes from here on are skipped, so that no die is more likely than another. */
const FIRST_SKIPPED = 252;

interface UsedByte {
  readonly byte: number;
  readonly die: number;
}

/** The computation of one roll from its three reveals. */
interface Arithmetic {
  /** The message that is hashed, with its line feeds. */
  readonly message: string;
  /** 64 hex digits. */
  readonly digest: string;
  /** The bytes that gave the dice. There are fewer than two only if the first block did not contain enough. */
  readonly used: readonly UsedByte[];
}

/** Computes a roll with the verifier's hash function. */
export function arithmetic({ hmacSha256, PROTOCOL }: Verifier, id: string, roll: VerifiedRoll): Arithmetic {
  const message = `${PROTOCOL}\n${id}\n${roll.roll}\n0`;
  const key = bytesOf(roll.serverReveal + roll.reveals[0] + roll.reveals[1]);
  const digest = hmacSha256(key, new TextEncoder().encode(message));
  const used = [...digest].filter((byte) => byte < FIRST_SKIPPED).slice(0, 2);
  return { message, digest: hexOf(digest), used: used.map((byte) => ({ byte, die: (byte % 6) + 1 })) };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
