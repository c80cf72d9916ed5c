import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Result } from 'bg-rules';
import { type Config, readConfig } from './config.ts';

/** Both from src/ and from dist/. */
export const prismaFolder = fileURLToPath(new URL('../../../prisma', import.meta.url));

export interface CommandLine {
  readonly config: Config;
  readonly words: readonly string[];
  readonly keep: number;
  /** Options of the command's own, as they were given. */
  readonly own: Readonly<Record<string, string | undefined>>;
}

/** What a command about the data folder was called with: settings from the environment, options before them. */
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
    if (!Number.isInteger(keep) || keep < 1) return badUsage('--keep must be a whole number from 1.');
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

/** Ends with a sentence on standard error: 2 for a call that cannot be understood, 1 for anything else. */
export function end(code: string, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code === 'bad-usage' ? EXIT_USAGE : 1);
}
