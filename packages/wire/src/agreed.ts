/** Figures that the server keeps to and that the page tells its player. */

/** The server announces a player who is missing after this long, or after `absenceMs` of the header if that is less. */
export const ANNOUNCE_MS = 10_000;

/** The least time that a player announced as absent has in a live match. A page refuses the header of a match with less. */
export const LEAST_ABSENCE_MS = 120_000;

/** After `allowed` matches within `countedMs` that were called off through one key, the key begins none for `pauseMs`. */
export const COOL_DOWN = { allowed: 3, countedMs: 3_600_000, pauseMs: 600_000 } as const;

/** The most complaints that a player may send to the operator in 24 hours. */
export const COMPLAINTS_A_DAY = 10;

/** The largest number of players that a key can follow and block, and of recent opponents that it sees. */
export const PEOPLE = { follow: 100, block: 100, recent: 12 } as const;
/** The largest number of players whose countries one message asks for. */
export const COUNTRIES_AT_ONCE = 100;

/** Largest number of correspondence matches in which a person sits. */
export const TURNS_A_PERSON = 20;

/**
 * Pairing. Two seeks with the same terms may be paired if the ratings differ by at most `tolerance` points. With every second that
 * the newer seek waits, `perSecond` points more are allowed, and after `unlimitedMs` any difference. Both players have
 * `answerMs` to accept. Two players whose pairing failed are not paired again for `apartMs`. A seek outlives its connection by
 * `graceMs`.
 */
export const PAIRING = {
  tolerance: 150,
  perSecond: 25,
  unlimitedMs: 20_000,
  answerMs: 20_000,
  apartMs: 30_000,
  graceMs: 10_000,
} as const;
