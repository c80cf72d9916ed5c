import type { Dice } from 'bg-rules';

/** The kinds of what a player does in a column. */
export type CellKind =
  | 'roll'
  | 'double'
  | 'take'
  | 'pass'
  | 'beaver'
  | 'raccoon'
  | 'resign'
  | 'time'
  | 'forfeit'
  | 'wins'
  | 'losses';

/** One player’s part of a row. */
export interface Cell {
  readonly kind: CellKind;
  /** The column at which it begins, from 0, with tabs as spaces. */
  readonly column: number;
  readonly dice: Dice | null;
  /** The play of a roll. */
  readonly text: string;
  /** The new value of a double, or the points of a win or a loss. Null if it is not written. */
  readonly number: number | null;
  /** Words behind an action that are no part of it, or null. */
  readonly unread: string | null;
}

/** One line of a game. */
export interface Row {
  readonly line: number;
  /** True if the line has the number of a turn. */
  readonly isNumbered: boolean;
  readonly hasTabs: boolean;
  readonly cells: readonly Cell[];
  /** The text before the first cell or instead of one, or null. */
  readonly unread: string | null;
}

const NUMBER = /^\s*\d+\s*[).](?=\s|$|\D)/;
const ROLL = String.raw`(?<![\w/*=>.,:()\-])(?:\(?([1-6])[-\s]?([1-6])\)?\s*:|([1-6])([1-6])(?=\s|$))`;
const TURN = String.raw`(doubles|redoubles|beavers|raccoons)(?:\s*(?:=>|to|at)\s*(\d{1,6}))?`;
const ANSWER = String.raw`(takes|accepts|drops|passes|rejects|declines|refuses)\b`;
const END = String.raw`((?:resigned|resigns|forfeits|forfeited) (?:the )?match|forfeits?|forfeited|los(?:t|es) on time|time ?out|timed out|out of time|resigns|resigned)\b`;
const POINTS = String.raw`(wins|won|losses|loses|lost)\s+(\d{1,6})\s*(?:points?|pts?)\b`;
/** A roll, also without its colon, or a word. A number behind a word is a part of it, so that "=> 16" is no roll. */
const CELL = new RegExp(`${ROLL}|\\b(?:${TURN}|${ANSWER}|${END}|${POINTS})`, 'gi');

const WORDS: Readonly<Record<string, CellKind>> = {
  doubles: 'double',
  redoubles: 'double',
  beavers: 'beaver',
  raccoons: 'raccoon',
  takes: 'take',
  accepts: 'take',
  drops: 'pass',
  passes: 'pass',
  rejects: 'pass',
  declines: 'pass',
  refuses: 'pass',
  wins: 'wins',
  won: 'wins',
  losses: 'losses',
  loses: 'losses',
  lost: 'losses',
  resigns: 'resign',
  resigned: 'resign',
};

/** Kinds behind which anything may stand: "and the match", "with a gammon", "game". */
const WITH_MORE: readonly CellKind[] = ['wins', 'losses', 'resign', 'time', 'forfeit'];

/**
 * Reads a line of a game. Returns null for a line that is no part of it: one without a number that does not begin with a
 * roll or a word.
 */
export function cellsOf(line: string, at: number): Row | null {
  const text = withoutTabs(line).replace(/(\s)[;#].*$/, '$1');
  const from = NUMBER.exec(text)?.[0].length ?? 0;
  const body = text.slice(from);
  const found = [...body.matchAll(CELL)];
  const [first] = found;
  const before = body.slice(0, first?.index).trim();
  const isNumbered = from > 0;
  const row = { line: at, isNumbered, hasTabs: line.includes('\t') };
  if (!isNumbered && (!first || before !== '')) return null;
  // more than two cells cannot be told apart
  if (before !== '' || found.length > 2) return { ...row, cells: [], unread: body.trim() };
  const cells = found.map((match, n) =>
    cellOf(match, body.slice(match.index + match[0].length, found[n + 1]?.index), from),
  );
  return { ...row, cells, unread: null };
}

function cellOf(found: RegExpMatchArray, behind: string, from: number): Cell {
  const [, one, two, three, four, turn, value, answer, end, won, points] = found;
  const column = from + (found.index ?? 0);
  const rest = behind.trim();
  const cell = { column, dice: null, text: '', number: null, unread: null };
  const [high, low] = [one ?? three, two ?? four];
  if (high && low) return { ...cell, kind: 'roll', dice: [Number(high), Number(low)], text: rest };
  const word = (turn ?? answer ?? won ?? '').toLowerCase();
  const kind = end ? endOf(end.toLowerCase()) : (WORDS[word] ?? 'take');
  const number = value ?? points;
  const isClean = WITH_MORE.includes(kind) || /^(?:[?!.]*|\([^)]*\))$/.test(rest);
  return { ...cell, kind, number: number === undefined ? null : Number(number), unread: isClean ? null : rest };
}

function endOf(words: string): CellKind {
  if (words.includes('time')) return 'time';
  return words.startsWith('forfeit') || words.endsWith('match') ? 'forfeit' : 'resign';
}

/** Returns the line with spaces instead of tabs, so that columns have numbers. */
export function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let text = '';
  for (const part of line.split(/(\t)/)) text += part === '\t' ? ' '.repeat(8 - (text.length % 8)) : part;
  return text;
}

/** Columns that vary by more tell nothing about the players. */
const WIDEST = 3;

/** Returns true if the rows of a game have no columns: tabs, or two spaces between the players. */
export function isLoose(rows: readonly Row[]): boolean {
  if (rows.some(({ hasTabs }) => hasTabs)) return true;
  const columns = rows.flatMap(({ cells }) => (cells.length === 2 && cells[1] ? [cells[1].column] : []));
  return columns.length > 1 && Math.max(...columns) - Math.min(...columns) > WIDEST;
}
