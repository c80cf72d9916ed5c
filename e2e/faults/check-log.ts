import type { Evidence } from './evidence.ts';
import type { FaultKind } from './plan.ts';

const ERROR = 50;

const unreachable =
  /Can't reach database|DatabaseNotReachable|57P0|53100|ECONNREFUSED|ECONNRESET|terminat|recovery mode|starting up|shutting down|Connection|timeout|Transaction/i;
/** Patterns of errors that a fault explains. All other errors are bugs. */
const EXPLAINED: Partial<Record<FaultKind, readonly RegExp[]>> = {
  'disk-full': [/disk|SQLITE_(IOERR|FULL|BUSY|READONLY)|File too large|No space/i, unreachable],
  'database-restart': [unreachable],
  'database-read-only': [/25006|read-only transaction/i],
};

/** Returns the errors in the logs that no fault of the run explains. */
export function errorsAreExplained({ facts }: Evidence): string[] {
  const kinds = new Set(facts.faults.map(({ kind }) => kind));
  const patterns = [...kinds].flatMap((kind) => EXPLAINED[kind] ?? []);
  const errors = facts.output.flatMap((text) => text.split('\n')).flatMap((line) => errorIn(line) ?? []);
  return [...errors, ...facts.refusals].filter((said) => !patterns.some((pattern) => pattern.test(said)));
}

/** Returns the error of a log line without its stack, or null if it reports none. A line that is not a log entry is an error. */
function errorIn(line: string): string | null {
  if (line.trim() === '' || line.startsWith('Anchor is at ')) return null;
  if (!line.startsWith('{')) return line;
  const { level, msg, err } = JSON.parse(line);
  if (Number(level) < ERROR) return null;
  return `${msg}: ${err?.code ?? ''} ${err?.message ?? ''} ${JSON.stringify(err?.meta ?? '')}`.slice(0, 600);
}
