import { BAR, checkersAt, type Hop, legalPlays, OFF, opponent, type Player, type Position, type Rules } from 'bg-rules';
import { gameEndedBy, type Step } from '../steps.ts';
import type { Transcript } from '../types.ts';
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
  const { id, players, created, length, rules } = header;
  return matText({
    facts: [['Match ID', id]],
    names: callNames(players),
    date: utcDate(created),
    length,
    rules,
    games: gamesOf(transcript),
  });
}

/** A match as it is written. */
interface MatMatch {
  /** Tags before those of the players. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly names: readonly [string, string];
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
  readonly length: number;
  readonly rules: Rules;
  readonly games: readonly Game[];
}

/** Returns the text of a match. */
export function matText({ facts, names, date, length, rules, games }: MatMatch): string {
  const tags: (readonly [string, string])[] = [...facts, ['Player 1', names[0]], ['Player 2', names[1]]];
  if (date !== null) tags.push(['EventDate', date.replaceAll('-', '.')]);
  const lines = [
    ...[...tags, ...ruleTags(length, rules)].map(([name, value]) => `; [${name} "${quotable(value)}"]`),
    '',
    ` ${length} point match`,
    ...games.flatMap((game) => ['', ...gameLines(game, names)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The rules that differ from those that readers assume. */
function ruleTags(length: number, { cube, crawford, jacoby, beavers }: Rules): [string, string][] {
  const tags: [string, string][] = [];
  if (length > 0 && !crawford) tags.push(['Crawford', 'Off']);
  if (length === 0 && jacoby) tags.push(['Jacoby', 'On']);
  if (length === 0 && !beavers) tags.push(['Beaver', 'Off']);
  if (!cube) tags.push(['CubeLimit', '1']);
  return tags;
}

/** Readers end a tag at its quotation mark, and a line at its end. */
function quotable(name: string): string {
  return plain(name).replaceAll('"', "'");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be written
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g;

function plain(name: string): string {
  return name.replace(UNPRINTABLE, ' ').trim();
}

/** Returns a name as it stands in its column: readers end it at the first colon or at two spaces. */
export function columnName(name: string): string {
  return quotable(name).replaceAll(':', '.').replace(/^[;#]/, '_');
}

function gameLines(game: Game, names: readonly [string, string]): string[] {
  const [left = '', right] = names.map((name, seat) => `${columnName(name)} : ${game.scoreBefore[seat]}`);
  const gap = left.length < NAME_WIDTH ? '' : '  ';
  const rows = rowsOf(withResult(game, game.steps.flatMap(cellsOf)));
  const lines = [` Game ${game.number}`, ` ${left.padEnd(NAME_WIDTH)}${gap}${right}`, ...rows.map(rowLine)];
  return game.gap ? [...lines, `; ${game.gap}`] : lines;
}

/** Adds the result of a game that no step ends. */
function withResult({ result, steps }: Game, cells: readonly Cell[]): readonly Cell[] {
  const last = steps.at(-1);
  if (result === null || (last && gameEndedBy(last))) return cells;
  return [...cells, { player: result.winner, text: ` Wins ${points(result.points)}`, numbered: false }];
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
