import { inLanguage } from './chosen.ts';
import { number, percent, plural, signed } from './forms.ts';

/** Texts of the hints and of the win chances beside a match in progress. */
export const hints = {
  ask: 'Hint',
  askPast: 'What would the expert play?',
  key: 'H asks for a hint. Hints are available only against the bot.',
  title: 'The expert’s choice',
  expert: 'The expert',
  thinking: 'The expert is thinking…',
  plays: (play: string) => `Best: ${play}`,
  does: {
    roll: 'Best: roll, no double',
    double: 'Best: double',
    take: 'Best: take',
    pass: 'Best: pass',
    beaver: 'Best: beaver',
    accept: 'Best: accept the resignation',
    decline: 'Best: decline the resignation',
  },
  nothing: 'There’s nothing to decide here.',
  failed: 'The engine couldn’t evaluate this position.',
  notLoaded: 'The engine couldn’t be loaded. Try again when you’re back online.',
  others: 'Best plays',
  play: 'Play',
  difference: 'Diff.',
  win: 'Win game',
  lossOf: (loss: number) => (loss === 0 ? '' : number(-loss, 3)),
  percent: (share: number) => percent(share, 1),
  worths: (noDouble: number, take: number, pass: number) =>
    `No double ${signed(noDouble, 3)} · double, take ${signed(take, 3)} · double, pass ${signed(pass, 3)}`,
  by: 'By anchor-net-3, looking two rolls ahead, like the expert bot.',
  used: (count: number) =>
    `${plural(count, { one: '# hint', other: '# hints' })} in this match. Only you can see this.`,
  close: 'Close the hint',

  tutor: {
    title: 'Are you sure?',
    loses: (loss: number) => `A blunder: the engine on this page says it loses ${number(loss, 3)} points.`,
    showPlay: 'Show better play',
    showCube: 'Show better choice',
    better: (what: string) => `Better: ${what}`,
    actions: { roll: 'roll, no double', double: 'double', take: 'take', pass: 'pass', beaver: 'beaver' },
    anyway: {
      play: 'Play it anyway',
      roll: 'Roll anyway',
      double: 'Double anyway',
      take: 'Take anyway',
      pass: 'Pass anyway',
      beaver: 'Beaver anyway',
    },
    back: { play: 'Take it back', cube: 'Choose again' },
    missing: 'The tutor is off: its engine couldn’t be loaded.',
  },

  chance: {
    match: 'Chance to win the match',
    game: 'Chance to win this game, without the cube',
    estimate: 'Estimate by anchor-net-3, for watchers only',
    share: (share: number) => percent(share),
    label: (what: string, one: string, oneShare: string, other: string, otherShare: string) =>
      `${what}: ${one} ${oneShare}, ${other} ${otherShare}. Estimate by anchor-net-3.`,
  },
} as const;

/** Texts of the hints and of the win chances beside a match in progress. */
export const hintTexts = inLanguage('hints', hints);
