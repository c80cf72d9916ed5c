import { decodeText, decodeWith } from './decode.ts';

/**
 * Returns the plain text of a comment, which may be a document in RTF. Its formats, pictures and fields are left out. Never throws, and reads
 * a damaged document as far as it goes. The work is linear in the number of bytes.
 *
 * @param most the number of characters after which the rest of a document is left out
 */
export function textOfComment(bytes: Uint8Array, most: number): string {
  const isDocument = START.every((byte, at) => bytes[at] === byte);
  return isDocument ? new RtfDocument(most).read(byteString(bytes)) : decodeText(bytes).text;
}

/** The first bytes of a document: `{\rtf`. */
const START = [0x7b, 0x5c, 0x72, 0x74, 0x66];

const CHUNK = 8_192;

/** Returns a character for each byte. */
function byteString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return parts.join('');
}

/** A control word with its number, a byte in hex, another control sign, a bracket, or text. */
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,9})? ?|\\'([\da-fA-F]{2})|\\([\s\S])|([{}])|([^\\{}]+)/g;

/** Groups that are not part of the text. */
const SKIPPED: ReadonlySet<string> = new Set(
  'colortbl stylesheet info pict object fldinst header headerl headerr headerf footer footerl footerr footerf'.split(
    ' ',
  ),
);

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    par: '\n',
    line: '\n',
    sect: '\n',
    page: '\n',
    row: '\n',
    tab: '\t',
    cell: '\t',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '•',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
  }),
);
const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\',
  '{': '{',
  '}': '}',
  '~': '\u00a0',
  _: '\u2011',
  '\n': '\n',
  '\r': '\n',
};

const WINDOWS = 'windows-1252';
/** The encodings of code pages and of the character sets of fonts, by their numbers. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  ...Object.fromEntries([874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((n) => [n, `windows-${n}`])),
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};
const CHARSETS: Readonly<Record<number, string>> = {
  0: WINDOWS,
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

/** A document with more is no comment. */
const MOST_DEPTH = 200;
const MOST_FONTS = 500;

interface Group {
  readonly isSkipped: boolean;
  /** True for the table of the fonts. */
  readonly isFonts: boolean;
  readonly font: number | null;
  /** The number of characters behind a character in Unicode that stand for it in older programs. */
  readonly fallback: number;
}

class RtfDocument {
  readonly #most: number;
  readonly #outer: Group[] = [];
  #group: Group = { isSkipped: false, isFonts: false, font: null, fallback: 1 };
  #codePage = WINDOWS;
  /** The font of a text that names none. */
  #plainFont: number | null = null;
  /** The encodings of the fonts that have their own. */
  readonly #fonts = new Map<number, string>();
  /** The text so far, and the bytes behind it with their encoding, which are decoded together: a character may have two. */
  #text = '';
  #bytes = '';
  #encoding = WINDOWS;
  /** The number of characters that are left out. */
  #skipping = 0;
  /** True at the beginning of a group, where a word names its kind. */
  #isFirst = false;

  constructor(most: number) {
    this.#most = most;
  }

  read(source: string): string {
    const pattern = new RegExp(TOKEN);
    for (let token = pattern.exec(source); token; token = pattern.exec(source)) {
      const [, word, number, hex, sign, bracket, text] = token;
      const isFirst = this.#isFirst;
      this.#isFirst = bracket === '{';
      if (word === 'bin') pattern.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word) this.#word(word, number === undefined ? null : Number(number), isFirst);
      else if (hex) this.#byte(String.fromCharCode(Number.parseInt(hex, 16)));
      else if (sign) this.#sign(sign, isFirst);
      else if (bracket === '{') this.#outer.push(this.#group);
      else if (bracket) this.#group = this.#outer.pop() ?? this.#group;
      else if (text) this.#literal(text);
      if (bracket) this.#skipping = 0;
      if (this.#outer.length > MOST_DEPTH || this.#text.length + this.#bytes.length > this.#most) break;
    }
    this.#decode();
    return this.#text;
  }

  #word(word: string, number: number | null, isFirst: boolean): void {
    const text = WORDS.get(word);
    if (word === 'u') this.#unicode(number ?? 0);
    else {
      this.#skipping = 0;
      if (isFirst && SKIPPED.has(word)) this.#group = { ...this.#group, isSkipped: true };
      else if (isFirst && word === 'fonttbl') this.#group = { ...this.#group, isSkipped: true, isFonts: true };
      else if (text !== undefined) this.#put(text);
      else this.#setting(word, number);
    }
  }

  #setting(word: string, number: number | null): void {
    if (word === 'uc') this.#group = { ...this.#group, fallback: Math.max(0, number ?? 1) };
    else if (word === 'f') this.#group = { ...this.#group, font: number };
    else if (word === 'plain') this.#group = { ...this.#group, font: this.#plainFont };
    else if (word === 'deff') {
      this.#plainFont = number;
      this.#group = { ...this.#group, font: number };
    } else if (word === 'ansicpg') this.#codePage = CODE_PAGES[number ?? 0] ?? WINDOWS;
    else if (word === 'mac') this.#codePage = 'macintosh';
    else if (word === 'fcharset' && this.#group.isFonts) this.#setFont(CHARSETS[number ?? 0]);
  }

  #setFont(encoding: string | undefined): void {
    const { font } = this.#group;
    if (encoding !== undefined && font !== null && this.#fonts.size < MOST_FONTS) this.#fonts.set(font, encoding);
  }

  #sign(sign: string, isFirst: boolean): void {
    const text = SIGNS[sign];
    // a kind of group that older programs do not know
    if (sign === '*' && isFirst) this.#group = { ...this.#group, isSkipped: true };
    if (text === undefined) this.#skipping = 0;
    else if (text === sign) this.#byte(text);
    else this.#put(text);
  }

  #unicode(number: number): void {
    this.#put(String.fromCharCode(number & 0xffff));
    this.#skipping = this.#group.fallback;
  }

  /** The ends of lines in the document are not those of the text. */
  #literal(text: string): void {
    const kept = text.replace(/[\r\n]+/g, '');
    const from = Math.min(this.#skipping, kept.length);
    this.#skipping -= from;
    this.#byte(kept.slice(from, from + this.#most + 1));
  }

  /** Takes bytes in the encoding of the font. */
  #byte(bytes: string): void {
    if (this.#skipping > 0 && bytes !== '') this.#skipping--;
    else if (!this.#group.isSkipped) {
      const { font } = this.#group;
      const encoding = (font === null ? undefined : this.#fonts.get(font)) ?? this.#codePage;
      if (encoding !== this.#encoding) this.#decode();
      this.#encoding = encoding;
      this.#bytes += bytes;
    }
  }

  #put(text: string): void {
    if (this.#group.isSkipped) return;
    this.#decode();
    this.#text += text;
  }

  #decode(): void {
    if (this.#bytes === '') return;
    const bytes = Uint8Array.from(this.#bytes, (byte) => byte.charCodeAt(0));
    this.#text += decodeWith(decoderFor(this.#encoding), bytes);
    this.#bytes = '';
  }
}

/** A platform may lack some of the encodings. */
function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder(WINDOWS);
  }
}
