// Texts of others, as every command and page of this project shows them.

/**
 * Control and format characters, line and paragraph separators, lone surrogates, private and unassigned characters, and those that may
 * be drawn as nothing at all.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Many spaces would push the text behind them to the beginning of a line. */
const SPACES = /(\p{Zs})(\p{Zs}+)/gu;

/** Maximum length of a quoted text in code points. */
const MAX_QUOTED = 200;

/**
 * Returns a text with each character escaped that acts on a terminal, breaks a line, changes the direction of text or cannot be seen.
 * The escapes are those of JSON, such as `\u001b`, so that a line of JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/**
 * Quotes a text that a file or another program contains: `"text"`. Nothing in it can end the quotation, hide, or push the text behind it
 * aside. Only the first 200 code points are quoted; `[…]` behind the quotation marks says that there are more.
 */
export function quoted(text: string): string {
  // A code point has at most two UTF-16 units. Half of a pair at the end of the slice is beyond the limit.
  const points = [...text.slice(0, 2 * MAX_QUOTED + 2)];
  const start = points.slice(0, MAX_QUOTED).join('').replace(/["\\]/g, '\\$&');
  const shown = visible(start).replace(SPACES, (_, first: string, others: string) => first + escaped(others));
  return `"${shown}"${points.length > MAX_QUOTED ? ' […]' : ''}`;
}

/** The place where lines are written: a terminal, a file or a pipe. */
export interface LineOutput {
  write(text: string): unknown;
}

/**
 * Writes lines. Every command of the project writes with this function only: it makes each line `visible`, so that no text can contain
 * a control character, or a line that the program does not begin.
 *
 * @param paint adds control characters of the program itself, such as a colour, to a line that has none any more
 */
export function printLines(
  output: LineOutput,
  lines: string | readonly string[],
  paint: (line: string) => string = (line) => line,
): void {
  const all = typeof lines === 'string' ? [lines] : lines;
  output.write(all.map((line) => `${paint(visible(line))}\n`).join(''));
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
