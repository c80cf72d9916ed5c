/** The text of some bytes, and how it was found. */
export interface DecodedText {
  readonly text: string;
  /** True if nothing says which encoding the bytes have, and they are no UTF-8. */
  readonly isAssumed: boolean;
}

/** SGF names its encoding near the beginning. */
const CHARSET = /\bCA\[([\w.:-]{1,40})\]/;
const HEAD_BYTES = 4_000;

/**
 * Decodes a text file: by its byte order mark, by the zeros of UTF-16 without one, by the encoding that an SGF names, as UTF-8, or
 * else as Windows-1252. The end-of-file sign of DOS and what follows it is left out.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { text, isAssumed } = decoded(bytes);
  const end = text.indexOf('\u001a');
  return { text: (end < 0 ? text : text.slice(0, end)).replace(/^\uFEFF/, ''), isAssumed };
}

function decoded(bytes: Uint8Array): DecodedText {
  const marked = markOf(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes), isAssumed: false };
  const head = decodeWindows(bytes.subarray(0, HEAD_BYTES));
  const named = head.trimStart().startsWith('(') ? CHARSET.exec(head)?.[1] : undefined;
  const text = (named === undefined ? null : attempt(named, bytes)) ?? attempt('utf-8', bytes);
  if (text !== null) return { text, isAssumed: false };
  return { text: decodeWindows(bytes), isAssumed: true };
}

/** Decodes bytes in Windows-1252, in which any bytes are a text. */
export function decodeWindows(bytes: Uint8Array): string {
  return decodeWith(new TextDecoder('windows-1252'), bytes);
}

/** The characters of the bytes from 128 to 159 in Windows-1252. Node 20 decodes them as ISO 8859-1. */
const FROM_128 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes bytes with this decoder, and Windows-1252 alike on every platform. Throws what the decoder throws. */
export function decodeWith(decoder: TextDecoder, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (sign) => FROM_128[sign.charCodeAt(0) - 128] ?? sign);
}

function markOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const [one, two, three] = bytes;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  const head = bytes.subarray(0, 64);
  const zeros = [0, 1].map((from) => head.filter((byte, at) => at % 2 === from && byte === 0).length);
  const most = Math.floor(head.length / 2);
  if (most < 4) return null;
  if (zeros[1] === most && zeros[0] === 0) return 'utf-16le';
  return zeros[0] === most && zeros[1] === 0 ? 'utf-16be' : null;
}

/** Returns null if there is no such encoding, or the bytes are not in it. */
export function attempt(name: string, bytes: Uint8Array): string | null {
  try {
    return decodeWith(new TextDecoder(name, { fatal: true }), bytes);
  } catch {
    return null;
  }
}
