import type { JobRequest } from '@anchor/wire';
import { applyPlay, type Hop, legalPlays, type Play, type Position } from 'bg-rules';

/** The legal plays of a roll. Finds a play by any order of its hops. */
export class LegalPlays {
  readonly #req: JobRequest;
  readonly #plays: readonly Play[];
  readonly #byHops: ReadonlyMap<string, Play>;
  /** Built only for workers that write hops in another order than the rules do. */
  #byPosition: ReadonlyMap<string, Play> | null = null;

  constructor(req: JobRequest) {
    this.#req = req;
    this.#plays = legalPlays(req.pos, req.onRoll, req.dice);
    this.#byHops = new Map(this.#plays.map((play) => [play.hops.join(), play]));
  }

  /** Number of legal plays. Each leads to a different position. */
  get count(): number {
    return this.#plays.length;
  }

  find(hops: readonly Hop[]): Play | undefined {
    return this.#byHops.get(hops.join()) ?? this.#findByPosition(hops);
  }

  #findByPosition(hops: readonly Hop[]): Play | undefined {
    const { pos, onRoll, dice } = this.#req;
    const reached = applyPlay(pos, onRoll, dice, hops);
    if (!reached.ok) return undefined;
    this.#byPosition ??= new Map(this.#plays.map((play) => [nameOf(play.position), play]));
    return this.#byPosition.get(nameOf(reached.value));
  }
}

/** Leaves the checkers off the board out, because they follow from the rest. */
function nameOf({ points, bar }: Position): string {
  return `${points.join()}|${bar.join()}`;
}
