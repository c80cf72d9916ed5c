/**
 * Every code with which this package refuses input. Programs may depend on them: a code keeps its meaning, and a
 * message may change.
 */
export const LOG_CODES = [
  // Encodings and keys.
  'key-form',
  'key-type',
  'key-id',
  'key-weak',
  // Signed notes.
  'note-too-large',
  'note-encoding',
  'note-form',
  'note-signatures',
  'bad-signature',
  'unknown-signers',
  // Checkpoints.
  'checkpoint-form',
  'size-too-large',
  'wrong-origin',
  // Tiles, entries and proofs.
  'path-form',
  'bundle-form',
  'entry-too-large',
  'unavailable',
  'answer-too-large',
  'tile-length',
  'wrong-tile',
  'wrong-entry',
  'wrong-root',
  'wrong-proof',
  'outside-tree',
  'proof-too-large',
  'proof-form',
  // Policies.
  'policy-form',
  'policy-limit',
  'unknown-log',
  'no-quorum',
  // Witnesses.
  'request-form',
  'old-size',
  'conflict',
  'witness-unreachable',
  'witness-refused',
  'witness-ahead',
  'witness-answer',
  // A log over time.
  'contradiction',
  'evidence-form',
  'no-contradiction',
  // The sequencer.
  'rolled-back',
  'forked',
  'lost-race',
  'wrong-position',
] as const;

export type LogCode = (typeof LOG_CODES)[number];

/** A refusal. `message` is one English sentence for people; `code` is for programs. */
export interface Failure {
  readonly ok: false;
  readonly code: LogCode;
  readonly message: string;
}

/** The outcome of an operation on input that can be wrong. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(code: LogCode, message: string): Failure {
  return { ok: false, code, message };
}

/** Carries a refusal out of nested asynchronous work. It never leaves the package: see `attempt`. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(code: LogCode, message: string) {
    super(message);
    this.failure = refuse(code, message);
  }
}

/** Returns the value of a result, or throws its failure as a `Refusal`. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Refusal(result.code, result.message);
}

/** Runs `work` and returns a `Refusal` that it throws as a failure. Other exceptions pass through. */
export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return succeed(await work());
  } catch (error) {
    if (error instanceof Refusal) return error.failure;
    throw error;
  }
}
