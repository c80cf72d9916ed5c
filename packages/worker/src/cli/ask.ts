import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { findGnubg } from '../engine/find-gnubg.ts';
import type { Given } from './settings.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** What a person answered, and whether to keep it for the next time. */
export interface Answers {
  readonly given: Given;
  readonly keep: boolean;
}

/** Asks a person for what is missing; what is given already is not asked for. Null when the person went away. */
export async function askForSettings(given: Given, path: string, terminal: Terminal): Promise<Answers | null> {
  const screen = new Curtain(terminal.output);
  const lines = createInterface({ input: terminal.input, output: screen, terminal: true });
  const away = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const answers = await Promise.race([away, dialogue(given, path, (question) => lines.question(question), screen)]);
  lines.close();
  return answers;
}

type Ask = (question: string) => Promise<string>;

async function dialogue(given: Given, path: string, ask: Ask, screen: Curtain): Promise<Answers> {
  const answers: Record<string, unknown> = { ...given };
  screen.write('This worker analyses backgammon positions for a server. It needs to know:\n');
  answers.server ??= await insist(ask, '  Address of the server (https://…): ');
  if (answers.key === undefined && answers.keyFile === undefined) answers.key = await askSecretly(ask, screen);
  const isGnubg = (answers.engine ?? 'gnubg') === 'gnubg';
  if (isGnubg && answers.enginePath === undefined && findGnubg() === null)
    answers.enginePath = await insist(ask, '  GNU Backgammon was not found. Path of the program gnubg: ');
  const keep = !/^n/i.test((await ask(`  Keep these answers in ${path}? [Y/n] `)).trim());
  return { given: answers, keep };
}

async function insist(ask: Ask, question: string): Promise<string> {
  for (;;) {
    const answer = (await ask(question)).trim();
    if (answer !== '') return answer;
  }
}

async function askSecretly(ask: Ask, screen: Curtain): Promise<string> {
  const asked = insist(async (question) => {
    screen.isDrawn = false;
    const answering = ask(question);
    screen.isDrawn = true;
    return answering;
  }, '  Worker key (not shown): ');
  const key = await asked;
  screen.isDrawn = false;
  screen.write('\n');
  return key;
}

/** Between a terminal and what is typed: while drawn, nothing shows. */
class Curtain extends Writable {
  isDrawn = false;
  readonly #output: NodeJS.WritableStream;

  constructor(output: NodeJS.WritableStream) {
    super();
    this.#output = output;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.isDrawn) this.#output.write(chunk);
    done();
  }
}
