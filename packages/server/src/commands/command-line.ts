import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Result } from 'bg-rules';
import { type Config, readConfig } from '../config/config.ts';

export interface CommandLine {
  readonly config: Config;
  readonly words: readonly string[];
  readonly keep: number;
  /** The command's own options as strings. */
  readonly own: Readonly<Record<string, string | undefined>>;
}

/** Parses the arguments of a command about the data folder. Options take precedence over the environment. */
export function readCommandLine(
  args: readonly string[],
  own: readonly string[] = [],
): Result<CommandLine, 'bad-usage'> {
  const config = readConfig(process.env);
  if (!config.ok) return { ...config, code: 'bad-usage' };
  try {
    const names = ['data-dir', 'keep', ...own];
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const { values: given, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const keep = Number(values.keep ?? config.value.backupKeep);
    if (!Number.isInteger(keep) || keep < 1) return badUsage('--keep must be a whole number of at least 1.');
    const dataDir = values['data-dir'] === undefined ? config.value.dataDir : resolve(values['data-dir']);
    return { ok: true, value: { config: { ...config.value, dataDir }, words: positionals, keep, own: values } };
  } catch (error) {
    return badUsage(error instanceof Error ? error.message : String(error));
  }
}

function badUsage(message: string) {
  return { ok: false, code: 'bad-usage', message } as const;
}

const EXIT_USAGE = 2;

/** Prints a sentence to standard error and exits: with 2 for invalid usage, with 1 for anything else. */
export function end(code: string, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code === 'bad-usage' ? EXIT_USAGE : 1);
}
