import { Refusal } from './imported.ts';
import { inflated } from './inflate.ts';

// The file of eXtreme Gammon: a header of the Windows game explorer, an optional picture, and an archive: compressed parts, a compressed index
// of them, and 36 bytes about the index at the end. All numbers have their lowest byte first.

/** A long match with analyses has some megabytes. */
const MAX_XG_BYTES = 16_000_000;
/** A match to 25 points has some 6,000 records. */
const MOST_RECORD_BYTES = 64_000_000;
const MOST_PARTS = 100;
const ENTRY_SIZE = 532;
const INDEX_END_SIZE = 36;
const HEADER_SIZE = 24;
/** A file with more comments is taken for damaged. */
const MOST_COMMENT_BYTES = 4_000_000;
/** The names of the part with the records of the match, and of that with the comments, which most files do not have. */
const RECORDS = 'temp.xg';
const COMMENTS = 'temp.xgc';

/** Returns true for the first bytes of a file of eXtreme Gammon: a match (.xg) or a position (.xgp). */
export function isXg(bytes: Uint8Array): boolean {
  return bytes[0] === 0x52 && bytes[1] === 0x47 && bytes[2] === 0x4d && bytes[3] === 0x48;
}

/** The parts of a file that are read. */
export interface XgParts {
  readonly records: Uint8Array;
  /** Null if the file has none, and `damaged` if they cannot be read, or are too long. */
  readonly comments: Uint8Array | 'damaged' | null;
}

/** Returns the records of a match and its comments. Refuses a damaged file, and one that is too long. */
export async function xgParts(bytes: Uint8Array): Promise<XgParts> {
  if (bytes.length > MAX_XG_BYTES) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - INDEX_END_SIZE;
  if (end < HEADER_SIZE) throw new Refusal('damaged', 'The file ends within its header.', bytes.length + 1);
  const [parts, , indexSize, archiveSize, isCompressed] = [4, 8, 12, 16, 20].map((at) => view.getInt32(end + at, true));
  const index = end - (indexSize ?? 0);
  const from = index - (archiveSize ?? 0);
  const isPossible =
    parts && parts > 0 && parts <= MOST_PARTS && index >= HEADER_SIZE && index <= end && from >= 0 && from <= index;
  if (!isPossible) throw new Refusal('damaged', 'The file has no index of its parts.', end + 1);
  const packed = bytes.subarray(index, end);
  const entries = isCompressed ? await inflated(packed, 'deflate', MOST_PARTS * ENTRY_SIZE, index + 1) : packed;
  const found = partsIn(entries.subarray(0, parts * ENTRY_SIZE));
  const archive = { bytes, from, end: index };
  const records = found.get(RECORDS);
  if (!records) throw new Refusal('no-match', 'The file has no match.', index + 1);
  const comments = found.get(COMMENTS);
  return {
    records: await unpacked(archive, records, MOST_RECORD_BYTES),
    comments: comments ? await unpacked(archive, comments, MOST_COMMENT_BYTES).catch(damaged) : null,
  };
}

/** A fault in the comments spoils only them. */
function damaged(fault: unknown): 'damaged' {
  if (!(fault instanceof Refusal)) throw fault;
  return 'damaged';
}

interface Part {
  /** The number of bytes before it in the archive. */
  readonly place: number;
  readonly size: number;
  readonly compressed: boolean;
}

/** The parts one behind another, from a byte of the file up to their index. */
interface Archive {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly end: number;
}

async function unpacked(
  { bytes, from, end }: Archive,
  { place, size, compressed }: Part,
  most: number,
): Promise<Uint8Array> {
  const at = from + place;
  if (at < from || size < 0 || at + size > end) throw new Refusal('damaged', 'A part lies outside the file.', end + 1);
  const part = bytes.subarray(at, at + size);
  return compressed ? inflated(part, 'deflate', most, at + 1) : part;
}

/** An entry: name and path behind their lengths in 256 bytes each, sizes without and with compression, place, checksum, and form. */
function partsIn(entries: Uint8Array): Map<string, Part> {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const parts = new Map<string, Part>();
  for (let from = 0; from + ENTRY_SIZE <= entries.length; from += ENTRY_SIZE) {
    const name = String.fromCharCode(...entries.subarray(from + 1, from + 1 + (entries[from] ?? 0)));
    const sizeAt = from + 516;
    const part = {
      place: view.getInt32(sizeAt + 4, true),
      size: view.getInt32(sizeAt, true),
      compressed: entries[from + 528] === 0,
    };
    if (!parts.has(name)) parts.set(name, part);
  }
  return parts;
}
