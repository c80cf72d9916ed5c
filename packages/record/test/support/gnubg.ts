import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where GNU Backgammon is: TEST_GNUBG, or where Debian puts it, which is on few people's PATH. */
export const GNUBG = process.env.TEST_GNUBG ?? '/usr/games/gnubg';

export const hasGnubg = existsSync(GNUBG);

export interface GnubgJob {
  /** Given to the program in a file of this type. */
  readonly format: 'mat' | 'sgf';
  readonly text: string;
}

export interface GnubgAnswer {
  /** What the program saved as SGF after reading the file. */
  readonly sgf: string;
  /** What it saved after it had written a .mat file itself and read that. */
  readonly again: string;
  /** Everything it printed. */
  readonly log: string;
}

/** Lets GNU Backgammon read a match, save it, write it as .mat; and a second one read that and save it. */
export function throughGnubg({ format, text }: GnubgJob): GnubgAnswer {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-'));
  const file = (name: string) => join(folder, name);
  try {
    mkdirSync(file('prefs'));
    writeFileSync(file(`in.${format}`), text);
    const read = format === 'mat' ? `import mat ${file('in.mat')}` : `load match ${file('in.sgf')}`;
    const log = run(file('prefs'), [read, `save match ${file('out.sgf')}`, `export match mat ${file('out.mat')}`]);
    // A new process: after a beaver was passed, 1.07.001 misreads the next file.
    run(file('prefs'), [`import mat ${file('out.mat')}`, `save match ${file('again.sgf')}`]);
    return { sgf: readFileSync(file('out.sgf'), 'utf8'), again: readFileSync(file('again.sgf'), 'utf8'), log };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(prefs: string, commands: readonly string[]): string {
  const options = { input: `${commands.join('\n')}\n`, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(GNUBG, ['-t', '-q', '-r', '-s', prefs], options);
  if (status !== 0) throw new Error(`gnubg ended with ${status}: ${stderr}`);
  return stdout + stderr;
}
