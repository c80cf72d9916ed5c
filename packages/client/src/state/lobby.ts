import type { LiveView, PostedSeek, SeekView, ServerMessage, ServerMessageOf } from '@anchor/wire';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Connection } from 'bg-session';

interface LobbyLists {
  readonly seeks: readonly SeekView[];
  readonly live: readonly LiveView[];
  readonly online: number;
}

/**
 * The open games and live matches. They are followed while the home page is shown, and requested again after every
 * reconnection.
 */
export class Lobby {
  readonly #connection: Connection;
  readonly #lists = signal<LobbyLists | null>(null);
  readonly #posted = signal<readonly PostedSeek[]>([]);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Null until the first answer. */
  get lists(): ReadonlySignal<LobbyLists | null> {
    return this.#lists;
  }

  /** The open games by correspondence as of the last `askPosted`. */
  get posted(): ReadonlySignal<readonly PostedSeek[]> {
    return this.#posted;
  }

  /** Asks for the open games by correspondence, which the server does not send unasked. */
  async askPosted(): Promise<void> {
    const answer = await this.#connection.request({ type: 'posted' });
    if (answer.ok && answer.value.type === 'posted') this.#posted.value = answer.value.seeks;
  }

  /** Starts following the lobby. The returned function stops it. */
  enter(): () => void {
    const unsubscribe = this.#connection.on((message) => this.#onMessage(message));
    const stopAsking = effect(() => {
      if (this.#connection.status.value === 'online') void this.#connection.request({ type: 'lobby' });
    });
    return () => {
      stopAsking();
      unsubscribe();
      this.#connection.send({ type: 'leave-lobby' });
    };
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === 'lobby') this.#lists.value = listsOf(message);
    const known = this.#lists.peek();
    if (message.type === 'lobby-change' && known) this.#lists.value = changed(known, message);
  }
}

function listsOf({ seeks, live, online }: ServerMessageOf<'lobby'>): LobbyLists {
  return { seeks, live, online };
}

/** Returns the lists after a change. An added entry replaces the one with the same handle. The newest come first. */
export function changed(known: LobbyLists, change: ServerMessageOf<'lobby-change'>): LobbyLists {
  const goneSeeks = new Set([...change.removed.seeks, ...change.added.seeks.map(({ id: seek }) => seek)]);
  const goneMatches = new Set([...change.removed.live, ...change.added.live.map(({ match }) => match)]);
  const watchers = new Map(change.watchers?.map(({ match, count }) => [match, count]));
  const watched = (live: LiveView) => ({ ...live, watchers: watchers.get(live.match) ?? live.watchers });
  return {
    seeks: [...change.added.seeks, ...known.seeks.filter(({ id: seek }) => !goneSeeks.has(seek))],
    live: [...change.added.live, ...known.live.filter(({ match }) => !goneMatches.has(match)).map(watched)],
    online: change.online,
  };
}
