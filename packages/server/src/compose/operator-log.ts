import { type Logger, pino } from 'pino';

/** Lines buffered while nobody reads the log. Later lines are dropped. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/**
 * The operator's log: one JSON object per line, on standard error. A slow or missing reader loses lines but never blocks the service. pino's
 * own destination would retry for ever at exit if the reader is gone, with the thread asleep and deaf to signals.
 */
export function openLog(level: string): Logger {
  const out = process.stderr;
  ignoreLostReader(out);
  return pino({ level }, { write: (line) => writeIfRead(out, line) });
}

/** Ignores errors of a stream without a reader. */
export function ignoreLostReader(out: NodeJS.WriteStream): void {
  out.on('error', () => undefined);
}

function writeIfRead(out: NodeJS.WriteStream, line: string): void {
  if (out.writableLength + line.length > MOST_UNREAD_BYTES) return;
  try {
    out.write(line);
  } catch {
    // A file on a full disk throws, and there is no other place to report it.
  }
}
