import { inLanguage } from './chosen.ts';
import { plural } from './forms.ts';

/** Texts of correspondence matches. */
export const turns = {
  yours: 'Your turn',
  theirs: 'Their turn',
  answering: 'Replying automatically…',
  until: (moment: string) => `until ${moment}`,
  open: 'Open',
  play: 'Play',
  linkOf: (what: string, opponent: string, about: string) => `${what}: against ${opponent}, ${about}`,
  /** Distinguishes links that would have the same name. */
  oneOfSeveral: (n: number) => `match ${n} of several`,
  trustTitle: 'How the dice stay fair',
  trust:
    'Your share of the next roll is sent with your move, so your opponent doesn’t have to wait for you. Neither the player who rolls nor the server can predict a roll alone. Together they could predict it, and avoid it by doubling or resigning, but they couldn’t choose it. The server, once it has seen a roll, could pretend that the roll never arrived.',
  trustKept:
    'Each player’s share of the next roll is sent with the move. The server alone could predict the rolls of a player with an account, and those of any other player only together with that player. It couldn’t choose a roll, but it could pretend that a roll never arrived.',
  trustLive: 'This match is rated and one of you has an account, so each roll waits until the other player is online.',
  deadlineYours: (moment: string) => `Move by ${moment}, or you lose on time.`,
  deadlineTheirs: (name: string, moment: string) => `${name} has until ${moment} to move.`,
  mayLeave: 'You can close this page and come back any time.',
  holiday: {
    take: 'Take days off…',
    title: 'Take days off',
    hint: (left: number, budget: number) =>
      `Your clock is stopped meanwhile, and you can still play. You have ${left} of ${budget} days left in this match.`,
    longer: 'They start when your current days off end.',
    days: 'Days',
    confirm: (time: string) => `Take ${time} off`,
    yours: (moment: string) => `You’re off until ${moment}.`,
    theirs: (name: string, moment: string) => `${name} is off until ${moment}.`,
    lapsed: 'Your opponent was faster, so you didn’t take those days off. Take them again if you need them.',
  },
  times: {
    days: (count: number) => plural(count, { one: '# day', other: '# days' }),
    hours: (count: number) => plural(count, { one: '# hour', other: '# hours' }),
    minutes: (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
  },
  late: {
    you: (time: string) => `You didn’t move for ${time}.`,
    other: (name: string, time: string) => `${name} didn’t move for ${time}.`,
  },
  neverCame: {
    you: (time: string) => `You weren’t online for ${time}, so the match never started.`,
    other: (name: string, time: string) => `${name} wasn’t online for ${time}, so the match never started.`,
  },
};

/** Texts of the correspondence matches. */
export const turnTexts = inLanguage('turns', turns);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the time for an answer in the largest unit that divides it, such as "3 days". */
export function answerTime(ms: number): string {
  const { days, hours, minutes } = turnTexts.times;
  if (ms % DAY_MS === 0) return days(ms / DAY_MS);
  return ms % HOUR_MS === 0 ? hours(ms / HOUR_MS) : minutes(Math.floor(ms / MINUTE_MS));
}
