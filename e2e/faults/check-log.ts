import type { Evidence } from './checks.ts';
import type { FaultKind } from './plan.ts';

const ERROR = 50;

const unreachable =
  /Can't reach database|DatabaseNotReachable|57P0|53100|ECONNREFUSED|ECONNRESET|terminat|recovery mode|starting up|shutting down|Connection|timeout|Transaction/i;
/** What an error says that a fault explains. Everything else is a fault of ours. */
const EXPLAINED: Partial<Record<FaultKind, readonly RegExp[]>> = {
  'disk-full': [/disk|SQLITE_(IOERR|FULL|BUSY|READONLY)|File too large|No space/i, unreachable],
  'database-restart': [unreachable],
  'redis-stop': [/redis|ECONNREFUSED|ECONNRESET|Connection|max retries|command timed out|Stream isn't writeable/i],
};

/** Errors in the log that are not explained by what was done to the service. */
export function errorsAreExplained({ facts }: Evidence): string[] {
  const kinds = new Set(facts.faults.map(({ kind }) => kind));
  const patterns = [...kinds].flatMap((kind) => EXPLAINED[kind] ?? []);
  const errors = facts.output.flatMap((text) => text.split('\n')).flatMap((line) => errorIn(line) ?? []);
  return [...errors, ...facts.refusals].filter((said) => !patterns.some((pattern) => pattern.test(said)));
}

/** What a line of the log complains of, without the stack; a line that is no entry of the log counts, too. Null for all others. */
function errorIn(line: string): string | null {
  if (line.trim() === '' || line.startsWith('Anchor is at ')) return null;
  if (!line.startsWith('{')) return line;
  const { level, msg, err } = JSON.parse(line);
  if (Number(level) < ERROR) return null;
  return `${msg}: ${err?.code ?? ''} ${err?.message ?? ''} ${JSON.stringify(err?.meta ?? '')}`.slice(0, 600);
}
