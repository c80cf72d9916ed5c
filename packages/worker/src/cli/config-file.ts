import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { quoted } from 'bg-record';
import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import { type Given, settingNames } from './settings.ts';

/** The default path of the settings file, by the convention of the operating system. */
export function usualConfigPath(env: Readonly<Record<string, string | undefined>>): string {
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || join(homedir(), '.config');
  return join(folder, 'bg-worker', 'config.json');
}

const record = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

interface ConfigFile {
  readonly given: Given;
  /** True if other users of this machine can read the file, including the key. */
  readonly isOpen: boolean;
}

/** Reads the settings file. A missing file counts as empty. */
export function readConfig(path: string): Result<ConfigFile, 'bad-config'> {
  const text = readIfPresent(path);
  if (text === null) return { ok: true, value: { given: {}, isOpen: false } };
  const parsed = z.safeParse(record, parseJson(text));
  const unknown = parsed.success && Object.keys(parsed.data).find((name) => !settingNames.some((n) => n === name));
  if (!parsed.success) return bad(`${path} is not a JSON object of settings`);
  if (typeof unknown === 'string') return bad(`${path} has an unknown setting: ${quoted(unknown)}`);
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  return { ok: true, value: { given: parsed.data, isOpen } };
}

/** Writes the settings file, readable only by its owner. */
export function writeConfig(path: string, given: Given): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(given, null, 2)}\n`, { mode: 0o600 });
}

/** Reads the key from a separate file, as service managers provide secrets. */
export function readKeyFile(path: string): Result<string, 'bad-config'> {
  const text = readIfPresent(path);
  return text === null ? bad(`the key file ${path} cannot be read`) : { ok: true, value: text.trim() };
}

function readIfPresent(path: string): string | null {
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
