import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printLines, visible } from 'bg-record';
import type { Result } from 'bg-rules';
import { findGnubg } from '../engine/gnubg.ts';
import { givenByEnvironment, type Line } from './arguments.ts';
import { readConfig, readKeyFile, usualConfigPath, writeConfig } from './config-file.ts';
import { type Given, makeSettings, type Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

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
  const settings = completeSettings(given);
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
  const settings = completeSettings(answers.given);
  if (settings.ok && answers.keep) writeConfig(path, answers.given);
  return settings;
}

/** Reads the key file, if one is named, and checks the settings. */
export function completeSettings(given: Given): Gathered {
  const { keyFile, ...rest } = given;
  if (typeof keyFile !== 'string' || rest.key !== undefined) return makeSettings(rest, newWorkerId);
  const key = readKeyFile(keyFile);
  return key.ok ? makeSettings({ ...rest, key: key.value }, newWorkerId) : key;
}

/** A person's answers, and their choice to save them. */
interface Answers {
  readonly given: Given;
  readonly keep: boolean;
}

/** Asks a person for missing settings. Returns null if the input ends first. */
async function askForSettings(given: Given, path: string, terminal: Terminal): Promise<Answers | null> {
  const screen = new HidingOutput(terminal.output);
  const lines = createInterface({ input: terminal.input, output: screen, terminal: true });
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const answers = await Promise.race([closed, dialogue(given, path, (question) => lines.question(question), screen)]);
  lines.close();
  return answers;
}

type Ask = (question: string) => Promise<string>;

async function dialogue(given: Given, path: string, ask: Ask, screen: HidingOutput): Promise<Answers> {
  const answers: Record<string, unknown> = { ...given };
  printLines(screen, 'This worker analyses backgammon positions for a server. Please enter:');
  answers.server ??= await insist(ask, '  Address of the server (https://…): ');
  if (answers.key === undefined && answers.keyFile === undefined) answers.key = await askHidden(ask, screen);
  const isGnubg = (answers.engine ?? 'gnubg') === 'gnubg';
  if (isGnubg && answers.enginePath === undefined && findGnubg() === null)
    answers.enginePath = await insist(ask, '  GNU Backgammon was not found. Path of the program gnubg: ');
  const keep = !/^n/i.test((await ask(`  Save these settings in ${visible(path)}? [Y/n] `)).trim());
  return { given: answers, keep };
}

/** Asks until there is an answer. */
export async function insist(ask: Ask, question: string): Promise<string> {
  for (;;) {
    const answer = (await ask(question)).trim();
    if (answer !== '') return answer;
  }
}

/** Asks for the worker key without showing it. */
export async function askHidden(ask: Ask, screen: HidingOutput): Promise<string> {
  const asked = insist(async (question) => {
    screen.isHiding = false;
    const answering = ask(question);
    screen.isHiding = true;
    return answering;
  }, '  Worker key (not shown): ');
  const key = await asked;
  screen.isHiding = false;
  printLines(screen, '');
  return key;
}

/** The output of the line editor. It writes nothing while `isHiding` is true, so that a secret is not echoed. */
export class HidingOutput extends Writable {
  isHiding = false;
  readonly #output: NodeJS.WritableStream;

  constructor(output: NodeJS.WritableStream) {
    super();
    this.#output = output;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.isHiding) this.#output.write(chunk);
    done();
  }
}
