import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Edit, Mutant } from './mutants.ts';

const server = fileURLToPath(new URL('../../packages/server', import.meta.url));

/** A copy of the built server in a sibling folder, so that its relative paths still work. */
export interface Program {
  readonly folder: string;
  readonly main: string;
  remove(): void;
}

/** Copies the built server, so that a build during the run changes nothing and a mutant can change the copy. */
export function copyProgram(): Program {
  const folder = mkdtempSync(join(server, '.faults-'));
  cpSync(join(server, 'dist'), folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const remove = () => {
    process.off('exit', removeFolder);
    removeFolder();
  };
  // The folder is also removed if the run ends early.
  process.once('exit', removeFolder);
  return { folder, main: join(folder, 'main.js'), remove };
}

/** Applies a mutant to a copy. Throws unless each pattern matches exactly once, because the mutant would then prove nothing. */
export function breakProgram(program: Program, mutant: Mutant): void {
  for (const edit of [mutant, mutant.also]) if (edit) replaceOnce(program, mutant.name, edit);
}

function replaceOnce({ folder }: Program, name: string, { find, by }: Edit): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const every = new RegExp(find, 'g');
  const places = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(every)].map(() => ({ file, text }));
  });
  const [place] = places;
  if (!place || places.length > 1) throw new Error(`“${name}” fits ${places.length} places of the built server`);
  writeFileSync(join(folder, place.file), place.text.replace(find, by));
}
