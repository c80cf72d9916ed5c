import type { Failure } from './types.ts';

/** The codes with which a match refuses an action. A closed list; each has a sentence for people. */
export type MatchCode = keyof typeof MESSAGES;

const MESSAGES = {
  'match-over': 'The match has ended.',
  'not-your-turn': 'The other player must act.',
  'no-such-player': 'A player is 0 or 1.',
  'wrong-phase': 'This action is not possible now.',
  'opening-roll': 'No player may double or resign before the opening roll.',
  'bad-dice': 'Dice are two integers from 1 to 6.',
  'illegal-play': 'These hops are not a legal play of this roll.',
  'cube-off': 'This match is played without the cube.',
  'one-point-match': 'Doubling is not allowed in a match to one point.',
  'crawford-game': 'Doubling is not allowed in the Crawford game.',
  'no-cube-access': 'The opponent owns the cube.',
  'cube-limit': 'The cube may not go above 4096.',
  'beavers-off': 'This match is played without beavers.',
  'bad-points': 'A resignation is worth 1, 2 or 3 times the cube.',
  'jacoby-single': 'Under the Jacoby rule only a single game can be resigned while the cube is centred.',
  'not-more-than-declined': 'After a declined resignation only a larger one may be offered until the next play.',
} as const;

/** Returns a failure with this code. `message` replaces the standard sentence of the code. */
export function refuse(code: MatchCode, message: string = MESSAGES[code]): Failure<MatchCode> {
  return { ok: false, code, message };
}
