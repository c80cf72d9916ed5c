/**
 * Verifies Ed25519 signatures (128 hex digits) of a key (64 hex digits) over a message: [S]B − [k]A must
 * encode to exactly R.
 */
export interface SignatureVerifier {
  verify(pub: string, message: Uint8Array, sig: string): Promise<boolean>;
}

/**
 * The Ed25519 implementation of one platform. The caller (strict.ts) first checks the rules for keys and S on
 * which platforms differ, so a back-end receives only valid keys and scalars in range.
 */
export interface Backend extends SignatureVerifier {
  readonly name: 'node' | 'webcrypto' | 'pure';
  /** Returns the public key, 32 bytes, of a 32-byte seed. */
  publicKey(seed: Uint8Array): Promise<Uint8Array>;
  /** Returns the signature, 64 bytes. */
  sign(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array>;
}
