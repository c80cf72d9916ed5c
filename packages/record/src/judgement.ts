import { taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import type { Key } from './types.ts';

// Statements of a worker of deep analysis. A worker signs them with a key of its own, whose public half is its name.

/** A request for jobs. The server's key and the time stop other servers, and later requests, from using it. */
export interface LeaseStatement {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Number of jobs. */
  readonly count: number;
  /** Id of the engine that will judge. */
  readonly engine: string;
  /** The server's public key. */
  readonly server: string;
}

/** The result of one job: this engine, at this depth, judges the question in this way. */
export interface JudgementStatement {
  readonly engine: string;
  readonly ply: number;
  /** The question: the member `req` of a job. */
  readonly question: object;
  /** The members `plays` and, if there is one, `cube` of the result. */
  readonly result: object;
}

/** Returns the bytes that a worker signs to ask for jobs. */
export function leaseMessage({ at, count, engine, server }: LeaseStatement, worker: string): Uint8Array {
  return taggedBytes('bg-lease/1', { at, count, engine, server, worker });
}

/** Returns the bytes that a worker signs to answer for a result. */
export function judgementMessage({ engine, ply, question, result }: JudgementStatement, worker: string): Uint8Array {
  return taggedBytes('bg-judgement/1', { engine, ply, question, result, worker });
}

/** Signs a request for jobs. Returns 128 hex digits. */
export function signLease(key: Key, lease: LeaseStatement): Promise<string> {
  return sign(key, leaseMessage(lease, key.pub));
}

/** Returns true if the worker with this key signed the request. Returns false for an invalid key. */
export function verifyLease(worker: string, lease: LeaseStatement, sig: string): Promise<boolean> {
  return verifySignature(worker, leaseMessage(lease, worker), sig);
}

/** Signs the result of a job. Returns 128 hex digits. */
export function signJudgement(key: Key, judgement: JudgementStatement): Promise<string> {
  return sign(key, judgementMessage(judgement, key.pub));
}

/** Returns true if the worker with this key signed the result. Returns false for an invalid key. */
export function verifyJudgement(worker: string, judgement: JudgementStatement, sig: string): Promise<boolean> {
  return verifySignature(worker, judgementMessage(judgement, worker), sig);
}
