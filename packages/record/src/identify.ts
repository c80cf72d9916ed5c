import { type Tag, taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { isGoodKey } from './crypto/strict.ts';
import type { Key } from './types.ts';

/** What a server says first on a connection, under its signature: nobody without its key can say it about another address. */
export interface Greeting {
  /** Fresh for each connection: 16 bytes, hex. */
  readonly challenge: string;
  /** The web origins at which the server expects to be reached, each as `originOf` writes it. */
  readonly origins: readonly string[];
  /** The server's time, in milliseconds since the epoch. */
  readonly now: number;
  /** The server's public key. */
  readonly server: string;
}

/** What a key is proved against: the connection's challenge, the server's key, and the origin that the client dialled. */
export interface Challenge {
  readonly challenge: string;
  readonly server: string;
  /** As `originOf` writes it. */
  readonly origin: string;
}

/** The literal text that asks for the end of an account. */
export const DELETE_CONFIRMATION = 'delete my account';

const schemes: Readonly<Record<string, string>> = {
  'http:': 'http',
  'https:': 'https',
  'ws:': 'http',
  'wss:': 'https',
};

/**
 * The web origin of an address in the one form that is signed: `https://host` or `https://host:port`, in lower case, without the scheme's
 * usual port and without the dot that may end a name. `ws` and `wss` count as `http` and `https`. Null when the address has no such origin.
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

/** The bytes of a greeting that the server signs. */
export function greetingMessage({ challenge, origins, now, server }: Greeting): Uint8Array {
  return taggedBytes('bg-hello/2', { challenge, now, origins, server });
}

/** The server's signature over its greeting, 128 hex digits. */
export function signGreeting(key: Key, greeting: Greeting): Promise<string> {
  return sign(key, greetingMessage(greeting));
}

/** True if the server that the greeting names has signed it; never for a bad key. */
export function verifyGreeting(greeting: Greeting, sig: string): Promise<boolean> {
  return verifySignature(greeting.server, greetingMessage(greeting), sig);
}

/** The bytes that a client signs to show that it holds a key. Server and origin keep others from passing the proof on. */
export function identifyMessage(challenge: Challenge, pub: string): Uint8Array {
  return proofMessage('bg-identify/2', challenge, pub);
}

/** The proof that this connection holds the key, 128 hex digits. */
export function signIdentify(key: Key, challenge: Challenge): Promise<string> {
  return sign(key, identifyMessage(challenge, key.pub));
}

/** Whether `sig` proves that the connection with this challenge holds `pub`; never for a bad key. */
export async function verifyIdentify(pub: string, challenge: Challenge, sig: string): Promise<boolean> {
  return isGoodKey(pub) && verifySignature(pub, identifyMessage(challenge, pub), sig);
}

/** The bytes that a client signs to have the account of its key deleted. */
export function deletionMessage(challenge: Challenge, pub: string): Uint8Array {
  return proofMessage('bg-delete-account/2', challenge, pub, { confirm: DELETE_CONFIRMATION });
}

/** The wish to have the account of this key deleted, made on this connection, 128 hex digits. */
export function signDeletion(key: Key, challenge: Challenge): Promise<string> {
  return sign(key, deletionMessage(challenge, key.pub));
}

/** True if the holder of `pub` has signed, for this connection, that the account is to be deleted. */
export async function verifyDeletion(pub: string, challenge: Challenge, sig: string): Promise<boolean> {
  return isGoodKey(pub) && verifySignature(pub, deletionMessage(challenge, pub), sig);
}

function proofMessage(tag: Tag, { challenge, origin, server }: Challenge, pub: string, more = {}): Uint8Array {
  return taggedBytes(tag, { challenge, origin, pub, server, ...more });
}
