import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The published command line. The build runs before the tests. */
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as a child process. */
export function bgRecord(
  args: readonly string[],
  input: string | Uint8Array = '',
  nodeOptions: readonly string[] = [],
): Promise<Ran> {
  const child = spawn(process.execPath, [...nodeOptions, CLI, ...args], { stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  // The process may stop reading before the end of its input.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Output that must never appear. */
export const STACK_TRACE = /\n\s+at |node:internal|[A-Za-z]Error:/;
