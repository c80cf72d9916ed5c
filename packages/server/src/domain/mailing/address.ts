import { sha256 } from 'bg-record';

/** The form in which addresses are stored and compared: lower case, because no relevant provider distinguishes case. */
export function normalAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** A one-way hash of an address. */
export function addressHash(email: string): string {
  return sha256Hex(`address/${email}`);
}

/**
 * A one-way hash of the mailbox to which an address belongs, in the form of `normalAddress`. Mails are counted and stopped by mailbox, because
 * one mailbox has any number of addresses: what follows a `+` is free, and so are dots at Google.
 */
export function mailboxHash(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const plain = local.replace(/(?<=.)\+.*$/u, '');
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return addressHash(`${plain}@${domain}`);
  return addressHash(`${plain.replaceAll('.', '')}@gmail.com`);
}

/** The name under which the mails to a mailbox are counted. */
export function mailsTo(mailbox: string): string {
  return `mails/${mailbox}`;
}

/** The name under which the sign-in links to a mailbox are counted whose owner has stopped mails. */
export function stoppedSignInsTo(mailbox: string): string {
  return `stopped-sign-ins/${mailbox}`;
}

/** A one-way hash of a network address, for rate limits. */
export function networkHash(network: string): string {
  return sha256Hex(`network/${network}`);
}

export function sha256Hex(text: string): string {
  return Buffer.from(sha256(Buffer.from(text))).toString('hex');
}
