/** Formats that this reader knows by name only, or that another page reads. */
export const FOREIGN_FORMATS = [
  'bgblitz',
  'fibs',
  'bgammon',
  'jellyfish-game',
  'jellyfish-position',
  'gamesgrid',
  'tmg',
  'gammon-empire',
  'party-gammon',
  'zip',
  /** An archive of which all files are locked with a password. */
  'zip-locked',
  /** An archive in a form that this reader does not know. */
  'zip-unknown',
  'document',
  'pdf',
  'picture',
  'web-page',
  'record',
  'json',
  'binary',
] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

const HEAD = 2_000;

interface Sign {
  readonly format: ForeignFormat;
  readonly pattern: RegExp;
}

/** The first characters of files, one for each byte. */
const BINARY: readonly Sign[] = [
  { format: 'pdf', pattern: /^%PDF|^%!PS/ },
  { format: 'zip', pattern: /^PK[^\w\s]|^Rar!|^7z\xbc\xaf/ },
  { format: 'document', pattern: /^\xd0\xcf[^\w\s]\xe0/ },
  { format: 'picture', pattern: /^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP/ },
  // a first line of JSON that names the encoding of what follows
  {
    format: 'bgblitz',
    pattern: /^\{[^\n]{0,500}"(?:encoding|compression|useSmile)"[^\n]{0,500}\n|^\{"format":\s*"BGF"/i,
  },
  // a version of 124 to 126 in four bytes
  { format: 'jellyfish-position', pattern: /^[|}~]\0{3}/ },
];

const TEXTS: readonly Sign[] = [
  { format: 'bgammon', pattern: /^bgammon-replay \d{8}$|^i \d{6,12} \S+ \S+ \d+ /m },
  {
    format: 'fibs',
    pattern: /^\s*Score is \d+-\d+ in a|^\S+ is X - \S+ is O|^[XO]: \([1-6] [1-6]\)|^\s*board:[^:\s]+:[^:\s]+:\d/m,
  },
  { format: 'tmg', pattern: /^MatchID:\s*\d+/m },
  { format: 'gamesgrid', pattern: /^\S.{0,100} vs?\.? .{0,100}\n(?:.*\n){0,3}\s*Game \d+\. /m },
  { format: 'party-gammon', pattern: /^#?BACKGAMMON MATCH|^\S+ (?:RedBot|BlueBot)|PartyGammon/m },
  { format: 'gammon-empire', pattern: /GammonEmpire|^GAME START/m },
  { format: 'record', pattern: /^\s*\{\s*"(?:header|events)"|"format"\s*:\s*"bg-record\// },
  { format: 'document', pattern: /^\s*\{\\rtf/ },
  { format: 'web-page', pattern: /^\s*<[!?a-z]|\\documentclass/i },
  { format: 'json', pattern: /^\s*[{[]\s*["{[]/ },
];

/** A game of JellyFish is a match file without the length of the match. */
const GAME = /^\s*\S.{0,100}:\s*\d+\s+\S.{0,100}:\s*\d+\s*$/m;
const PLAY = /^\s*\d+\)\s.{0,60}[1-6][1-6]:/m;

/** Returns the foreign format of a file by its first bytes, or null. */
export function foreignBinary(bytes: Uint8Array): ForeignFormat | null {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  return BINARY.find(({ pattern }) => pattern.test(head))?.format ?? null;
}

/** Returns the foreign format of a text, or null. */
export function foreignText(text: string): ForeignFormat | null {
  const head = text.slice(0, HEAD);
  const found = TEXTS.find(({ pattern }) => pattern.test(head))?.format;
  if (found) return found;
  if (GAME.test(head) && PLAY.test(head)) return 'jellyfish-game';
  return looksBinary(head) ? 'binary' : null;
}

function looksBinary(head: string): boolean {
  const odd = [...head].filter((sign) => sign < '\t' || (sign > '\r' && sign < ' ')).length;
  return odd > 4 && odd > head.length / 20;
}

/** Sentences about the formats, with the way out, for programs. The page has its own words. */
export const WAYS_OUT: Readonly<Record<ForeignFormat, string>> = {
  bgblitz: 'This is a file of BGBlitz. Export the match as .mat there.',
  fibs: 'This is a text of FIBS. GNU Backgammon imports it as "oldmoves": export it as .mat or .sgf there.',
  bgammon: 'This is a replay of bgammon.org. Export the match as .mat there.',
  'jellyfish-game':
    'This is a single game without the length of its match. Write a line such as "7 point match" above it.',
  'jellyfish-position': 'This is a position of JellyFish. Open it in GNU Backgammon, and copy its id.',
  gamesgrid: 'This is a file of GamesGrid. GNU Backgammon imports it as "sgg": export it as .mat or .sgf there.',
  tmg: 'This is a file of TrueMoneyGames. GNU Backgammon imports it as "tmg": export it as .mat or .sgf there.',
  'gammon-empire': 'This is a file of GammonEmpire. GNU Backgammon imports it: export it as .mat or .sgf there.',
  'party-gammon': 'This is a file of PartyGammon. GNU Backgammon imports it: export it as .mat or .sgf there.',
  zip: 'This is an archive. Unpack it, and choose the files in it.',
  'zip-locked': 'The archive is locked with a password. Unpack it, and choose the files in it.',
  'zip-unknown':
    'The archive is packed in a way that this reader does not know. Unpack it, and choose the files in it.',
  document: 'This is a document of an office program. Copy the text of the match or the id of the position.',
  pdf: 'This is a printed match. Export it as .mat or .sgf from the program that made it.',
  picture: 'This is a picture. Copy the id of the position as text.',
  'web-page': 'This is a web page. Export the match as .mat, .sgf or text from the program that made it.',
  record: 'This is a record of this service: bg-record verify and bg-record export read it.',
  json: 'This is JSON that is no match file of a known program. Export the match as .mat.',
  binary: 'These are the bytes of an unknown program. Export the match as .mat, .sgf or .xg there.',
};
