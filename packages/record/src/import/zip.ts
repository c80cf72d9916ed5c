import { crc32 } from '../ogxm/crc32.ts';
import { withoutControls } from './comments.ts';
import { attempt } from './decode.ts';
import type { ForeignFormat } from './foreign.ts';
import { Refusal, refusalOf } from './imported.ts';
import { inflated } from './inflate.ts';
import { type ImportRefusal, MAX_IMPORT_BYTES, named } from './read.ts';

/** A file in an archive. */
export interface ArchivedFile {
  /** The name with its folders, for people: a single line, without characters that are not shown. */
  readonly name: string;
  /** Returns the content. Rejects only if the archive itself cannot be read any more. */
  readonly unpack: () => Promise<{ readonly ok: true; readonly value: Uint8Array } | ImportRefusal>;
}

/** The files of an archive in its order, but for folders and hidden files. */
export interface Archive {
  readonly ok: true;
  readonly files: readonly ArchivedFile[];
  /** The number of files behind those, which are left out. */
  readonly left: number;
}

/** The size of an archive, of its index, and of everything that is unpacked from it. */
export const MAX_ARCHIVE_BYTES = 256_000_000;
const MAX_INDEX_BYTES = 16_000_000;
const MAX_CONTENT_BYTES = 512_000_000;
/** The number of files that are read at once. */
export const MOST_FILES = 2_000;

const SIGN = { file: 0x0403_4b50, entry: 0x0201_4b50, end: 0x0605_4b50, split: 0x0807_4b50 } as const;
const FILE_SIZE = 30;
const ENTRY_SIZE = 46;
const END_SIZE = 22;
const MOST_REMARK_BYTES = 65_535;
/** Numbers that stand in another place, in a form for archives of 4 GB and more. */
const ELSEWHERE = { short: 0xffff, long: 0xffff_ffff } as const;
const METHOD = { stored: 0, deflated: 8 } as const;
/** The flag of a file that is locked with a password. */
const LOCKED = 1;

/**
 * Opens a .zip file. Only its index is read; each file is unpacked when it is asked for. Returns null for a file of another kind.
 * Refuses an archive that is damaged, too large, or of a form that this reader does not know. Rejects if the bytes cannot be had.
 */
export async function openArchive(archive: Blob): Promise<Archive | ImportRefusal | null> {
  const sign = viewOf(await bytesOf(archive, 0, 4));
  const [first] = sign.byteLength < 4 ? [] : [sign.getUint32(0, true)];
  if (first !== SIGN.file && first !== SIGN.end && first !== SIGN.split) return null;
  try {
    return await open(archive);
  } catch (error) {
    return { ...refusalOf(error, 'byte'), foreign: null };
  }
}

async function open(archive: Blob): Promise<Archive | ImportRefusal> {
  if (archive.size > MAX_ARCHIVE_BYTES) return named('zip');
  const index = await indexOf(archive);
  if (index === null) return named('zip-unknown');
  if (index.size > MAX_INDEX_BYTES) return named('zip');
  const entries = entriesIn(await bytesOf(archive, index.place, index.size), index);
  if (entries.some(({ name }) => DOCUMENTS.includes(name))) return named('document');
  const files = entries.filter(({ name }) => !isPassedOver(name));
  const [first] = files;
  if (!first) throw new Refusal('no-match', 'The archive has no file.', index.place + 1);
  const fault = faultOf(first);
  if (fault && files.every((file) => faultOf(file) === fault)) return named(fault);
  const some = files.slice(0, MOST_FILES);
  const sizes = some.map(({ size }) => (size > MAX_IMPORT_BYTES ? 0 : size));
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_CONTENT_BYTES) return named('zip');
  return {
    ok: true,
    files: some.map((file) => ({ name: shown(file.name), unpack: () => unpack(archive, file) })),
    left: files.length - some.length,
  };
}

/** Files that documents of office programs have, which are archives too. */
const DOCUMENTS: readonly string[] = ['[Content_Types].xml', 'mimetype'];

const HIDDEN = /^\.(?!\.?$)|^__MACOSX$/;

/** True for folders, and for files that systems add and do not show. */
function isPassedOver(name: string): boolean {
  return name.endsWith('/') || name.split('/').some((part) => HIDDEN.test(part));
}

interface Index {
  readonly place: number;
  readonly size: number;
  readonly count: number;
}

