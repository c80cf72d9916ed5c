import { number, plural } from './forms.ts';

/** The words of the page about the dice of all matches. */
export const fairnessTexts = {
  title: 'Dice fairness',
  lead: 'How the dice of every match finished on this server have fallen, counted face by face.',
  counted: (dice: number) => plural(dice, { one: '# die counted', other: '# dice counted' }),
  none: 'No die has been counted yet',
  noneText: 'The counts are added when a match finishes. As soon as the first one has, its dice are here.',
  early: 'Too early to tell',
  earlyText: (dice: number, needed: number) =>
    `With fewer than ${number(needed)} dice, even a bad fault would hide behind chance. ${plural(dice, { one: '# die is', other: '# dice are' })} there so far.`,
  good: 'As even as fair dice are',
  goodText: (chi2: string, critical: string) =>
    `Chi-square, which adds up how far the six counts are from equal, is ${chi2}. Fair dice stay below ${critical} nineteen times out of twenty.`,
  odd: 'More uneven than fair dice mostly are',
  oddText: (chi2: string, critical: string) =>
    `Chi-square, which adds up how far the six counts are from equal, is ${chi2}. Fair dice go beyond ${critical} one time in twenty, so by itself this proves nothing. If it stays so while the number of dice grows, something is wrong.`,
  chi: (value: number) => number(value, 2),
  histogram: 'Every face, counted',
  bandText:
    'The band shows where fair dice end up nineteen times out of twenty, for one face. With six faces, one of them is outside about every fourth time.',
  proof: 'A check on sanity, not a proof',
  proofText:
    'Even counts prove little: whoever chose every roll could choose them evenly. The proof is in each match. Both players and the server commit to secret numbers before the first roll, and every roll follows from all three. Anybody can work it out again.',
  verify: 'Verify a match',
  protocol: 'Dice protocol',
} as const;
