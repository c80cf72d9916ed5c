import { Refusal } from './imported.ts';

/** Reads the bytes of a file from one place on. Every read beyond the end refuses the file as damaged. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  /** The number of the next byte in the file, from 1. */
  get place(): number {
    return this.#at + 1;
  }

  /** Returns a reader of the same bytes from here on. */
  again(): ByteReader {
    return new ByteReader(this.#bytes, this.#at, this.#end);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  byte(): number {
    if (this.isAtEnd) throw new Refusal('damaged', 'The file ends within a value.', this.place);
    return this.#bytes[this.#at++] ?? 0;
  }

  /** Reads a number of a fixed size, the lowest byte first. */
  fixed(size: number): number {
    let value = 0;
    for (let index = 0; index < size; index++) value += this.byte() * 256 ** index;
    return value;
  }

  /** Reads a number of four bytes that may be negative. */
  signed(): number {
    return this.fixed(4) | 0;
  }

  /** Reads a number in groups of seven bits, the lowest first, up to 32 bits. */
  varint(): number {
    const { place } = this;
    const value = this.#groups(5);
    if (value >= 2 ** 32) throw new Refusal('damaged', 'A number is too large.', place);
    return value;
  }

  /** Reads bytes. */
  take(size: number): Uint8Array {
    const from = this.#at;
    this.skip(size);
    return this.#bytes.subarray(from, from + size);
  }

  skip(size: number): void {
    if (size > this.#end - this.#at)
      throw new Refusal('damaged', 'A part is longer than what is around it.', this.place);
    this.#at += size;
  }

  /** Reads a text in UTF-8 behind its length in bytes. */
  text(): string {
    const { place } = this;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.take(this.varint()));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('damaged', 'A text is not UTF-8.', place);
    }
  }

  /** Reads a record: its length, and the mask of the optional fields that it has. Returns a reader of its fields. */
  record(): RecordReader {
    const length = this.varint();
    const from = this.#at;
    this.skip(length);
    return new RecordReader(this.#bytes, from, from + length);
  }

  /** A mask has up to 64 bits. Only those up to 2 ** 48 are used, and higher ones are left out. */
  protected mask(): number {
    return this.#groups(10);
  }

  #groups(most: number): number {
    const { place } = this;
    let value = 0;
    for (let group = 0; group < most; group++) {
      const byte = this.byte();
      if (group < 7) value += (byte & 127) * 128 ** group;
      if (byte < 128) return value;
    }
    throw new Refusal('damaged', 'A number is too long.', place);
  }
}

/** The fields of a record. A later version may have more fields behind those that are read; they are left out. */
export class RecordReader extends ByteReader {
  readonly #mask: number;

  constructor(bytes: Uint8Array, from: number, end: number) {
    super(bytes, from, end);
    this.#mask = this.mask();
  }

  /** Returns true if the record has the optional field of this bit. */
  has(bit: number): boolean {
    return Math.floor(this.#mask / 2 ** bit) % 2 === 1;
  }
}
