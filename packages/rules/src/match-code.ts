import type { Failure } from './types.ts';

/** Why a match refuses an action: a closed list, each with a sentence for people. */
export type MatchCode = keyof typeof MESSAGES;

const MESSAGES = {
  'match-over': 'The match has ended.',
  'not-your-turn': 'The other player is to act.',
  'no-such-player': 'A player is 0 or 1.',
  'wrong-phase': 'The match does not wait for this action now.',
  'opening-roll': 'Nobody may double or resign before the opening dice have fallen.',
  'bad-dice': 'Dice are two whole numbers from 1 to 6.',
  'illegal-play': 'These hops are not a legal play of this roll.',
  'cube-off': 'This match is played without the cube.',
  'one-point-match': 'There is no doubling in a match to one point.',
  'crawford-game': 'There is no doubling in the Crawford game.',
  'no-cube-access': 'The opponent owns the cube.',
  'cube-limit': 'The cube may not go above 4096.',
  'beavers-off': 'Beavers are not agreed in this match.',
  'bad-points': 'A resignation is worth 1, 2 or 3 times the cube.',
  'jacoby-single': 'Under the Jacoby rule only a single game can be resigned while the cube is centred.',
  'not-more-than-declined': 'After a declined resignation only a larger one may be offered until the next play.',
} as const;

/** The failure of a code; `message` when something more exact is known than the code's own sentence. */
export function refuse(code: MatchCode, message: string = MESSAGES[code]): Failure<MatchCode> {
  return { ok: false, code, message };
}
