/**
 * Maximum number of names and values in a text. An event has at most 27 (itself, seven common names, six
 * values, and thirteen for four hops), and a record at most 24,000 events. Parsing millions of empty lists
 * would take seconds.
 */
const MAX_ITEMS = 700_000;

/**
 * Maximum number of lists and objects, the slowest to parse: six for each event (itself, its hops, four
 * hops), and some spare.
 */
const MAX_CONTAINERS = 150_000;

/** Maximum number of strings, including names: thirteen in a `commit`, which has the most. */
const MAX_STRINGS = 350_000;

/**
 * Maximum number of different spellings of names. The format has forty names. Parsers are slowest at objects
 * with many names.
 */
const MAX_SPELLINGS = 1000;

/** Maximum depth. A record has five levels (record, events, event, hops, hop). */
const MAX_DEPTH = 8;

/** The codes with which a text is refused. */
type FaultCode =
  | 'text-too-large'
  | 'text-not-json'
  | 'text-lone-surrogate'
  | 'text-too-deep'
  | 'text-bad-number'
  | 'text-duplicate-member';

/** The first fault of a text: its start as an index into the text, and a sentence without the final full stop. */
interface TextFault {
  readonly code: FaultCode;
  readonly at: number;
  readonly message: string;
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
const NO_DIGIT = 0xff;

/** Kinds of token, by first character. Characters beyond ASCII may occur only in strings. */
const OTHER = 0;
const BLANK = 1;
const MARK = 2;
const STRING = 3;
const kinds = new Uint8Array(128);
for (const blank of ' \t\n\r') kinds[blank.charCodeAt(0)] = BLANK;
for (const mark of '{}[],:') kinds[mark.charCodeAt(0)] = MARK;
kinds[QUOTE] = STRING;

/** The token expected next, as it appears in error messages. */
const EXPECTED = {
  value: 'a value',
  valueOrEnd: 'a value or "]"',
  name: 'a name in quotation marks',
  nameOrEnd: 'a name in quotation marks or "}"',
  colon: '":"',
  commaOrBrace: '"," or "}"',
  commaOrBracket: '"," or "]"',
  nothing: 'nothing more',
} as const;

type Expected = keyof typeof EXPECTED;

/**
 * Scans a text from left to right before it is parsed, and returns the first place where it is not strict
 * JSON within the limits of a record. Every parser reads a text without a fault in the same way. Work and
 * memory per token are bounded, and scanning stops at the first fault.
 *
 * A token is checked in this order: its place, the limits, its content, and for a name whether the object
 * already has it. A run of characters other than whitespace, quotation marks and `{}[],:` is one token.
 */
export function firstFault(text: string): TextFault | null {
  return new TextJudge(text).judge();
}

class TextJudge {
  readonly #text: string;
  #expected: Expected = 'value';
  #items = 0;
  #strings = 0;
  #containers = 0;
  #depth = 0;
  /** The number of the container opened last at each depth, and whether it is an object. */
  readonly #openAt = new Int32Array(MAX_DEPTH + 1);
  readonly #isObject = new Uint8Array(MAX_DEPTH + 1);
  /** Names are numbered. Two maps: from spelling to number, and from decoded name to number. */
  readonly #spellings = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** For each depth and name, the last container that has the name. */
  readonly #seenIn = new Int32Array((MAX_DEPTH + 1) * MAX_SPELLINGS);
  /** End of the last token. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  judge(): TextFault | null {
    const text = this.#text;
    for (let at = 0; at < text.length; at = this.#end) {
      this.#end = at + 1;
      const kind = kinds[text.charCodeAt(at)] ?? OTHER;
      if (kind === BLANK) continue;
      const fault = kind === STRING ? this.#string(at) : kind === MARK ? this.#mark(at) : this.#run(at);
      if (fault !== null) return fault;
    }
    return this.#expected === 'nothing' ? null : this.#endsEarly();
  }

  #mark(at: number): TextFault | null {
    const mark = this.#text[at];
    const expected = this.#expected;
    switch (mark) {
      case ',':
        if (expected === 'commaOrBrace') this.#expected = 'name';
        else if (expected === 'commaOrBracket') this.#expected = 'value';
        else return this.#misplaced(at);
        return null;
      case ':':
        if (expected !== 'colon') return this.#misplaced(at);
        this.#expected = 'value';
        return null;
      case '}':
        return expected === 'commaOrBrace' || expected === 'nameOrEnd' ? this.#leave() : this.#misplaced(at);
      case ']':
        return expected === 'commaOrBracket' || expected === 'valueOrEnd' ? this.#leave() : this.#misplaced(at);
      default:
        return this.#enter(at, mark === '{');
    }
  }

  #enter(at: number, isObject: boolean): TextFault | null {
    if (!this.#isValueExpected()) return this.#misplaced(at);
    if (++this.#items > MAX_ITEMS) return tooMany(at, 'names and values');
    if (++this.#containers > MAX_CONTAINERS) return tooMany(at, 'lists and objects');
    if (++this.#depth > MAX_DEPTH) return fault('text-too-deep', at, `The text nests deeper than ${MAX_DEPTH} levels`);
    this.#openAt[this.#depth] = this.#containers;
    this.#isObject[this.#depth] = Number(isObject);
    this.#expected = isObject ? 'nameOrEnd' : 'valueOrEnd';
    return null;
  }

  #leave(): null {
    this.#depth -= 1;
    return this.#valueEnds();
  }

  #valueEnds(): null {
    if (this.#depth === 0) this.#expected = 'nothing';
    else this.#expected = this.#isObject[this.#depth] === 1 ? 'commaOrBrace' : 'commaOrBracket';
    return null;
  }

  #isValueExpected(): boolean {
    return this.#expected === 'value' || this.#expected === 'valueOrEnd';
  }

  /** Checks a number, `true`, `false`, `null`, or an invalid token. */
  #run(at: number): TextFault | null {
    const text = this.#text;
    let end = at + 1;
    while (end < text.length && (kinds[text.charCodeAt(end)] ?? OTHER) === OTHER) end++;
    this.#end = end;
    if (!this.#isValueExpected()) return this.#misplaced(at);
    if (++this.#items > MAX_ITEMS) return tooMany(at, 'names and values');
    if (!isPlainInteger(text, at, end)) {
      const run = text.slice(at, end);
      if (JSON_NUMBER.test(run))
        return fault('text-bad-number', at, `${beginning(run)} is not an integer in its plain form`);
      if (run !== 'true' && run !== 'false' && run !== 'null') return this.#misplaced(at);
    }
    return this.#valueEnds();
  }

  #string(at: number): TextFault | null {
    const expected = this.#expected;
    const isName = expected === 'name' || expected === 'nameOrEnd';
    if (!isName && !this.#isValueExpected()) return this.#misplaced(at);
    if (++this.#items > MAX_ITEMS) return tooMany(at, 'names and values');
    if (++this.#strings > MAX_STRINGS) return tooMany(at, 'strings');
    const inside = this.#insideString(at + 1);
    if (inside !== null) return inside;
    if (!isName) return this.#valueEnds();
    this.#expected = 'colon';
    return this.#name(at);
  }

  /** Checks the characters of a string up to its closing quotation mark. */
  #insideString(start: number): TextFault | null {
    const text = this.#text;
    let at = start;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#end = at + 1;
        return null;
      }
      if (code < SPACE) return notJson(at, `a string has the control character ${codePoint(code)}`);
      if (code !== BACKSLASH) {
        at += 1;
        continue;
      }
      const length = escapeLength(text, at);
      if (length === 0) return notJson(at, `${shown(text.slice(at, at + 2))} is not a valid escape`);
      if (length < 0) return fault('text-lone-surrogate', at, 'A string has an unpaired surrogate');
      at += length;
    }
    return notJson(text.length, 'it ends inside a string');
  }

