import type { SocketCode } from '@anchor/wire';
import { opponent, type Player, type Result } from 'bg-rules';
import type { Relations } from '../players/relations.ts';
import type { StoredRow } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type { Rematch } from '../rooms/lobby-messages.ts';
import { termsOfHeader } from '../table/terms.ts';
import type { LobbyMembers } from './lobby-members.ts';
import type { Matchmaker } from './matchmaker.ts';
import { type Rematches, seatIn } from './rematches.ts';

/** Lifetime of a rematch offer, in milliseconds. */
const OFFER_MS = 600_000;

interface RematchOffersParts {
  readonly records: Pick<RecordStore, 'row'>;
  readonly matchmaker: Pick<Matchmaker, 'fault'>;
  readonly rematches: Rematches;
  readonly relations: Pick<Relations, 'mayMeet'>;
  readonly world: World;
  readonly members: Pick<LobbyMembers, 'isOnline' | 'send'>;
}

/** A rematch offer. `at` is in milliseconds since the epoch. */
interface Offer {
  readonly by: Player;
  readonly at: number;
}

/** The offers of a rematch between two people. The match begins when both have asked. */
export class RematchOffers {
  readonly #parts: RematchOffersParts;
  /** By finished match, the oldest first. */
  readonly #offers = new Map<string, Offer>();

  constructor(parts: RematchOffersParts) {
    this.#parts = parts;
  }

  /** A player of a finished match asks for a rematch. */
  async ask(pub: string, match: string): Promise<Result<Rematch, SocketCode>> {
    const row = await this.#parts.records.row(match);
    const seat = row && seatIn(row, pub);
    if (!row) return refuse('not-found');
    if (seat === null) return refuse('not-your-seat');
    this.#sweep();
    const offer = this.#offers.get(match);
    return offer?.by === opponent(seat) ? this.#agree(row, pub, offer) : this.#propose(row, seat);
  }

  #agree(row: StoredRow, pub: string, offer: Offer): Promise<Result<Rematch, SocketCode>> {
    const { id } = row.record.header;
    const claim = async () => this.#offers.get(id) === offer && this.#offers.delete(id);
    return this.#parts.rematches.begin(row, pub, { claim, isOfLobby: true });
  }

  async #propose(row: StoredRow, by: Player): Promise<Result<Rematch, SocketCode>> {
    const { matchmaker, relations, members, world } = this.#parts;
    const { header } = row.record;
    const { id, players } = header;
    const other = players[opponent(by)].pub;
    const fault = await matchmaker.fault(players[by].pub, termsOfHeader(header));
    if (fault) return fault;
    const offered = { type: 'rematch-offered', match: id, by } as const;
    // A player who is blocked sees neither the block nor if the other one is here: the offer stays without an answer.
    if (!(await relations.mayMeet(players[by].pub, other))) return { ok: true, value: { offered } };
    if (!members.isOnline(other)) return refuse('away');
    const there = this.#offers.get(id);
    // Both players asked at the same moment: the first request made the offer, the second accepts it.
    if (there && there.by !== by) return this.#agree(row, players[by].pub, there);
    if (!there) this.#offers.set(id, { by, at: world.now() });
    members.send(other, offered);
    return { ok: true, value: { offered } };
  }

  #sweep(): void {
    const oldest = this.#parts.world.now() - OFFER_MS;
    for (const [match, { at }] of [...this.#offers]) if (at < oldest) this.#offers.delete(match);
  }
}
