import type { Succession } from 'bg-record';

/** Statements in which former server keys name their successors. */
export interface SuccessionStore {
  all(): Promise<readonly Succession[]>;
  /** Stores a statement unless one about the same next key exists. */
  keep(statement: Succession): Promise<void>;
}

/** Encrypts private keys at rest, if the operator has set a secret. */
export interface KeySeal {
  /** True if `seal` would use the same method and secret today, judged without opening. */
  isCurrent(sealed: string): boolean;
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}
