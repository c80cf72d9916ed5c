/** A batch of signatures to check. Posting a message to a thread is expensive, so one message carries many. */
export interface Checks {
  /** Ed25519 public keys, 64 hex digits each. */
  readonly pubs: readonly string[];
  /** 128 hex digits each. */
  readonly sigs: readonly string[];
  /** Length of each message in bytes. */
  readonly lengths: readonly number[];
  /** The concatenated messages. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** For each signature, true if it is valid. */
export type Verdicts = readonly boolean[];
