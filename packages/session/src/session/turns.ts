import type { ServerMessage, TurnView } from '@anchor/wire';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Connection } from '../connection/connection.ts';

/** True if the match waits for a decision of the player. */
export function waitsForPlayer({ toAct, seat, isAutomatic }: TurnView): boolean {
  return toAct === seat && !isAutomatic;
}

/** The correspondence matches of the player, as the server lists them. */
export class Turns {
  readonly #list = signal<readonly TurnView[]>([]);

  constructor(connection: Pick<Connection, 'on'>) {
    connection.on((message) => this.#onMessage(message));
  }

  /** Those that wait for the player first, the earliest deadline first. */
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

  #onMessage(message: ServerMessage): void {
    // If there are any, they follow.
    if (message.type === 'identified') this.#list.value = [];
    if (message.type === 'turns') this.#list.value = message.matches.toSorted(byUrgency);
  }
}

function byUrgency(a: TurnView, b: TurnView): number {
  const first = Number(waitsForPlayer(b)) - Number(waitsForPlayer(a));
  return first || (a.until ?? 0) - (b.until ?? 0);
}
