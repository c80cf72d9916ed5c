import { BAR, type Dice, opponent, ownView, type Player, type Position, pipCount } from 'bg-rules';

const ROWS = 5;
const OPPONENTS_BAR = 0;
/** Row indexes from the edge of the board inwards. */
const rows = Array.from({ length: ROWS }, (_, row) => row);

/**
 * Draws a board as text from the view of the player on roll: X are their checkers, O the opponent's, their home is at the lower right.
 * With more than five checkers on a point, the innermost cell shows their number.
 */
export function boardText(position: Position, onRoll: Player, dice: Dice | null): string {
  const own = ownView(position, onRoll);
  const upper = (row: number) => line(own, [span(13, 18), [BAR], span(19, 24)], row);
  const lower = (row: number) => line(own, [span(12, 7), [OPPONENTS_BAR], span(6, 1)], row);
  const board = [
    edge(span(13, 18), span(19, 24)),
    ...rows.map(upper),
    `|${' '.repeat(18)}|BAR|${' '.repeat(18)}|  ${dice ? `X to play ${dice[0]}-${dice[1]}` : 'X to roll'}`,
    ...rows.toReversed().map(lower),
    edge(span(12, 7), span(6, 1)),
  ];
  return [...board, '', side(position, onRoll, 'X (you)'), side(position, opponent(onRoll), 'O')].join('\n');
}

function span(from: number, to: number): number[] {
  const step = Math.sign(to - from);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + step * index);
}

function edge(left: readonly number[], right: readonly number[]): string {
  const [first, second] = [left, right].map((points) => points.map(label).join(''));
  return `+${first}+---+${second}+`;
}

function label(point: number): string {
  return point < 10 ? `-${point}-` : `${point}-`;
}

function line(own: readonly number[], parts: readonly (readonly number[])[], row: number): string {
  return `|${parts.map((places) => places.map((place) => cell(own[place] ?? 0, row)).join('')).join('|')}|`;
}

/** `checkers` is negative for the opponent's checkers. */
function cell(checkers: number, row: number): string {
  const count = Math.abs(checkers);
  if (row >= count) return '   ';
  if (row === ROWS - 1 && count > ROWS) return String(count).padStart(2).padEnd(3);
  return checkers > 0 ? ' X ' : ' O ';
}

function side(position: Position, player: Player, name: string): string {
  const parts = [`${pipCount(position, player)} pips`];
  if (position.bar[player] > 0) parts.push(`${position.bar[player]} on the bar`);
  if (position.off[player] > 0) parts.push(`${position.off[player]} off`);
  return `${name}: ${parts.join(', ')}`;
}
