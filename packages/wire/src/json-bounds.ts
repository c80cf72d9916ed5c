import * as z from 'zod/mini';

/** The most that a JSON text of some form can need. Counted before the text is parsed, it bounds the time and memory that parsing takes. */
export interface JsonBounds {
  /** Length of the text. Each character of a string may be an escape (`\u0041`), which leaves room for white space. */
  readonly bytes: number;
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Lists, objects, members and elements. */
  readonly values: number;
  /** Different names of members. Parsers are slowest at objects with ever new names. */
  readonly names: number;
}

/** Room for members that a schema ignores: in each object that may have others than its own. */
const SPARE: JsonBounds = { bytes: 1_000, depth: 1, values: 16, names: 16 };

/**
 * Returns the bounds of the texts that match a schema. Throws a TypeError if a string or list of the schema has no largest length.
 * @param open bounds of each value whose form the schema leaves open
 */
export function boundsOf(schema: z.core.$ZodType, open?: JsonBounds): JsonBounds {
  return boundsIn(z.toJSONSchema(schema, { io: 'input' }), open);
}

/** Returns the bounds within which all of these are. */
export function widestOf(all: readonly JsonBounds[]): JsonBounds {
  const most = (part: keyof JsonBounds) => Math.max(0, ...all.map((bounds) => bounds[part]));
  return { bytes: most('bytes'), depth: most('depth'), values: most('values'), names: most('names') };
}

/** Counts a text in one pass, which ends as soon as it is out of bounds. A text within bounds need not be JSON. */
export function isWithin(text: string, { bytes, depth, values, names }: JsonBounds): boolean {
  if (text.length > bytes) return false;
  const spellings = new Set<string>();
  let level = 0;
  let found = 0;
  /** The last string, which is a name if a colon follows. */
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        start = at;
        at = endOfString(text, at + 1);
        end = at;
        break;
      case BRACE:
      case BRACKET:
        level += 1;
        found += 1;
        if (level > depth || found > values) return false;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        level -= 1;
        break;
      case COMMA:
        found += 1;
        if (found > values) return false;
        break;
      case COLON:
        spellings.add(text.slice(start, end));
        if (spellings.size > names) return false;
        // Otherwise a row of colons would copy a long string again and again.
        start = end;
        break;
    }
  }
  return true;
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);
const CLOSING_BRACE = '}'.charCodeAt(0);
const CLOSING_BRACKET = ']'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const COLON = ':'.charCodeAt(0);

/** Returns the place of the quotation mark that ends a string, or the end of the text. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** True behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The longest spelling of a number that a program writes has 24 characters. */
const NUMBER_BYTES = 32;
const ESCAPE_BYTES = 6;
const WORD_BYTES = 'false'.length;

function boundsIn(schema: JsonSchema, open: JsonBounds | undefined): JsonBounds {
  const { anyOf, const: only, enum: words } = schema;
  if (anyOf) return widestOf(anyOf.map((one) => boundsIn(asSchema(one), open)));
  if (only !== undefined) return leaf(stringBytes(String(only).length));
  if (words) return leaf(stringBytes(Math.max(...words.map((word) => String(word).length))));
  const { type }: { readonly type?: unknown } = schema;
  // `nullable` makes a list of types.
  if (Array.isArray(type)) return widestOf(type.map((one) => boundsIn({ ...schema, type: one }, open)));
  switch (type) {
    case 'object':
      return schema.properties ? objectBounds(schema, schema.properties, open) : openBounds(open);
    case 'array':
      return listBounds(schema, open);
    case 'string':
      return leaf(stringBytes(lengthOf(schema)));
    case 'integer':
    case 'number':
      return leaf(NUMBER_BYTES);
    case 'boolean':
    case 'null':
      return leaf(WORD_BYTES);
    default:
      return openBounds(open);
  }
}

function leaf(bytes: number): JsonBounds {
  return { bytes, depth: 0, values: 1, names: 0 };
}

function stringBytes(length: number): number {
  return 2 + ESCAPE_BYTES * length;
}

function objectBounds(
  { additionalProperties }: JsonSchema,
  properties: NonNullable<JsonSchema['properties']>,
  open: JsonBounds | undefined,
): JsonBounds {
  const members = Object.entries(properties).map(([name, one]) => {
    const bounds = boundsIn(asSchema(one), open);
    return { ...bounds, bytes: bounds.bytes + stringBytes(name.length) + 1, names: bounds.names + 1 };
  });
  return container(additionalProperties === false ? members : [...members, SPARE]);
}

function listBounds({ items, maxItems, prefixItems }: JsonSchema, open: JsonBounds | undefined): JsonBounds {
  if (prefixItems) return container(prefixItems.map((item) => boundsIn(asSchema(item), open)));
  if (maxItems === undefined || Array.isArray(items)) throw new TypeError('a list has no largest length');
  const item = boundsIn(asSchema(items), open);
  const { depth, names } = item;
  // All elements have the same names.
  return container([{ bytes: maxItems * (item.bytes + 1), depth, values: maxItems * item.values, names }]);
}

/** The bounds of a list or object with these parts. */
function container(parts: readonly JsonBounds[]): JsonBounds {
  const sum = (part: keyof JsonBounds) => parts.reduce((total, bounds) => total + bounds[part], 0);
  return {
    bytes: 2 + sum('bytes') + parts.length,
    depth: 1 + widestOf(parts).depth,
    values: 1 + sum('values'),
    names: sum('names'),
  };
}

function openBounds(open: JsonBounds | undefined): JsonBounds {
  if (!open) throw new TypeError('a value has no form');
  return open;
}

function lengthOf({ maxLength, pattern }: JsonSchema): number {
  const length = maxLength ?? (pattern === undefined ? null : longestMatch(pattern));
  if (length === null) throw new TypeError('a string has no largest length');
  return length;
}

/** One character or class of a pattern, and how often it may stand. */
const PART = /(?:\[(?:\\.|[^\]\\])*\]|\\.|[^\\[\](){}*+?|.^$])(?:\{(?:\d+,)?(\d+)\})?/y;

/** The length of the longest text that a pattern matches. Null for a pattern with groups, or parts without a largest number. */
function longestMatch(pattern: string): number | null {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return null;
  let length = 0;
  let at = 1;
  while (at < pattern.length - 1) {
    PART.lastIndex = at;
    const part = PART.exec(pattern);
    if (!part) return null;
    length += Number(part[1] ?? 1);
    at += part[0].length;
  }
  return length;
}

function asSchema(schema: z.core.JSONSchema._JSONSchema | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}
