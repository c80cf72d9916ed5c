import { crc32 } from '../ogxm/crc32.ts';
import { MOST_GAMES, Refusal } from './imported.ts';
import { ByteReader } from './ogxm-bytes.ts';

/** An analysis: a section about it, and one with its judgements. */
export interface AnalysisPart {
  readonly about: ByteReader;
  readonly judgements: ByteReader;
}

/** The parts of an OGXM file that tell the match, and what is said about it. */
interface OgxmFile {
  readonly match: ByteReader;
  readonly games: readonly ByteReader[];
  readonly analyses: readonly AnalysisPart[];
  readonly notes: readonly ByteReader[];
}

/** A long match with several analyses has some megabytes. */
const MAX_OGXM_BYTES = 8_000_000;

const HEADER_SIZE = 16;
const SECTION_HEADER_SIZE = 9;
const MARKER_SIZE = 4;

/** The newest version of a reader that a file may demand. */
const VERSION = [2, 2] as const;

/** The most analyses, and the most sections of notes, that are read. Further ones are left out. */
const MOST_ANALYSES = 64;
const MOST_NOTES = 64;

/** The sections that a reader need not understand to read the match: analyses, notes, times, videos and signatures. */
const OTHERS = ['ANAL', 'DECS', 'ANNO', 'CLCK', 'VIDO', 'SIGN', 'MSIG'];

/** Finds the sections of a file and checks its checksum. The work is linear in the length of the file. */
export function sectionsOf(bytes: Uint8Array): OgxmFile {
  if (bytes.length > MAX_OGXM_BYTES) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  checkHeader(bytes);
  const end = bytes.length - MARKER_SIZE;
  const reader = new ByteReader(bytes, HEADER_SIZE, end);
  const games: ByteReader[] = [];
  const analyses: AnalysisPart[] = [];
  const notes: ByteReader[] = [];
  let about: ByteReader | null = null;
  let match: ByteReader | null = null;
  let isSummed = false;
  while (!reader.isAtEnd) {
    const { place } = reader;
    const name = ascii(reader.take(4));
    const size = reader.fixed(4);
    const isCritical = reader.byte() % 2 === 1;
    reader.skip(size);
    const from = place - 1 + SECTION_HEADER_SIZE;
    const content = new ByteReader(bytes, from, from + size);
    if (name === 'MTCH') {
      if (match) throw new Refusal('bad-header', 'The file has two matches.', place);
      match = content;
    } else if (name === 'GAME') {
      if (games.length === MOST_GAMES) throw new Refusal('too-long', 'The file has too many games.', content.place);
      games.push(content);
    } else if (name === 'ANAL') about = content;
    else if (name === 'DECS') {
      if (about && analyses.length < MOST_ANALYSES) analyses.push({ about, judgements: content });
      about = null;
    } else if (name === 'ANNO') {
      if (notes.length < MOST_NOTES) notes.push(content);
    } else if (name === 'CSUM') {
      // a file of checksums, each over all before it, would be read again and again
      if (isSummed) throw new Refusal('damaged', 'The file has two checksums.', place);
      checkSum(bytes.subarray(0, place - 1), content);
      isSummed = true;
    } else if (isCritical && !OTHERS.includes(name))
      throw new Refusal('other-version', 'The file has a part that only a newer reader understands.', place);
  }
  if (!match) throw new Refusal('no-match', 'The file has no match, only an analysis of one.', 1);
  return { match, games, analyses, notes };
}

function checkHeader(bytes: Uint8Array): void {
  if (ascii(bytes.subarray(0, 4)) !== 'OGXM') throw new Refusal('no-match', 'This is not an OGXM file.', 1);
  const reader = new ByteReader(bytes, 4, bytes.length);
  const [major, , readerMajor, readerMinor] = [0, 1, 2, 3].map(() => reader.fixed(2)) as [
    number,
    number,
    number,
    number,
  ];
  if (major < VERSION[0]) throw new Refusal('other-version', `OGXM ${major} is not read, only OGXM 2.`, 5);
  if (readerMajor > VERSION[0] || (readerMajor === VERSION[0] && readerMinor > VERSION[1]))
    throw new Refusal('other-version', `The file demands a reader of OGXM ${readerMajor}.${readerMinor}.`, 9);
  if (reader.fixed(4) !== bytes.length || bytes.length < HEADER_SIZE + MARKER_SIZE)
    throw new Refusal('damaged', 'The file does not have the length that it states.', 13);
  if (ascii(bytes.subarray(-MARKER_SIZE)) !== 'END!')
    throw new Refusal('damaged', 'The file has no end marker.', bytes.length - MARKER_SIZE + 1);
}

const CRC32 = 0;

/** Checks a CRC-32. Files without a checksum are read, and those with a longer one of another kind. */
function checkSum(before: Uint8Array, content: ByteReader): void {
  const { place } = content;
  const record = content.record();
  const kind = record.varint();
  const digest = record.take(record.varint());
  if (kind !== CRC32 && digest.length > 4) return;
  const stated = digest.reduceRight((sum, byte) => sum * 256 + byte, 0);
  if (kind !== CRC32 || digest.length !== 4 || stated !== crc32(before))
    throw new Refusal('damaged', 'The checksum of the file is wrong.', place);
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
