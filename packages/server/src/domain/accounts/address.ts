import { createHash } from 'node:crypto';

/** An address as it is compared and stored: no mail provider that matters tells large letters from small ones. */
export function normalAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** An address as limits remember it: countable, not readable. */
export function addressHash(email: string): string {
  return sha256Hex(`address/${email}`);
}

/** The same for where a connection comes from. */
export function networkHash(network: string): string {
  return sha256Hex(`network/${network}`);
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
