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
}

/** What a command about the data folder was called with: settings from the environment, options before them. */
export function readCommandLine(args: readonly string[]): Result<CommandLine, 'bad-usage'> {
  const config = readConfig(process.env);
  if (!config.ok) return { ...config, code: 'bad-usage' };
  try {
    const options = { 'data-dir': { type: 'string' }, keep: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const keep = Number(values.keep ?? config.value.backupKeep);
    if (!Number.isInteger(keep) || keep < 1) return badUsage('--keep must be a whole number from 1.');
    const dataDir = values['data-dir'] === undefined ? config.value.dataDir : resolve(values['data-dir']);
    return { ok: true, value: { config: { ...config.value, dataDir }, words: positionals, keep } };
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
