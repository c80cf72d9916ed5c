import type { Failure } from 'bg-rules';

/**
 * How many names and values a text may have: an event takes at most 27 (its own seven names, itself, six values, and
 * thirteen in four hops), and there are at most 24,000. Parsing millions of empty lists would take seconds.
 */
const MAX_ITEMS = 700_000;

/** How many lists and objects, which cost a parser most: six for each event (itself, its hops, four hops), and a few besides. */
const MAX_CONTAINERS = 150_000;

/** How many strings, names among them: thirteen in a `commit`, which has most. */
const MAX_STRINGS = 350_000;

/** How many spellings of names; the format has forty names. Objects of ever new members are what a parser is slowest at. */
const MAX_SPELLINGS = 1000;

/** A record nests five deep (record, events, event, hops, hop). */
const MAX_DEPTH = 8;

/** What a text is refused for without reading on: more than any record has, or what no JSON begins with. */
type Bound = 'text-too-large' | 'text-too-deep' | 'text-not-json';

/** What a parsed value no longer shows. */
type Flaw = 'text-bad-number' | 'text-duplicate-member' | 'text-lone-surrogate';

const BACKSLASH = '\\'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/**
 * Takes the tokens of a text one after the other, before a parser builds anything from it: whatever the text, work and
 * memory for each are bounded. Of what turns out not to be JSON, its flaw means nothing.
 */
export class TextJudge {
  /** The first flaw, if there is any. */
  flaw: Failure<Flaw> | null = null;
  readonly #text: string;
  #items = 0;
  #strings = 0;
  #commas = 0;
  #containers = 0;
  #depth = 0;
  /** Which container, by its number, was opened last at each depth. */
  readonly #openAt = new Int32Array(MAX_DEPTH + 1);
  /** The numbers of names, by how they are spelt and by what that spells. */
  readonly #spellings = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** For each depth and name, the last container that had it. */
  readonly #seenIn = new Int32Array((MAX_DEPTH + 1) * MAX_SPELLINGS);
  /** Where the last string stands, until a colon makes it a name. */
  #stringStart = 0;
  #stringEnd = 0;
  #backslash = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes the next token; says if the text is refused because of it. */
  take(start: number, end: number): Failure<Bound> | null {
    switch (this.#text[start]) {
      case ',':
        return ++this.#commas > this.#items ? notJson : null;
      case ':':
        return this.#takeName();
      case '}':
      case ']':
        return --this.#depth < 0 ? notJson : null;
      case '{':
      case '[':
        return this.#enter();
      case '"':
        return this.#takeString(start, end);
      default:
        this.flaw ??= numberFlaw(this.#text, start, end);
        return this.#count();
    }
  }

  #count(): Failure<Bound> | null {
    return ++this.#items > MAX_ITEMS ? tooLarge('names and values') : null;
  }

