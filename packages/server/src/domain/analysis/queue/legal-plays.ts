import type { JobRequest } from '@anchor/wire';
import { applyPlay, type Hop, legalPlays, type Play, type Position } from 'bg-rules';

/** The plays of a roll, found by any order of hops that makes them. */
export class LegalPlays {
  readonly #req: JobRequest;
  readonly #byHops = new Map<string, Play>();
  readonly #byPosition = new Map<string, Play>();

  constructor(req: JobRequest) {
    this.#req = req;
    for (const play of legalPlays(req.pos, req.onRoll, req.dice)) {
      this.#byHops.set(play.hops.join(), play);
      this.#byPosition.set(nameOf(play.position), play);
    }
  }

  get count(): number {
    return this.#byPosition.size;
  }

  find(hops: readonly Hop[]): Play | undefined {
    return this.#byHops.get(hops.join()) ?? this.#findByPosition(hops);
  }

  #findByPosition(hops: readonly Hop[]): Play | undefined {
    const { pos, onRoll, dice } = this.#req;
    const reached = applyPlay(pos, onRoll, dice, hops);
    return reached.ok ? this.#byPosition.get(nameOf(reached.value)) : undefined;
  }
}

/** Checkers off are what is missing to fifteen. */
function nameOf({ points, bar }: Position): string {
  return `${points.join()}|${bar.join()}`;
}
