import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { findGnubg } from '../engine/gnubg.ts';
import type { Given } from './settings.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** A person's answers, and their choice to save them. */
interface Answers {
  readonly given: Given;
  readonly keep: boolean;
}

/** Asks a person for missing settings. Returns null if the input ends first. */
export async function askForSettings(given: Given, path: string, terminal: Terminal): Promise<Answers | null> {
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
  screen.write('This worker analyses backgammon positions for a server. Please enter:\n');
  answers.server ??= await insist(ask, '  Address of the server (https://…): ');
  if (answers.key === undefined && answers.keyFile === undefined) answers.key = await askHidden(ask, screen);
  const isGnubg = (answers.engine ?? 'gnubg') === 'gnubg';
  if (isGnubg && answers.enginePath === undefined && findGnubg() === null)
    answers.enginePath = await insist(ask, '  GNU Backgammon was not found. Path of the program gnubg: ');
  const keep = !/^n/i.test((await ask(`  Save these settings in ${path}? [Y/n] `)).trim());
  return { given: answers, keep };
}

async function insist(ask: Ask, question: string): Promise<string> {
  for (;;) {
    const answer = (await ask(question)).trim();
    if (answer !== '') return answer;
  }
}

async function askHidden(ask: Ask, screen: HidingOutput): Promise<string> {
  const asked = insist(async (question) => {
    screen.isHiding = false;
    const answering = ask(question);
    screen.isHiding = true;
    return answering;
  }, '  Worker key (not shown): ');
  const key = await asked;
  screen.isHiding = false;
  screen.write('\n');
  return key;
}

/** The output of the line editor. It writes nothing while `isHiding` is true, so that a secret is not echoed. */
class HidingOutput extends Writable {
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
