import { realpathSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../jobs/clock.ts';
import { givenByEnvironment, type Line, parseLine } from './arguments.ts';
import { checkEngine } from './check.ts';
import { configure } from './configure.ts';
import { gatherSettings } from './gather.ts';
import { readOwnKey } from './own-key.ts';
import { runWorker } from './run.ts';
import { LiveScreen, PlainScreen } from './screen.ts';
import { makeSettings, type Settings } from './settings.ts';
import { makeUnit, unitWarning } from './systemd.ts';
import { complain, ownTerminal, print, standardOutput } from './terminal.ts';
import { EXIT, USAGE } from './usage.ts';
import { verifyCommand } from './verify.ts';

const env = process.env;

/** Runs `bg-worker` with these arguments. Resolves to the exit code, and never rejects. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    return await runLine(words);
  } catch (error) {
    complain(`internal error in bg-worker: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  }
}

async function runLine(words: readonly string[]): Promise<number> {
  const line = parseLine(words);
  if (!line.ok) return misuse(line.message);
  if (line.value.help) return answer(USAGE);
  if (line.value.version) return answer(manifest.version);
  return RUN[line.value.command](line.value);
}

const RUN: Readonly<Record<Line['command'], (line: Line) => Promise<number>>> = {
  run,
  configure: ask,
  check,
  systemd,
  verify,
};

async function run(line: Line): Promise<number> {
  const settings = await gatherSettings(line, { env, terminal: ownTerminal(), say: complain });
  if (!settings.ok) return misuse(settings.message);
  const own = await readOwnKey(settings.value.ownKeyFile, env, complain);
  if (!own.ok) return misuse(own.message);
  const risk = riskOf(settings.value);
  if (risk) complain(risk);
  const Screen = standardOutput.isTTY ? LiveScreen : PlainScreen;
  return runWorker({ ...settings.value, own: own.value }, new Screen(standardOutput, systemClock));
}

/** The `configure` command. */
async function ask(line: Line): Promise<number> {
  const configured = await configure(line, { env, terminal: ownTerminal(), say: print });
  return configured.ok ? answer(configured.value) : misuse(configured.message);
}

/** A warning if the worker key crosses the network without encryption. */
function riskOf({ server }: Pick<Settings, 'server'>): string | null {
  const { protocol, hostname } = new URL(server);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isLocal
    ? `The worker key is sent to ${server} without encryption: anyone on the way can read and use it. Use https.`
    : null;
}

/** The `check` command needs neither server nor key. */
async function check(line: Line): Promise<number> {
  const given = { ...givenByEnvironment(env), ...line.given };
  const settings = makeSettings({ server: 'http://localhost', key: '-', ...given }, () => 'check');
  return settings.ok ? checkEngine(settings.value, print) : misuse(settings.message);
}

/** The `verify` command needs no server. */
async function verify({ verify: options, given }: Line): Promise<number> {
  if (!options) return misuse('verify takes two files: RECORD and REPORT');
  return verifyCommand(options, { ...givenByEnvironment(env), ...given }, print);
}

async function systemd({ given }: Line): Promise<number> {
  if (given.server === undefined) return misuse('--server is missing: the unit needs the address of the server');
  const program = realpathSync(process.argv[1] ?? '');
  const warning = unitWarning(program);
  if (warning) complain(warning);
  return answer(makeUnit({ node: process.execPath, program, given }));
}

/** Prints a text of this program, which may have several lines. */
function answer(text: string): number {
  print(text.trimEnd().split('\n'));
  return EXIT.finished;
}

function misuse(message: string): number {
  complain(message, 'See bg-worker --help.');
  return EXIT.usage;
}
