import { type Logger, pino } from 'pino';
import { ignoreLostReaders, printErrorIfRead } from '../shared/terminal.ts';

/**
 * The operator's log: one JSON object per line, on standard error. A slow or missing reader loses lines but never blocks the service. pino's
 * own destination would retry for ever at exit if the reader is gone, with the thread asleep and deaf to signals.
 */
export function openLog(level: string): Logger {
  ignoreLostReaders();
  return pino({ level }, { write: (line) => printErrorIfRead(line.replace(/\n$/, '')) });
}
