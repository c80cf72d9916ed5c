import { inLanguage } from './chosen.ts';
import { number, plural } from './forms.ts';

/** The figures that the verdict on the dice uses. */
interface DiceFigures {
  readonly dice: number;
  /** The smallest number of dice that allows a conclusion. */
  readonly needed: number;
  readonly chi2: number;
  /** Fair dice exceed this chi-square one time in twenty. */
  readonly critical: number;
}

const chiIs = (chi2: number) =>
  `Chi-square, which measures how far the six counts are from equal, is ${number(chi2, 2)}.`;

/** Texts of the page about the dice of all matches. */
export const fairness = {
  title: 'Dice fairness',
  lead: 'The dice of every match finished on this server, counted by face.',
  counted: (dice: number) => plural(dice, { one: '# die counted', other: '# dice counted' }),
  /** A heading and a sentence for each grade. */
  grades: {
    none: {
      title: 'No dice counted yet',
      text: () => 'Dice are counted when a match finishes. The dice of the first finished match will appear here.',
    },
    early: {
      title: 'Too early to tell',
      text: ({ dice, needed }: DiceFigures) =>
        `With fewer than ${number(needed)} dice, even a serious fault could look like chance. So far there ${plural(dice, { one: 'is # die', other: 'are # dice' })}.`,
    },
    'too-even': {
      title: 'Too even to be chance',
      text: ({ chi2 }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice are this even less than one time in a thousand. Counts that are too even are as suspicious as uneven ones.`,
    },
    even: {
      title: 'As even as fair dice',
      text: ({ chi2, critical }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice stay below ${number(critical, 2)} 95% of the time.`,
    },
    near: {
      title: 'Still as even as fair dice',
      text: ({ chi2, critical }: DiceFigures) =>
        `${chiIs(chi2)} That is near the limit of ${number(critical, 2)}, below which fair dice stay 95% of the time. They get this far about one time in ten.`,
    },
    over: {
      title: 'More uneven than fair dice usually are',
      text: ({ chi2, critical }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice exceed ${number(critical, 2)} one time in twenty, and you’ll see it more often if you look every day. By itself this proves nothing.`,
    },
    rare: {
      title: 'Much more uneven than fair dice usually are',
      text: ({ chi2 }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice get this far less than one time in a hundred. If it stays like this as the number of dice grows, something is wrong.`,
    },
    far: {
      title: 'Far more uneven than fair dice are',
      text: ({ chi2 }: DiceFigures) =>
        `${chiIs(chi2)} Fair dice get this far less than one time in a thousand. Chance is an unlikely explanation: verify some matches, and ask the operator.`,
    },
  },
  histogram: 'Counts by face',
  bandText:
    'The band shows where fair dice fall 95% of the time. With six faces, about one time in four a face is outside it.',
  proof: 'A sanity check, not a proof',
  proofText:
    'Even counts prove little: a server that chose every roll could choose them evenly. The proof is in each match. Both players and the server commit to secret numbers before the first roll, and every roll follows from all three. Anyone can recompute it.',
  verify: 'Verify a match',
  protocol: 'Dice protocol',
  losses: 'Losses on time and by absence',
  lossesText:
    'A server that doesn’t answer one player can make that player lose, and no match can prove it. The public log shows how often players here lose on time or by absence. A rate on this page would be the server’s own word, so count it yourself:',
  lossesNote:
    'The table counts rated matches between players who each had met at least five opponents. A high rate is a reason to ask, not a proof. A service without a public log can’t be counted.',
} as const;

/** Texts of the page about the dice of all matches. */
export const fairnessTexts = inLanguage('fairness', fairness);
