import { createInterface } from 'node:readline/promises';
import { type Key, printLines } from 'bg-record';
import type { Result } from 'bg-rules';
import { findGnubg } from '../engine/gnubg.ts';
import { HttpServer } from '../jobs/http-server.ts';
import { unfitFor } from '../jobs/job-fetcher.ts';
import { givenByEnvironment, type Line } from './arguments.ts';
import { readConfig, usualConfigPath, writeConfig } from './config-file.ts';
import { askHidden, completeSettings, type GatherContext, HidingOutput, insist } from './gather.ts';
import { makeOwnKey, readOwnKey, usualOwnKeyPath } from './own-key.ts';
import type { Given, Settings } from './settings.ts';

type Configured = Result<string, 'no-terminal' | 'bad-config' | 'bad-own-key' | 'incomplete'>;

/** Tries settings at the server. Resolves to null if it serves this worker, else to the reason. */
export type Trial = (settings: Settings, own: Key | null) => Promise<string | null>;

/**
 * Asks a person for address and key, tries them at the server, asks again if it refuses them, and only then stores the settings and a key
 * of the worker's own, in files that only their owner can read.
 */
export async function configure(line: Line, context: GatherContext, trial: Trial = tryServer): Promise<Configured> {
  const { env, terminal, say } = context;
  if (!terminal) return fail('no-terminal', 'configure asks questions and needs a terminal');
  const path = line.config ?? env.BG_WORKER_CONFIG ?? usualConfigPath(env);
  const file = readConfig(path);
  if (!file.ok) return file;
  const given = { ...file.value.given, ...givenByEnvironment(env), ...line.given };
  const ownPath = typeof given.ownKeyFile === 'string' ? given.ownKeyFile : usualOwnKeyPath(env);
  if (makeOwnKey(ownPath)) say(`Made a key for this worker in ${ownPath}.`);
  const own = await readOwnKey(ownPath, env, say);
  if (!own.ok) return own;
  const screen = new HidingOutput(terminal.output);
  const lines = createInterface({ input: terminal.input, output: screen, terminal: true });
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const ask = (question: string) => lines.question(question);
  const answers = await Promise.race([
    closed,
    dialogue({ ...given, ownKeyFile: ownPath }, ask, screen, own.value, trial),
  ]);
  lines.close();
  if (!answers) return fail('incomplete', 'no answers were given; nothing is stored but the key of this worker');
  writeConfig(path, answers);
  return { ok: true, value: `Stored in ${path}. The public key of this worker: ${own.value?.pub}` };
}

async function dialogue(
  given: Given,
  ask: (question: string) => Promise<string>,
  screen: HidingOutput,
  own: Key | null,
  trial: Trial,
): Promise<Given> {
  for (let refused = false; ; refused = true) {
    const answers: Record<string, unknown> = { ...given };
    if (refused || answers.server === undefined)
      answers.server = await insist(ask, '  Address of the server (https://…): ');
    if (refused || (answers.key === undefined && answers.keyFile === undefined)) {
      delete answers.keyFile;
      answers.key = await askHidden(ask, screen);
    }
    const isGnubg = (answers.engine ?? 'gnubg') === 'gnubg';
    if (isGnubg && answers.enginePath === undefined && findGnubg() === null)
      answers.enginePath = await insist(ask, '  GNU Backgammon was not found. Path of the program gnubg: ');
    const settings = completeSettings(answers);
    const fault = settings.ok ? await trial(settings.value, own) : settings.message;
    if (fault === null) return answers;
    printLines(screen, `  ${fault}`);
  }
}

/** Takes no jobs. */
async function tryServer(settings: Settings, own: Key | null): Promise<string | null> {
  const { server: url, key, id: workerId, engineId } = settings;
  const signal = new AbortController().signal;
  const server = new HttpServer({ url, key, workerId, engineId, own, signal });
  const wanted = await server.wants();
  if (!wanted.ok) return wanted.message;
  const unfit = unfitFor(wanted.value, engineId);
  if (unfit !== null) return unfit;
  // A lease that does not exist: the answer shows if the key is right.
  const tried = await server.submit('none', []);
  return tried.ok ? null : tried.message;
}

function fail(code: 'no-terminal' | 'incomplete', message: string) {
  return { ok: false, code, message } as const;
}
