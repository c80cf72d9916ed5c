import { inLanguage } from './chosen.ts';
import { number, percent, signed } from './forms.ts';

/** Texts of the plays of a solved position. */
export const solved = {
  title: 'Best plays',
  play: 'Play',
  equity: 'Equity',
  loss: 'Loss',
  win: 'Win',
  gammons: 'Gammons won / lost',
  yours: 'yours',
  rowHelp: 'Select a play to see it on the board.',
  equityOf: (equity: number) => signed(equity, 3),
  lossOf: (loss: number) => (loss === 0 ? '' : number(-loss, 3)),
  percent: (share: number) => percent(share, 1),
  gammonsOf: (won: number, lost: number) => `${number(100 * won, 1)} / ${percent(lost, 1)}`,
};

/** Texts of the plays of a solved position. */
export const solvedTexts = inLanguage('solved', solved);
