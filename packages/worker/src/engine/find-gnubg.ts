import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The directories in which packages install gnubg. Some are not on the PATH of services. */
const USUAL_FOLDERS = ['/usr/games', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns the path of gnubg: the first on PATH, else in the usual directories. Returns null if there is none. */
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
