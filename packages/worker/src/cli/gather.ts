import { randomBytes } from 'node:crypto';
import type { Result } from 'bg-rules';
import { givenByEnvironment, type Line } from './arguments.ts';
import { askForSettings, type Terminal } from './ask.ts';
import { readConfig, readKeyFile, usualConfigPath, writeConfig } from './config-file.ts';
import { type Given, makeSettings, type Settings } from './settings.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a person can be asked; null where there is none. */
  readonly terminal: Terminal | null;
  /** Tells the person something in passing. */
  readonly say: (text: string) => void;
}

export type Gathered = Result<Settings, 'incomplete' | 'bad-setting' | 'bad-config'>;

/** Settings from everywhere: flags win over the environment, the environment over the file; a person fills the gaps. */
export async function gatherSettings(line: Line, around: Surroundings): Promise<Gathered> {
  const path = line.config ?? around.env.BG_WORKER_CONFIG ?? usualConfigPath(around.env);
  const file = readConfig(path);
  if (!file.ok) return file;
  if (file.value.isOpen) around.say(`Others on this machine can read ${path}; chmod 600 would keep the key yours.`);
  const given = { ...file.value.given, ...givenByEnvironment(around.env), ...line.given };
  const settings = complete(given);
  if (settings.ok || settings.code !== 'incomplete' || !around.terminal) return settings;
  return ask(given, path, around.terminal);
}

/** A name that says nothing about the machine or its owner. */
export function newWorkerId(): string {
  return `worker-${randomBytes(5).toString('hex')}`;
}

async function ask(given: Given, path: string, terminal: Terminal): Promise<Gathered> {
  const answers = await askForSettings({ id: newWorkerId(), ...given }, path, terminal);
  if (!answers) return { ok: false, code: 'incomplete', message: 'nothing was answered' };
  const settings = complete(answers.given);
  if (settings.ok && answers.keep) writeConfig(path, answers.given);
  return settings;
}

function complete(given: Given): Gathered {
  const { keyFile, ...rest } = given;
  if (typeof keyFile !== 'string' || rest.key !== undefined) return makeSettings(rest, newWorkerId);
  const key = readKeyFile(keyFile);
  return key.ok ? makeSettings({ ...rest, key: key.value }, newWorkerId) : key;
}
