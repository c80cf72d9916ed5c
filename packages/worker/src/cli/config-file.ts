import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import { type Given, settingNames } from './settings.ts';

/** Where settings are kept, by the custom of the system. */
export function usualConfigPath(env: Readonly<Record<string, string | undefined>>): string {
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || join(homedir(), '.config');
  return join(folder, 'bg-worker', 'config.json');
}

const record = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export interface ConfigFile {
  readonly given: Given;
  /** Others on this machine can read it, and the key in it. */
  readonly isOpen: boolean;
}

/** Reads the file; one that is not there is empty. */
export function readConfig(path: string): Result<ConfigFile, 'bad-config'> {
  const text = readIfThere(path);
  if (text === null) return { ok: true, value: { given: {}, isOpen: false } };
  const parsed = z.safeParse(record, parseJson(text));
  const stranger = parsed.success && Object.keys(parsed.data).find((name) => !settingNames.some((n) => n === name));
  if (!parsed.success) return bad(`${path} is not a JSON object of settings`);
  if (typeof stranger === 'string') return bad(`${path} has a setting that is not known: ${stranger}`);
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  return { ok: true, value: { given: parsed.data, isOpen } };
}

/** Writes it so that nobody but its owner can read it. */
export function writeConfig(path: string, given: Given): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(given, null, 2)}\n`, { mode: 0o600 });
}

/** The key in a file of its own, as service managers hand out secrets. */
export function readKeyFile(path: string): Result<string, 'bad-config'> {
  const text = readIfThere(path);
  return text === null ? bad(`the key file ${path} cannot be read`) : { ok: true, value: text.trim() };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bad(message: string) {
  return { ok: false, code: 'bad-config', message } as const;
}
