import { printLines } from 'bg-record';

/** Lines buffered while no program reads the log. Later lines are dropped. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/** Prints on standard output. */
export function print(lines: string | readonly string[]): void {
  printLines(process.stdout, lines);
}

/** Prints on standard error. */
export function printError(lines: string | readonly string[]): void {
  printLines(process.stderr, lines);
}

/** A slow or missing reader of the streams never blocks or ends the process. */
export function ignoreLostReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Prints a line of the log on standard error, unless its reader is too far behind. */
export function printErrorIfRead(line: string): void {
  const out = process.stderr;
  if (out.writableLength + line.length > MOST_UNREAD_BYTES) return;
  try {
    printLines(out, line);
  } catch {
    // A file on a full disk throws, and there is no other place to report it.
  }
}
