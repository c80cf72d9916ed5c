// A reader of match files as GNU Backgammon writes them: two columns, one entry per checker move, 25 the bar, 0 off.
import { readFileSync } from 'node:fs';
import type { Player } from '../src/types.ts';

/** One cell of a match file. The left column is player 0. */
export type MatMove =
  | { kind: 'play'; player: Player; dice: [number, number]; play: string }
  | { kind: 'double' | 'take' | 'drop'; player: Player };

export interface MatGame {
  /** The score before the game. */
  score: [number, number];
  moves: MatMove[];
  winner: Player;
  points: number;
}

export interface MatFile {
  length: number;
  games: MatGame[];
}

/** The right column begins at character 33. A long play on the left can push it to the right, never to the left. */
const RIGHT_COLUMN = 30;
const CELL = /(\d)(\d):((?: \d+\/\d+\*?)*)|Doubles|Takes|Drops/g;
const WORDS = { Doubles: 'double', Takes: 'take', Drops: 'drop' } as const;

export function readMat(url: URL): MatFile {
  const [head = '', ...games] = readFileSync(url, 'utf8').split(/^ Game \d+$/m);
  return { length: Number(/(\d+) point match/.exec(head)?.[1]), games: games.map(readGame) };
}

function readGame(text: string): MatGame {
  const [, left, right] = /^ \S+ : (\d+) +\S+ : (\d+)/m.exec(text) ?? [];
  const moves = text
    .split('\n')
    .filter((line) => /^ *\d+\)/.test(line))
    .flatMap(readLine);
  const [, indent = '', points] = /^( *)Wins (\d+) point/m.exec(text) ?? [];
  return { score: [Number(left), Number(right)], moves, winner: columnOf(indent.length), points: Number(points) };
}

function columnOf(index: number): Player {
  return index < RIGHT_COLUMN ? 0 : 1;
}

function readLine(line: string): MatMove[] {
  return [...line.matchAll(CELL)].map(([word, one, two, play = ''], n) => {
    const player = n === 1 ? 1 : columnOf(line.indexOf(word));
    if (word === 'Doubles' || word === 'Takes' || word === 'Drops') return { kind: WORDS[word], player };
    return { kind: 'play', player, dice: [Number(one), Number(two)], play };
  });
}
