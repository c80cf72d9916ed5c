import type { Bus } from '../bus.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { InviteStore } from '../ports/players.ts';
import type { Log } from '../ports/world.ts';
import { keyTopic } from '../topics.ts';
import { hasBot } from './matchmaker.ts';

const AT_ONCE = 500;

interface MissedSeatsParts {
  readonly store: Pick<MatchStore, 'seatsOf' | 'haveTurns' | 'header'>;
  readonly invites: Pick<InviteStore, 'concerned'>;
  readonly bus: Bus;
  readonly log: Log;
}

/**
 * When messages to players may have been lost, looks up in the storage whether they were seated by another process, or have
 * correspondence matches or invitations that another process may have changed.
 */
export class MissedSeats {
  readonly #parts: MissedSeatsParts;

  constructor(parts: MissedSeatsParts) {
    this.#parts = parts;
  }

  /** Looks up what players of this process may have missed. */
  async lookUp(pubs: readonly string[]): Promise<void> {
    try {
      for (let start = 0; start < pubs.length; start += AT_ONCE) await this.#lookUp(pubs.slice(start, start + AT_ONCE));
    } catch (err) {
      this.#parts.log.error(
        { err },
        'could not look up missed seats; players may not see a new match until they reconnect',
      );
    }
  }

  /** Those of these players who sit in a live match with a person. Empty if the storage cannot say. */
  async seated(pubs: readonly string[]): Promise<ReadonlySet<string>> {
    if (pubs.length === 0) return new Set();
    const { store } = this.#parts;
    const seated = new Set<string>();
    try {
      for (const [pub, match] of await store.seatsOf(pubs)) {
        const header = await store.header(match);
        if (header && !hasBot(header)) seated.add(pub);
      }
      return seated;
    } catch {
      return new Set();
    }
  }

  async #lookUp(pubs: readonly string[]): Promise<void> {
    const { store, invites, bus } = this.#parts;
    for (const [pub, match] of await store.seatsOf(pubs)) bus.publish(keyTopic(pub), { type: 'seated', match });
    for (const pub of await store.haveTurns(pubs)) bus.publish(keyTopic(pub), { type: 'turns-changed' });
    for (const pub of await invites.concerned(pubs)) bus.publish(keyTopic(pub), { type: 'offers-changed' });
  }
}
