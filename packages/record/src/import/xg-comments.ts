import { Comments, MAX_LOOKED_AT } from './comments.ts';
import { textOfComment } from './rtf.ts';

const [RETURN, FEED] = [13, 10];
/** These two bytes stand for the end of a line within a comment. */
const [WITHIN_1, WITHIN_2] = [1, 2];
/** The longest list of comments: each record has at most one, and a game and the match have two. */
const MOST_LINES = 50_000;

/** The comments of a file of eXtreme Gammon: one in each line, which the records name by its number from 0. */
export class XgComments {
  readonly #lines: readonly Uint8Array[];
  readonly #comments = new Comments();
  /** The texts that were read, so that records with the same number do not make more work. */
  readonly #texts = new Map<number, string>();

  constructor(part: Uint8Array) {
    this.#lines = linesOf(part);
  }

  /** Returns the comment as it is kept. Nothing for a number that names none, such as -1. */
  keep(index: number): string | undefined {
    const known = this.#texts.get(index);
    const line = this.#lines[index];
    const text = known ?? (line && textOfComment(withEnds(line), MAX_LOOKED_AT));
    const { comment } = text ? this.#comments.keep(text) : {};
    this.#texts.set(index, comment ?? '');
    return comment;
  }
}

/** An empty line is a comment too: the numbers of the others count it. */
function linesOf(part: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let at = part.indexOf(FEED); at >= 0 && lines.length < MOST_LINES; at = part.indexOf(FEED, at + 1)) {
    if (part[at - 1] !== RETURN) continue;
    lines.push(part.subarray(from, at - 1));
    from = at + 1;
  }
  lines.push(part.subarray(from));
  return lines;
}

/** Returns a comment with usual ends of its lines. */
function withEnds(line: Uint8Array): Uint8Array {
  const comment = line.slice();
  for (let at = comment.indexOf(WITHIN_1); at >= 0; at = comment.indexOf(WITHIN_1, at + 1))
    if (comment[at + 1] === WITHIN_2) comment.set([RETURN, FEED], at);
  return comment;
}
