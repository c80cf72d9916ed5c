import type { Words } from '../chosen.ts';
import type { look } from '../look.ts';

export const texts: Words<typeof look> = {
  board: 'Brett',
  boards: { club: 'Holz und Filz', sea: 'Meer', walnut: 'Nussbaum', linen: 'Leinen', contrast: 'Hoher Kontrast' },
  checkers: 'Steine',
  forms: { dished: 'Mit Mulde', flat: 'Flach', ringed: 'Mit Ring' },
  colours: 'Farben der Steine',
  coloursOf: {
    board: 'Wie das Brett',
    slate: 'Elfenbein und Schiefer',
    cherry: 'Elfenbein und Kirsche',
    navy: 'Elfenbein und Marine',
    moss: 'Bernstein und Moos',
    black: 'Weiß und Schwarz',
  },
  dice: 'Würfel',
  diceOf: { players: 'In den Farben der Spieler', ivory: 'Elfenbein', ruby: 'Rubin', black: 'Schwarz' },
  volume: 'Lautstärke',
  listen: 'Töne anhören',
  sounds: {
    checker: 'Stein',
    hit: 'Schlag',
    dice: 'Würfel',
    cube: 'Dopplerwürfel',
    turn: 'Du bist am Zug',
    warning: 'Zeit wird knapp',
    won: 'Gewonnen',
    lost: 'Verloren',
  },
  percent: (volume) => `${volume} %`,
};
