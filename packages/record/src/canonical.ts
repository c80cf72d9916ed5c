import canonicalize from 'canonicalize';

/** What a hash or signature is over: the tag keeps one kind from standing in for another. */
export type Tag =
  | 'bg-header/1'
  | 'bg-event/1'
  | 'bg-hash/1'
  | 'bg-final/1'
  | 'bg-hello/2'
  | 'bg-identify/2'
  | 'bg-delete-account/2'
  | 'bg-server-key/1'
  | 'bg-receipt/1'
  | 'bg-aborted/1';

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** `utf8` of a text known to be ASCII, whose bytes are as many as its characters: half of the work. */
export function ascii(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  encoder.encodeInto(text, bytes);
  return bytes;
}

/** Canonical JSON by RFC 8785 (JCS). Throws on what JSON cannot say; decoded values always can. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** The bytes that are hashed or signed: the tag, a line feed, and the canonical JSON, in UTF-8. */
export function taggedBytes(tag: Tag, value: unknown): Uint8Array<ArrayBuffer> {
  return utf8(`${tag}\n${canonicalJson(value)}`);
}
