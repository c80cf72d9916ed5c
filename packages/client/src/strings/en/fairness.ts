import { number, plural } from '../forms.ts';

/** What the verdict speaks of. */
export interface DiceFigures {
  readonly dice: number;
  /** Below so many nothing is concluded. */
  readonly needed: number;
  readonly chi2: number;
  /** Where fair dice go beyond one time in twenty. */
  readonly critical: number;
}

const chiIs = (chi2: number) =>
  `Chi-square, which adds up how far the six counts are from equal, is ${number(chi2, 2)}.`;

/** The words of the page about the dice of all matches. */
export const fairness = {
  title: 'Dice fairness',
  lead: 'How the dice of every match finished on this server have fallen, counted face by face.',
  counted: (dice: number) => plural(dice, { one: '# die counted', other: '# dice counted' }),
  /** By grade: heading and sentence. */
  grades: {
    none: {
      title: 'No die has been counted yet',
      text: () => 'The counts are added when a match finishes. As soon as the first one has, its dice are here.',
    },
    early: {
      title: 'Too early to tell',
      text: ({ dice, needed }: DiceFigures) =>
        `With fewer than ${number(needed)} dice, even a bad fault would hide behind chance. ${plural(dice, { one: '# die is', other: '# dice are' })} there so far.`,
    },
    'too-even': {
      title: 'More even than chance',
      text: ({ chi2 }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice are so even less than one time in a thousand. Counts that are too good are as odd as bad ones.`,
    },
    even: {
      title: 'As even as fair dice are',
      text: ({ chi2, critical }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice stay below ${number(critical, 2)} nineteen times out of twenty.`,
    },
    near: {
      title: 'Still as even as fair dice are',
      text: ({ chi2, critical }: DiceFigures) =>
        `${chiIs(chi2)} That is near the border of ${number(critical, 2)}, which fair dice keep nineteen times out of twenty. They come this far about one time in ten.`,
    },
    over: {
      title: 'More uneven than fair dice mostly are',
      text: ({ chi2, critical }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice go beyond ${number(critical, 2)} one time in twenty, and more often for whoever looks every day. By itself this proves nothing.`,
    },
    rare: {
      title: 'Much more uneven than fair dice mostly are',
      text: ({ chi2 }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice come this far less than one time in a hundred. If it stays so while the number of dice grows, something is wrong.`,
    },
    far: {
      title: 'Far more uneven than fair dice are',
      text: ({ chi2 }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice come this far less than one time in a thousand. Chance is a poor explanation: verify some matches, and ask the operator.`,
    },
  },
  histogram: 'Every face, counted',
  bandText:
    'The band shows where fair dice end up nineteen times out of twenty, for one face. With six faces, one of them is outside about every fourth time.',
  proof: 'A check on sanity, not a proof',
  proofText:
    'Even counts prove little: whoever chose every roll could choose them evenly. The proof is in each match. Both players and the server commit to secret numbers before the first roll, and every roll follows from all three. Anybody can work it out again.',
  verify: 'Verify a match',
  protocol: 'Dice protocol',
} as const;
