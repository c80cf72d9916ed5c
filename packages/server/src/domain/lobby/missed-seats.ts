import type { Presence } from '../players/presence.ts';
import type { Bus } from '../ports/bus.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { InviteStore } from '../ports/players.ts';
import type { Log } from '../ports/world.ts';
import { foundTopic } from '../topics.ts';

const AT_ONCE = 500;

interface MissedSeatsParts {
  readonly store: Pick<MatchStore, 'seatsOf' | 'haveTurns'>;
  readonly invites: Pick<InviteStore, 'concerned'>;
  readonly presence: Pick<Presence, 'here'>;
  readonly bus: Bus;
  readonly log: Log;
}

/**
 * When bus messages may have been lost, looks up in the storage whether players connected here were seated by another process, or have
 * matches by turns or invitations that another process may have changed.
 */
export class MissedSeats {
  readonly #store: Pick<MatchStore, 'seatsOf' | 'haveTurns'>;
  readonly #invites: Pick<InviteStore, 'concerned'>;
  readonly #presence: Pick<Presence, 'here'>;
  readonly #bus: Bus;
  readonly #log: Log;
  #isLooking = false;

  constructor(parts: MissedSeatsParts) {
    this.#store = parts.store;
    this.#invites = parts.invites;
    this.#presence = parts.presence;
    this.#bus = parts.bus;
    this.#log = parts.log;
    parts.bus.onMissed(() => void this.#lookUp());
  }

  async #lookUp(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const here = [...this.#presence.here];
      for (let start = 0; start < here.length; start += AT_ONCE) await this.#tell(here.slice(start, start + AT_ONCE));
    } catch (err) {
      this.#log.error({ err }, 'could not look up missed seats; players may not see a new match until they reconnect');
    } finally {
      this.#isLooking = false;
    }
  }

  async #tell(pubs: readonly string[]): Promise<void> {
    for (const [pub, match] of await this.#store.seatsOf(pubs))
      this.#bus.publish(foundTopic(pub), { type: 'seated', match });
    for (const pub of await this.#store.haveTurns(pubs)) this.#bus.publish(foundTopic(pub), { type: 'turns-changed' });
    for (const pub of await this.#invites.concerned(pubs))
      this.#bus.publish(foundTopic(pub), { type: 'offers-changed' });
  }
}
