import { type ComplaintKind, PEOPLE, type Reaction, type RelationKind, type ServerMessageOf } from '@anchor/wire';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Answer, Connection } from 'bg-session';

/** The players whom the reader knows, as the server listed them last. */
export type KnownPeople = Omit<ServerMessageOf<'people'>, 'type' | 'id'>;

/** A reaction that a player sent outside of matches, in milliseconds since the epoch of this device. */
export interface Said {
  readonly reaction: string;
  readonly at: number;
}

/** The players whom the reader follows or blocks, and the last opponents. The lists are asked for when a part of the page shows them. */
export class People {
  readonly #connection: Connection;
  readonly #known = signal<KnownPeople | null>(null);
  readonly #said = signal<ReadonlyMap<string, Said>>(new Map());

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.on((message) => {
      // Another key has other lists.
      if (message.type === 'identified') this.#known.value = null;
      if (message.type === 'people') this.#known.value = message;
      // A message with an id is the answer to `say` of this page.
      if (message.type === 'said' && message.id === undefined) this.#addSaid(message);
    });
  }

  /** Null until the lists were asked for. */
  get known(): ReadonlySignal<KnownPeople | null> {
    return this.#known;
  }

  /** The newest reaction of a player whom the reader follows. */
  saidBy(pub: string): Said | undefined {
    return this.#said.value.get(pub);
  }

  /** Sends a reaction to a player, who gets it if both follow each other. */
  say(pub: string, reaction: Reaction): Promise<Answer> {
    return this.#connection.request({ type: 'say', pub, reaction });
  }

  load(): Promise<Answer> {
    return this.#connection.request({ type: 'people' });
  }

  /** The reader's relation to a player. Undefined as long as the lists are not known. */
  relationTo(pub: string): RelationKind | null | undefined {
    const known = this.#known.value;
    if (known === null) return undefined;
    const has = (list: KnownPeople['follows']) => list.some((person) => person.pub === pub);
    if (has(known.follows)) return 'follow';
    return has(known.blocked) ? 'block' : null;
  }

  #addSaid({ from, reaction }: ServerMessageOf<'said'>): void {
    const said = this.#said.peek();
    // As many as a player can follow.
    const kept = said.size < PEOPLE.follow ? said : [];
    this.#said.value = new Map([...kept, [from, { reaction, at: Date.now() }]]);
  }

  /** Complains to the operator of the opponent in a match. */
  complain(match: string, about: ComplaintKind): Promise<Answer> {
    return this.#connection.request({ type: 'complain', match, about });
  }

  /** Follows or blocks a player, or neither, and asks for the new lists. */
  async relate(pub: string, as: RelationKind | null): Promise<Answer> {
    const answer = await this.#connection.request({ type: 'relate', pub, as });
    return answer.ok ? this.load() : answer;
  }
}
