import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** GNU Backgammon's own statistics of one player's checker play. */
interface CheckerStatistics {
  readonly unforced: number;
  /** Normalised equity lost in the whole match, as a positive number. */
  readonly error: number;
}

const depth = ['plies 2', 'cubeful on', 'prune on', 'noise 0'];
/** Disables the move filters, so that every play is judged at full depth as by the workers. */
const noFilter = ['1 0', '2 0', '2 1'].map((level) => `set analysis movefilter ${level} -1 0 0`);

/** Lets GNU Backgammon analyse a match file. Returns the statistics of the left and the right column. */
export function analyseWithGnubg(program: string, file: URL): readonly [CheckerStatistics, CheckerStatistics] {
  const folder = mkdtempSync(join(tmpdir(), 'gnubg-statistics-'));
  const commands = [
    ...['set confirm new off', 'set confirm save off', `import mat "${fileURLToPath(file)}"`],
    ...depth.map((setting) => `set analysis chequerplay evaluation ${setting}`),
    ...noFilter,
    ...['set analysis luckanalysis plies 0', 'analyse match', 'show statistics match', 'quit', 'y', ''],
  ];
  const { stdout } = spawnSync(program, ['-t', '-q', '-r', '-s', folder], {
    input: commands.join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder },
  });
  rmSync(folder, { recursive: true, force: true });
  return [statisticsOf(stdout, 0), statisticsOf(stdout, 1)];
}

function statisticsOf(text: string, column: number): CheckerStatistics {
  const unforced = /^Unforced moves +(\d+) +(\d+)/m.exec(text);
  // the first matching line is about checker play, the second about the cube
  const error = /^Error total EMG \(MWC\) +(-?[\d.]+) \([^)]*\) +(-?[\d.]+)/m.exec(text);
  if (!unforced || !error) throw new Error(`no statistics in what GNU Backgammon said: ${text.slice(-500)}`);
  return { unforced: Number(unforced[column + 1]), error: Math.abs(Number(error[column + 1])) };
}
