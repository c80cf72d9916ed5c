import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../src/ogxm/crc32.ts';

// A writer of .zip files for the tests, made from the published description of the format.

export interface Packed {
  readonly name: string | Buffer;
  readonly content?: string | Uint8Array;
  /** Bytes of a stream in the form of `method` instead of those of the content. */
  readonly packed?: Uint8Array;
  /** 0 is stored, 8 is deflated. */
  readonly method?: number;
  readonly flags?: number;
  readonly checksum?: number;
  readonly size?: number;
  /** Bytes of an extra field of the file itself, which its entry in the index does not have. */
  readonly extra?: Buffer;
}

interface Form {
  readonly remark?: Buffer;
  /** Changes the 22 bytes at the end. */
  readonly end?: (bytes: Buffer) => void;
}

/** Returns an archive with these files. */
export function zipOf(files: readonly Packed[], { remark = Buffer.alloc(0), end }: Form = {}): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let place = 0;
  for (const file of files) {
    const content = Buffer.from(file.content ?? '');
    const { method = 8, flags = 0, checksum = crc32(content), size = content.length, extra = Buffer.alloc(0) } = file;
    const name = Buffer.from(file.name);
    const packed = Buffer.from(file.packed ?? (method === 8 ? deflateRawSync(content) : content));
    // what both heads have in common: version, flags, method, time and day, checksum, sizes, length of the name
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.alloc(2), name, extra]);
    head.writeUInt16LE(extra.length, 28);
    const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(16), name]);
    entry.writeUInt32LE(place, 42);
    parts.push(head, packed);
    index.push(entry);
    place += head.length + packed.length;
  }
  const entries = Buffer.concat(index);
  const last = Buffer.alloc(22);
  last.write('PK\x05\x06');
  last.writeUInt16LE(files.length, 8);
  last.writeUInt16LE(files.length, 10);
  last.writeUInt32LE(entries.length, 12);
  last.writeUInt32LE(place, 16);
  last.writeUInt16LE(remark.length, 20);
  end?.(last);
  return new Uint8Array(Buffer.concat([...parts, entries, last, remark]));
}
