import { hmacSha256, type Key, toHex } from 'bg-record';
import type { MailStopStore, MailTokenStore } from '../ports/accounts.ts';
import type { World } from '../ports/world.ts';
import { mailboxHash, mailsTo, sha256Hex } from './address.ts';
import { type MailPart, type MailText, makeMailText } from './mail-text.ts';

interface MailStopsParts {
  readonly store: { readonly mailStops: MailStopStore; readonly mailTokens: Pick<MailTokenStore, 'forgetAsked'> };
  /** The server's keys, the present one first. Links that were made under a former one still work. */
  readonly serverKeys: readonly [Key, ...Key[]];
  readonly world: World;
  readonly publicUrl: string;
}

/** Mails a day to one mailbox that anyone may cause. */
export const MAILS_A_DAY = 10;

const PROOF_BYTES = 16;
const TOKEN = /^[0-9a-f]{96}$/;
const HASH_DIGITS = 64;

/**
 * The owner of an address can stop the mails that others ask for, by a link in each of them. The link proves the address: its token is the
 * hash of the address with a code of the server's key, so nothing is stored for a link, and of a stopped address the hash only.
 */
export class MailStops {
  readonly #parts: MailStopsParts;

  constructor(parts: MailStopsParts) {
    this.#parts = parts;
  }

  /** A mail that others can ask for, with the link that stops such mails. */
  makeMail(email: string, subject: string, parts: readonly MailPart[]): MailText {
    // Browsers do not send the fragment, and a program that opens the link stops nothing.
    const link = `${this.#parts.publicUrl}/account/mails#t=${this.#token(mailboxHash(email))}`;
    const reason = `Anyone can have an email like this sent to any address, up to ${MAILS_A_DAY} times a day. You can stop them:`;
    return makeMailText(subject, [...parts, reason, { link, label: 'Never again' }]);
  }

  /** True if the token is that of a link. */
  isLink(token: string): boolean {
    return this.#addressOf(token) !== null;
  }

  isStopped(email: string): Promise<boolean> {
    return this.#parts.store.mailStops.has(mailboxHash(email));
  }

  /** Stops the mails of a link's address. Idempotent. Returns false when the link is not valid. */
  async stop(token: string): Promise<boolean> {
    const address = this.#addressOf(token);
    if (address !== null) await this.#parts.store.mailStops.put(address, this.#parts.world.now());
    return address !== null;
  }

  /** Allows the mails of a link's address again, and begins their count anew. Idempotent. Returns false when the link is not valid. */
  async allow(token: string): Promise<boolean> {
    const address = this.#addressOf(token);
    if (address === null) return false;
    const { mailStops, mailTokens } = this.#parts.store;
    await mailStops.remove(address);
    await mailTokens.forgetAsked(mailsTo(address));
    return true;
  }

  #token(address: string): string {
    return address + proofOf(address, this.#parts.serverKeys[0]);
  }

  /** The hash of the address that the token proves, or null. */
  #addressOf(token: string): string | null {
    if (!TOKEN.test(token)) return null;
    const [address, proof] = [token.slice(0, HASH_DIGITS), token.slice(HASH_DIGITS)];
    // Hashes are compared, so that the time tells nothing about the code.
    const isProven = (key: Key) => sha256Hex(proof) === sha256Hex(proofOf(address, key));
    return this.#parts.serverKeys.some(isProven) ? address : null;
  }
}

function proofOf(address: string, { seed }: Key): string {
  return toHex(hmacSha256(seed, new TextEncoder().encode(`anchor-mail-stop/1\n${address}`)).subarray(0, PROOF_BYTES));
}
