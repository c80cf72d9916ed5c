import { inLanguage } from './chosen.ts';
import { percent } from './forms.ts';

/** Texts of the look and the sound of the board. */
export const look = {
  board: 'Board',
  boards: { club: 'Wood and felt', sea: 'Sea', walnut: 'Walnut', linen: 'Linen', contrast: 'High contrast' },
  checkers: 'Checkers',
  forms: { dished: 'Dished', flat: 'Flat', ringed: 'Ringed' },
  colours: 'Colours of the checkers',
  coloursOf: {
    board: 'Match the board',
    slate: 'Ivory and slate',
    cherry: 'Ivory and cherry',
    navy: 'Ivory and navy',
    moss: 'Amber and moss',
    black: 'White and black',
  },
  dice: 'Dice',
  diceOf: { players: 'In the players’ colours', ivory: 'Ivory', ruby: 'Ruby', black: 'Black' },
  volume: 'Volume',
  listen: 'Listen to the sounds',
  sounds: {
    checker: 'Checker',
    hit: 'Hit',
    dice: 'Dice',
    cube: 'Cube',
    turn: 'Your turn',
    warning: 'Time is short',
    won: 'Won',
    lost: 'Lost',
  },
  percent: (volume: number) => percent(volume / 100),
} as const;

/** Texts of the look and the sound of the board. */
export const lookTexts = inLanguage('look', look);
