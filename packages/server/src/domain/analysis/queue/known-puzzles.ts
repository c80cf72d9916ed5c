import type { Job, JobRequest, JudgedPlay } from '@anchor/wire';
import { type Puzzle, parsePuzzle } from '../../puzzle/puzzle.ts';
import type { PuzzleBank } from '../../puzzle/puzzles.ts';
import { cubelessEquity } from '../measure.ts';
import { type EngineName, makeJob } from '../normalise.ts';
import type { KnownAnswer, KnownAnswers } from './canaries.ts';
import { LegalPlays } from './legal-plays.ts';

/** The engine that has judged every play of the puzzles. */
const JUDGE: EngineName = { engineId: 'gnubg-1.07', ply: 2 };

/** The bank of puzzles as jobs with known answers; none for another engine, of which the bank knows nothing. */
export function knownPuzzles(bank: PuzzleBank, engine: EngineName): KnownAnswers {
  if (engine.engineId !== JUDGE.engineId || engine.ply !== JUDGE.ply) return async () => [];
  let answers: readonly (() => KnownAnswer)[] | null = null;
  return async () => {
    const texts = await bank();
    answers ??= texts.map((text) => once(() => knownAnswer(parsePuzzle(text), engine)));
    return answers;
  };
}

/** Judging every play of all puzzles at once would keep live matches waiting. */
function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function knownAnswer(puzzle: Puzzle, engine: EngineName): KnownAnswer {
  const job: Job = makeJob(requestOf(puzzle), engine);
  const legal = new LegalPlays(job.req);
  const plays = puzzle.plays
    .toSorted((one, other) => other.equity - one.equity)
    .map(({ hops, chances }): JudgedPlay => {
      const ours = (legal.find(hops)?.hops ?? []).map(([from, to]): [number, number] => [from, to]);
      return { hops: ours, equity: cubelessEquity(chances), probs: chances };
    });
  return { job, plays };
}

/** As a match would ask it: the larger die first, player 0 on roll. */
function requestOf({ position, dice, cube, score, length, crawford, jacoby, beavers }: Puzzle): JobRequest {
  const isMoney = length === 0;
  return {
    ...{ pos: position, onRoll: 0, cube, matchLength: length, crawford },
    dice: dice[0] < dice[1] ? [dice[1], dice[0]] : dice,
    score: isMoney ? [0, 0] : score,
    postCrawford: length > 1 && !crawford && score.includes(length - 1),
    ...{ jacoby: isMoney && jacoby, beavers: isMoney && beavers },
  };
}
