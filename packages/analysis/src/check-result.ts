import { type CubeEvaluation, type JobRequest, type JobResult, type JudgedPlay, jobResult } from '@anchor/wire';
import { applyPlay, type Hop, legalPlays, MAX_CUBE, type Play, type Position, type Result } from 'bg-rules';

/** The reason why a result is refused. */
export type ResultCode = keyof typeof resultFaults;

export const resultFaults = {
  'not-leased': 'The job is not part of this lease, or has a result already.',
  'bad-signature': 'The signature of the result is missing or wrong, or the result has not the documented shape.',
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

/** Tolerance for sums of numbers with six decimals. */
const CHANCE_TOLERANCE = 2e-6;
/** Upper bound of a cube equity at any score, in points of the present cube value. */
const MOST_CUBE_EQUITY = 50;

export function refuseResult(code: ResultCode): Result<never, ResultCode> {
  return { ok: false, code, message: resultFaults[code] };
}

/**
 * Checks by our own rules if a worker's answer is possible for this question. The input is untrusted. The result keeps the worker's order
 * of plays, with hops in canonical form, so that equal plays are equal texts.
 */
export function checkResult(req: JobRequest, answer: unknown): Result<JobResult, ResultCode> {
  const read = jobResult.safeParse(answer);
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

function asksForCube({ dice }: Pick<JobRequest, 'dice'>): boolean {
  return dice[0] === 0 && dice[1] === 0;
}

/** Does not compare the equity with the chances: it may be cubeful or cubeless, and where there are chances only they are scored. */
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
  // A pass costs the present cube value, which is the unit of the other two equities.
  if (Math.abs(doublePass - 1) > CHANCE_TOLERANCE) return 'bad-cube';
  return [noDouble, doubleTake].some((worth) => Math.abs(worth) > MOST_CUBE_EQUITY) ? 'bad-cube' : null;
}

/** As far as the job shows. It does not show if the match is played with a cube. */
function mayDouble({ matchLength, crawford, cube, onRoll }: JobRequest): boolean {
  const hasAccess = cube.owner === null || cube.owner === onRoll;
  return matchLength !== 1 && !crawford && hasAccess && cube.value * 2 <= MAX_CUBE;
}

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