  #name(at: number): TextFault | null {
    const spelling = this.#text.slice(at, this.#end);
    const name = this.#spellings.get(spelling) ?? this.#newSpelling(spelling);
    if (name === null) return tooMany(at, 'names');
    const place = this.#depth * MAX_SPELLINGS + name;
    const container = this.#openAt[this.#depth] ?? 0;
    if (this.#seenIn[place] === container)
      return fault('text-duplicate-member', at, `The member ${beginning(spelling)} is given twice`);
    this.#seenIn[place] = container;
    return null;
  }

  /**
   * Returns the number of the name with this spelling. Two spellings ("a" and "\u0061") may be one name.
   * Returns null if there are too many.
   */
  #newSpelling(spelling: string): number | null {
    if (this.#spellings.size === MAX_SPELLINGS) return null;
    const name = String(JSON.parse(spelling));
    const number = this.#names.get(name) ?? this.#names.size;
    this.#names.set(name, number);
    this.#spellings.set(spelling, number);
    return number;
  }

  #misplaced(at: number): TextFault {
    const text = this.#text;
    let end = at + 1;
    if ((kinds[text.charCodeAt(at)] ?? OTHER) === OTHER) end = Math.max(end, this.#end);
    const found = text.charCodeAt(at) === QUOTE ? 'a string' : shown(text.slice(at, Math.min(end, at + 40)));
    return notJson(at, `found ${found} where ${EXPECTED[this.#expected]} is expected`);
  }

