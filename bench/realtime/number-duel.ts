import { performance } from 'node:perf_hooks';
import { afterThought, type Duel, type DuelParts } from './contender.ts';

/** A player's connection in a match in which a move is one number. */
export interface NumberLink {
  send(move: number): void;
  onMove(heard: (move: number) => void): void;
}

/** The smallest possible match: two players count, in turn. */
export class NumberDuel implements Duel {
  readonly #links: readonly [NumberLink, NumberLink];
  readonly #parts: DuelParts;
  #next = 1;
  #sentMs = 0;
  #isOver = false;

  constructor(links: readonly [NumberLink, NumberLink], parts: DuelParts) {
    this.#links = links;
    this.#parts = parts;
    links.forEach((link, seat) => {
      link.onMove((move) => this.#heard(seat, move));
    });
  }

  play(): void {
    afterThought(this.#parts.pace, () => this.#send());
  }

  end(): void {
    this.#isOver = true;
  }

  /** Some servers send the mover's own move back, and some send a move twice. */
  #heard(seat: number, move: number): void {
    if (move !== this.#next || this.#turn === seat) return;
    const { meter, pace } = this.#parts;
    meter.heard(this.#sentMs);
    meter.accepted();
    this.#next += 1;
    afterThought(pace, () => this.#send());
  }

  get #turn(): 0 | 1 {
    return this.#next % 2 === 1 ? 0 : 1;
  }

  #send(): void {
    if (this.#isOver) return;
    this.#sentMs = performance.now();
    this.#links[this.#turn].send(this.#next);
  }
}
