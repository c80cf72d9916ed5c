import type { Player } from 'bg-rules';
import { deriveDice } from './dice.ts';
import { sentHash } from './event.ts';
import type { Ledger } from './ledger.ts';
import { OwnChain, platformRandom, type RandomBytes } from './own-chain.ts';
import { signNext } from './sign-next.ts';
import type { EventBody, Header, Key, SignedEvent } from './types.ts';

/** The server at a match: makes its signed events for a ledger, without appending them. Chains work as a player's do. */
export class ServerSeat {
  readonly #key: Key;
  readonly #random: RandomBytes;
  readonly #chain: OwnChain;

  constructor(key: Key, header: Header, random: RandomBytes = platformRandom) {
    this.#key = key;
    this.#random = random;
    this.#chain = new OwnChain(key, header);
  }

  /** Commits to a new chain. */
  async commit(ledger: Ledger): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'commit', ...this.#chain.promise(this.#random) });
  }

  /** Reveals the server's link and the dice that the three reveals give. Rejects before both players revealed theirs. */
  async dice(ledger: Ledger): Promise<SignedEvent> {
    const reveal = this.#chain.next(ledger, null);
    const [player0, player1] = ledger.state.commitments;
    if (!ledger.expects.types.includes('dice') || !player0 || !player1) throw new Error('the reveals are not complete');
    const reveals = [player0.last, player1.last] as const;
    const dice = deriveDice({ serverReveal: reveal, reveals, id: ledger.header.id, roll: ledger.state.rolls + 1 });
    return this.#sign(ledger, { type: 'dice', reveal, dice });
  }

  /** Ends the match against the player whose move it is. */
  forfeit(ledger: Ledger, loser: Player, reason: 'time' | 'abandonment'): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'forfeit', loser, reason });
  }

  /** Marks that the service stood still from `since` on, so that no player is charged for the gap. */
  resume(ledger: Ledger, since: number): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'resume', since });
  }

  /** Announces that the player who has to act is not there. */
  absent(ledger: Ledger, seat: Player): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'absent', seat });
  }

  /** Declares that a player's event will not be taken, so that the player may decide anew. */
  void(ledger: Ledger, event: SignedEvent): Promise<SignedEvent> {
    return this.#sign(ledger, { type: 'void', hash: sentHash(event) });
  }

  #sign(ledger: Ledger, body: EventBody): Promise<SignedEvent> {
    return signNext(ledger, { party: null, key: this.#key, body });
  }
}
