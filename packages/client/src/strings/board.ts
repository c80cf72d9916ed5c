import { inLanguage } from './chosen.ts';

/** Texts of the board, shown and read aloud. */
export const board = {
  board: 'Backgammon board',
  boardHelp: 'Arrow keys move between points. Enter or Space plays the first die, with Shift the other.',
  point: (point: number) => `${point} point`,
  bar: 'Bar',
  off: 'Off',
  barWithin: 'bar',
  offWithin: 'off',
  empty: 'empty',
  mine: (count: number) => `${count} of yours`,
  theirs: (count: number) => `${count} of the opponent’s`,
  named: (who: string, count: number) => `${who} has ${count}`,
  canGoTo: (places: string) => `can move to ${places}`,
  and: ' and ',
  pips: (count: number) => `${count} pips`,
  side: (who: string, places: string, pips: number) => `${who}: ${places}. ${pips} pips to go.`,
  placed: (place: string, count: number) => `${count} on ${place}`,
  cubeCentred: (value: number) => `The cube is in the middle at ${value}.`,
  cubeOwned: (who: string, value: number) => `${who} ${who === 'You' ? 'hold' : 'holds'} the cube at ${value}.`,
  rolled: (who: string, a: number, b: number) => `${who} rolled ${a} and ${b}.`,
  hop: (from: string, to: string, times: number) => `${from} to ${to}${times > 1 ? `, ${times} checkers` : ''}`,
  hitting: (places: string) => `hitting on ${places}`,
  cannotMove: (who: string) => `${who} can’t move.`,
  played: (who: string, hops: string) => `${who} played ${hops}.`,
} as const;

/** Texts of the board, shown and read aloud. */
export const boardTexts = inLanguage('board', board);
