import type { Letter } from '../kit/smtp.ts';
import type { Facts } from './facts.ts';
import type { LogEvidence } from './public-log.ts';
import type { Stored } from './stored.ts';

/** The observations and results of a run, for the checks. */
export interface Evidence {
  readonly facts: Facts;
  readonly stored: Stored;
  readonly letters: readonly Letter[];
  readonly serverKey: string;
  readonly log: LogEvidence;
}
