import type { EngineName } from '@anchor/analysis';
import type { Job, JudgedPlay } from '@anchor/wire';
import { cubelessEquity } from 'bg-rules';
import { makeJob, requestOf, type Situation } from '../analysis/normalise.ts';
import type { KnownAnswer, KnownAnswers } from '../analysis/queue/canaries.ts';
import { LegalPlays } from '../analysis/queue/check-result.ts';
import { type Puzzle, parsePuzzle } from './puzzle.ts';
import type { PuzzleBank } from './puzzles.ts';

/** The engine that evaluated the puzzle bank. */
const BANK_ENGINE: EngineName = { engineId: 'gnubg-1.07', ply: 2 };

/** The puzzle bank as jobs with known answers. Empty for any other engine. */
export function knownPuzzles(bank: PuzzleBank, engine: EngineName): KnownAnswers {
  if (engine.engineId !== BANK_ENGINE.engineId || engine.ply !== BANK_ENGINE.ply) return async () => [];
  let answers: readonly (() => KnownAnswer)[] | null = null;
  return async () => {
    const texts = await bank();
    answers ??= texts.map((text) => once(() => knownAnswer(parsePuzzle(text), engine)));
    return answers;
  };
}

/** Evaluates lazily: all puzzles at once would block live matches. */
function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function knownAnswer(puzzle: Puzzle, engine: EngineName): KnownAnswer {
  const job: Job = makeJob(requestOf(situationOf(puzzle), 0, puzzle.dice), engine);
  const legal = new LegalPlays(job.req);
  const plays = puzzle.plays
    .toSorted((one, other) => other.equity - one.equity)
    .map(({ hops, chances }): JudgedPlay => {
      const ours = (legal.find(hops)?.hops ?? []).map(([from, to]): [number, number] => [from, to]);
      return { hops: ours, equity: cubelessEquity(chances), probs: chances };
    });
  return { job, plays };
}

/** Player 0 is on roll. A puzzle at one away without the Crawford flag is after the Crawford game. */
function situationOf({ position, cube, score, length, crawford, jacoby, beavers }: Puzzle): Situation {
  const rules = { crawford, jacoby, beavers };
  return { position, cube, score, length, rules, crawford, postCrawford: false };
}
