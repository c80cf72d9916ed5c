import {
  type BotLevel,
  type ClientMessageOf,
  type ServerMessageOf,
  type SocketCode,
  USUAL_BOT_LEVEL,
} from '@anchor/wire';
import type { Header } from 'bg-record';
import { opponent, type Player, type Result } from 'bg-rules';
import type { Bus, RecordStore, World } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { termsOf, termsOfHeader } from '../table/terms.ts';
import { keyTopic } from '../topics.ts';
import type { Entrant, Matchmaker } from './matchmaker.ts';

/** An offer of a rematch stands this long. */
const OFFER_MS = 600_000;

export interface ChallengesParts {
  readonly records: RecordStore;
  readonly matchmaker: Matchmaker;
  readonly bus: Bus;
  readonly world: World;
  readonly isOnline: (pub: string) => boolean;
  /** The public key of the bot of each level. */
  readonly bots: ReadonlyMap<BotLevel, string>;
}

/** Either a new match, or an offer that the other player has to answer. */
export type Rematch =
  | { readonly match: string }
  | { readonly offered: ServerMessageOf<'rematch-offered'>; readonly match?: undefined };

interface Offer {
  readonly by: Player;
  readonly at: number;
}

/** Matches against someone chosen: the bot, or the opponent of the last match. */
export class Challenges {
  readonly #parts: ChallengesParts;
  readonly #offers = new Map<string, Offer>();

  constructor(parts: ChallengesParts) {
    this.#parts = parts;
  }

  /** The id of the match; the human sits at seat 0. Untimed unless a clock is asked for, never rated. */
  async playBot(pub: string, wish: ClientMessageOf<'play-bot'>): Promise<Result<string, SocketCode>> {
    const { length, clock = 'none', level = USUAL_BOT_LEVEL, rules } = wish;
    const bot = [...this.#parts.bots].find(([known]) => known === level)?.[1];
    if (bot === undefined) return refuse('bad-wish', 'The bot has no such level.');
    const terms = termsOf({ length, rated: false, clock, rules });
    if (!terms.ok) return terms;
    const seats = [
      { pub, bot: false },
      { pub: bot, bot: true },
    ] as const;
    return this.#parts.matchmaker.pair({ terms: terms.value, seats, askedBy: pub });
  }

  /** The same terms once more, with the seats exchanged, as soon as both have asked. A bot is always willing. */
  async rematch(pub: string, match: string): Promise<Result<Rematch, SocketCode>> {
    const header = (await this.#parts.records.row(match))?.record.header;
    if (!header) return refuse('not-found');
    const seat = header.players.findIndex((player) => player.pub === pub);
    if (seat !== 0 && seat !== 1) return refuse('not-your-seat');
    const willing = header.players[opponent(seat)].bot || this.#offer(match)?.by === opponent(seat);
    return willing ? this.#agree(header, pub) : this.#propose(header, seat);
  }

  async #agree(header: Header, pub: string): Promise<Result<Rematch, SocketCode>> {
    const [first, second] = header.players;
    const seats: readonly [Entrant, Entrant] = [entrant(second), entrant(first)];
    const paired = await this.#parts.matchmaker.pair({ terms: termsOfHeader(header), seats, askedBy: pub });
    if (!paired.ok) return paired;
    this.#offers.delete(header.id);
    return { ok: true, value: { match: paired.value } };
  }

  async #propose({ id, players }: Header, by: Player): Promise<Result<Rematch, SocketCode>> {
    const { matchmaker, bus, world, isOnline } = this.#parts;
    const other = players[opponent(by)].pub;
    const fault = await matchmaker.fault(players[by].pub);
    if (fault) return fault;
    if (!isOnline(other)) return refuse('away');
    this.#offers.set(id, { by, at: world.now() });
    const offered = { type: 'rematch-offered', match: id, by } as const;
    bus.publish(keyTopic(other), offered);
    return { ok: true, value: { offered } };
  }

  #offer(match: string): Offer | null {
    const oldest = this.#parts.world.now() - OFFER_MS;
    for (const [id, { at }] of this.#offers) if (at < oldest) this.#offers.delete(id);
    return this.#offers.get(match) ?? null;
  }
}

function entrant({ pub, bot }: Entrant): Entrant {
  return { pub, bot };
}
