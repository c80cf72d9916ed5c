/** What the session needs from its surroundings; the browser gives these in `src/app`, tests give their own. */

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

export type OpenSocket = (handlers: SocketHandlers) => Socket;

/** Runs `task` after `delayMs`; the answer calls it off. */
export type After = (delayMs: number, task: () => void) => () => void;

/** The device's two clocks, in milliseconds. */
export interface Clocks {
  /** Since the epoch; the user and the network may set it. */
  wall(): number;
  /** Since anything; it never goes back, and may stand still while the device sleeps. */
  steady(): number;
}

/** Small texts that last; `null` where there is none. */
export interface Shelf {
  read(name: string): string | null;
  /** False where the text will not outlive the page. */
  write(name: string, text: string | null): boolean;
}
