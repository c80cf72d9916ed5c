import type { AcquireBody, SubmitBody } from '@anchor/wire';
import { sha256, toHex, verifyLease } from 'bg-record';
import type { Result } from 'bg-rules';

/** The time in a signed request may differ from the server's by this much. */
export const SIGNED_WITHIN_MS = 5 * 60_000;

/** A worker as the queue knows it. */
export interface WorkerName {
  /** Leases and distrust belong to it: the worker's key, or the id that a worker without a key has chosen. */
  readonly name: string;
  /** Workers of one party never confirm each other. */
  readonly party: string;
  /** A digest of the door key, if there are several. Null otherwise. */
  readonly door: string | null;
}

interface WorkerNamesParts {
  /** The server's public key. */
  readonly serverPub: string;
  /** True if only workers with keys get jobs. */
  readonly isSignedOnly: boolean;
  /** Number of door keys. */
  readonly doors: number;
}

export type WorkerRefusal = keyof typeof refusals;

const refusals = {
  'worker-key-needed': 'This instance serves only workers with a key of their own: bg-worker configure makes one.',
  'bad-lease-signature':
    'The signature of the request for jobs is wrong, or its time differs from that of the server by more than five minutes.',
} as const;

/**
 * Finds out which worker sends a request. A worker with a key signs its requests for jobs and its results, and its public key is its id.
 *
 * If the operator gives out several door keys, all workers that came through one door are one party, with keys or without: a volunteer may
 * take any number of names, but has one door key.
 */
export class WorkerNames {
  readonly #parts: WorkerNamesParts;

  constructor(parts: WorkerNamesParts) {
    this.#parts = parts;
  }

  get isSignedOnly(): boolean {
    return this.#parts.isSignedOnly;
  }

  get serverPub(): string {
    return this.#parts.serverPub;
  }

  /** The worker that asks for jobs. `door` is the door key that let it in. */
  async ofLease(body: AcquireBody, door: string, now: number): Promise<Result<WorkerName, WorkerRefusal>> {
    const { workerId, signed, count, engineId: engine } = body;
    if (!signed)
      return this.#parts.isSignedOnly
        ? refuse('worker-key-needed')
        : { ok: true, value: this.#named(`id:${workerId}`, door) };
    const { at, sig } = signed;
    const isTimely = Math.abs(now - at) <= SIGNED_WITHIN_MS;
    const isSigned = isTimely && (await verifyLease(workerId, { at, count, engine, server: this.serverPub }, sig));
    return isSigned ? { ok: true, value: this.#named(`key:${workerId}`, door) } : refuse('bad-lease-signature');
  }

  /** The worker that submits results. Each of its signatures is still to be verified. */
  ofSubmission({ workerId, results }: SubmitBody, door: string): WorkerName {
    return this.#named(`${isSigned(results) ? 'key' : 'id'}:${workerId}`, door);
  }

  #named(name: string, door: string): WorkerName {
    if (this.#parts.doors < 2) return { name, party: name, door: null };
    const digest = digestOf(door);
    return { name, party: `door:${digest}`, door: digest };
  }
}

/** True if a submission claims to be of a worker with a key. */
export function isSigned(results: SubmitBody['results']): boolean {
  return results.some(({ sig }) => sig !== undefined);
}

/** The door key itself is a secret and is not stored. */
function digestOf(door: string): string {
  return toHex(sha256(new TextEncoder().encode(`bg-worker-door\n${door}`)).subarray(0, 8));
}

function refuse(code: WorkerRefusal) {
  return { ok: false, code, message: refusals[code] } as const;
}
