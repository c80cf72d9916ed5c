import type { ServerMessage, TurnView } from '@anchor/wire';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Connection } from '../connection/connection.ts';

/** True if the match waits for a decision of the player. */
export function waitsForPlayer({ toAct, seat, isAutomatic }: TurnView): boolean {
  return toAct === seat && !isAutomatic;
}

/** True if the match waits for an answer of the player's page without a decision, such as a reveal. */
export function isOwed({ toAct, seat, isAutomatic }: TurnView): boolean {
  return toAct === seat && isAutomatic;
}

/** The correspondence matches of the player, as the server lists them. */
export class Turns {
  readonly #listed = signal<readonly TurnView[]>([]);
  /** The matches whose answer without a decision this page cannot give. */
  readonly #stuck = signal<ReadonlySet<string>>(new Set());
  readonly #list = computed(() => {
    const stuck = this.#stuck.value;
    const list = this.#listed.value.map((turn) => (stuck.has(turn.match) ? { ...turn, isAutomatic: false } : turn));
    return list.toSorted(byUrgency);
  });

  constructor(connection: Pick<Connection, 'on'>) {
    connection.on((message) => this.#onMessage(message));
  }

  /**
   * Those that wait for the player first, the earliest deadline first. A match in which this page cannot answer automatically, although that is
   * due, waits for the player.
   */
  get list(): ReadonlySignal<readonly TurnView[]> {
    return this.#list;
  }

  /** The matches that wait for a decision of the player. */
  get waiting(): readonly TurnView[] {
    return this.#list.value.filter(waitsForPlayer);
  }

  has(match: string): boolean {
    return this.#list.value.some((turn) => turn.match === match);
  }

  /** Lists a match as waiting for the player, because the page cannot give the answer that it waits for. That ends when it no longer waits for one. */
  leaveToPlayer(match: string): void {
    if (this.#listed.peek().some((turn) => turn.match === match && isOwed(turn)))
      this.#stuck.value = new Set([...this.#stuck.peek(), match]);
  }

  #onMessage(message: ServerMessage): void {
    // If there are any, they follow.
    if (message.type === 'identified') this.#listed.value = [];
    if (message.type !== 'turns') return;
    const owed = new Set(message.matches.filter(isOwed).map(({ match }) => match));
    batch(() => {
      this.#stuck.value = new Set([...this.#stuck.peek()].filter((match) => owed.has(match)));
      this.#listed.value = message.matches;
    });
  }
}

function byUrgency(a: TurnView, b: TurnView): number {
  const first = Number(waitsForPlayer(b)) - Number(waitsForPlayer(a));
  return first || (a.until ?? 0) - (b.until ?? 0);
}
