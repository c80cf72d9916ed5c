import { sha256 } from 'bg-record';

/** The form in which addresses are stored and compared: lower case, because no relevant provider distinguishes case. */
export function normalAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** A one-way hash of an address, for rate limits. */
export function addressHash(email: string): string {
  return sha256Hex(`address/${email}`);
}

/** The name under which the mails to an address are counted. */
export function mailsTo(hash: string): string {
  return `mails/${hash}`;
}

/** A one-way hash of a network address, for rate limits. */
export function networkHash(network: string): string {
  return sha256Hex(`network/${network}`);
}

export function sha256Hex(text: string): string {
  return Buffer.from(sha256(Buffer.from(text))).toString('hex');
}
