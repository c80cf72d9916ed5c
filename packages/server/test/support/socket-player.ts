import type { ServerMessage, ServerMessageOf } from '@anchor/wire';
import { type Key, Ledger, mayClaim, Seat, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import { usualMove } from './moves.ts';
import type { SocketClient } from './socket-client.ts';

/** A client that follows its match with its own ledger and plays automatically. */
export class SocketPlayer {
  readonly client: SocketClient;
  readonly key: Key;
  ledger: Ledger | null = null;
  /** All messages of the match, in order. */
  readonly seen: ServerMessage[] = [];
  #seat: Seat | null = null;

  constructor(client: SocketClient, key: Key) {
    this.client = client;
    this.key = key;
  }

  /** Plays until there are this many events, and does not answer the last one. */
  async playTo(events: number): Promise<void> {
    const isThere = () => (this.ledger?.length ?? 0) >= events;
    if (!isThere()) await this.#move();
    while (!isThere()) await this.#step(events);
  }

  /** Plays to the end of the match. */
  async playOut(): Promise<ServerMessageOf<'finished'>> {
    await this.#move();
    for (;;) {
      const message = await this.#step();
      if (message.type === 'finished') return message;
    }
  }

  async #step(events = Number.POSITIVE_INFINITY): Promise<ServerMessage> {
    const message = await this.client.next();
    if (!message) throw new Error('the connection has ended');
    this.seen.push(message);
    await this.#take(message);
    if ((this.ledger?.length ?? 0) < events && (message.type === 'match' || message.type === 'event'))
      await this.#move();
    return message;
  }

  async #take(message: ServerMessage): Promise<void> {
    // The server may have noted an absence under the same number. Its event makes this player act again.
    if (message.type === 'rejected' && message.code === 'wrong-number') return;
    if (message.type === 'error' || message.type === 'rejected') throw new Error(`${message.code}: ${message.message}`);
    if (message.type === 'match') await this.#begin(message);
    if (message.type !== 'event') return;
    const appended = await this.ledger?.append(message.event);
    if (!appended?.ok) throw new Error(`event refused: ${appended?.code}`);
  }

  async #begin({ header, events, length, seat }: ServerMessageOf<'match'>): Promise<void> {
    if (seat === null) throw new Error('no seat');
    this.ledger = new Ledger(header);
    await this.ledger.appendAll(events);
    while (this.ledger.length < length) {
      this.client.send({ type: 'sync', match: header.id, from: this.ledger.length });
      await this.ledger.appendAll((await this.client.until('events')).events);
    }
    this.#seat = new Seat(this.key, header, seat);
  }

  async #move(): Promise<void> {
    const event = await this.nextEvent();
    if (event && this.ledger) this.client.send({ type: 'act', match: this.ledger.header.id, event: { ...event } });
  }

  /** The event that this player has to sign, or the claim of the match from an absent opponent. Null when the player need not act. */
  async nextEvent(): Promise<SignedEvent | null> {
    const { ledger } = this;
    const seat = this.#seat;
    if (!ledger || !seat) return null;
    if (mayClaim(ledger, seat.player)) return seat.claim(ledger);
    return ledger.expects.party === seat.player ? usualMove(seat, ledger) : null;
  }

  get player(): Player | null {
    return this.#seat?.player ?? null;
  }
}
