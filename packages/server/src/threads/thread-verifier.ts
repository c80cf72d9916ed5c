import { type SignatureCheck, type SignatureVerifier, verifySignature } from 'bg-record';
import type { Log } from '../domain/ports/world.ts';
import { type Checks, isSignatureRight, pack, type Verdicts } from './signature-batch.ts';
import { ThreadCalls, type ThreadScript } from './thread-calls.ts';

interface ThreadVerifierParts {
  readonly script: ThreadScript;
  readonly log: Log;
}

interface Waiting extends SignatureCheck {
  readonly resolve: (isRight: boolean | Promise<boolean>) => void;
}

/**
 * Checks the signatures of live matches in a separate thread, in batches: waking a thread for each signature costs the event loop a good part
 * of the time of the check. For the same reason a signature that comes alone is checked on the event loop, which then has little to do.
 * Node's own thread pool also serves files, compression and DNS, which would delay signatures.
 */
export class ThreadVerifier implements SignatureVerifier {
  readonly #parts: ThreadVerifierParts;
  #thread: ThreadCalls<Checks, Verdicts> | null = null;
  #waiting: Waiting[] = [];
  #isStopped = false;

  constructor(parts: ThreadVerifierParts) {
    this.#parts = parts;
    // Start now, so that the first event does not wait for it.
    this.#thread = this.#start();
  }

  verify(pub: string, message: Uint8Array, sig: string): Promise<boolean> {
    if (this.#isStopped) return verifySignature(pub, message, sig);
    return new Promise((resolve) => {
      this.#waiting.push({ pub, message, sig, resolve });
      // Let the event loop read the sockets that are ready, so that their events join this batch.
      if (this.#waiting.length === 1) setImmediate(() => void this.#handOver());
    });
  }

  /** Ends the thread. Unanswered checks run on the event loop. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.stop();
  }

  #start(): ThreadCalls<Checks, Verdicts> {
    return new ThreadCalls(this.#parts.script, (err) => {
      this.#parts.log.error({ err }, 'the signature thread crashed; it is started again');
      this.#thread = null;
    });
  }

  async #handOver(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#thread ??= this.#start();
      const [first] = batch;
      if (first && batch.length === 1 && this.#thread.isIdle) {
        first.resolve(isSignatureRight(first));
        return;
      }
      const checks = pack(batch);
      const verdicts = await this.#thread.ask(checks, [checks.bytes.buffer]);
      for (const [place, { resolve }] of batch.entries()) resolve(verdicts[place] ?? false);
    } catch {
      for (const { pub, message, sig, resolve } of batch) resolve(verifySignature(pub, message, sig));
    }
  }
}
