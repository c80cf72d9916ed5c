import { randomBytes } from 'node:crypto';
import type { Result } from 'bg-rules';
import { givenByEnvironment, type Line } from './arguments.ts';
import { askForSettings, type Terminal } from './ask.ts';
import { readConfig, readKeyFile, usualConfigPath, writeConfig } from './config-file.ts';
import { type Given, makeSettings, type Settings } from './settings.ts';

export interface GatherContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The terminal on which a person can be asked. Null if there is none. */
  readonly terminal: Terminal | null;
  /** Shows a remark to the person. */
  readonly say: (text: string) => void;
}

type Gathered = Result<Settings, 'incomplete' | 'bad-setting' | 'bad-config'>;

/**
 * Combines all sources of settings: options override the environment, which overrides the file. Asks a person
 * for missing ones.
 */
export async function gatherSettings(line: Line, context: GatherContext): Promise<Gathered> {
  const path = line.config ?? context.env.BG_WORKER_CONFIG ?? usualConfigPath(context.env);
  const file = readConfig(path);
  if (!file.ok) return file;
  if (file.value.isOpen)
    context.say(`Other users of this machine can read ${path} and the key in it; protect it with chmod 600.`);
  const given = { ...file.value.given, ...givenByEnvironment(context.env), ...line.given };
  const settings = complete(given);
  if (settings.ok || settings.code !== 'incomplete' || !context.terminal) return settings;
  return ask(given, path, context.terminal);
}

/** Returns a random name that reveals nothing about the machine or its owner. */
function newWorkerId(): string {
  return `worker-${randomBytes(5).toString('hex')}`;
}

async function ask(given: Given, path: string, terminal: Terminal): Promise<Gathered> {
  const answers = await askForSettings({ id: newWorkerId(), ...given }, path, terminal);
  if (!answers) return { ok: false, code: 'incomplete', message: 'no answers were given' };
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