  #enter(): Failure<Bound> | null {
    if (++this.#containers > MAX_CONTAINERS) return tooLarge('lists and objects');
    if (++this.#depth > MAX_DEPTH) return tooDeep;
    this.#openAt[this.#depth] = this.#containers;
    return this.#count();
  }

  #takeString(start: number, end: number): Failure<Bound> | null {
    if (++this.#strings > MAX_STRINGS) return tooLarge('strings');
    this.#stringStart = start;
    this.#stringEnd = end;
    if (this.#backslash < start) this.#backslash = indexFrom(this.#text, '\\', start);
    if (this.flaw === null && this.#backslash < end && hasLoneEscape(this.#text, this.#backslash, end)) {
      this.flaw = loneSurrogate;
    }
    return this.#count();
  }

  #takeName(): Failure<Bound> | null {
    if (this.#stringEnd === 0) return notJson;
    const spelling = this.#text.slice(this.#stringStart, this.#stringEnd);
    this.#stringEnd = 0;
    const name = this.#spellings.get(spelling) ?? this.#newSpelling(spelling);
    if (name === null) return tooLarge('names');
    const place = this.#depth * MAX_SPELLINGS + name;
    if (this.flaw === null && this.#seenIn[place] === this.#openAt[this.#depth]) this.flaw = duplicate(spelling);
    this.#seenIn[place] = this.#openAt[this.#depth]!;
    return null;
  }

  /** The number of the name that is spelt so; two spellings ("a" and "\u0061") may be one name. Null when there are too many. */
  #newSpelling(spelling: string): number | null {
    if (this.#spellings.size === MAX_SPELLINGS) return null;
    const name = nameOf(spelling);
    const number = this.#names.get(name) ?? this.#names.size;
    this.#names.set(name, number);
    this.#spellings.set(spelling, number);
    return number;
  }
}

const tooDeep: Failure<Bound> = {
  ok: false,
  code: 'text-too-deep',
  message: `The text nests deeper than ${MAX_DEPTH} levels.`,
};

const notJson: Failure<Bound> = { ok: false, code: 'text-not-json', message: 'The text is not JSON.' };

const loneSurrogate: Failure<Flaw> = {
  ok: false,
  code: 'text-lone-surrogate',
  message: 'A string has half of a surrogate pair.',
};

function tooLarge(what: string): Failure<Bound> {
  return { ok: false, code: 'text-too-large', message: `The text has more ${what} than any record.` };
}

function duplicate(spelling: string): Failure<Flaw> {
  return { ok: false, code: 'text-duplicate-member', message: `The member ${spelling} is given twice.` };
}

function numberFlaw(text: string, start: number, end: number): Failure<Flaw> | null {
  if (!isBadNumber(text, start, end)) return null;
  const beginning = text.slice(start, Math.min(end, start + 40));
  return { ok: false, code: 'text-bad-number', message: `${beginning} is not an integer in its plain form.` };
}

function nameOf(spelling: string): string {
  try {
    return String(JSON.parse(spelling));
  } catch {
    return spelling;
  }
}

function indexFrom(text: string, character: string, start: number): number {
  const index = text.indexOf(character, start);
  return index < 0 ? text.length : index;
}

/** Whether a token is a number, but not a safe integer in the only way in which canonical JSON writes it. */
function isBadNumber(text: string, start: number, end: number): boolean {
  const negative = text.charCodeAt(start) === MINUS;
  const first = text.charCodeAt(negative ? start + 1 : start);
  if (!negative && !isDigit(first)) return false;
  if (first === ZERO) return negative || end - start > 1;
  // No safe integer has more than 16 digits and a sign.
  if (end - start > 17) return true;
  for (let i = negative ? start + 1 : start; i < end; i++) if (!isDigit(text.charCodeAt(i))) return true;
  return end - start > 15 && !Number.isSafeInteger(Number(text.slice(start, end)));
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const NEITHER = 0;
const HIGH = 1;
const LOW = 2;

/**
 * Whether an escape in a string token stands for half of a surrogate pair without its other half, from its first
 * backslash on. That no half stands in the text itself was seen before, so both halves of a pair must be escapes.
 */
function hasLoneEscape(text: string, backslash: number, end: number): boolean {
  let before = NEITHER;
  for (let i = backslash; i < end; i++) {
    const escaped = text.charCodeAt(i) === BACKSLASH;
    const long = escaped && text[i + 1] === 'u';
    const half = long ? surrogateHalf(text, i + 2) : NEITHER;
    if ((before === HIGH) !== (half === LOW)) return true;
    before = half;
    if (escaped) i += long ? 5 : 1;
  }
  return false;
}

/** Which half of a surrogate pair four hex digits mean: D800 to DBFF or DC00 to DFFF. */
function surrogateHalf(text: string, at: number): number {
  const first = text[at];
  const second = text[at + 1] ?? '';
  if (first !== 'd' && first !== 'D') return NEITHER;
  if ('cdefCDEF'.includes(second)) return LOW;
  return '89abAB'.includes(second) ? HIGH : NEITHER;
}
