import {
  type Aborted,
  type Key,
  type Ledger,
  type Receipt,
  ServerSeat,
  type SignedEvent,
  signAborted,
  signReceipt,
} from 'bg-record';
import { keyWith } from '../server-keys.ts';
import type { TableParts } from './table-parts.ts';

/** What the server signs in a match, with the key that the match names. */
export class Hand {
  readonly #parts: Pick<TableParts, 'serverKeys' | 'world'>;
  #seat: ServerSeat | null = null;

  constructor(parts: Pick<TableParts, 'serverKeys' | 'world'>) {
    this.#parts = parts;
  }

  /** Whether this process has the match's key. */
  canSign(ledger: Ledger): boolean {
    return this.#find(ledger) !== null;
  }

  /** Throws where `canSign` is false. */
  keyOf(ledger: Ledger): Key {
    const key = this.#find(ledger);
    if (!key) throw new Error('the server’s key of this match is not here');
    return key;
  }

  /** The server at the match; it throws as `keyOf` does. */
  seatOf(ledger: Ledger): ServerSeat {
    const { world } = this.#parts;
    this.#seat ??= new ServerSeat(this.keyOf(ledger), ledger.header, (length) => world.randomBytes(length));
    return this.#seat;
  }

  /** The event that the match waits for from the server. */
  next(ledger: Ledger): Promise<SignedEvent> {
    const seat = this.seatOf(ledger);
    return ledger.expects.types.includes('commit') ? seat.commit(ledger) : seat.dice(ledger);
  }

  /** What the match is at this moment, for one seat; it throws as `keyOf` does. */
  receipt(ledger: Ledger, { seen, now }: Pick<Receipt, 'seen' | 'now'>): Promise<Receipt> {
    const { header, length: n, head } = ledger;
    return signReceipt(this.keyOf(ledger), header.id, { n, head, seen, now });
  }

  /** That the match ends here without a record; null where this process does not have the key. */
  async aborted(ledger: Ledger, reason: string): Promise<Aborted | null> {
    const { header, length: n, head } = ledger;
    const key = this.#find(ledger);
    return key && signAborted(key, header.id, { n, head, reason });
  }

  /** Nobody sits down any more to a match under a former key, whose thief could begin one as well. */
  isStale({ header, state, expects }: Ledger): boolean {
    const isFormer = header.server !== this.#parts.serverKeys.present.pub;
    return isFormer && !state.hasRolled && expects.types.includes('commit');
  }

  /** What it knows of the match follows from the events, and is worked out again. */
  forget(): void {
    this.#seat = null;
  }

  #find({ header }: Ledger): Key | null {
    return keyWith(header.server, this.#parts.serverKeys);
  }
}
