import type { Cube, Dice, Player, Position } from 'bg-rules';
import { boardText } from './board-text.ts';
import { type Letter, makeLetter } from './letter.ts';

/** The fields of a puzzle that the mail shows. */
export interface PuzzleOfTheDay {
  /** UTC, YYYY-MM-DD. */
  readonly date: string;
  readonly position: Position;
  readonly onRoll: Player;
  readonly dice: Dice;
  readonly cube: Cube;
  /** Points of each player, by seat. */
  readonly score: readonly [number, number];
  /** Match length in points, 0 for a money game. */
  readonly length: number;
  readonly crawford: boolean;
}

/** Today's puzzle, created if necessary. Resolves to null when there is none. */
export type TodaysPuzzle = (date: string) => Promise<PuzzleOfTheDay | null>;

export interface PuzzleLinks {
  readonly solve: string;
  readonly unsubscribe: string;
}

export function puzzleLetter(puzzle: PuzzleOfTheDay, links: PuzzleLinks): Letter {
  const [first, second] = puzzle.dice;
  return makeLetter(`Backgammon puzzle of ${puzzle.date}: how do you play ${first}-${second}?`, [
    `You are X and have rolled ${first}-${second}. ${stakes(puzzle)}`,
    { picture: boardText(puzzle.position, puzzle.onRoll, puzzle.dice) },
    { link: links.solve, label: 'Play it and see how good your move is' },
    { link: links.unsubscribe, label: 'No more puzzles by mail' },
  ]);
}

function stakes({ length, score, onRoll, crawford, cube }: PuzzleOfTheDay): string {
  const [own, other] = onRoll === 0 ? score : [score[1], score[0]];
  const match = length === 0 ? 'Money game' : `Match to ${length}, you ${own}, opponent ${other}`;
  const owner = cube.owner === null ? 'in the middle' : cube.owner === onRoll ? 'yours' : 'your opponent’s';
  return `${match}${crawford ? ', Crawford game' : ''}; the cube is at ${cube.value}, ${owner}.`;
}
