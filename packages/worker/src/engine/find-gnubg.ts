import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts it, which is not on the PATH of services. */
const USUAL_FOLDERS = ['/usr/games', '/usr/local/bin', '/opt/homebrew/bin'];

/** The path of the gnubg program: the first on PATH, then where it usually is; null if nowhere. */
export function findGnubg(path: string = process.env.PATH ?? ''): string | null {
  const folders = [...path.split(delimiter).filter((folder) => folder !== ''), ...USUAL_FOLDERS];
  return folders.map((folder) => join(folder, 'gnubg')).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
