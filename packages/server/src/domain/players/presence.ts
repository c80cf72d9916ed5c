/** A connection of this process that has proved a key. */
export interface Peer {
  /** Called when a newer connection has proved the same key. */
  supersede(): void;
}

/** The optional parts of the format that a client's program knows. Others refuse a header that uses them. */
export interface Knowledge {
  /** Views of the public log in commits. */
  readonly views: boolean;
  /** Money sessions. */
  readonly sessions: boolean;
}

const KNOWS_NOTHING: Knowledge = { views: false, sessions: false };

/** The newest connection of a key. */
export interface Connection {
  readonly pub: string;
  /** The newest of several connections of one key has the greatest number. */
  readonly number: number;
  readonly knows: Knowledge;
}

/** The newest connection of a key, and the process that has it. */
export interface Attendee extends Connection {
  readonly process: string;
}

interface Here extends Connection {
  readonly peer: Peer;
}

/** The connected keys: those of this process, and those of the others as the lobby says. */
export class Presence {
  readonly #processId: string;
  readonly #here = new Map<string, Here>();
  readonly #elsewhere = new Map<string, Attendee>();

  constructor(processId: string) {
    this.#processId = processId;
  }

  /** Number of keys connected to all processes. */
  get count(): number {
    return [...this.#elsewhere.keys()].reduce((sum, pub) => (this.#here.has(pub) ? sum : sum + 1), this.#here.size);
  }

  /** The connections of this process. */
  get here(): readonly Connection[] {
    return [...this.#here.values()].map(({ pub, number, knows }) => ({ pub, number, knows }));
  }

  isOnline(pub: string): boolean {
    return this.#here.has(pub) || this.#elsewhere.has(pub);
  }

  /** True if the key is connected to this process. */
  isHere(pub: string): boolean {
    return this.#here.has(pub);
  }

  /** True if the key is connected to another process. */
  isElsewhere(pub: string): boolean {
    return this.#elsewhere.has(pub);
  }

  /** The number of the key's connection to this process, or null. */
  numberOf(pub: string): number | null {
    return this.#here.get(pub)?.number ?? null;
  }

  /** The optional parts of the format that the newest connection of the key knows. */
  knowledge(pub: string): Knowledge {
    return (this.#here.get(pub) ?? this.#elsewhere.get(pub))?.knows ?? KNOWS_NOTHING;
  }

  /** A connection of this process has proved the key. Of two connections of a key the older one is superseded. */
  enter({ pub, number, knows }: Connection, peer: Peer): void {
    const previous = this.#here.get(pub);
    const isNewest = previous === undefined || previous.number < number;
    if (isNewest) this.#here.set(pub, { pub, number, knows, peer });
    (isNewest ? previous?.peer : peer)?.supersede();
  }

  /** The connection has ended. Returns its number, or null if it was superseded before. */
  leave(pub: string, peer: Peer): number | null {
    const here = this.#here.get(pub);
    if (here?.peer !== peer) return null;
    this.#here.delete(pub);
    return here.number;
  }

  /** Another process has a newer connection than this one. */
  supersede(pub: string, number: number): void {
    const here = this.#here.get(pub);
    if (here?.number !== number) return;
    this.#here.delete(pub);
    here.peer.supersede();
  }

  /** The keys that are connected to other processes, as the lobby has said. */
  get elsewhere(): Iterable<string> {
    return this.#elsewhere.keys();
  }

  /** The lobby says where the newest connection of a key is, or that there is none. Those of this process are known here. */
  attends(pub: string, attendee: Attendee | null): void {
    if (attendee && attendee.process !== this.#processId) this.#elsewhere.set(pub, attendee);
    else this.#elsewhere.delete(pub);
  }
}
