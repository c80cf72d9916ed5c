import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Failure, Result } from 'bg-rules';
import { isHex } from '../crypto/hex.ts';

/** The parsed arguments of a command. */
export interface Given {
  readonly sources: readonly string[];
  readonly json: boolean;
  /** 64 hex digits. */
  readonly serverKey: string | undefined;
  readonly format: string | undefined;
  readonly out: string | undefined;
  readonly proof: string | undefined;
  readonly policy: string | undefined;
  readonly state: string | undefined;
  readonly sample: number | undefined;
  readonly name: string | undefined;
  readonly port: number | undefined;
  readonly host: string | undefined;
}

const OPTIONS = {
  json: { type: 'boolean' },
  'server-key': { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  proof: { type: 'string' },
  policy: { type: 'string' },
  state: { type: 'string' },
  sample: { type: 'string' },
  name: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

type OptionName = keyof typeof OPTIONS;

/** The arguments that a command accepts. */
export interface Accepts {
  readonly options: readonly OptionName[];
  /** Minimum and maximum number of sources. */
  readonly sources: readonly [number, number];
  /** True if the source is the address of a service. */
  readonly isService?: boolean;
  /** Options without which the command cannot run. */
  readonly required?: readonly OptionName[];
}

/** Parses the arguments of a command. A refusal's message says which argument is wrong. */
export function parseGiven(words: readonly string[], accepts: Accepts): Result<Given, 'usage'> {
  const parsed = parseWords(words, accepts.options);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const serverKey = values['server-key']?.toLowerCase();
  if (serverKey !== undefined && !isHex(serverKey, 32)) return misuse('--server-key takes 64 hex digits');
  const [least, most] = accepts.sources;
  if (positionals.length < least)
    return misuse(
      accepts.isService ? 'name the address of a service' : least === 1 ? 'name a FILE' : `name ${least} files`,
    );
  if (positionals.length > most) return misuse(`too many files: ${most} expected`);
  const { json = false, format, out, proof, policy, state, sample, name, port, host } = values;
  if ([...positionals, proof, policy].filter((source) => source === '-').length > 1)
    return misuse('- can be given only once');
  if (sample !== undefined && !/^[1-9][0-9]{0,8}$/.test(sample)) return misuse('--sample takes a number of records');
  if (accepts.isService && !isAddress(positionals[0] ?? ''))
    return misuse('the address begins with https:// or http://');
  if (accepts.options.includes('proof') && (proof === undefined) !== (policy === undefined))
    return misuse('--proof and --policy are given together');
  if (proof !== undefined && positionals.length > 1) return misuse('--proof is of one match: name one FILE');
  const lacking = accepts.required?.find((option) => values[option] === undefined);
  if (lacking !== undefined) return misuse(`--${lacking} is missing`);
  if (port !== undefined && !(/^[0-9]{1,5}$/.test(port) && Number(port) < 65_536))
    return misuse('--port takes a number up to 65535');
  const numbers = { sample: numberOf(sample), port: numberOf(port) };
  return {
    ok: true,
    value: { sources: positionals, json, serverKey, format, out, proof, policy, state, name, host, ...numbers },
  };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function parseWords(words: readonly string[], names: readonly OptionName[]) {
  try {
    const parsed = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
    const unknown = Object.keys(parsed.values).find((name) => !names.some((known) => known === name));
    return unknown === undefined
      ? { ok: true as const, value: parsed }
      : misuse(`--${unknown} is not an option of this command`);
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

export function misuse(message: string): Failure<'usage'> {
  return { ok: false, code: 'usage', message };
}
