import { plural } from '../forms.ts';

/** Texts of the matches by turns. */
export const turns = {
  title: 'Your matches by turns',
  yours: 'Your turn',
  theirs: 'The other player’s turn',
  answering: 'This page answers for you',
  until: (moment: string) => `until ${moment}`,
  open: 'Open',
  play: 'Play',
  linkOf: (what: string, opponent: string, about: string) => `${what}: against ${opponent}, ${about}`,
  /** Distinguishes links that would have the same name. */
  oneOfSeveral: (n: number) => `match ${n} of this kind`,
  trustTitle: 'How far its dice can be trusted',
  trust:
    'Your share of the next roll is sent with your move, so that your opponent need not wait for you. Neither the player who rolls nor the server alone can foresee a roll. Both together could foresee it, and avoid it by doubling or resigning, but they could not choose it. The server alone, once it has seen a roll, could pretend that the roll never came.',
  trustAccount:
    'If one of you has an account, the service keeps that player’s key, and could foresee that player’s rolls alone. This holds in unrated matches only: in a rated one no share is then sent ahead, and each roll waits until the other player’s page is open.',
  trustKept:
    'Each player’s share of the next roll is sent with the move. For a player whose key the service keeps, the service alone could foresee a roll; for any other player, only together with that player. It could not choose a roll, but it could pretend that a roll never came.',
  trustLive:
    'The service keeps the key of a player of this rated match, so no share of a roll is sent ahead: each roll waits until the other player’s page is open.',
  deadlineYours: (moment: string) => `You have until ${moment} to answer. After that you lose the match on time.`,
  deadlineTheirs: (name: string, moment: string) => `${name} has until ${moment} to answer.`,
  mayLeave: 'You can close this page at any time and come back.',
  times: {
    days: (count: number) => plural(count, { one: '# day', other: '# days' }),
    hours: (count: number) => plural(count, { one: '# hour', other: '# hours' }),
    minutes: (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
  },
  late: {
    you: (time: string) => `You did not answer for ${time}.`,
    other: (name: string, time: string) => `${name} did not answer for ${time}.`,
  },
  neverCame: {
    you: (time: string) => `Your page was not open for ${time}, so the match never began.`,
    other: (name: string, time: string) => `${name} did not come for ${time}, so the match never began.`,
  },
};
