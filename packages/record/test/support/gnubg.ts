import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of GNU Backgammon: TEST_GNUBG, or Debian's path, which is often not in PATH. */
export const GNUBG = process.env.TEST_GNUBG ?? '/usr/games/gnubg';

export const hasGnubg = existsSync(GNUBG);

interface GnubgJob {
  /** The format of the file that the program reads. */
  readonly format: 'mat' | 'sgf';
  /** Null for the .mat file that the program wrote in the job before. */
  readonly text: string | null;
}

interface GnubgAnswer {
  /** The program's SGF after reading the file. */
  readonly sgf: string;
  /** The program's .mat file. */
  readonly mat: string;
}

/**
 * Lets GNU Backgammon read files one after another, save each as SGF and write it as .mat. One process does it unless `apart` is true, because
 * its start takes half a second. 1.07.001 misreads the next file after a beaver was passed or not
 * answered.
 */
export function throughGnubg(
  jobs: readonly GnubgJob[],
  apart = false,
): { readonly answers: readonly GnubgAnswer[]; readonly log: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-'));
  const file = (name: string) => join(folder, name);
  try {
    mkdirSync(file('prefs'));
    const commands = jobs.map(({ format, text }, at) => {
      const input = text === null ? file(`out-${at - 1}.mat`) : file(`in-${at}.${format}`);
      if (text !== null) writeFileSync(input, text);
      const read = format === 'mat' ? `import mat ${input}` : `load match ${input}`;
      return [read, `save match ${file(`out-${at}.sgf`)}`, `export match mat ${file(`out-${at}.mat`)}`];
    });
    const log = (apart ? commands : [commands.flat()]).map((own) => run(file('prefs'), own)).join('');
    const written = (at: number, format: string) => readFileSync(file(`out-${at}.${format}`), 'utf8');
    return { answers: jobs.map((_, at) => ({ sgf: written(at, 'sgf'), mat: written(at, 'mat') })), log };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that GNU Backgammon writes of one match that it plays against itself. */
interface GnubgFiles {
  readonly sgf: string;
  readonly mat: string;
  readonly text: string;
  readonly snowie: string;
}

/** Lets GNU Backgammon play a match against itself, 0 for ten money games, and write it in each format that has its plies. */
export function playedByGnubg(length: number, seed: number): GnubgFiles {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-'));
  const file = (name: string) => join(folder, name);
  const own = (player: number) => [
    `set player ${player} gnubg`,
    `set player ${player} chequer evaluation plies 0`,
    `set player ${player} cubedecision evaluation plies 0`,
  ];
  const games = length > 0 ? [`new match ${length}`] : ['new session', ...new Array(4).fill('new game')];
  try {
    mkdirSync(file('prefs'));
    const automatic = ['game', 'roll', 'move', 'bearoff'].map(
      (what) => `set automatic ${what} ${length > 0 || what !== 'game' ? 'on' : 'off'}`,
    );
    const kind = length > 0 ? 'match' : 'session';
    run(file('prefs'), [
      ...automatic,
      'set display off',
      'set rng mersenne',
      `set seed ${seed}`,
      ...own(0),
      ...own(1),
      ...games,
      `save match ${file('out.sgf')}`,
      `export ${kind} mat ${file('out.mat')}`,
      `export ${kind} text ${file('out.txt')}`,
      `export match snowietxt ${file('out.snow')}`,
    ]);
    const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');
    return { sgf: read('out.sgf'), mat: read('out.mat'), text: gameTexts(folder).join('\n'), snowie: read('out.snow') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets GNU Backgammon analyse a match at 0 plies. Returns its SGF, and its text of each game with the statistics. */
export function analysedByGnubg(mat: string): { readonly sgf: string; readonly texts: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-'));
  const file = (name: string) => join(folder, name);
  try {
    mkdirSync(file('prefs'));
    writeFileSync(file('in.mat'), mat);
    run(file('prefs'), [
      'set analysis chequerplay evaluation plies 0',
      'set analysis cubedecision evaluation plies 0',
      `import mat ${file('in.mat')}`,
      'analyse match',
      `save match ${file('out.sgf')}`,
      `export match text ${file('out.txt')}`,
    ]);
    return { sgf: readFileSync(file('out.sgf'), 'utf8'), texts: gameTexts(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lets GNU Backgammon play and analyse four money games at 0 plies, and roll out plays and decisions about the cube in the first one.
 * Returns its SGF, and its text of each game.
 */
export function rolledOutByGnubg(seed: number): { readonly sgf: string; readonly texts: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-'));
  const file = (name: string) => join(folder, name);
  const plies = ['player 0 chequer', 'player 0 cubedecision', 'player 1 chequer', 'player 1 cubedecision'];
  const kinds = [...plies, 'analysis chequerplay', 'analysis cubedecision'];
  const rollout = ['next rolled', 'analyse rollout move 1 2', 'analyse rollout cube'];
  try {
    mkdirSync(file('prefs'));
    run(file('prefs'), [
      ...['roll', 'move', 'bearoff'].map((what) => `set automatic ${what} on`),
      'set automatic game off',
      'set display off',
      'set rng mersenne',
      `set seed ${seed}`,
      'set player 0 gnubg',
      'set player 1 gnubg',
      ...kinds.map((kind) => `set ${kind} evaluation plies 0`),
      'set rollout trials 6',
      'set rollout truncation enable on',
      'set rollout truncation plies 2',
      'set rollout chequerplay plies 0',
      'set rollout cubedecision plies 0',
      'new session',
      ...new Array(3).fill('new game'),
      'analyse session',
      'first game',
      ...new Array(5).fill(rollout).flat(),
      `save match ${file('out.sgf')}`,
      `export session text ${file('out.txt')}`,
    ]);
    return { sgf: readFileSync(file('out.sgf'), 'utf8'), texts: gameTexts(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The texts that GNU Backgammon has exported, in order: one for each game. */
function gameTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^out(?:_\d+)?\.txt$/.test(name))
    .toSorted((a, b) => a.length - b.length || a.localeCompare(b))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

function run(prefs: string, commands: readonly string[]): string {
  const options = { input: `${commands.join('\n')}\n`, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(GNUBG, ['-t', '-q', '-r', '-s', prefs], options);
  if (status !== 0) throw new Error(`gnubg exited with ${status}: ${stderr}`);
  return stdout + stderr;
}
