import type { EvidenceCode } from 'bg-record';

/**
 * A failure by its code. The user interface chooses the text, so that the protocol can be loaded without texts.
 * A `Failure` of the rules or of the verifier is one too.
 */
export interface CodedFailure<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  /** The sender's own text, if the failure comes from the server or from the verifier. */
  readonly message?: string;
}

/** A failure for which the page keeps evidence. `bg-record evidence` knows these codes and no others. */
export type EvidentFailure = CodedFailure<EvidenceCode>;

export function coded<Code extends string>(code: Code): CodedFailure<Code> {
  return { ok: false, code };
}
