import type { Letter } from '../kit/smtp.ts';
import type { Facts } from './facts.ts';
import type { Stored } from './stored.ts';

/** The observations and results of a run, for the checks. */
export interface Evidence {
  readonly facts: Facts;
  readonly stored: Stored;
  readonly letters: readonly Letter[];
  readonly serverKey: string;
  readonly log: LogEvidence;
}

/** The observations of readers of the public log during a run, and the findings of an auditor at its end. */
export interface LogEvidence {
  /** Number of different signed checkpoints that any process showed. */
  readonly heads: number;
  /** Checkpoints that do not fit the last one. */
  readonly contradictions: readonly string[];
  /** Acknowledged matches that had no entry in time, each with how long it took. */
  readonly late: readonly string[];
  /** Time until the last of the acknowledged matches had its entry. */
  readonly slowestMs: number;
  /** The differences that the audit found, or the reason why it could not finish. */
  readonly audit: readonly string[];
}
