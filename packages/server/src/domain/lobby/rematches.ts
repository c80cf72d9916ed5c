import type { SocketCode } from '@anchor/wire';
import type { Header, HeaderPlayer } from 'bg-record';
import type { Player, Result } from 'bg-rules';
import { type ServerBot, successorOf } from '../bot/server-bots.ts';
import type { StoredRow } from '../ports/matches.ts';
import { termsOfHeader } from '../table/terms.ts';
import type { Entrant, Matchmaker } from './matchmaker.ts';
import type { MoneySessions } from './money-sessions.ts';

interface RematchesParts {
  readonly matchmaker: Pick<Matchmaker, 'pair'>;
  readonly sessions: Pick<MoneySessions, 'next'>;
  /** The bots, one per level. */
  readonly bots: readonly ServerBot[];
}

interface How {
  /** Takes the offer. Resolves to false if another request was faster. */
  readonly claim?: () => Promise<boolean>;
  /** True if the match follows from an offer in the lobby. */
  readonly isOfLobby: boolean;
}

/** The seat of a key in a finished match, or null. */
export function seatIn({ record }: StoredRow, pub: string): Player | null {
  const seat = record.header.players.findIndex((player) => player.pub === pub);
  return seat === 0 || seat === 1 ? seat : null;
}

/** Begins matches with the terms of a finished one and exchanged seats. After a money game the next one continues the session. */
export class Rematches {
  readonly #parts: RematchesParts;

  constructor(parts: RematchesParts) {
    this.#parts = parts;
  }

  async begin(row: StoredRow, pub: string, how: How): Promise<Result<{ readonly match: string }, SocketCode>> {
    const { header } = row.record;
    const [first, second] = header.players;
    const seats: readonly [Entrant, Entrant] = [this.#entrant(second), this.#entrant(first)];
    const continues = (players: Header['players']) => this.#parts.sessions.next(row, players);
    const pairing = { terms: termsOfHeader(header), seats, askedBy: pub, continues, ...how };
    const paired = await this.#parts.matchmaker.pair(pairing);
    return paired.ok ? { ok: true, value: { match: paired.value } } : paired;
  }

  /** The player of the new match. A bot plays under the server's present key. */
  #entrant({ pub, name, bot }: HeaderPlayer): Entrant {
    const successor = bot ? successorOf({ name }, this.#parts.bots) : null;
    return { pub: successor?.key.pub ?? pub, bot };
  }
}
