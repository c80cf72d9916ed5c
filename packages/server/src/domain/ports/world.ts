/** The clocks and the random source. They are passed in so that tests control them. */
export interface World {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock. It may stand still while the machine is suspended. */
  elapsedMs(): number;
  randomBytes(length: number): Uint8Array;
}

/** Named alarms, in memory only. Setting a name again replaces its alarm. */
export interface Alarms {
  /**
   * Calls `onDue` once at this time, or soon if it has passed. Never calls it before `set` returns. A clock that is set meanwhile changes
   * nothing, so `onDue` may be called before a time of that clock.
   */
  set(name: string, at: number, onDue: () => void | Promise<void>): void;
  clear(name: string): void;
}

/** The operator's log: structured, one line per event. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
