import { bytesToHex } from '@noble/hashes/utils.js';
import { applyAction, type Hop, type Player } from 'bg-rules';
import type { Ledger } from './ledger.ts';
import { playBringsLink } from './ledger-state.ts';
import { NONCE_BYTES, OwnChain, platformRandom, type RandomBytes } from './own-chain.ts';
import { signNext } from './sign-next.ts';
import type { EventBody, Header, Key, SignedEvent, View } from './types.ts';

/** Every event that a player can sign, without the members that the seat adds. */
export type PlayerAct =
  | { readonly type: 'play'; readonly hops: readonly Hop[] }
  | { readonly type: 'resign'; readonly points: number }
  | { readonly type: 'roll' | 'double' | 'take' | 'pass' | 'beaver' | 'accept' | 'decline' }
  | { readonly type: 'holiday'; readonly days: number }
  | { readonly type: 'commit'; readonly view?: View | null }
  | { readonly type: 'reveal' | 'sit' | 'present' | 'claim' };

/**
 * A player in a match. Signs this player's events for a ledger without appending them. It has no state
 * besides the key and the ledger, so any device with the key can continue. `roll` and `reveal` reject if the
 * ledger holds no commit of this seat, or a commit to another key's chain.
 */
export class Seat {
  readonly player: Player;
  readonly #key: Key;
  readonly #random: RandomBytes;
  readonly #now: () => number;
  readonly #chain: OwnChain;

  /** @param now the player's clock in milliseconds since the epoch, used for `sent` */
  constructor(
    key: Key,
    header: Header,
    player: Player,
    random: RandomBytes = platformRandom,
    now: () => number = Date.now,
  ) {
    this.player = player;
    this.#key = key;
    this.#random = random;
    this.#now = now;
    this.#chain = new OwnChain(key, header);
  }

  /** Signs an act with the method of its type. A player's action of bg-rules is an act. */
  sign(ledger: Ledger, act: PlayerAct): Promise<SignedEvent> {
    if (act.type === 'play') return this.play(ledger, act.hops);
    if (act.type === 'resign') return this.resign(ledger, act.points);
    if (act.type === 'holiday') return this.holiday(ledger, act.days);
    if (act.type === 'commit') return this.commit(ledger, act.view);
    return this[act.type](ledger);
  }

  /**
   * Commits to a new chain.
   * @param view the newest checkpoint that the player has verified for the log of the header; left out without such a log
   */
  async commit(ledger: Ledger, view: View | null = null): Promise<SignedEvent> {
    const { firstChain } = ledger.header;
    const isNamed = firstChain !== undefined && this.player === 1 && ledger.state.commitments[1] === null;
    const commitment = isNamed
      ? this.#chain.firstCommitment(firstChain, view)
      : this.#chain.newCommitment(this.#random, view);
    return this.#signBody(ledger, { type: 'commit', ...commitment });
  }

  async roll(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'roll', reveal: this.#chain.forRoll(ledger, this.player) });
  }

  /** Reveals this player's link for the opponent's roll. */
  async reveal(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'reveal', reveal: this.#chain.next(ledger, this.player) });
  }

  /**
   * Plays the hops. In a match with dice in advance the event also brings this player's link for the opponent's
   * next roll, where one is due; then it rejects like `reveal`.
   */
  async play(ledger: Ledger, hops: readonly Hop[]): Promise<SignedEvent> {
    const { state, header } = ledger;
    const played = applyAction(state.match, { type: 'play', player: this.player, hops });
    const bringsLink = played.ok && playBringsLink(state, header, played.value);
    const ahead = bringsLink ? { ahead: this.#chain.next(ledger, this.player) } : {};
    return this.#signBody(ledger, { type: 'play', hops, ...ahead });
  }

  double(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'double' });
  }

  take(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'take' });
  }

  pass(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'pass' });
  }

  beaver(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'beaver' });
  }

  /** Offers to lose the game for 1, 2 or 3 times the cube value. */
  resign(ledger: Ledger, points: number): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'resign', points });
  }

  accept(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'accept' });
  }

  decline(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'decline' });
  }

  /** Declares that this device acts for the seat from now on, with a random nonce. */
  sit(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'sit', nonce: bytesToHex(this.#random(NONCE_BYTES)) });
  }

  /** Answers an announced absence of this player. */
  present(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'present' });
  }

  /** Claims the match because of the announced absence of the opponent. */
  claim(ledger: Ledger): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'claim' });
  }

  /**
   * Takes a holiday from now on, or after the one that the player is on.
   * @param days a whole number, at most the days that the player has left
   */
  holiday(ledger: Ledger, days: number): Promise<SignedEvent> {
    return this.#signBody(ledger, { type: 'holiday', days });
  }

  #signBody(ledger: Ledger, body: EventBody): Promise<SignedEvent> {
    const sent = Math.max(0, Math.trunc(this.#now()));
    return signNext(ledger, { party: this.player, key: this.#key, body, sent });
  }
}
