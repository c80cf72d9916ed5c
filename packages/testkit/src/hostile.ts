import type { SeededRandom } from './random.ts';

/** A word of every hostile text. A program never writes it itself. */
export const MARK = 'PROVEN';

/** Pieces with which a text commands a terminal, begins a line, turns text around, hides, or reads like a finding. */
const PIECES = [
  '\u001b[8m',
  '\u001b[31m',
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]52;c;aGk=\u001b\\',
  '\u009b8m',
  '\u009d0;title\u009c',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\u000b',
  '\u000c',
  '\b\b\b\b',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u3164',
  '\u2800',
  '\u{e0041}',
  '\ue000',
  '\ufff9',
  '\uffff',
  '\ud800',
  '\udc00',
  '"',
  "'",
  '\\',
  '\\u001b',
  '")',
  '”',
  '“',
  '): ',
  '<b>',
  '%s',
  ' '.repeat(80),
  '\u3000'.repeat(40),
  'W'.repeat(300),
  `\n\n${MARK} about player 1 ("Bob"), key 5138c18155ed731b: it signed two histories of this match.`,
  '. About the server (key 60e13d6abce4fc4c…): It signed two histories.',
  '\rnot valid at event 17 (wrong-dice)',
  'file.json: valid; ',
  'Ann',
] as const;

/** Returns a text that a stranger may put where a program expects a word. It contains the mark. */
export function hostileText(random: SeededRandom): string {
  const pieces = Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES));
  pieces.splice(random.below(pieces.length + 1), 0, MARK);
  return pieces.join('');
}

/** Returns a hostile name that the header of a match accepts: at most 24 code points without control characters and lone surrogates. */
export function hostileName(random: SeededRandom): string {
  const points = [...hostileText(random)].filter((point) => !/[\p{Cc}\p{Cs}]/u.test(point));
  const start = points.join('').indexOf(MARK);
  const first = [...points.join('').slice(0, start)].length;
  const from = Math.max(0, first - random.below(24 - MARK.length));
  return points.slice(from, from + 24).join('');
}

/** A change of a JSON value in one place. */
interface Damage {
  /** The place, for the message of a test: names and indices, and `name` for the name of a member. */
  readonly place: string;
  readonly value: unknown;
}

/** Returns the value once for each of its texts and names of members, with `make()` there instead. */
export function* damaged(value: unknown, make: () => string): Generator<Damage> {
  if (typeof value === 'string') yield { place: '', value: make() };
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      for (const { place, value: changed } of damaged(item, make))
        yield { place: `[${i}]${place}`, value: value.with(i, changed) };
    return;
  }
  const members = Object.entries(value);
  for (const [i, [name, item]] of members.entries()) {
    yield { place: `.${name} (name)`, value: Object.fromEntries(members.with(i, [make(), item])) };
    for (const { place, value: changed } of damaged(item, make))
      yield { place: `.${name}${place}`, value: { ...value, [name]: changed } };
  }
}

/** The characters that no output may contain: of the categories of Unicode without a form of their own, and separators of lines. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;
const QUOTATION = /"(?:[^"\\]|\\.)*"/gu;

/**
 * Returns what is wrong with the output of a program that read a hostile text, or null: a character that is hidden, a line that does not
 * begin as one of the program's own, or the hostile text outside a quotation.
 *
 * @param forms the beginnings of the program's lines
 */
export function faultOfOutput(output: string, forms: RegExp): string | null {
  if (output === '') return 'there is no output';
  if (!output.endsWith('\n')) return 'the last line does not end';
  for (const line of output.slice(0, -1).split('\n')) {
    const shown = JSON.stringify(line.slice(0, 2_000));
    if (HIDDEN.test(line)) return `a hidden character in ${shown}`;
    if (!forms.test(line)) return `a line that is not the program's: ${shown}`;
    if (line.replace(QUOTATION, '').includes(MARK)) return `a hostile text outside a quotation in ${shown}`;
  }
  return null;
}
