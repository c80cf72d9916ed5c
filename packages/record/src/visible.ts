// Texts of others, as every command and page of this project shows them.

/** Characters that are drawn as nothing, although Unicode counts them as visible: a part of a character class with the flag `u`. */
export const BLANK_GLYPHS = String.raw`\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}`;

/**
 * Control and format characters, line and paragraph separators, lone surrogates, private and unassigned characters, and those that may
 * be drawn as nothing at all.
 */
const HIDDEN = new RegExp(String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}${BLANK_GLYPHS}]`, 'gu');
/** Characters that look like the end of a quotation. */
const QUOTATION_MARKS =
  /[\u02BA\u02DD\u02EE\u02F5\u02F6\u05F4\u1CD3\u201C-\u201F\u2033\u2034\u2036\u2037\u2057\u275D\u275E\u2760\u3003\u301D-\u301F\uFF02\u{1F676}-\u{1F678}]/gu;
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
 * aside. Texts can be of scripts that are written from right to left, so a sentence needs a Latin letter between a quotation and the next digit,
 * because a terminal would otherwise draw the digits in the wrong order. Only the first 200 code points are quoted; `[…]` behind the quotation marks says that there are more.
 */
export function quoted(text: string): string {
  // A code point has at most two UTF-16 units. Half of a pair at the end of the slice is beyond the limit.
  const points = [...text.slice(0, 2 * MAX_QUOTED + 2)];
  const start = points.slice(0, MAX_QUOTED).join('').replace(/["\\]/g, '\\$&');
  const shown = visible(start)
    .replace(QUOTATION_MARKS, escaped)
    .replace(SPACES, (_, first: string, others: string) => first + escaped(others));
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
