import { number, percent, plural, signed } from '../forms.ts';

/** The words of the engine’s help beside a running match. */
export const hints = {
  ask: 'Hint',
  askPast: 'What would the expert play?',
  key: 'H asks for a hint. There are none against people.',
  title: 'The expert’s choice',
  expert: 'The expert',
  thinking: 'The expert looks at it…',
  plays: (play: string) => `Plays ${play}`,
  does: {
    roll: 'Rolls, without a double',
    double: 'Doubles',
    take: 'Takes',
    pass: 'Passes',
    beaver: 'Beavers',
    accept: 'Accepts the resignation',
    decline: 'Declines the resignation',
  },
  nothing: 'There is nothing to decide here.',
  failed: 'The engine could not judge this position.',
  notLoaded: 'The engine could not be loaded. Try again when there is a connection.',
  others: 'The best plays',
  play: 'Play',
  difference: 'Diff.',
  win: 'Win game',
  lossOf: (loss: number) => (loss === 0 ? '' : number(-loss, 3)),
  percent: (share: number) => percent(share, 1),
  worths: (noDouble: number, take: number, pass: number) =>
    `No double ${signed(noDouble, 3)} · double, take ${signed(take, 3)} · double, pass ${signed(pass, 3)}`,
  by: 'By anchor-net-1, one roll ahead, as the bot plays at its expert level.',
  used: (count: number) =>
    `${plural(count, { one: '# hint', other: '# hints' })} in this match. Only you are told: matches against the bot are not rated.`,
  close: 'Close the hint',

  chance: {
    match: 'Chance to win the match',
    game: 'Chance to win this game, without the cube',
    estimate: 'Estimate by anchor-net-1, for watchers only',
    share: (share: number) => percent(share),
    label: (what: string, one: string, oneShare: string, other: string, otherShare: string) =>
      `${what}: ${one} ${oneShare}, ${other} ${otherShare}. Estimate by anchor-net-1.`,
  },
} as const;
