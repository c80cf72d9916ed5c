import type { Words } from '../chosen.ts';
import { number, percent, signed } from '../forms.ts';
import type { solved } from '../solved.ts';

export const texts: Words<typeof solved> = {
  title: 'Die besten Züge',
  play: 'Zug',
  equity: 'Equity',
  loss: 'Verlust',
  win: 'Gewinn',
  gammons: 'Gammons gewonnen / verloren',
  yours: 'deiner',
  rowHelp: 'Wähle einen Zug, um ihn auf dem Brett zu sehen.',
  equityOf: (equity) => signed(equity, 3),
  lossOf: (loss) => (loss === 0 ? '' : number(-loss, 3)),
  percent: (share) => percent(share, 1),
  gammonsOf: (won, lost) => `${number(100 * won, 1)} / ${percent(lost, 1)}`,
};
