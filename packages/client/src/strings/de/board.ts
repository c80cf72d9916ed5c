import type { board } from '../board.ts';
import type { Words } from '../chosen.ts';

export const texts: Words<typeof board> = {
  board: 'Backgammonbrett',
  boardHelp:
    'Mit den Pfeiltasten wechselst du die Felder. Enter oder Leertaste zieht mit dem ersten Würfel, zusammen mit Umschalt mit dem anderen.',
  point: (point) => `Feld ${point}`,
  bar: 'Bar',
  off: 'Aus',
  barWithin: 'Bar',
  offWithin: 'aus',
  empty: 'leer',
  mine: (count) => `${count} von dir`,
  theirs: (count) => `${count} vom Gegner`,
  named: (who, count) => `${who}: ${count}`,
  canGoTo: (places) => `kann ziehen: ${places}`,
  and: ' und ',
  pips: (count) => `${count} Pips`,
  side: (who, places, pips) => `${who}: ${places}. Noch ${pips} Pips.`,
  placed: (place, count) => `${place}: ${count}`,
  cubeCentred: (value) => `Der Dopplerwürfel liegt mit ${value} in der Mitte.`,
  cubeOwned: (who, value) => `Dopplerwürfel auf ${value} bei ${who === 'Du' ? 'dir' : who}.`,
  rolled: (who, a, b) => `${who}: Wurf ${a} und ${b}.`,
  hop: (from, to, times) => `von ${from} nach ${to}${times > 1 ? `, ${times} Steine` : ''}`,
  hitting: (places) => `schlägt auf ${places}`,
  cannotMove: (who) => (who === 'Du' ? 'Du kannst nicht ziehen.' : `${who} kann nicht ziehen.`),
  played: (who, hops) => `${who}: Zug ${hops}.`,
};
