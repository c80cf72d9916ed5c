import { crc32 } from '../ogxm/crc32.ts';

/** Bytes in pieces, as the parts of a file are put together. */
export type Bytes = readonly number[];

/** Returns a number in groups of seven bits, the lowest first. All but the last byte have the high bit. */
export function varint(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** Returns a text in UTF-8 with its length in bytes. */
export function text(value: string): Bytes {
  const bytes = new TextEncoder().encode(value);
  return [...varint(bytes.length), ...bytes];
}

/**
 * Returns a record: its length, a mask of the optional fields that it has, the other fields, and the optional ones.
 * @param optional the optional fields by their bit, from the lowest bit up; null for one that is left out
 */
export function record(fields: Bytes, optional: readonly (readonly [bit: number, field: Bytes | null])[]): Bytes {
  const present = optional.flatMap(([bit, field]) => (field === null ? [] : [{ bit, field }]));
  const mask = present.reduce((sum, { bit }) => sum + 2 ** bit, 0);
  const body = [...varint(mask), ...fields, ...present.flatMap(({ field }) => field)];
  return [...varint(body.length), ...body];
}

interface Section {
  readonly name: string;
  readonly content: Bytes;
}

/** The version of the format that a file uses, and the oldest version of a reader that may read it. */
export interface Versions {
  readonly minor: number;
  readonly readerMinor: number;
}

const MAJOR = 2;
const HEADER_SIZE = 16;
const SECTION_HEADER_SIZE = 9;
const ASCII = (name: string): Bytes => [...name].map((sign) => sign.charCodeAt(0));

/** Returns a file: header, sections, a section with the CRC-32 of everything before it, and the end marker. */
export function ogxmFile({ minor, readerMinor }: Versions, sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const checksum = (value: number) => record([0, 4, ...fixed(value, 4)], []);
  const end = ASCII('END!');
  const before = sections.reduce((size, { content }) => size + SECTION_HEADER_SIZE + content.length, HEADER_SIZE);
  const size = before + SECTION_HEADER_SIZE + checksum(0).length + end.length;
  const file = new Uint8Array(size);
  let at = 0;
  const put = (bytes: Bytes) => {
    file.set(bytes, at);
    at += bytes.length;
  };
  put(ASCII('OGXM'));
  for (const version of [MAJOR, minor, MAJOR, readerMinor]) put(fixed(version, 2));
  put(fixed(size, 4));
  for (const section of sections) put(sectionBytes(section));
  put(sectionBytes({ name: 'CSUM', content: checksum(crc32(file.subarray(0, at))) }));
  put(end);
  return file;
}

/** A reader that does not know a section with the flag 1 must refuse the file. All sections that we write have it. */
function sectionBytes({ name, content }: Section): Bytes {
  return [...ASCII(name), ...fixed(content.length, 4), 1, ...content];
}

/** Returns a number in a fixed number of bytes, the lowest first. */
function fixed(value: number, size: number): Bytes {
  return Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
}
