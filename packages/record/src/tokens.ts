const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);

const OTHER = 0;
const SPACE = 1;
const PUNCTUATION = 2;
const STRING = 3;

/** What a token is that begins with a character, by its code; what is not ASCII is in no token but a string. */
const kinds = new Uint8Array(128);
for (const space of ' \t\n\r') kinds[space.charCodeAt(0)] = SPACE;
for (const mark of '{}[],:') kinds[mark.charCodeAt(0)] = PUNCTUATION;
kinds[QUOTE] = STRING;

/**
 * Goes through the tokens of a JSON text once: strings with their quotation marks, single punctuation marks, and runs of
 * other characters. Of what is not JSON it makes tokens somehow, without an end beyond that of the text.
 * @param visit takes a token's start and end; what it returns ends the walk unless it is null
 */
export function eachToken<Found>(text: string, visit: (start: number, end: number) => Found | null): Found | null {
  for (let start = 0, end = 0; start < text.length; start = end) {
    const kind = kinds[text.charCodeAt(start)] ?? OTHER;
    end = kind === STRING ? stringEnd(text, start) : kind === OTHER ? runEnd(text, start) : start + 1;
    const found = kind === SPACE ? null : visit(start, end);
    if (found !== null) return found;
  }
  return null;
}

function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) return end + 1;
    end += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

function runEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && (kinds[text.charCodeAt(end)] ?? OTHER) === OTHER) end++;
  return end;
}
