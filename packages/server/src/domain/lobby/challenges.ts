import { type ClientMessageOf, type SocketCode, USUAL_BOT_LEVEL } from '@anchor/wire';
import { opponent, type Result } from 'bg-rules';
import type { ServerBot } from '../bot/server-bots.ts';
import type { RecordStore } from '../ports/records.ts';
import { refuse } from '../refusal.ts';
import type { Rematch } from '../rooms/lobby-messages.ts';
import { isCorrespondence, termsOf } from '../table/terms.ts';
import type { Lobby } from './lobby.ts';
import type { Matchmaker } from './matchmaker.ts';
import { type Rematches, seatIn } from './rematches.ts';

interface ChallengesParts {
  readonly records: Pick<RecordStore, 'row'>;
  readonly matchmaker: Pick<Matchmaker, 'pair'>;
  readonly rematches: Rematches;
  readonly lobby: Pick<Lobby, 'rematch'>;
  /** The bots, one per level. */
  readonly bots: readonly ServerBot[];
}

/** Matches against a chosen opponent: the bot, or the opponent of the last match. */
export class Challenges {
  readonly #parts: ChallengesParts;

  constructor(parts: ChallengesParts) {
    this.#parts = parts;
  }

  /** Returns the id of the match. The human sits at seat 0. Unrated, and untimed unless the message names a clock. */
  async playBot(pub: string, wanted: ClientMessageOf<'play-bot'>): Promise<Result<string, SocketCode>> {
    const { length, clock = 'none', level = USUAL_BOT_LEVEL, rules } = wanted;
    const bot = this.#parts.bots.find((one) => one.level === level);
    if (!bot) return refuse('bad-terms', 'The bot has no such level.');
    const terms = termsOf({ length, rated: false, clock, rules });
    if (!terms.ok) return terms;
    if (isCorrespondence(terms.value)) return refuse('bad-terms', 'Days for a move are for matches between people.');
    const seats = [
      { pub, bot: false },
      { pub: bot.key.pub, bot: true },
    ] as const;
    return this.#parts.matchmaker.pair({ terms: terms.value, seats, askedBy: pub });
  }

  /** Starts a match with the same terms and exchanged seats as soon as both players have asked. A bot always agrees. */
  async rematch(pub: string, match: string): Promise<Result<Rematch, SocketCode>> {
    const row = await this.#parts.records.row(match);
    if (!row) return refuse('not-found');
    const seat = seatIn(row, pub);
    if (seat === null) return refuse('not-your-seat');
    return row.record.header.players[opponent(seat)].bot
      ? this.#parts.rematches.begin(row, pub, { isOfLobby: false })
      : this.#parts.lobby.rematch(pub, match);
  }
}
