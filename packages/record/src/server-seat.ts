import type { Player } from 'bg-rules';
import { deriveDice } from './dice.ts';
import type { Ledger } from './ledger.ts';
import { OwnChain, platformRandom, type RandomBytes } from './own-chain.ts';
import { signNext } from './sign-next.ts';
import type { Header, Key, SignedEvent } from './types.ts';

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
    return signNext(ledger, null, this.#key, { type: 'commit', ...this.#chain.promise(this.#random) });
  }

  /** Reveals the server's link and the dice that the three reveals give. Rejects before both players revealed theirs. */
  async dice(ledger: Ledger): Promise<SignedEvent> {
    const reveal = this.#chain.next(ledger, null);
    const [player0, player1] = ledger.state.commitments;
    if (!ledger.expects.types.includes('dice') || !player0 || !player1) throw new Error('the reveals are not complete');
    const reveals = [player0.last, player1.last] as const;
    const dice = deriveDice({ serverReveal: reveal, reveals, id: ledger.header.id, roll: ledger.state.rolls + 1 });
    return signNext(ledger, null, this.#key, { type: 'dice', reveal, dice });
  }

  /** Ends the match against the player whose move it is. */
  forfeit(ledger: Ledger, loser: Player, reason: 'time' | 'abandonment'): Promise<SignedEvent> {
    return signNext(ledger, null, this.#key, { type: 'forfeit', loser, reason });
  }

  /** Marks that the service was down, so that nobody is charged for the gap. */
  resume(ledger: Ledger): Promise<SignedEvent> {
    return signNext(ledger, null, this.#key, { type: 'resume' });
  }
}
