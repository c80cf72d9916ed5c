import { makePositionId, rankPlays } from 'bg-rules';
import type { GnubgEngine } from '../../src/engine/gnubg.ts';
import { Chance } from './chance.ts';
import { FINAL, isPuzzle, QUICK } from './criteria.ts';
import { type Kind, kindOf, kinds } from './kinds.ts';
import { decisionOf, makePuzzle, type Puzzle } from './puzzle.ts';
import { type Moment, selfPlay } from './self-play.ts';

/** The maximum share of each kind. */
const SHARES: Readonly<Record<Kind, number>> = {
  opening: 0.12,
  blitz: 0.2,
  prime: 0.2,
  'back-game': 0.15,
  'bear-off': 0.2,
  race: 0.1,
  contact: 0.35,
};
/** Number of rolls skipped after a puzzle, so that two puzzles are not from the same sequence. */
const REST = 8;

export interface Find {
  readonly puzzles: readonly Puzzle[];
  readonly moments: number;
  readonly deepLooks: number;
}

/** Plays until `count` puzzles are found. The result depends only on the seed. */
export async function findPuzzles(engine: GnubgEngine, seed: number, count: number): Promise<Find> {
  const found = new Map<string, Puzzle>();
  const left = new Map(kinds.map((kind) => [kind, Math.ceil(SHARES[kind] * count)]));
  let moments = 0;
  let deepLooks = 0;
  let rest = 0;
  for await (const moment of selfPlay(engine, new Chance(seed))) {
    if (!moment.ok) throw new Error(moment.message);
    moments++;
    if (rest-- > 0) continue;
    const candidate = quickLook(moment.value);
    if (!candidate || !left.get(candidate.kind) || found.has(candidate.key)) continue;
    deepLooks++;
    const puzzle = await deepLook(engine, candidate);
    if (!puzzle) continue;
    found.set(candidate.key, puzzle);
    left.set(puzzle.kind, left.get(puzzle.kind)! - 1);
    rest = REST;
    if (found.size === count) break;
  }
  return { puzzles: [...found.values()], moments, deepLooks };
}

type Candidate = NonNullable<ReturnType<typeof quickLook>>;

function quickLook({ state, plays }: Moment) {
  const decision = decisionOf(state, state.toAct!);
  const natural = rankPlays(decision.position, 0, decision.dice)[0]!.hops;
  if (!isPuzzle(plays, natural, QUICK)) return null;
  const key = `${makePositionId(decision.position, 0)} ${[...decision.dice].sort().join('')}`;
  return { decision, natural, key, kind: kindOf(decision.position, 0) };
}

async function deepLook(engine: GnubgEngine, { decision, natural, kind }: Candidate): Promise<Puzzle | null> {
  const plays = await engine.moves({ ...decision, plies: 2 });
  if (!plays.ok) throw new Error(plays.message);
  return isPuzzle(plays.value, natural, FINAL) ? makePuzzle(decision, kind, natural, plays.value) : null;
}
