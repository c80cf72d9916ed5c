/**
 * Ed25519 as one platform offers it. The rules about keys and S that platforms disagree on are checked before (strict.ts),
 * so a back-end sees only good keys and scalars in range.
 */
export interface Backend {
  readonly name: 'node' | 'webcrypto' | 'pure';
  /** The public key, 32 bytes, of a 32-byte seed. */
  publicKey(seed: Uint8Array): Promise<Uint8Array>;
  /** The signature, 64 bytes. */
  sign(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array>;
  /** Whether [S]B − [k]A encodes to exactly R. */
  verify(pub: string, message: Uint8Array, sig: string): Promise<boolean>;
}
