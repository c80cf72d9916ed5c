import { readFileSync } from 'node:fs';
import type { Flood, Place, Scene } from './flood.ts';
import { makeFlood } from './floods.ts';
import { type Seen, Tally } from './tally.ts';

/** Connections that are opened at the same time. */
const OPENING = 20;

export interface FloodSettings {
  /** The name of the flood. */
  readonly name: string;
  readonly scene: Omit<Scene, 'connections'>;
  readonly connections: Connections;
}

/** The numbers of connections of each address. */
export type Connections = readonly number[];

export const totalOf = (connections: Connections) => connections.reduce((sum, count) => sum + count, 0);

/** The attacker's own measurements during a flood. */
export interface Flooded {
  readonly seen: Seen;
  /** The number of answers. */
  readonly answers: number;
  /** The median time to an answer. */
  readonly answerMs: number;
  /** The part of one processor core that the attacker used, and the part of the time that it waited for a core. */
  readonly attacker: { readonly used: number; readonly waited: number };
}

/** The connections of a flood. Each makes one request at a time. */
export class FloodRun {
  readonly #flood: Flood;
  readonly #places: readonly Place[];
  /** The last request of each place, which may outlast a flood. Its answer counts for the next one. */
  readonly #busy = new Map<Place, Promise<void>>();
  #tally = new Tally(0);
  #times: number[] = [];

  private constructor(flood: Flood, places: readonly Place[]) {
    this.#flood = flood;
    this.#places = places;
  }

  /** Opens all connections. */
  static async open({ name, scene, connections }: FloodSettings): Promise<FloodRun> {
    const flood = makeFlood(name, { ...scene, connections: totalOf(connections) });
    const addresses = connections.flatMap((count, address) => Array.from({ length: count }, () => address));
    const places = addresses.map((address, index): Place => ({ address, index }));
    const left = [...places];
    const some = async () => {
      for (let place = left.shift(); place; place = left.shift()) await flood.open(place);
    };
    await Promise.all(Array.from({ length: OPENING }, some));
    return new FloodRun(flood, places);
  }

  /** Floods from the first addresses. */
  async flood(addresses: number, seconds: number): Promise<Flooded> {
    const tally = new Tally(seconds);
    const times: number[] = [];
    [this.#tally, this.#times] = [tally, times];
    const [before, at] = [scheduled(), performance.now()];
    for (const place of this.#places.filter(({ address }) => address < addresses))
      this.#busy.set(
        place,
        Promise.resolve(this.#busy.get(place)).then(() => this.#repeat(place, tally)),
      );
    const seen = { ...(await tally.rest()) };
    const [after, ms] = [scheduled(), performance.now() - at];
    return {
      seen,
      answers: times.length,
      answerMs: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
      attacker: { used: (after.usedMs - before.usedMs) / ms, waited: (after.waitedMs - before.waitedMs) / ms },
    };
  }

  async #repeat(place: Place, tally: Tally): Promise<void> {
    while (tally.goesOn) {
      const at = performance.now();
      const answer = await this.#flood.ask(place).catch((error) => String(error.code ?? error.message));
      if (this.#tally.goesOn) {
        this.#tally.count(answer);
        this.#times.push(performance.now() - at);
      }
      await new Promise((resolve) => setTimeout(resolve, at + this.#flood.everyMs - performance.now()));
    }
  }
}

/** How long this thread has run, and has been ready without a core. */
function scheduled(): { readonly usedMs: number; readonly waitedMs: number } {
  const [used, waited] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return { usedMs: Number(used) / 1e6, waitedMs: Number(waited) / 1e6 };
}
