import type { Player } from 'bg-rules';
import { deriveDice } from './dice.ts';
import { sentHash } from './event.ts';
import type { Ledger } from './ledger.ts';
import { OwnChain, platformRandom, type RandomBytes } from './own-chain.ts';
import { signNext } from './sign-next.ts';
import type { EventBody, Header, Key, SignedEvent, View } from './types.ts';

/**
 * The server in a match. Signs the server's events for a ledger without appending them. Its chains work like
 * a player's.
 */
export class ServerSeat {
  readonly #key: Key;
  readonly #random: RandomBytes;
  readonly #chain: OwnChain;

  constructor(key: Key, header: Header, random: RandomBytes = platformRandom) {
    this.#key = key;
    this.#random = random;
    this.#chain = new OwnChain(key, header);
  }

  /**
   * Commits to a new chain.
   * @param view the newest checkpoint of the log of the header that the server has published; left out without such a log
   */
  async commit(ledger: Ledger, view: View | null = null): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'commit', ...this.#chain.newCommitment(this.#random, view) });
  }

  /**
   * Reveals the server's link and derives the dice from the three reveals. Rejects until both players have
   * revealed.
   */
  async dice(ledger: Ledger): Promise<SignedEvent> {
    const reveal = this.#chain.next(ledger, null);
    const [player0, player1] = ledger.state.commitments;
    if (!ledger.expects.types.includes('dice') || !player0 || !player1) throw new Error('the reveals are not complete');
    const reveals = [player0.last, player1.last] as const;
    const dice = deriveDice({ serverReveal: reveal, reveals, id: ledger.header.id, roll: ledger.state.rolls + 1 });
    return this.#sign(ledger, { type: 'dice', reveal, dice });
  }

  /** Ends the match against the player who must act. */
  forfeit(ledger: Ledger, loser: Player, reason: 'time' | 'abandonment'): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'forfeit', loser, reason });
  }

  /** Marks an interruption of the service from `since` until now, so that no player is charged for it. */
  resume(ledger: Ledger, since: number): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'resume', since });
  }

  /** Announces that the player who must act is absent. */
  absent(ledger: Ledger, seat: Player): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'absent', seat });
  }

  /** Declares that the server will not accept an event, so that the player may decide again. */
  void(ledger: Ledger, event: SignedEvent): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'void', hash: sentHash(event) });
  }

  #sign(ledger: Ledger, body: EventBody): Promise<SignedEvent> {
    return signNext(ledger, { party: null, key: this.#key, body });
  }
}
