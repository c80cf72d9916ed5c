const HEAD_END = Buffer.from('\r\n\r\n');
const EXTENDED_16 = 126;
const EXTENDED_64 = 127;

/** A piece of one direction of a WebSocket connection: the HTTP head, or one whole frame. */
interface Piece {
  readonly bytes: Buffer;
  /** True for a text frame, and false for the head, pings and closes. */
  readonly isText: boolean;
}

/** Splits chunks of any size into whole frames (RFC 6455, section 5.2). */
export class FrameCutter {
  #held: Buffer = Buffer.alloc(0);
  #isOpen = false;

  /** Adds a chunk and returns the pieces that are complete now. */
  take(chunk: Buffer): Piece[] {
    this.#held = Buffer.concat([this.#held, chunk]);
    const pieces: Piece[] = [];
    for (let length = this.#next(); length > 0; length = this.#next()) {
      const bytes = this.#held.subarray(0, length);
      this.#held = this.#held.subarray(length);
      pieces.push({ bytes, isText: this.#isOpen && ((bytes[0] ?? 0) & 0x0f) === 1 });
      this.#isOpen = true;
    }
    return pieces;
  }

  /** Length of the next piece in bytes, 0 if it is not complete. */
  #next(): number {
    if (!this.#isOpen) {
      const end = this.#held.indexOf(HEAD_END);
      return end < 0 ? 0 : end + HEAD_END.length;
    }
    const length = frameLength(this.#held);
    return length <= this.#held.length ? length : 0;
  }
}

/** Returns the length of a frame, or infinity if its head is not complete. */
function frameLength(bytes: Buffer): number {
  const second = bytes[1];
  if (second === undefined) return Number.POSITIVE_INFINITY;
  const mask = second & 0x80 ? 4 : 0;
  const short = second & 0x7f;
  if (short < EXTENDED_16) return 2 + mask + short;
  const extra = short === EXTENDED_64 ? 8 : 2;
  if (bytes.length < 2 + extra) return Number.POSITIVE_INFINITY;
  const payload = extra === 8 ? Number(bytes.readBigUInt64BE(2)) : bytes.readUInt16BE(2);
  return 2 + extra + mask + payload;
}
