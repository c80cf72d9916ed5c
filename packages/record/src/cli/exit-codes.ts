/** What the process says to a script. */
export const EXIT = { valid: 0, notValid: 1, unreadable: 2, fork: 3, unfinished: 4 } as const;

/** One code for several files: proof that one is wrong says more than that another could not be read, or is not finished. */
export function worst(codes: readonly number[]): number {
  return [EXIT.notValid, EXIT.unreadable, EXIT.unfinished].find((code) => codes.includes(code)) ?? EXIT.valid;
}
