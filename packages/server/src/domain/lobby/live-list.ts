import type { LiveView } from '@anchor/wire';
import type { Header, Ledger } from 'bg-record';
import type { Players } from '../players/players.ts';

type Shown = LiveView['players'][0];

/** The live matches as the lobby lists them. */
export class LiveList {
  readonly #players: Players;
  readonly #views = new Map<string, LiveView>();

  constructor(players: Players) {
    this.#players = players;
  }

  get all(): LiveView[] {
    return [...this.#views.values()];
  }

  /** The new view of a match that begins or whose score has changed; null when the list stays as it is. */
  async update(ledger: Ledger): Promise<LiveView | null> {
    const { header, state } = ledger;
    const score: LiveView['score'] = [...state.match.score];
    const known = this.#views.get(header.id);
    if (known && known.score.join() === score.join()) return null;
    const view = { ...(known ?? (await this.#begin(header))), score };
    this.#views.set(header.id, view);
    return view;
  }

  remove(match: string): boolean {
    return this.#views.delete(match);
  }

  async #begin(header: Header): Promise<Omit<LiveView, 'score'>> {
    const players: LiveView['players'] = [await this.#shown(header, 0), await this.#shown(header, 1)];
    return { match: header.id, players, length: header.length, rated: header.rated };
  }

  async #shown({ players }: Header, seat: 0 | 1): Promise<Shown> {
    const { pub, name, bot } = players[seat];
    return { ...(await this.#players.person(pub)), name, bot };
  }
}
