import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Failure } from 'bg-rules';
import type { Config } from '../config/config.ts';
import { printError } from '../shared/terminal.ts';
import { placeOf, readSettings } from './settings.ts';

export interface CommandLine {
  readonly config: Config;
  /** A sentence about the database that the command works on. */
  readonly place: string;
  readonly words: readonly string[];
  readonly keep: number;
  /** The command's own options as strings. */
  readonly own: Readonly<Record<string, string | undefined>>;
}

/** Parses the arguments of a command about the data folder, and reads its settings. Options take precedence over the settings. */
export function readCommandLine(
  args: readonly string[],
  own: readonly string[] = [],
): { readonly ok: true; readonly value: CommandLine } | Misuse {
  try {
    const names = ['data-dir', 'keep', ...own];
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const { values: given, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const folder = values['data-dir'];
    const settings = readSettings(process.env, folder !== undefined);
    if (!settings.ok) return badUsage(...settings.lines);
    const keep = Number(values.keep ?? settings.config.backupKeep);
    if (!Number.isInteger(keep) || keep < 1) return badUsage('--keep must be a whole number of at least 1.');
    const dataDir = folder === undefined ? settings.config.dataDir : resolve(folder);
    const config = { ...settings.config, dataDir };
    const place = placeOf(config, settings.source);
    return { ok: true, value: { config, place, words: positionals, keep, own: values } };
  } catch (error) {
    return badUsage(error instanceof Error ? error.message : String(error));
  }
}

/** A call that is wrong, in lines for the operator. */
export interface Misuse extends Failure<'bad-usage'> {
  readonly lines: readonly string[];
}

export function badUsage(...lines: readonly string[]): Misuse {
  return { ok: false, code: 'bad-usage', message: lines.join(' '), lines };
}

const EXIT_USAGE = 2;

/** Prints lines on standard error and exits: with 2 for invalid usage, with 1 for anything else. */
export function end(code: string, lines: string | readonly string[]): never {
  printError(lines);
  process.exit(code === 'bad-usage' ? EXIT_USAGE : 1);
}

/** Runs a command. An unexpected error is printed as one line, without a stack trace. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    end('internal', `The command failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
