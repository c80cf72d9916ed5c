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

/** Small texts that last; `null` where there is none. */
export interface Shelf {
  read(name: string): string | null;
  /** False where the text will not outlive the page. */
  write(name: string, text: string | null): boolean;
}
