import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The command line as it is published: the build comes before the tests. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as another program would. */
export function bgRecord(args: readonly string[], input: string | Uint8Array = ''): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  // It may stop reading before all was given.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** What no run may ever show. */
export const STACK_TRACE = /\n\s+at |node:internal|[A-Za-z]Error:/;
