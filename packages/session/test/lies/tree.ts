import type { Header, MatchEvent } from 'bg-record';
import { headerHash } from 'bg-record';

/** Every history of a match that the server has created, as a tree. Each node is an event with its date. */
export class Tree {
  readonly header: Header;
  readonly root: string;
  readonly #nodes = new Map<string, { readonly prev: string; readonly event: MatchEvent }>();

  constructor(header: Header) {
    this.header = header;
    this.root = headerHash(header);
  }

  note(hash: string, prev: string, event: MatchEvent): void {
    this.#nodes.set(hash, { prev, event });
  }

  has(hash: string): boolean {
    return hash === this.root || this.#nodes.has(hash);
  }

  /** Returns the events up to the one with this hash. */
  path(hash: string): MatchEvent[] {
    const events: MatchEvent[] = [];
    for (let node = this.#nodes.get(hash); node; node = this.#nodes.get(node.prev)) events.unshift(node.event);
    return events;
  }

  get hashes(): string[] {
    return [...this.#nodes.keys()];
  }

  eventAt(hash: string): MatchEvent | undefined {
    return this.#nodes.get(hash)?.event;
  }
}
