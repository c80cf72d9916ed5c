import { parseArgs } from 'node:util';
import type { Result } from 'bg-rules';
import { flagOf, type Given, settingNames, variableOf } from './settings.ts';

const commands = ['run', 'configure', 'check', 'systemd'] as const;

type Command = (typeof commands)[number];

/** The parsed command line. */
export interface Line {
  readonly command: Command;
  readonly given: Given;
  /** Path of the settings file. Null for the default path. */
  readonly config: string | null;
  readonly help: boolean;
  readonly version: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  ...Object.fromEntries(settingNames.map((name) => [flagOf(name), text])),
  config: text,
  help: { ...flag, short: 'h' },
  version: { ...flag, short: 'v' },
};

export function parseLine(words: readonly string[]): Result<Line, 'usage'> {
  const parsed = parse(words);
  if (!parsed.ok) return parsed;
  const { positionals } = parsed.value;
  const values: Readonly<Record<string, string | boolean | undefined>> = parsed.value.values;
  const [word = 'run', extra] = positionals;
  const command = commands.find((known) => known === word);
  if (!command || extra !== undefined) return misuse(`there is no command ${extra ?? word}`);
  const given = Object.fromEntries(settingNames.map((name) => [name, values[flagOf(name)]]));
  const config = typeof values.config === 'string' ? values.config : null;
  return {
    ok: true,
    value: { command, given: present(given), config, help: values.help === true, version: values.version === true },
  };
}

function parse(words: readonly string[]) {
  try {
    return { ok: true as const, value: parseArgs({ args: [...words], options, allowPositionals: true }) };
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

/** Reads settings from environment variables. */
export function givenByEnvironment(env: Readonly<Record<string, string | undefined>>): Given {
  return present(Object.fromEntries(settingNames.map((name) => [name, env[variableOf(name)] || undefined])));
}

function present(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function misuse(message: string) {
  return { ok: false, code: 'usage', message } as const;
}
