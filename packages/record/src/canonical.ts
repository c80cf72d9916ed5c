import canonicalize from 'canonicalize';

/**
 * Domain separation: every hash and signature begins with a tag, so that bytes made for one purpose are never
 * valid for another.
 */
export type Tag =
  | 'bg-header/1'
  | 'bg-event/1'
  | 'bg-hash/1'
  | 'bg-final/1'
  | 'bg-hello/3'
  | 'bg-identify/2'
  | 'bg-delete-account/2'
  | 'bg-server-key/1'
  | 'bg-receipt/2'
  | 'bg-aborted/1'
  | 'bg-log-key/1'
  | 'bg-log-end/1'
  | 'bg-lease/1'
  | 'bg-judgement/1';

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Like `utf8`, but only for ASCII text, whose length in bytes is known in advance. Twice as fast. */
export function ascii(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  encoder.encodeInto(text, bytes);
  return bytes;
}

/**
 * Canonical JSON by RFC 8785 (JCS). Throws a TypeError if the value has no JSON form; decoded values always
 * have one.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** The bytes to hash or sign, in UTF-8: the tag, a line feed and the canonical JSON. */
export function taggedBytes(tag: Tag, value: unknown): Uint8Array<ArrayBuffer> {
  return utf8(`${tag}\n${canonicalJson(value)}`);
}
