import { type ClientMessageOf, type ServerMessageOf, type SocketCode, USUAL_BOT_LEVEL } from '@anchor/wire';
import type { Header, HeaderPlayer } from 'bg-record';
import { opponent, type Player, type Result } from 'bg-rules';
import type { SharedMap } from '../../shared/shared-map.ts';
import { type ServerBot, successorOf } from '../bot/server-bots.ts';
import type { Relations } from '../players/relations.ts';
import type { Bus } from '../ports/bus.ts';
import type { StoredRow } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import { isCorrespondence, termsOf, termsOfHeader } from '../table/terms.ts';
import { keyTopic } from '../topics.ts';
import type { Entrant, Matchmaker } from './matchmaker.ts';
import type { MoneySessions } from './money-sessions.ts';

/** Lifetime of a rematch offer, in milliseconds. */
const OFFER_MS = 600_000;

interface ChallengesParts {
  readonly records: RecordStore;
  readonly matchmaker: Matchmaker;
  readonly sessions: Pick<MoneySessions, 'next'>;
  readonly relations: Pick<Relations, 'mayMeet'>;
  readonly bus: Bus;
  readonly world: World;
  readonly isOnline: (pub: string) => boolean;
  /** By finished match. */
  readonly offers: SharedMap<Offer>;
  /** The bots, one per level. */
  readonly bots: readonly ServerBot[];
}

/** A new match, or an offer that the opponent must answer. */
type Rematch =
  | { readonly match: string }
  | { readonly offered: ServerMessageOf<'rematch-offered'>; readonly match?: undefined };

/** A rematch offer. `at` is in milliseconds since the epoch. */
export interface Offer {
  readonly by: Player;
  readonly at: number;
}

/** Matches against a chosen opponent: the bot, or the opponent of the last match. */
export class Challenges {
  readonly #records: RecordStore;
  readonly #matchmaker: Matchmaker;
  readonly #sessions: ChallengesParts['sessions'];
  readonly #relations: ChallengesParts['relations'];
  readonly #bus: Bus;
  readonly #world: World;
  readonly #isOnline: (pub: string) => boolean;
  readonly #offers: SharedMap<Offer>;
  readonly #bots: readonly ServerBot[];

  constructor(parts: ChallengesParts) {
    this.#records = parts.records;
    this.#matchmaker = parts.matchmaker;
    this.#sessions = parts.sessions;
    this.#relations = parts.relations;
    this.#bus = parts.bus;
    this.#world = parts.world;
    this.#isOnline = parts.isOnline;
    this.#offers = parts.offers;
    this.#bots = parts.bots;
  }

  /** Returns the id of the match. The human sits at seat 0. Unrated, and untimed unless the wish names a clock. */
  async playBot(pub: string, wish: ClientMessageOf<'play-bot'>): Promise<Result<string, SocketCode>> {
    const { length, clock = 'none', level = USUAL_BOT_LEVEL, rules } = wish;
    const bot = this.#bots.find((one) => one.level === level);
    if (!bot) return refuse('bad-wish', 'The bot has no such level.');
    const terms = termsOf({ length, rated: false, clock, rules });
    if (!terms.ok) return terms;
    if (isCorrespondence(terms.value)) return refuse('bad-wish', 'Days for a move are for matches between people.');
    const seats = [
      { pub, bot: false },
      { pub: bot.key.pub, bot: true },
    ] as const;
    return this.#matchmaker.pair({ terms: terms.value, seats, askedBy: pub });
  }

  /**
   * Starts a match with the same terms and exchanged seats as soon as both players have asked. A bot always agrees. After a money game the
   * next one continues the session.
   */
  async rematch(pub: string, match: string): Promise<Result<Rematch, SocketCode>> {
    const row = await this.#records.row(match);
    if (!row) return refuse('not-found');
    const { header } = row.record;
    const seat = header.players.findIndex((player) => player.pub === pub);
    if (seat !== 0 && seat !== 1) return refuse('not-your-seat');
    if (header.players[opponent(seat)].bot) return this.#agree(row, pub, null);
    this.#sweep();
    const offer = this.#offers.entries.get(match);
    return offer?.by === opponent(seat) ? this.#agree(row, pub, offer) : this.#propose(row, seat);
  }

  async #agree(row: StoredRow, pub: string, offer: Offer | null): Promise<Result<Rematch, SocketCode>> {
    const { header } = row.record;
    const [first, second] = header.players;
    const seats: readonly [Entrant, Entrant] = [this.#entrant(second), this.#entrant(first)];
    const continues = (players: Header['players']) => this.#sessions.next(row, players);
    const pairing = { terms: termsOfHeader(header), seats, askedBy: pub, continues };
    const claim = offer && (() => this.#offers.take(header.id, offer));
    const paired = await this.#matchmaker.pair(claim ? { ...pairing, claim } : pairing);
    return paired.ok ? { ok: true, value: { match: paired.value } } : paired;
  }

  async #propose(row: StoredRow, by: Player): Promise<Result<Rematch, SocketCode>> {
    const { header } = row.record;
    const { id, players } = header;
    const other = players[opponent(by)].pub;
    const fault = await this.#matchmaker.fault(players[by].pub, termsOfHeader(header));
    if (fault) return fault;
    const offered = { type: 'rematch-offered', match: id, by } as const;
    // A player who is blocked sees neither the block nor if the other one is here: the offer stays without an answer.
    if (!(await this.#relations.mayMeet(players[by].pub, other))) return { ok: true, value: { offered } };
    if (!this.#isOnline(other)) return refuse('away');
    const there = await this.#offers.putFirst(id, { by, at: this.#world.now() });
    // Both players asked at the same moment: the first request made the offer, the second accepts it.
    if (there && there.by !== by) return this.#agree(row, players[by].pub, there);
    this.#bus.publish(keyTopic(other), offered);
    return { ok: true, value: { offered } };
  }

  /** The player of the new match. A bot plays under the server's present key. */
  #entrant({ pub, name, bot }: HeaderPlayer): Entrant {
    const successor = bot ? successorOf({ name }, this.#bots) : null;
    return { pub: successor?.key.pub ?? pub, bot };
  }

  #sweep(): void {
    const oldest = this.#world.now() - OFFER_MS;
    for (const [match, offer] of [...this.#offers.entries]) if (offer.at < oldest) void this.#offers.take(match, offer);
  }
}
