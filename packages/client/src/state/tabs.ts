import type { ReadonlySignal } from '@preact/signals';
import { type After, type ConnectionStatus, readJson, type TabLocks, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';

/** The connection of this browser that came last: the name of its lock, and the key that it proved. */
const latest = z.object({ lock: z.string(), pub: z.string() });

const LATEST = 'anchor.tabs.latest';
/** The lock of the connection that another device took over last. */
const LOST = 'anchor.tabs.lost';

/** A tab that is reloaded connects again within this time. The others leave it the connection. */
const RELOAD_MS = 3_000;

interface TabsPorts {
  readonly connection: {
    readonly status: ReadonlySignal<ConnectionStatus>;
    readonly me: ReadonlySignal<{ readonly pub: string } | null>;
    takeOver(): void;
  };
  readonly storage: TextStorage;
  readonly locks: TabLocks;
  readonly after: After;
  readonly newName: () => string;
}

/**
 * Connects this tab again when another tab of this browser, which took the connection over, is closed. Each connection holds a lock, which
 * the browser releases with its tab, and the storage names the latest one. A tab whose connection was taken over by another device says
 * so in the storage: none of this browser takes that one back by itself.
 */
export class Tabs {
  readonly #ports: TabsPorts;
  #own: { readonly lock: string; readonly release: () => void } | null = null;
  /** The lock for which this tab waits, or null. */
  #awaited: string | null = null;

  constructor(ports: TabsPorts) {
    this.#ports = ports;
    ports.connection.status.subscribe((status) => {
      if (status === 'online') void this.#connected();
      if (status === 'superseded') this.#superseded();
    });
  }

  /** Call this when another tab has written to the storage. */
  reread(): void {
    if (this.#isSuperseded()) void this.#await();
  }

  async #connected(): Promise<void> {
    const pub = this.#ports.connection.me.peek()?.pub;
    if (pub === undefined || this.#own) return;
    const lock = this.#ports.newName();
    // The lock is held before it is named: a tab that waits for it must not get it at once.
    this.#own = { lock, release: () => {} };
    const release = await this.#ports.locks.hold(lock);
    if (this.#own?.lock !== lock) return release();
    this.#own = { lock, release };
    this.#ports.storage.write(LATEST, JSON.stringify({ lock, pub }));
  }

  #superseded(): void {
    const own = this.#own;
    this.#own = null;
    if (own) this.#ports.storage.write(LOST, own.lock);
    own?.release();
    void this.#await();
  }

  /** Waits for the end of the tab that has the connection now, if it is one of this browser. */
  async #await(): Promise<void> {
    const { storage, locks, connection, after } = this.#ports;
    const taken = readJson(latest, storage.read(LATEST));
    if (!taken || taken.lock === this.#awaited || taken.pub !== connection.me.peek()?.pub || this.#isLost(taken.lock))
      return;
    this.#awaited = taken.lock;
    (await locks.hold(taken.lock))();
    after(RELOAD_MS, () => {
      if (this.#awaited !== taken.lock) return;
      this.#awaited = null;
      if (!this.#isSuperseded()) return;
      const isSame = readJson(latest, storage.read(LATEST))?.lock === taken.lock;
      if (isSame && !this.#isLost(taken.lock)) connection.takeOver();
      else void this.#await();
    });
  }

  #isLost(lock: string): boolean {
    return this.#ports.storage.read(LOST) === lock;
  }

  #isSuperseded(): boolean {
    return this.#ports.connection.status.peek() === 'superseded';
  }
}
