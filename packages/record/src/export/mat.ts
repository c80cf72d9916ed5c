import { BAR, checkersAt, type Hop, legalPlays, OFF, opponent, type Player, type Position } from 'bg-rules';
import { gameEndedBy, type Step } from '../steps.ts';
import type { HeaderPlayer, Transcript } from '../types.ts';
import { utcDate } from '../utc-date.ts';
import { type Game, gamesOf } from './games.ts';
import { callNames } from './outcome.ts';

/** The content of one player's column. Player 0's column is on the left. */
interface Cell {
  readonly player: Player;
  readonly text: string;
  /** Rows that contain only "Wins n points" have no number. */
  readonly numbered: boolean;
}

interface Row {
  readonly numbered: boolean;
  readonly left: string;
  readonly right: string | null;
}

const NAME_WIDTH = 31;
const CELL_WIDTH = 28;

/**
 * Returns a match in the .mat format (Jellyfish), as GNU Backgammon 1.07 reads and writes it. The format
 * cannot express declined resignations, tied opening rolls, times and a forfeit, so these are left out; a
 * forfeit leaves the last game open.
 * @param transcript a verified record or transcript
 */
export function toMat(transcript: Transcript): string {
  const { header } = transcript;
  const [left, right] = header.players;
  const lines = [
    `; [Match ID "${header.id}"]`,
    `; [Player 1 "${quotable(left.name)}"]`,
    `; [Player 2 "${quotable(right.name)}"]`,
    `; [EventDate "${utcDate(header.created).replaceAll('-', '.')}"]`,
    '',
    ` ${header.length} point match`,
    ...gamesOf(transcript).flatMap((game) => ['', ...gameLines(game, header.players)]),
  ];
  return `${lines.join('\n')}\n`;
}

function quotable(name: string): string {
  return name.replaceAll('"', "'");
}

function gameLines(game: Game, players: readonly [HeaderPlayer, HeaderPlayer]): string[] {
  // Readers end the name at the first colon.
  const [left, right] = callNames(players).map(
    (name, seat) => `${name.replaceAll(':', '.')} : ${game.scoreBefore[seat]}`,
  );
  const rows = rowsOf(game.steps.flatMap(cellsOf));
  return [` Game ${game.number}`, ` ${left?.padEnd(NAME_WIDTH)}${right}`, ...rows.map(rowLine)];
}

function cellsOf(step: Step): Cell[] {
  const won = gameEndedBy(step);
  const cells = actionCells(step);
  return won === null
    ? cells
    : [...cells, { player: won.winner, text: ` Wins ${points(won.points)}`, numbered: false }];
}

function actionCells({ action, before, after }: Step): Cell[] {
  const cell = (player: Player, text: string): Cell[] => [{ player, text, numbered: true }];
  switch (action.type) {
    case 'play':
      return cell(action.player, `${roll(before)} ${hops(before.position, action.player, action.hops)}`);
    case 'double':
      return cell(action.player, ` Doubles => ${2 * before.cube.value}`);
    case 'beaver':
      return cell(action.player, ` Beavers => ${2 * after.cube.value}`);
    case 'take':
      // GNU Backgammon treats a beaver as taken when the doubler rolls, and misreads a "Takes" before that.
      return before.phase === 'beaver' ? [] : cell(action.player, ' Takes');
    case 'pass':
      return cell(action.player, ' Drops');
    case 'accept':
      return before.resignation && isForcedRollBeforeResignation(before)
        ? cell(before.resignation.by, roll(before))
        : [];
    default:
      return [];
  }
}

/**
 * Returns true for a roll after which its player resigned. If it has only one legal play, readers would play
 * it, so it is left out.
 */
function isForcedRollBeforeResignation({ dice, resignation, position }: Step['before']): boolean {
  return dice !== null && resignation !== null && legalPlays(position, resignation.by, dice).length > 1;
}

function roll({ dice }: Step['before']): string {
  const [one, two] = dice ?? [0, 0];
  return `${Math.max(one, two)}${Math.min(one, two)}:`;
}

/** Formats every hop separately, with a mark where it hits. */
function hops(position: Position, player: Player, list: readonly Hop[]): string {
  const hit = new Set<number>();
  return list
    .map(([from, to]) => {
      const hits = checkersAt(position, opponent(player), BAR - to) === 1 && to > OFF && !hit.has(to);
      if (hits) hit.add(to);
      return `${from}/${to}${hits ? '*' : ''}`;
    })
    .join(' ');
}

function points(n: number): string {
  return n === 1 ? '1 point' : `${n} points`;
}

function rowsOf(cells: readonly Cell[]): Row[] {
  const rows: Row[] = [];
  for (const { player, text, numbered } of cells) {
    const last = rows.at(-1);
    if (player === 0) rows.push({ left: text, right: null, numbered });
    else if (last && last.right === null) rows[rows.length - 1] = { ...last, right: text };
    else rows.push({ left: '', right: text, numbered });
  }
  return rows;
}

/** Readers split the columns at two spaces, or before the second roll. */
function rowLine({ left, right, numbered }: Row, index: number): string {
  const number = numbered ? `${index + 1})`.padStart(4) : '    ';
  const gap = left.length < CELL_WIDTH ? '' : ' ';
  return `${number} ${left.padEnd(CELL_WIDTH)}${gap}${right ?? ''}`.trimEnd();
}
