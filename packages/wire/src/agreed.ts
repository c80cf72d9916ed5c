/** Figures that the server keeps to and that the page tells its player. */

/** The server announces a player who is missing after this long, or after `absenceMs` of the header if that is less. */
export const ANNOUNCE_MS = 10_000;

/** After `allowed` matches within `countedMs` that were called off through one key, the key begins none for `pauseMs`. */
export const COOL_DOWN = { allowed: 3, countedMs: 3_600_000, pauseMs: 600_000 } as const;
