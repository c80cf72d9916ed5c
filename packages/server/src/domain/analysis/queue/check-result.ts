import { type CubeEvaluation, type JobRequest, type JobResult, type JudgedPlay, jobResult } from '@anchor/wire';
import { MAX_CUBE, type Play, type Result } from 'bg-rules';
import * as z from 'zod/mini';
import { LegalPlays } from './legal-plays.ts';

/** Why a result is not taken. */
export type ResultCode = keyof typeof resultFaults;

export const resultFaults = {
  'not-leased': 'The job is not part of this lease, or has a result already.',
  malformed: 'The result has not the documented shape.',
  'bad-hops': 'A play is a list of at most four hops between places 0 to 25.',
  'bad-equity': 'An equity is a finite number from -4 to 4.',
  'bad-probs': 'Chances are five numbers from 0 to 1, none of a greater win above that of a smaller one.',
  'illegal-play': 'A play is not legal.',
  'duplicate-play': 'Two plays lead to the same position.',
  'missing-play': 'A legal play is missing.',
  'unwanted-plays': 'The question is the cube; there is nothing to play.',
  'missing-cube': 'The question is the cube, and there is no evaluation of it.',
  'unwanted-cube': 'The player on roll may not double.',
  'bad-cube': 'A cube evaluation is three numbers, the last of which is 1, and an action.',
} as const;

/** Engines give six digits after the point: what sums of such numbers may be off by. */
const CHANCE_TOLERANCE = 2e-6;
/** More than a cube can be worth at any score, in points of its present value. */
const MOST_CUBE_EQUITY = 50;

export function refuseResult(code: ResultCode): Result<never, ResultCode> {
  return { ok: false, code, message: resultFaults[code] };
}

/**
 * Decides whether a worker's answer can be one to this question, by our own rules. Whoever sends it is not believed. What
 * comes back has the plays in the worker's order, their hops as the rules write them, so that equal plays are equal texts.
 */
export function checkResult(req: JobRequest, answer: unknown): Result<JobResult, ResultCode> {
  const read = z.safeParse(jobResult, answer);
  if (!read.success) return refuseResult(shapeFault(read.error.issues[0]?.path ?? []));
  const { plays: given, cube } = read.data;
  const plays = checkPlays(req, given);
  if (!plays.ok) return plays;
  const fault = cubeFault(req, cube);
  if (fault) return refuseResult(fault);
  return { ok: true, value: cube ? { plays: plays.value, cube } : { plays: plays.value } };
}

const members: Readonly<Record<string, ResultCode>> = {
  hops: 'bad-hops',
  equity: 'bad-equity',
  probs: 'bad-probs',
  cube: 'bad-cube',
};

function shapeFault(path: readonly PropertyKey[]): ResultCode {
  const member = path.map(String).find((name) => Object.hasOwn(members, name)) ?? '';
  return members[member] ?? 'malformed';
}

function checkPlays(req: JobRequest, given: readonly JudgedPlay[]): Result<JudgedPlay[], ResultCode> {
  if (asksForCube(req)) return given.length === 0 ? { ok: true, value: [] } : refuseResult('unwanted-plays');
  const legal = new LegalPlays(req);
  const plays: JudgedPlay[] = [];
  const seen = new Set<Play>();
  for (const judged of given) {
    const play = legal.find(judged.hops);
    const fault = play ? numbersFault(judged) : 'illegal-play';
    if (!play || fault) return refuseResult(fault ?? 'illegal-play');
    if (seen.has(play)) return refuseResult('duplicate-play');
    seen.add(play);
    plays.push({ ...judged, hops: play.hops.map(([from, to]) => [from, to]) });
  }
  return plays.length === legal.count ? { ok: true, value: plays } : refuseResult('missing-play');
}

export function asksForCube({ dice }: Pick<JobRequest, 'dice'>): boolean {
  return dice[0] === 0 && dice[1] === 0;
}

/** The equity is not held to the chances: engines give it with the cube or without, and where there are chances they alone are measured. */
function numbersFault({ probs }: JudgedPlay): ResultCode | null {
  if (!probs) return null;
  const [win, gammon, backgammon, lostGammon, lostBackgammon] = probs;
  const pairs = [
    [gammon, win],
    [backgammon, gammon],
    [lostGammon, 1 - win],
    [lostBackgammon, lostGammon],
  ] as const;
  return pairs.some(([part, whole]) => part > whole + CHANCE_TOLERANCE) ? 'bad-probs' : null;
}

function cubeFault(req: JobRequest, cube: CubeEvaluation | undefined): ResultCode | null {
  if (!cube) return asksForCube(req) ? 'missing-cube' : null;
  if (!mayDouble(req)) return 'unwanted-cube';
  const { noDouble, doubleTake, doublePass } = cube;
  // who passes pays the cube’s present value: this is the unit in which the others are said
  if (Math.abs(doublePass - 1) > CHANCE_TOLERANCE) return 'bad-cube';
  return [noDouble, doubleTake].some((worth) => Math.abs(worth) > MOST_CUBE_EQUITY) ? 'bad-cube' : null;
}

/** As far as a job tells: whether the match is played with a cube at all is known to whoever made the job. */
function mayDouble({ matchLength, crawford, cube, onRoll }: JobRequest): boolean {
  const hasAccess = cube.owner === null || cube.owner === onRoll;
  return matchLength !== 1 && !crawford && hasAccess && cube.value * 2 <= MAX_CUBE;
}
