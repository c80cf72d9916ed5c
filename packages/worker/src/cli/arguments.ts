import { parseArgs } from 'node:util';
import type { Result } from 'bg-rules';
import { flagOf, type Given, settingNames, variableOf } from './settings.ts';

const commands = ['run', 'configure', 'check', 'systemd', 'verify'] as const;

type Command = (typeof commands)[number];

/** The files that `verify` shall check, and how. */
export interface VerifyOptions {
  /** Paths of the two files. */
  readonly record: string;
  readonly report: string;
  /** Number of judgements to make again. Null for the usual one. */
  readonly sample: number | null;
  /** Null for a random one. */
  readonly seed: string | null;
  /** The key that the record must be signed by, 64 hex digits. */
  readonly serverKey: string | null;
  /** True if each judgement must be signed. */
  readonly signed: boolean;
  readonly json: boolean;
}

/** The parsed command line. */
export interface Line {
  readonly command: Command;
  readonly given: Given;
  /** Path of the settings file. Null for the default path. */
  readonly config: string | null;
  /** Null for other commands, and if only help is wanted. */
  readonly verify: VerifyOptions | null;
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
/** Options of `verify` alone. */
const verifyOptions = { sample: text, seed: text, 'server-key': text, signed: flag, json: flag };

export function parseLine(words: readonly string[]): Result<Line, 'usage'> {
  const parsed = parse(words);
  if (!parsed.ok) return parsed;
  const { positionals } = parsed.value;
  const values: Values = parsed.value.values;
  const [word = 'run', ...files] = positionals;
  const command = commands.find((known) => known === word);
  const [extra] = command === 'verify' ? [] : files;
  if (!command || extra !== undefined) return misuse(`there is no command ${extra ?? word}`);
  const [help, version] = [values.help === true, values.version === true];
  const isVerify = command === 'verify' && !help && !version;
  const verify = isVerify ? readVerifyOptions(files, values) : null;
  if (verify && !verify.ok) return verify;
  const foreign =
    command === 'verify' ? undefined : Object.keys(verifyOptions).find((name) => values[name] !== undefined);
  if (foreign !== undefined) return misuse(`--${foreign} is an option of verify`);
  const given = Object.fromEntries(settingNames.map((name) => [name, values[flagOf(name)]]));
  const config = typeof values.config === 'string' ? values.config : null;
  return {
    ok: true,
    value: { command, given: present(given), config, verify: verify?.value ?? null, help, version },
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function readVerifyOptions(files: readonly string[], values: Values): Result<VerifyOptions, 'usage'> {
  const [record, report, extra] = files;
  if (record === undefined || report === undefined || extra !== undefined)
    return misuse('verify takes two files: RECORD and REPORT');
  const { sample, seed, 'server-key': key, signed, json } = values;
  if (typeof sample === 'string' && !/^\d{1,9}$/.test(sample)) return misuse('--sample takes a number of judgements');
  const serverKey = typeof key === 'string' ? key.toLowerCase() : null;
  if (serverKey !== null && !/^[0-9a-f]{64}$/.test(serverKey)) return misuse('--server-key takes 64 hex digits');
  return {
    ok: true,
    value: {
      record,
      report,
      sample: typeof sample === 'string' ? Number(sample) : null,
      seed: typeof seed === 'string' ? seed : null,
      serverKey,
      signed: signed === true,
      json: json === true,
    },
  };
}

function parse(words: readonly string[]) {
  try {
    return {
      ok: true as const,
      value: parseArgs({ args: [...words], options: { ...options, ...verifyOptions }, allowPositionals: true }),
    };
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
