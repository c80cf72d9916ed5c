import { type Tag, taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { isGoodKey } from './crypto/strict.ts';
import type { Key } from './types.ts';

/** The first message of a server on a connection. Its signature stops other servers from greeting with this address. */
export interface Greeting {
  /** Random for each connection: 16 bytes as 32 hex digits. */
  readonly challenge: string;
  /** The web origins that the server is configured for, in the form of `originOf`. */
  readonly origins: readonly string[];
  /** The server's time, in milliseconds since the epoch. */
  readonly now: number;
  /** The server's public key. */
  readonly server: string;
  /** The `absenceMs` of the headers of all live matches that this server creates, in milliseconds. */
  readonly absenceMs: number;
}

/**
 * The content of a proof of a key: the connection's challenge, the server's key, and the origin that the
 * client connected to.
 */
export interface Challenge {
  readonly challenge: string;
  readonly server: string;
  /** In the form of `originOf`. */
  readonly origin: string;
}

/** The literal text that a deletion request contains. */
export const DELETE_CONFIRMATION = 'delete my account';

const schemes: Readonly<Record<string, string>> = {
  'http:': 'http',
  'https:': 'https',
  'ws:': 'http',
  'wss:': 'https',
};

/**
 * Returns the web origin of an address in canonical form: `https://host` or `https://host:port`, in lower
 * case, without the default port of the scheme and without a trailing dot. `ws` and `wss` become `http` and
 * `https`. Returns null if the address has no such origin.
 */
export function originOf(address: string): string | null {
  try {
    const { protocol, hostname, port } = new URL(address);
    const scheme = schemes[protocol];
    const host = hostname.replace(/\.$/, '');
    return scheme === undefined || host === '' ? null : `${scheme}://${host}${port === '' ? '' : `:${port}`}`;
  } catch {
    return null;
  }
}

/** Returns the bytes of a greeting that the server signs. */
export function greetingMessage({ absenceMs, challenge, origins, now, server }: Greeting): Uint8Array {
  return taggedBytes('bg-hello/3', { absenceMs, challenge, now, origins, server });
}

/** Signs the server's greeting. Returns 128 hex digits. */
export function signGreeting(key: Key, greeting: Greeting): Promise<string> {
  return sign(key, greetingMessage(greeting));
}

/** Returns true if the server named in the greeting signed it. Returns false for an invalid key. */
export function verifyGreeting(greeting: Greeting, sig: string): Promise<boolean> {
  return verifySignature(greeting.server, greetingMessage(greeting), sig);
}

/**
 * Returns the bytes that a client signs to prove its key. Server and origin stop a malicious server from
 * relaying the proof.
 */
export function identifyMessage(challenge: Challenge, pub: string): Uint8Array {
  return proofMessage('bg-identify/2', challenge, pub);
}

/** Signs the proof that this connection holds the key. Returns 128 hex digits. */
export function signIdentify(key: Key, challenge: Challenge): Promise<string> {
  return sign(key, identifyMessage(challenge, key.pub));
}

/**
 * Returns true if `sig` proves that the connection with this challenge holds `pub`. Returns false for an
 * invalid key.
 */
export async function verifyIdentify(pub: string, challenge: Challenge, sig: string): Promise<boolean> {
  return isGoodKey(pub) && verifySignature(pub, identifyMessage(challenge, pub), sig);
}

/** Returns the bytes that a client signs to delete the account of its key. */
export function deletionMessage(challenge: Challenge, pub: string): Uint8Array {
  return proofMessage('bg-delete-account/2', challenge, pub, { confirm: DELETE_CONFIRMATION });
}

/** Signs a request on this connection to delete the account of this key. Returns 128 hex digits. */
export function signDeletion(key: Key, challenge: Challenge): Promise<string> {
  return sign(key, deletionMessage(challenge, key.pub));
}

/** Returns true if the holder of `pub` signed a request on this connection to delete the account. */
export async function verifyDeletion(pub: string, challenge: Challenge, sig: string): Promise<boolean> {
  return isGoodKey(pub) && verifySignature(pub, deletionMessage(challenge, pub), sig);
}

function proofMessage(tag: Tag, { challenge, origin, server }: Challenge, pub: string, more = {}): Uint8Array {
  return taggedBytes(tag, { challenge, origin, pub, server, ...more });
}
