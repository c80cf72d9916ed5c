import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { TextStorage } from '../platform/ports.ts';
import type { LogFaultCode } from './public-log.ts';

const NAME = 'anchor.public-log-halt';

/**
 * Says if this browser has proven that the service's public log contradicts itself. Then it begins no match until the
 * user decides otherwise. Matches in progress are finished.
 */
export class LogHalt {
  readonly #storage: TextStorage;
  readonly #isOn = signal(false);

  constructor(storage: TextStorage) {
    this.#storage = storage;
    this.reread();
  }

  get isOn(): ReadonlySignal<boolean> {
    return this.#isOn;
  }

  halt(code: LogFaultCode): void {
    this.#storage.write(NAME, code);
    this.reread();
  }

  /** The user plays here nevertheless. The next check that finds the fault halts again. */
  lift(): void {
    this.#storage.write(NAME, null);
    this.reread();
  }

  /** Call this when another tab may have written. */
  reread(): void {
    this.#isOn.value = this.#storage.read(NAME) !== null;
  }
}
