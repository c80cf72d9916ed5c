import { sign } from '../../packages/record/src/crypto/ed25519.ts';
import { sha256Hex } from '../../packages/record/src/crypto/hash.ts';
import { encodeEvent } from '../../packages/record/src/event.ts';
import { headerHash } from '../../packages/record/src/header.ts';
import { judge } from '../../packages/record/src/judge.ts';
import { expectationOf, type LedgerState, startLedger } from '../../packages/record/src/ledger-state.ts';
import { OwnChain, platformRandom } from '../../packages/record/src/own-chain.ts';
import type {
  EventBody,
  EventType,
  Expectation,
  Header,
  Key,
  MatchEvent,
  SignedEvent,
} from '../../packages/record/src/types.ts';
import { legalPlays, type Player } from '../../packages/rules/src/index.ts';

/**
 * A match as its two players see it, without signature checks, because the players' work must not be
 * measured. An event can be signed only after the previous one is known with the server's time, so nothing
 * can be prepared in advance.
 */
export class AnchorView {
  readonly #header: Header;
  readonly #keys: readonly [Key, Key];
  readonly #chains: readonly [OwnChain, OwnChain];
  readonly #random: () => number;
  readonly #anchors = new Set<string>();
  #state: LedgerState;
  #head: string;
  #at: number;
  #lastType: EventType | null = null;
  /** Number of events. */
  length = 0;

  constructor(header: Header, keys: readonly [Key, Key], random: () => number) {
    this.#header = header;
    this.#keys = keys;
    this.#random = random;
    this.#chains = [new OwnChain(keys[0], header), new OwnChain(keys[1], header)];
    this.#state = startLedger(header);
    this.#head = headerHash(header);
    this.#at = header.created;
  }

  get match(): string {
    return this.#header.id;
  }

  get expects(): Expectation {
    return expectationOf(this.#state);
  }

  /** Applies the next event. Throws if it violates the rules. */
  take(event: MatchEvent): void {
    const around = {
      header: this.#header,
      expects: this.expects,
      anchors: this.#anchors,
      lastAt: this.#at,
      lastType: this.#lastType,
      isViewSigned: false,
    };
    const next = judge(this.#state, event, around);
    if (!next.ok) throw new Error(`event ${event.n}: ${next.code}`);
    if (event.type === 'commit') this.#anchors.add(event.anchor);
    this.#state = next.value;
    this.#at = event.at;
    this.#lastType = event.type;
    this.#head = sha256Hex(encodeEvent(event).hashed);
    this.length += 1;
  }

  /** Signs an event for the player who must act: any legal action. */
  async decide(seat: Player): Promise<SignedEvent> {
    const place = { n: this.length, p: seat, prev: this.#head, sent: Date.now() };
    const unsigned = { ...this.#bodyOf(seat), ...place };
    const { signed } = encodeEvent({ ...unsigned, sig: '', at: 0 });
    return { ...unsigned, sig: await sign(this.#keys[seat], signed) };
  }

  #bodyOf(seat: Player): EventBody {
    const { types } = this.expects;
    if (types.includes('commit')) return { type: 'commit', ...this.#chains[seat].newCommitment(platformRandom) };
    if (types.includes('play')) return { type: 'play', hops: this.#chooseHops(seat) };
    return { type: types.includes('reveal') ? 'reveal' : 'roll', reveal: this.#chains[seat].next(this.#seen, seat) };
  }

  get #seen(): { readonly state: LedgerState } {
    return { state: this.#state };
  }

  #chooseHops(seat: Player) {
    const { position, dice } = this.#state.match;
    const plays = dice ? legalPlays(position, seat, dice) : [];
    return plays[Math.floor(this.#random() * plays.length)]?.hops ?? [];
  }
}
