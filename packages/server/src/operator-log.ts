import { type Logger, pino } from 'pino';

/** Lines that nobody reads are kept up to here; later ones are lost. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/**
 * The operator's log on standard error, one JSON object a line. Whoever reads it may be slow or gone: that costs lines and never a move.
 * pino's own destination tries again for ever when the process ends and the reader is gone, with the thread asleep and deaf to signals.
 */
export function openLog(level: string): Logger {
  const out = process.stderr;
  ignoreLostReader(out);
  return pino({ level }, { write: (line) => writeIfRead(out, line) });
}

/** What is written to a stream without a reader is lost, and that is all. */
export function ignoreLostReader(out: NodeJS.WriteStream): void {
  out.on('error', () => undefined);
}

function writeIfRead(out: NodeJS.WriteStream, line: string): void {
  if (out.writableLength + line.length > MOST_UNREAD_BYTES) return;
  try {
    out.write(line);
  } catch {
    // a file on a full disk throws at once; there is no other place to say so
  }
}
