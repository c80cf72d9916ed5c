import { SeededRandom } from '../packages/testkit/src/random.ts';

/** A text that an attacker could submit to keep a verifier busy, just below the size that is refused unread. */
interface HostileText {
  readonly name: string;
  readonly text: string;
}

const MOST = 9_990_000;
/** Just below the maximum number of names and values of a text. */
const MOST_ITEMS = 699_900;

/**
 * Returns copies of `item` between `open` and `close`, as many as fit both limits. Each costs `costs` names
 * and values.
 */
function filled(open: string, item: (n: number) => string, close: string, costs: number, most = MOST): string {
  const items: string[] = [];
  let length = open.length + close.length;
  for (let n = 0; n < Math.floor(MOST_ITEMS / costs); n++) {
    const next = item(n);
    length += next.length + 1;
    if (length > most) break;
    items.push(next);
  }
  return `${open}${items.join()}${close}`;
}

function padded(text: string, filler = ' '): string {
  return text + filler.repeat(Math.max(0, MOST - text.length));
}

const hex = (random: SeededRandom, bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex');

/** Returns texts of different shapes. The seed determines random choices within each. */
export function hostileTexts(seed: number): HostileText[] {
  const random = new SeededRandom(seed);
  const digits = (length: number) => Array.from({ length }, () => random.below(10)).join('');
  const event = (n: number, sig = hex(random, 64)) =>
    JSON.stringify({ n, p: 0, type: 'play', hops: Array(4).fill([25, 20]), prev: hex(random, 32), sig, at: n });
  const sig = hex(random, 64);
  const texts: Record<string, string> = {
    'spaces only': padded('1'),
    'spaces between a million brackets': `${'[ '.repeat(MOST / 2)}`,
    'nested lists': '['.repeat(MOST / 2) + ']'.repeat(MOST / 2),
    'nested objects': '{"a":'.repeat(MOST / 6) + '}'.repeat(MOST / 6),
    'numbers, one digit': filled('[', () => '0', ']', 1),
    'numbers, one digit, padded': padded(filled('[', () => '0', ']', 1)),
    'numbers, 16 digits': filled('[', () => `1${digits(14)}`, ']', 1),
    'numbers, 10,000 digits': filled('[', () => `1${'0'.repeat(9_999)}`, ']', 1),
    'one number': `1${'0'.repeat(MOST)}`,
    'empty lists': filled('[', () => '[]', ']', 1),
    'empty objects': filled('[', () => '{}', ']', 1),
    'lists of seven deep': filled('[', () => '[[[[[[[]]]]]]]', ']', 7),
    'objects of one member': filled('[', () => '{"a":0}', ']', 3),
    'one object, names of one length': filled('{', (n) => `"${n.toString(36).padStart(5, '0')}":0`, '}', 2),
    'one object, names with equal beginnings': filled('{', (n) => `"${'a'.repeat(16)}${n}":0`, '}', 2),
    'one object, escaped names': filled('{', (n) => `"\\u0061${n}":0`, '}', 2),
    'one object, array indices as names': filled('{', (n) => `"${n * 7}":0`, '}', 2),
    'objects with other members each': filled('[', (n) => `{"a${n}":0,"b${n}":0}`, ']', 5),
    'empty strings': filled('[', () => '""', ']', 1),
    'short strings, all different': filled('[', (n) => `"${n}${digits(5)}"`, ']', 1),
    'short escaped strings': filled('[', () => '"\\u0041"', ']', 1),
    'surrogate pairs as escapes': filled('[', () => '"\\ud83c\\udfb2"', ']', 1),
    'one string': `"${'a'.repeat(MOST)}"`,
    'one string of escapes': `"${'\\u0041'.repeat(MOST / 6)}"`,
    'one string of line feeds': `"${'\\n'.repeat(MOST / 2)}"`,
    'one string of quotation marks': `"${'\\"'.repeat(MOST / 2)}"`,
    'one string of surrogate pairs': `"${'\\ud83c\\udfb2'.repeat(MOST / 12)}"`,
    'one string of other letters': `"${'é'.repeat(MOST / 2)}"`,
    'one string of symbols': `"${'🎲'.repeat(MOST / 4)}"`,
    'strings of a hundred': filled('[', () => `"${'ab'.repeat(50)}"`, ']', 1),
    'strings of a hundred, other letters': filled('[', () => `"${'é'.repeat(45)}"`, ']', 1, MOST / 2),
    'half a surrogate pair at the end': `"${'\\n'.repeat(MOST / 2 - 4)}\\ud800"`,
    'not JSON at the end': `${filled('[', () => '"\\u0041"', ']', 1)}x`,
    'quotation marks only': '"'.repeat(MOST),
    'colons only': ':'.repeat(MOST),
    'commas only': ','.repeat(MOST),
    'closing brackets only': ']'.repeat(MOST),
    'other characters': '~'.repeat(MOST),
    'other characters, one by one': '~ '.repeat(MOST / 2),
    literals: filled('[', () => 'false', ']', 1),
    'events of the right form': filled('{"events":[', (n) => event(n, sig), ']}', 29.2),
    'events spelt in escapes': filled('{"events":[', (n) => event(n).replaceAll('5', '\\u0035'), ']}', 27),
    'a huge list of hops': filled('{"events":[{"hops":[', () => '[25,20]', ']}]}', 3),
    soup: Array.from({ length: MOST / 10 }, () => random.pick(SOUP))
      .join('')
      .slice(0, MOST),
  };
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}

const SOUP = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '"a":',
  '[0,',
  '-1',
  'true',
  'null',
  ' ',
  '\n',
  '"\\u0041"',
  '{"b":',
];