/** Finds the index by what stands at the end of the file. Null if it is in another form, or in another file. */
async function indexOf(archive: Blob): Promise<Index | null> {
  const from = Math.max(0, archive.size - END_SIZE - MOST_REMARK_BYTES);
  const tail = viewOf(await bytesOf(archive, from, archive.size - from));
  let at = tail.byteLength - END_SIZE;
  while (at >= 0 && tail.getUint32(at, true) !== SIGN.end) at--;
  if (at < 0) throw new Refusal('damaged', 'The archive has no index.', archive.size + 1);
  const [disk, first, count] = [4, 6, 10].map((place) => tail.getUint16(at + place, true)) as [number, number, number];
  const [size, place] = [12, 16].map((place) => tail.getUint32(at + place, true)) as [number, number];
  if (disk !== 0 || first !== 0 || count === ELSEWHERE.short || [size, place].includes(ELSEWHERE.long)) return null;
  return { place, size, count };
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  /** The number of bytes in the archive, and that of the content. */
  readonly packed: number;
  readonly size: number;
  /** The place of the file in the archive. */
  readonly place: number;
}

function entriesIn(bytes: Uint8Array, { place, count }: Index): Entry[] {
  const view = viewOf(bytes);
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + ENTRY_SIZE > bytes.length || view.getUint32(at, true) !== SIGN.entry)
      throw new Refusal('damaged', 'The index of the archive is damaged.', place + at + 1);
    const short = (offset: number) => view.getUint16(at + offset, true);
    const long = (offset: number) => view.getUint32(at + offset, true);
    const end = at + ENTRY_SIZE + short(28);
    const name = nameOf(bytes.subarray(at + ENTRY_SIZE, Math.min(end, at + ENTRY_SIZE + MOST_NAME_BYTES)));
    const about = { checksum: long(16), packed: long(20), size: long(24), place: long(42) };
    entries.push({ name, flags: short(8), method: short(10), ...about });
    at = end + short(30) + short(32);
  }
  return entries;
}

/** Why a file cannot be unpacked here, or null. */
function faultOf({ flags, method, packed, size, place }: Entry): ForeignFormat | null {
  if (flags & LOCKED) return 'zip-locked';
  const isKnown = method === METHOD.stored || method === METHOD.deflated;
  return isKnown && ![packed, size, place].includes(ELSEWHERE.long) ? null : 'zip-unknown';
}

async function unpack(archive: Blob, file: Entry): ReturnType<ArchivedFile['unpack']> {
  const fault = faultOf(file);
  if (fault) return named(fault);
  try {
    return { ok: true, value: await contentOf(archive, file) };
  } catch (error) {
    return { ...refusalOf(error, 'byte'), foreign: null };
  }
}

async function contentOf(archive: Blob, { method, checksum, packed, size, place }: Entry): Promise<Uint8Array> {
  if (size > MAX_IMPORT_BYTES || packed > 2 * MAX_IMPORT_BYTES)
    throw new Refusal('too-long', 'The file is too long for a match.', 1);
  const head = viewOf(await bytesOf(archive, place, FILE_SIZE));
  if (head.byteLength < FILE_SIZE || head.getUint32(0, true) !== SIGN.file)
    throw new Refusal('damaged', 'The archive has no file where its index says.', place + 1);
  const from = place + FILE_SIZE + head.getUint16(26, true) + head.getUint16(28, true);
  const bytes = await bytesOf(archive, from, packed);
  // a stream that gives more than the index says is cut off there
  const content =
    method === METHOD.stored ? bytes : await inflated(bytes, 'deflate-raw', size, from + 1).catch(refused);
  if (content?.length !== size || crc32(content) !== checksum)
    throw new Refusal('damaged', 'The file in the archive is damaged.', from + 1);
  return content;
}

/** Returns null for bytes that cannot be unpacked. */
function refused(fault: unknown): null {
  if (!(fault instanceof Refusal)) throw fault;
  return null;
}

async function bytesOf(archive: Blob, from: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await archive.slice(from, from + length).arrayBuffer());
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The start of a name that is read, and the length that is shown. */
const MOST_NAME_BYTES = 1_000;
const MAX_NAME_LENGTH = 200;
/** The characters of the bytes from 128 on code page 437, which older programs write. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Programs that write UTF-8 do not always say it, so any name that can be UTF-8 is taken for it. */
function nameOf(bytes: Uint8Array): string {
  const text =
    attempt('utf-8', bytes) ?? Array.from(bytes, (byte) => CP437[byte - 128] ?? String.fromCharCode(byte)).join('');
  return text.replaceAll('\\', '/');
}

/** The name of the file itself is at the end. */
function shown(name: string): string {
  const kept = name.length > MAX_NAME_LENGTH ? `…${name.slice(1 - MAX_NAME_LENGTH)}` : name;
  return withoutControls(kept).replaceAll('\n', ' ');
}
