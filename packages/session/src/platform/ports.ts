/**
 * The interfaces that the session needs from its environment. `src/app` implements them for the browser, and tests have
 * their own.
 */

/** An open socket. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketHandlers {
  opened(): void;
  received(text: string): void;
  closed(): void;
}

/** Opens a socket. A proxy in front of several processes chooses one by `match`, which is empty at first. */
export type OpenSocket = (handlers: SocketHandlers, match: string) => Socket;

/** Runs `task` after `delayMs`. The returned function cancels it. */
export type After = (delayMs: number, task: () => void) => () => void;

/** The device's two clocks, in milliseconds. */
export interface Clocks {
  /** Milliseconds since the epoch. The user and the network may set this clock. */
  wall(): number;
  /** Milliseconds since an arbitrary moment. It never goes back, and may stop while the device sleeps. */
  steady(): number;
}

/** Persistent small texts. `null` means that there is none. */
export interface TextStorage {
  read(name: string): string | null;
  /** Returns false if the text will be lost with the page. */
  write(name: string, text: string | null): boolean;
}

/** Locks that all tabs of this browser share. */
export interface TabLocks {
  /** Resolves once this tab holds the lock of this name, to the function that releases it. The end of the tab releases it too. */
  hold(name: string): Promise<() => void>;
}
