import type { ServerMessageOf } from '@anchor/wire';
import { type Aborted, verifyAborted } from 'bg-record';
import type { Player } from 'bg-rules';
import { type GuardFailure, guardFailure } from './guard.ts';
import type { Outcome } from './types.ts';
import type { VerifiedHistory } from './verified-history.ts';

type FinishedOutcome = Extract<Outcome, { kind: 'finished' }>;
type AbortedOutcome = Extract<Outcome, { kind: 'aborted' }>;

/** The server's statements about the end of a match, compared with the verified history. */
export class MatchEnd {
  readonly #history: VerifiedHistory;
  readonly #seat: Player | null;
  #aborted: Aborted | null = null;
  /** The number of events when the match was called off. */
  #abortedAt = 0;
  #hasCalledOff = false;
  #finished: Readonly<Record<string, unknown>> | null = null;

  /** @param seat null for a watcher */
  constructor(history: VerifiedHistory, seat: Player | null) {
    this.#history = history;
    this.#seat = seat;
  }

  /** The statement that the match was called off, if the server has signed one. */
  get aborted(): Aborted | null {
    return this.#aborted;
  }

  /** The end as the server announced it. Null before. */
  get finished(): Readonly<Record<string, unknown>> | null {
    return this.#finished;
  }

  /** True if the history contains events after the signed statement that the match was called off. */
  get hasSignedAbortBeforeEvents(): boolean {
    return this.#aborted !== null && this.#history.ledger.length > this.#aborted.n;
  }

  /** True if the history has not grown since the match was called off. */
  get isUnchangedSinceAbort(): boolean {
    return this.#history.ledger.length === this.#abortedAt;
  }

  /** Takes the statement that an earlier page has stored. */
  restore(aborted: Aborted | null): void {
    this.#aborted = aborted;
  }

  /** Call this when the player asks the server to call the match off. */
  calledOff(): void {
    this.#hasCalledOff = true;
  }

  /**
   * Returns the outcome. The end that the server announces must be the end that the events give. Returns null if events
   * are missing.
   */
  finish({ type: _type, id: _id, ...told }: ServerMessageOf<'finished'>): FinishedOutcome | GuardFailure | null {
    const { result, record, finalHash, ratings } = told;
    const { ledger, forfeit } = this.#history;
    const reached = ledger.state.result;
    if (!reached) return null;
    this.#finished = told;
    const same = reached.winner === result.winner && reached.score.join() === result.score.join();
    if (!same || reached.reason !== result.reason || finalHash !== ledger.head) return guardFailure('wrong-end');
    return { kind: 'finished', result, record, finalHash, ratings, forfeit };
  }

  /** Takes the message that the match was called off. Resolves to the reason why the server must not, or to null. */
  abort({ proof }: ServerMessageOf<'aborted'>): Promise<GuardFailure | null> {
    this.#aborted = proof ?? this.#aborted;
    return this.abortFault(proof ?? null);
  }

  /** Returns the outcome of a match that was called off at the present end of the history. */
  abortedOutcome(reason: string, kept: boolean): AbortedOutcome {
    const { ledger } = this.#history;
    this.#abortedAt = ledger.length;
    const isSigned = this.#aborted !== null;
    return { kind: 'aborted', reason, kept, isSigned, leaver: this.#leaver(reason), awaited: ledger.expects.party };
  }

  /** Resolves to null if the server may call the match off as it claims. */
  async abortFault(proof: Aborted | null): Promise<GuardFailure | null> {
    const { ledger } = this.#history;
    if (ledger.state.hasRolled) return guardFailure('aborted-late');
    // A restarted server may have lost the statement, and nothing was at stake.
    if (!proof) return null;
    const { server, id } = ledger.header;
    if (!(await verifyAborted(server, id, proof))) return guardFailure('aborted-unsigned');
    const isOther = proof.n < ledger.length || (proof.n === ledger.length && proof.head !== ledger.head);
    return isOther ? guardFailure('aborted-differs') : null;
  }

  #leaver(reason: string): 'viewer' | 'opponent' | null {
    if (reason !== 'left' || this.#seat === null) return null;
    return this.#hasCalledOff ? 'viewer' : 'opponent';
  }
}
