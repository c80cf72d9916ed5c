import { COUNTRIES_AT_ONCE } from '@anchor/wire';
import { effect, signal } from '@preact/signals';
import type { Answer, Connection } from 'bg-session';

/** So many countries are remembered. A page that has shown more players asks again. */
const REMEMBERED = 2_000;

/** After these failures a new connection asks again. */
const LOST: ReadonlySet<string> = new Set(['offline', 'connection-lost', 'timeout']);

/** The countries that players show. The server is asked for those whom the page shows, many in one message. */
export class Countries {
  readonly #connection: Pick<Connection, 'status' | 'request'>;
  /** By key. Null for a player who shows none. */
  readonly #known = signal<ReadonlyMap<string, string | null>>(new Map());
  readonly #wanted = new Set<string>();
  #isAsking = false;

  constructor(connection: Pick<Connection, 'status' | 'request'>) {
    this.#connection = connection;
    effect(() => {
      if (connection.status.value === 'online') void this.#ask();
    });
  }

  /** Null for a player who shows none. Undefined as long as the country is not known. */
  of(pub: string): string | null | undefined {
    return this.#known.value.get(pub);
  }

  /** Asks for the country of a player, now or when there is a connection. */
  want(pub: string): void {
    if (this.#known.peek().has(pub)) return;
    this.#wanted.add(pub);
    // The rows of a list ask in the same task.
    queueMicrotask(() => void this.#ask());
  }

  /** Shows another country beside the reader's name, or none. */
  async show(pub: string, country: string | null): Promise<Answer> {
    const answer = await this.#connection.request({ type: 'country', country });
    if (answer.ok && answer.value.type === 'country') this.#learn(new Map([[pub, answer.value.country]]));
    return answer;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#wanted.size > 0 && this.#connection.status.peek() === 'online') {
      const pubs = [...this.#wanted].slice(0, COUNTRIES_AT_ONCE);
      const answer = await this.#connection.request({ type: 'countries', pubs });
      // Without an answer the page shows no country.
      if (!answer.ok && LOST.has(answer.code)) break;
      for (const pub of pubs) this.#wanted.delete(pub);
      if (!answer.ok || answer.value.type !== 'countries') continue;
      const shown = new Map(answer.value.shown.map(({ pub, country }) => [pub, country]));
      this.#learn(new Map(pubs.map((pub) => [pub, shown.get(pub) ?? null])));
    }
    this.#isAsking = false;
  }

  #learn(news: ReadonlyMap<string, string | null>): void {
    const known = this.#known.peek();
    this.#known.value = new Map([...(known.size > REMEMBERED ? [] : known), ...news]);
  }
}
