/** The longest comment on a decision, and all comments of a file, in UTF-16 units. */
export const MAX_COMMENT_LENGTH = 2_000;
const MAX_COMMENTS_LENGTH = 200_000;

/** Control characters but the line feed, characters that change the direction of text, and separators of lines and paragraphs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\ufeff]/gu;
/** The longest start of a comment that is looked at. */
export const MAX_LOOKED_AT = 4 * MAX_COMMENT_LENGTH;

/** Returns a text with a space instead of each such character. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}

/** Takes the comments of one file, until there are too many. */
export class Comments {
  #room = MAX_COMMENTS_LENGTH;

  /** Returns the comment as it is kept: plain text in lines, shortened. Nothing for one without text, or if there is no room. */
  keep(text: string): { readonly comment?: string } {
    if (this.#room === 0) return {};
    const lines = withoutControls(text.slice(0, MAX_LOOKED_AT).replace(/\r\n?|[\u2028\u2029]/g, '\n'))
      .split('\n')
      // a pattern with spaces before the line feed would look at a long run of spaces again and again
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n');
    const comment = whole(lines.trim().slice(0, Math.min(MAX_COMMENT_LENGTH, this.#room)));
    this.#room -= comment.length;
    return comment === '' ? {} : { comment };
  }
}

/** Returns a text without half of a character at its end. */
function whole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '').trimEnd();
}
