import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of GNU Backgammon: TEST_GNUBG, or Debian's path, which is often not in PATH. */
export const GNUBG = process.env.TEST_GNUBG ?? '/usr/games/gnubg';

export const hasGnubg = existsSync(GNUBG);

interface GnubgJob {
  /** The format of the file that the program reads. */
  readonly format: 'mat' | 'sgf';
  readonly text: string;
}

interface GnubgAnswer {
  /** The program's SGF after reading the file. */
  readonly sgf: string;
  /** The program's .mat file. */
  readonly mat: string;
  /** The program's output. */
  readonly log: string;
}

/** Lets a process of GNU Backgammon read a match, save it as SGF and write it as .mat. 1.07.001 misreads the next file after a beaver was passed. */
export function throughGnubg({ format, text }: GnubgJob): GnubgAnswer {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-'));
  const file = (name: string) => join(folder, name);
  try {
    mkdirSync(file('prefs'));
    writeFileSync(file(`in.${format}`), text);
    const read = format === 'mat' ? `import mat ${file('in.mat')}` : `load match ${file('in.sgf')}`;
    const log = run(file('prefs'), [read, `save match ${file('out.sgf')}`, `export match mat ${file('out.mat')}`]);
    return { sgf: readFileSync(file('out.sgf'), 'utf8'), mat: readFileSync(file('out.mat'), 'utf8'), log };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(prefs: string, commands: readonly string[]): string {
  const options = { input: `${commands.join('\n')}\n`, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(GNUBG, ['-t', '-q', '-r', '-s', prefs], options);
  if (status !== 0) throw new Error(`gnubg exited with ${status}: ${stderr}`);
  return stdout + stderr;
}
