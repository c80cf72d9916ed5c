import { createHash } from 'node:crypto';
import { makeJob } from '@anchor/analysis';
import type { Job, JobRequest, JobResult, JudgedPlay } from '@anchor/wire';
import { type Dice, legalPlays, type Position, startPosition } from 'bg-rules';

export const ENGINE = { engineId: 'test-1.0', ply: 2 };

/** A question about a roll in some position of a money game, or about the cube. */
export function requestFor(pos: Position, dice: Dice, changes: Partial<JobRequest> = {}): JobRequest {
  return {
    pos: { points: [...pos.points], bar: [...pos.bar], off: [...pos.off] },
    onRoll: 0,
    dice: [...dice],
    cube: { value: 1, owner: null },
    score: [0, 0],
    matchLength: 0,
    crawford: false,
    postCrawford: false,
    jacoby: false,
    beavers: false,
    ...changes,
  };
}

/** Different jobs: rolls of the opening at different scores. */
export function jobsFor(count: number, engine = ENGINE): Job[] {
  return Array.from({ length: count }, (_, n) => {
    const score: [number, number] = [n % 20, Math.floor(n / 20) % 20];
    return makeJob(requestFor(startPosition(), [3, 1], { score, matchLength: 25 }), engine);
  });
}

export function cubeJob(changes: Partial<JobRequest> = {}): Job {
  return makeJob(requestFor(startPosition(), [0, 0], changes), ENGINE);
}

const round = (chance: number) => Math.round(chance * 1e6) / 1e6;

/** Chances that depend only on the position, like those of a deterministic engine. */
function judge(position: Position): Pick<JudgedPlay, 'equity' | 'probs'> {
  const bytes = createHash('sha256').update(JSON.stringify(position)).digest();
  const part = (index: number) => bytes.readUInt32BE(index * 4) / 2 ** 32;
  const [win, gammon] = [0.2 + 0.6 * part(0), 0.3 * part(1)];
  const probs = [win, win * gammon, (win * gammon) / 10, (1 - win) * part(2) * 0.3, 0.001 * part(3)].map(round);
  const [w = 0, wg = 0, wb = 0, lg = 0, lb = 0] = probs;
  return { equity: round(2 * w - 1 + wg - lg + wb - lb), probs: [w, wg, wb, lg, Math.min(lb, lg)] };
}

/** The answer of an honest worker. */
export function honestResult({ req }: Pick<Job, 'req'>): JobResult {
  if (req.dice[0] === 0)
    return { plays: [], cube: { noDouble: 0.21, doubleTake: 0.18, doublePass: 1, action: 'no-double' } };
  const plays = legalPlays(req.pos, req.onRoll, req.dice).map(({ hops, position }): JudgedPlay => {
    const judged = judge(position);
    const [w, wg, wb, lg, lb] = judged.probs ?? [0, 0, 0, 0, 0];
    return { hops: hops.map(([from, to]) => [from, to]), ...judged, equity: round(2 * w - 1 + wg - lg + wb - lb) };
  });
  return { plays: plays.toSorted((one, other) => other.equity - one.equity), ms: 12.5 };
}
