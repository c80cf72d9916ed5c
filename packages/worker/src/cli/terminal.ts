import { printLines } from 'bg-record';

/** A person who can be asked on a terminal. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Standard output, for a screen. */
export const standardOutput = process.stdout;

/** Returns the terminal on which a person can be asked, or null. */
export function ownTerminal(): Terminal | null {
  const { stdin, stdout } = process;
  return stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout } : null;
}

/** Prints on standard output what the user asked for. */
export function print(lines: string | readonly string[]): void {
  printLines(process.stdout, lines);
}

/** Prints on standard error. The first line names the program. */
export function complain(first: string, ...others: readonly string[]): void {
  printLines(process.stderr, [`bg-worker: ${first}`, ...others]);
}
