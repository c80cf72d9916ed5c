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
/** The name of the part with the records of the match. */
const RECORDS = 'temp.xg';

/** Returns true for the first bytes of a file of eXtreme Gammon: a match (.xg) or a position (.xgp). */
export function isXg(bytes: Uint8Array): boolean {
  return bytes[0] === 0x52 && bytes[1] === 0x47 && bytes[2] === 0x4d && bytes[3] === 0x48;
}

/** Returns the records of a match. Refuses a damaged file, and one that is too long. */
export async function xgRecords(bytes: Uint8Array): Promise<Uint8Array> {
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
  const { place, size, compressed } = partIn(entries, parts, index + 1);
  const at = from + place;
  if (at < from || size < 0 || at + size > index)
    throw new Refusal('damaged', 'A part lies outside the file.', index + 1);
  const part = bytes.subarray(at, at + size);
  return compressed ? inflated(part, 'deflate', MOST_RECORD_BYTES, at + 1) : part;
}

interface Part {
  /** The number of bytes before it in the archive. */
  readonly place: number;
  readonly size: number;
  readonly compressed: boolean;
}

/** An entry: name and path behind their lengths in 256 bytes each, sizes without and with compression, place, checksum, and form. */
function partIn(entries: Uint8Array, parts: number, place: number): Part {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  for (let from = 0; from < parts * ENTRY_SIZE && from + ENTRY_SIZE <= entries.length; from += ENTRY_SIZE) {
    const name = String.fromCharCode(...entries.subarray(from + 1, from + 1 + (entries[from] ?? 0)));
    if (name !== RECORDS) continue;
    const sizeAt = from + 516;
    return {
      place: view.getInt32(sizeAt + 4, true),
      size: view.getInt32(sizeAt, true),
      compressed: entries[from + 528] === 0,
    };
  }
  throw new Refusal('no-match', 'The file has no match.', place);
}
