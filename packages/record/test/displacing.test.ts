import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { countDisplacing, type Displacing } from '../src/displacing.ts';
import type { MatchEvent } from '../src/types.ts';

const SEED = process.env.SEED ? Number(process.env.SEED) : 1;
const RUNS = 2_000;
/** No honest player is further away than this: such a player signs again before the server may store the next aside. */
const FAR_MS = 1_500;

const none: Displacing = { at: null, loadMs: 0, row: 0, longest: [0, 0] };
const sealed = { n: 0, prev: '', sig: '' };

type Kind = 'sit' | 'absent' | 'void' | 'resume';

/** Collects the asides while player 0 has to act. */
class Turn {
  readonly #began: number;
  #last: Pick<MatchEvent, 'at' | 'type'>;
  #count = none;

  constructor(began: number) {
    this.#began = began;
    this.#last = { at: began, type: 'dice' };
  }

  get isNoted(): boolean {
    return this.#count.longest[0] > 0;
  }

  get at(): number {
    return this.#last.at;
  }

  get ms(): number {
    return this.#last.at - this.#began;
  }

  /** `keptMs`: the time before a `resume` that it does not give back. */
  add(kind: Kind, at: number, keptMs = 0): void {
    const event = this.#event(kind, at, Math.min(at, this.#last.at + keptMs));
    this.#count = countDisplacing(this.#count, event, { ...this.#last, party: 0 });
    this.#last = event;
  }

  #event(kind: Kind, at: number, since: number): MatchEvent {
    if (kind === 'sit') return { ...sealed, type: 'sit', p: 1, nonce: '', sent: at, at };
    if (kind === 'absent') return { ...sealed, type: 'absent', p: null, seat: 0, at };
    if (kind === 'void') return { ...sealed, type: 'void', p: null, hash: '', at };
    return { ...sealed, type: 'resume', p: null, since, at };
  }
}

describe(`the note on quick asides, seed ${SEED}`, () => {
  it('AS22 is given on every server that keeps a decision out by asides, whatever their types, dates and gaps', () => {
    const random = new SeededRandom(SEED);
    for (let run = 0; run < RUNS; run++) {
      const kinds: Kind[] = Array.from({ length: 1 + random.below(3) }, () =>
        random.pick(['sit', 'absent', 'void', 'resume']),
      );
      // The dates pass at any rate below that of the player's answers: not at all, or with gaps of any part of the time.
      const stepMs = random.below(4) === 0 ? 0 : 1 + random.below(FAR_MS);
      const gaps = random.next();
      const turn = new Turn(1_000_000);
      for (let signed = 0; signed < 200 && !turn.isNoted; signed++) {
        const ms = random.below(2) === 0 ? stepMs : random.below(stepMs + 1);
        turn.add(random.pick(kinds), turn.at + ms, Math.floor(ms * gaps));
      }
      expect(turn.isNoted, `run ${run}: ${kinds} every ${stepMs} ms, gaps ${gaps}`).toBe(true);
      expect(turn.ms).toBeLessThan(60_000);
    }
  });

  it('AS23 is not given on a server that keeps its rule, with slow storage and failing processes', () => {
    const random = new SeededRandom(SEED);
    for (let run = 0; run < RUNS; run++) {
      const turn = new Turn(1_000_000);
      const slowMs = random.below(3) * random.below(3_000);
      const failsEveryMs = 30_000 + random.below(60_000);
      const next = { sit: 0, void: 0, absent: 0 };
      let failAt = turn.at + random.below(failsEveryMs);
      while (turn.ms < 300_000) {
        // The rule: 2 s behind an aside of another party comes the next one, and two of a kind are 5 s apart. The refusal of an event of the
        // player who has to act does not wait for 2 s.
        const kind = random.pick(['sit', 'void', 'absent'] as const);
        const isOwn = kind === 'void' && random.below(4) === 0;
        const at = Math.max(next[kind], turn.at + (isOwn ? 0 : 2_000)) + random.below(2) * random.below(1_000);
        if (at > failAt) {
          // The match is taken over, and both players were connected to the process that failed.
          failAt += failsEveryMs;
          turn.add('resume', turn.at + 2_000, random.below(2_000));
          turn.add('resume', turn.at);
          turn.add('resume', turn.at);
          continue;
        }
        next[kind] = at + (kind === 'absent' ? 10_000 : 5_000);
        turn.add(kind, at);
        if (slowMs > 1_000) turn.add('resume', turn.at + slowMs);
      }
      expect(turn.isNoted, `run ${run}: slow by ${slowMs} ms, fails every ${failsEveryMs} ms`).toBe(false);
    }
  });
});