  #endsEarly(): TextFault {
    const expected = EXPECTED[this.#expected];
    return notJson(this.#text.length, this.#items === 0 ? 'it is empty' : `it ends where ${expected} is expected`);
  }
}

function fault(code: FaultCode, at: number, message: string): TextFault {
  return { code, at, message };
}

function notJson(at: number, why: string): TextFault {
  return fault('text-not-json', at, `The text is not JSON: ${why}`);
}

function tooMany(at: number, what: string): TextFault {
  return fault('text-too-large', at, `The text has more ${what} than any record`);
}

function beginning(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Quotes a piece of text, with invisible characters escaped. */
function shown(text: string): string {
  return JSON.stringify(text);
}

function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns true if a token is a safe integer as canonical JSON writes it. */
function isPlainInteger(text: string, start: number, end: number): boolean {
  const digits = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const length = end - digits;
  // A safe integer has at most 16 digits.
  if (length === 0 || length > 16) return false;
  if (text.charCodeAt(digits) === ZERO) return length === 1 && digits === start;
  for (let i = digits; i < end; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return length < 16 || Number.isSafeInteger(Number(text.slice(start, end)));
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Values of hex digits by character code. */
const hexValues = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of '0123456789abcdefABCDEF') hexValues[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Lengths of JSON escapes by the character after the backslash; 0 if there is no such escape. */
const escapeLengths = new Uint8Array(128);
for (const letter of '"\\/bfnrt') escapeLengths[letter.charCodeAt(0)] = 2;
escapeLengths['u'.charCodeAt(0)] = 6;

/**
 * Returns the length of the escape at `at`. A surrogate pair is one escape. Returns 0 for an invalid escape
 * and −1 for half a pair.
 */
function escapeLength(text: string, at: number): number {
  const length = escapeLengths[text.charCodeAt(at + 1)] ?? 0;
  if (length !== 6) return length;
  const unit = escapedUnit(text, at);
  if (unit < 0) return 0;
  if (unit < 0xd800 || unit > 0xdfff) return 6;
  if (unit > 0xdbff || text.charCodeAt(at + 6) !== BACKSLASH || text[at + 7] !== 'u') return -1;
  const other = escapedUnit(text, at + 6);
  return other >= 0xdc00 && other <= 0xdfff ? 12 : -1;
}

/** Returns the UTF-16 unit of a \u escape, or −1 if its four characters are not hex digits. */
function escapedUnit(text: string, at: number): number {
  let unit = 0;
  for (let i = at + 2; i < at + 6; i++) {
    const value = hexValues[text.charCodeAt(i)] ?? NO_DIGIT;
    if (value === NO_DIGIT) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}
