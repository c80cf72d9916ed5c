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
import type { World } from '../ports/world.ts';
import type { OwnView } from '../public-log/own-view.ts';
import { keyWith, type ServerKeys } from '../server-keys.ts';

/** Signs for the server in one match, with the key that the header names. */
export class ServerSigner {
  readonly #keys: ServerKeys;
  readonly #world: World;
  readonly #view: OwnView | null;
  /** The seat has state that was derived from this ledger. A match that is read again has another ledger. */
  #seated: { readonly ledger: Ledger; readonly seat: ServerSeat } | null = null;

  /** @param view the service's view of its public log. Null without a log */
  constructor(keys: ServerKeys, world: World, view: OwnView | null) {
    this.#keys = keys;
    this.#world = world;
    this.#view = view;
  }

  /** True if this process has the match's key. */
  canSign(ledger: Ledger): boolean {
    return this.#find(ledger) !== null;
  }

  /** Throws when `canSign` is false. */
  keyOf(ledger: Ledger): Key {
    const key = this.#find(ledger);
    if (!key) throw new Error('this process does not have the server key of this match');
    return key;
  }

  /** The server's seat in the match. Throws when `canSign` is false. */
  seatOf(ledger: Ledger): ServerSeat {
    if (this.#seated?.ledger !== ledger) {
      const seat = new ServerSeat(this.keyOf(ledger), ledger.header, (length) => this.#world.randomBytes(length));
      this.#seated = { ledger, seat };
    }
    return this.#seated.seat;
  }

  /** Signs the event that the match expects from the server. */
  async next(ledger: Ledger): Promise<SignedEvent> {
    const seat = this.seatOf(ledger);
    if (!ledger.expects.types.includes('commit')) return seat.dice(ledger);
    const { log } = ledger.header;
    return seat.commit(ledger, log && this.#view ? await this.#view.read(log) : null);
  }

  /** Signs the present state of the match for one seat. Throws when `canSign` is false. */
  receipt(ledger: Ledger, about: Pick<Receipt, 'asked' | 'fate' | 'now'>): Promise<Receipt> {
    const { header, length: n, head } = ledger;
    return signReceipt(this.keyOf(ledger), header.id, { n, head, ...about });
  }

  /** Signs that the match ends here without a record. Returns null when `canSign` is false. */
  async aborted(ledger: Ledger, reason: string): Promise<Aborted | null> {
    const { header, length: n, head } = ledger;
    const key = this.#find(ledger);
    return key && signAborted(key, header.id, { n, head, reason });
  }

  /** True for a match under a former key that has not started. It must not start: a thief of that key could have created it. */
  isStale({ header, state }: Ledger): boolean {
    const isFormer = header.server !== this.#keys.present.pub;
    return isFormer && !state.hasRolled && state.commitsDue.length > 0;
  }

  #find({ header }: Ledger): Key | null {
    return keyWith(header.server, this.#keys);
  }
}
