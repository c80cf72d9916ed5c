import type { ServerMessage, ServerMessageOf, SocketCode } from '@anchor/wire';
import { type CodedFailure, coded } from '../platform/failure.ts';
import type { After } from '../platform/ports.ts';

/** The server's error code, or the reason why there is no answer. */
export type RequestCode =
  | SocketCode
  | 'offline'
  | 'connection-lost'
  | 'timeout'
  | 'not-understood'
  | 'no-storage'
  | 'unproven'
  | 'log-halted';
export type Answer = { readonly ok: true; readonly value: ServerMessage } | CodedFailure<RequestCode>;

const TIMEOUT_MS = 10_000;

interface Pending {
  readonly settle: (answer: Answer) => void;
  readonly cancel: () => void;
}

/** Pending requests. Each is settled once: by its answer, a timeout, or the loss of the connection. */
export class PendingRequests {
  readonly #after: After;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(after: After) {
    this.#after = after;
  }

  /** Opens a request. `send` gets the id that the answer will carry. */
  ask(send: (id: number) => void): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const cancel = this.#after(TIMEOUT_MS, () => this.#resolve(id, coded('timeout')));
      this.#pending.set(id, { settle: resolve, cancel });
      send(id);
    });
  }

  /** Settles the request that a message answers, if any. */
  answered(message: ServerMessage): void {
    if (typeof message.id !== 'number') return;
    this.#resolve(message.id, message.type === 'error' ? refusal(message) : { ok: true, value: message });
  }

  /** Fails the request whose answer this page does not understand, if any. */
  misunderstood(id: ServerMessage['id']): void {
    if (typeof id === 'number') this.#resolve(id, coded('not-understood'));
  }

  /** Fails all requests that can no longer be answered. */
  lost(): void {
    for (const id of [...this.#pending.keys()]) {
      this.#resolve(id, coded('connection-lost'));
    }
  }

  #resolve(id: number, answer: Answer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.cancel();
    pending?.settle(answer);
  }
}

function refusal({ code, message }: ServerMessageOf<'error'>): CodedFailure<SocketCode> {
  return { ok: false, code, message };
}
