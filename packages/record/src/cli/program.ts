import manifest from '../../package.json' with { type: 'json' };
import { quoted } from '../visible.ts';
import { type Accepts, type Given, misuse, parseGiven } from './arguments.ts';
import { auditCommand } from './audit-command.ts';
import { compareCommand } from './compare-command.ts';
import { evidenceCommand } from './evidence-command.ts';
import { EXIT } from './exit-codes.ts';
import { exportCommand, isExportFormat, showCommand } from './export-command.ts';
import { importCommand, isImportFormat } from './import-command.ts';
import { reasonOf } from './read.ts';
import { sessionCommand } from './session-command.ts';
import { complain, print } from './terminal.ts';
import { COMMAND_USAGE, type Command, isCommand, USAGE } from './usage.ts';
import { verifyCommand } from './verify-command.ts';
import { witnessCommand } from './witness-command.ts';

const ACCEPTS: Readonly<Record<Command, Accepts>> = {
  verify: { options: ['json', 'server-key', 'proof', 'policy'], sources: [1, Number.POSITIVE_INFINITY] },
  show: { options: ['server-key'], sources: [1, 1] },
  export: { options: ['format', 'out', 'server-key'], sources: [1, 1] },
  import: { options: ['json', 'format', 'out'], sources: [1, Number.POSITIVE_INFINITY] },
  session: { options: ['json', 'server-key'], sources: [1, Number.POSITIVE_INFINITY] },
  compare: { options: ['json'], sources: [2, 2] },
  evidence: { options: ['json', 'server-key'], sources: [1, 1] },
  audit: { options: ['json', 'server-key', 'policy', 'state', 'sample'], sources: [1, 1], isService: true },
  witness: { options: ['policy', 'state', 'name', 'port', 'host'], sources: [0, 0], required: ['policy', 'state'] },
};

const RUN: Readonly<Record<Command, (given: Given) => Promise<number>>> = {
  verify: verifyCommand,
  show: showCommand,
  export: exportCommand,
  import: importCommand,
  session: sessionCommand,
  compare: compareCommand,
  evidence: evidenceCommand,
  audit: auditCommand,
  witness: witnessCommand,
};

const asksFor = (words: readonly string[], ...names: readonly string[]) => words.some((word) => names.includes(word));

/** Runs `bg-record` with these arguments. Resolves to the exit code, and never rejects. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    complain(`bg-record: ${reasonOf(error)}`);
    return EXIT.unreadable;
  }
}

async function run(words: readonly string[]): Promise<number> {
  const [command, ...rest] = words;
  if (!isCommand(command)) return general(words);
  if (asksFor(rest, '-h', '--help')) return say(COMMAND_USAGE[command]);
  const given = parseGiven(rest, ACCEPTS[command]);
  const refused = given.ok ? formatFault(command, given.value) : given;
  if (refused) return usageError(refused.message, command);
  return given.ok ? RUN[command](given.value) : EXIT.unreadable;
}

function general(words: readonly string[]): number {
  if (words.length === 0) return usageError('name a command', null);
  if (asksFor(words, '-h', '--help', 'help')) return say(USAGE);
  if (asksFor(words, '-v', '--version')) return say(manifest.version);
  return usageError(`there is no command ${quoted(String(words[0]))}`, null);
}

function formatFault(command: Command, { format }: Given) {
  if (command === 'import')
    return format === undefined || isImportFormat(format) ? null : misuse('--format must be mat, sgf, text or json');
  if (command !== 'export' || (format !== undefined && isExportFormat(format))) return null;
  return misuse('--format must be mat, sgf, ogxm, text or json');
}

function say(text: string): number {
  print(text.trimEnd().split('\n'));
  return EXIT.valid;
}

function usageError(message: string, command: Command | null): number {
  const help = command === null ? 'bg-record --help' : `bg-record ${command} --help`;
  complain([`bg-record: ${message}`, `See ${help}`]);
  return EXIT.unreadable;
}
