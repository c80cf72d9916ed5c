import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('child.ts', import.meta.url));
const node = ['--import', 'tsx', '--conditions=@anchor/source'];

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [...node, script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs the child until it ends. Returns the lines that it printed. */
export async function runChild(...args: string[]): Promise<readonly string[]> {
  const child = start(...args);
  const lines: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line));
  await once(child, 'close');
  return lines;
}

/** Runs the child until it has printed this many lines, does the work, then kills it. Returns all its lines. */
export async function killChildAfter(
  count: number,
  args: readonly string[],
  work = async () => {},
): Promise<readonly string[]> {
  const child = start(...args);
  const lines: string[] = [];
  const closed = once(child, 'close');
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line) === count && resolve());
    void closed.then(() => resolve());
  });
  await work();
  child.kill('SIGKILL');
  await closed;
  return lines;
}
