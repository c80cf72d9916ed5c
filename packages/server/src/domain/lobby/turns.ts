import type { TurnView } from '@anchor/wire';
import { clockNameOf } from 'bg-record';
import { opponent } from 'bg-rules';
import type { Players } from '../players/players.ts';
import type { MatchStore, StoredTurn } from '../ports/matches.ts';

/** The correspondence matches of a player, read from the storage: none of them needs to be in memory. */
export class Turns {
  readonly #store: Pick<MatchStore, 'turnsOf'>;
  readonly #players: Players;

  constructor(store: Pick<MatchStore, 'turnsOf'>, players: Players) {
    this.#store = store;
    this.#players = players;
  }

  async of(pub: string): Promise<TurnView[]> {
    const turns = await this.#store.turnsOf(pub);
    const people = await this.#players.people(
      turns.flatMap(({ header }) => header.players.map((player) => player.pub)),
    );
    return turns.map((turn) => {
      const seat = turn.header.players[0].pub === pub ? 0 : 1;
      const other = turn.header.players[opponent(seat)];
      const person = people.get(other.pub) ?? { rating: 0, rd: 0, provisional: true };
      return { ...shown(turn), seat, opponent: { ...person, pub: other.pub, name: other.name, bot: other.bot } };
    });
  }
}

function shown({ header, snapshot, wakeAt }: StoredTurn): Omit<TurnView, 'seat' | 'opponent'> {
  const [a, b] = snapshot?.score ?? [0, 0];
  return {
    match: header.id,
    length: header.length,
    rated: header.rated,
    clock: clockNameOf(header) ?? 'none',
    ...(header.dice && { dice: header.dice }),
    score: [a, b],
    toAct: snapshot?.toAct ?? null,
    isAutomatic: snapshot?.isAutomatic ?? true,
    until: wakeAt,
  };
}
