/** Says whether a signature (128 hex digits) over a message is of a key (64 hex digits): whether [S]B − [k]A encodes to exactly R. */
export interface SignatureVerifier {
  verify(pub: string, message: Uint8Array, sig: string): Promise<boolean>;
}

/**
 * Ed25519 as one platform offers it. The rules about keys and S that platforms disagree on are checked before (strict.ts),
 * so a back-end sees only good keys and scalars in range.
 */
export interface Backend extends SignatureVerifier {
  readonly name: 'node' | 'webcrypto' | 'pure';
  /** The public key, 32 bytes, of a 32-byte seed. */
  publicKey(seed: Uint8Array): Promise<Uint8Array>;
  /** The signature, 64 bytes. */
  sign(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array>;
}
