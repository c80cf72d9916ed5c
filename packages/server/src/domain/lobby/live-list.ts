import type { LiveView } from '@anchor/wire';
import type { Header, Ledger } from 'bg-record';
import type { SharedMap } from '../../shared/shared-map.ts';
import type { Players } from '../players/players.ts';

type Shown = LiveView['players'][0];

/** The list of live matches in the lobby, the same on all processes. */
export class LiveList {
  readonly #players: Players;
  readonly #views: SharedMap<LiveView>;

  constructor(players: Players, views: SharedMap<LiveView>) {
    this.#players = players;
    this.#views = views;
  }

  get all(): LiveView[] {
    return [...this.#views.entries.values()];
  }

  /** Adds a match that begins, or updates its score. */
  async update(ledger: Ledger): Promise<void> {
    const { header, state } = ledger;
    // A money game has no score before its end, but the session that it continues has one.
    const score: LiveView['score'] = [...(header.session ?? state.match).score];
    const known = this.#views.entries.get(header.id);
    if (known && known.score.join() === score.join()) return;
    this.#views.put(header.id, { ...(known ?? (await this.#begin(header))), score });
  }

  remove(match: string): void {
    const view = this.#views.entries.get(match);
    if (view) void this.#views.take(match, view);
  }

  /** Calls the listener with each new or changed view, and with null for each match that ends. */
  observe(listener: (match: string, view: LiveView | null) => void): void {
    this.#views.observe(listener);
  }

  async #begin(header: Header): Promise<Omit<LiveView, 'score'>> {
    const players: LiveView['players'] = [await this.#shown(header, 0), await this.#shown(header, 1)];
    const { id, length, rated, dice } = header;
    return { match: id, players, length, rated, ...(dice && { dice }) };
  }

  async #shown({ players }: Header, seat: 0 | 1): Promise<Shown> {
    const { pub, name, bot } = players[seat];
    return { ...(await this.#players.person(pub)), name, bot };
  }
}
