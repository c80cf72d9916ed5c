/** Signatures to be checked, as they are handed to a thread: one behind the other in one message, because handing over is what costs. */
export interface Checks {
  /** Ed25519 public keys, 64 hex digits each. */
  readonly pubs: readonly string[];
  /** 128 hex digits each. */
  readonly sigs: readonly string[];
  /** How many of the bytes belong to each. */
  readonly lengths: readonly number[];
  /** The messages, one behind the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Whether each signature is right. */
export type Verdicts = readonly boolean[];
