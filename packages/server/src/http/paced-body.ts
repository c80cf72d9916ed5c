import { Readable } from 'node:stream';

/** Small enough that one write to a socket never delays the event loop noticeably. */
const PIECE_BYTES = 64 * 1024;

/**
 * A response body that is read in pieces of 64 KB, at most one per turn of the event loop. A socket copies what it is given at once, so
 * fifty responses of several megabytes in one turn would stop everything else for a tenth of a second.
 */
export class PacedBody extends Readable {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    super({ highWaterMark: PIECE_BYTES });
    this.#rest = bytes;
  }

  /** The memory that keeps the unsent part, often shared with other responses. Null when nothing is left to send. */
  get memory(): ArrayBufferLike | null {
    return this.#rest.length > 0 ? this.#rest.buffer : null;
  }

  /** Bytes of the body that are not yet written to the socket or its buffer. */
  get unsentBytes(): number {
    return this.#rest.length + this.readableLength;
  }

  override _read(): void {
    setImmediate(() => {
      if (this.destroyed) return;
      const piece = this.#rest.subarray(0, PIECE_BYTES);
      this.#rest = this.#rest.subarray(piece.length);
      if (piece.length > 0) this.push(piece);
      if (this.#rest.length === 0) this.push(null);
    });
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#rest = Buffer.alloc(0);
    done(error);
  }
}
