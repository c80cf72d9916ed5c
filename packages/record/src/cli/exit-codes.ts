/** The exit codes of the process. */
export const EXIT = {
  valid: 0,
  notValid: 1,
  unreadable: 2,
  fork: 3,
  unfinished: 4,
  nothingProven: 5,
  otherFormat: 6,
} as const;

/**
 * Combines the exit codes of several files into one. An invalid file outranks an unreadable one, which outranks one of another
 * format, which outranks an unfinished one.
 */
export function worst(codes: readonly number[]): number {
  return (
    [EXIT.notValid, EXIT.unreadable, EXIT.otherFormat, EXIT.unfinished].find((code) => codes.includes(code)) ??
    EXIT.valid
  );
}
