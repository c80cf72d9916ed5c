import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of a folder begins with this and the process id of its worker. */
const PREFIX = 'bg-worker-';
const NAME = /^bg-worker-(\d+)-\w+$/;

/** Makes an empty temporary folder for an engine, and removes those that killed workers of this user have left. */
export function makeEngineFolder(parent = tmpdir()): string {
  for (const name of namesIn(parent)) if (isLeft(parent, name)) removeFolder(join(parent, name));
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** True for a folder of this user whose worker does not run any more. */
function isLeft(parent: string, name: string): boolean {
  const pid = Number(NAME.exec(name)?.[1] ?? 0);
  if (pid === 0 || isRunning(pid)) return false;
  try {
    const found = lstatSync(join(parent, name));
    return found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  } catch {
    return false;
  }
}

/** A process that this one may not signal runs too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
