import {
  type Course,
  type CubeDecision,
  courseOf,
  courseOfSteps,
  isForced,
  type JudgedMoves,
  judgeMoves,
  type MeasuredCube,
  makeReport,
  measureCube,
  measurePlay,
  type PlayDecision,
  pointsOf,
  type RollDecision,
  type Tier,
} from '@anchor/analysis';
import type { AnalysisReport, CubeEvaluation, JudgedPlay } from '@anchor/wire';
import { decideDouble, ENGINE_ID, equityOf, evaluate, type Ply } from 'bg-engine';
import { type ImportedMatch, type MatchRecord, stepsOfImport } from 'bg-record';
import { type Hop, opponent, type Player, type Position, type Situation, samePosition, situationOf } from 'bg-rules';

/** The depth of the deeper search, in rolls. */
export const DEEPER_PLY = 1;
/**
 * The number of plays per match that get the deeper search. It is a count and not a time, so that reports are the same
 * on every device.
 */
const DEEPER_PLAYS = 120;
/** If the second play is closer than this, a deeper search decides which play is better. */
const CLOSE = 0.06;
/**
 * The number of rolls per match before which the double gets the deeper search: those whose two choices are closest by the
 * net, and no further apart than `NEAR`.
 */
const DEEPER_ROLLS = 60;
const NEAR = 0.3;

/** The note of the report: it is an estimate, not a rating. */
const prNote = `An estimate by ${ENGINE_ID}, made in the browser. A performance rating needs a deep analysis.`;

/** Reports that `done` of the `wanted` decisions are evaluated: plays that were not forced, and decisions about the cube. */
export type Progress = (done: number, wanted: number) => void;

/** A decision about the cube with its evaluation. */
export interface JudgedCube extends MeasuredCube {
  /** The number of its event. */
  readonly n: number;
  readonly game: number;
  readonly p: Player;
  readonly kind: CubeDecision['kind'] | RollDecision['kind'];
  readonly evaluation: CubeEvaluation;
  readonly ply: Ply;
}

/**
 * The estimate: the decisions as the service judges them, and every decision about the cube, for which a report has no
 * place. A roll is one if a double was allowed and could have gained something.
 */
export interface Estimate<Report extends JudgedMoves = JudgedMoves> {
  readonly report: Report;
  readonly cubes: readonly JudgedCube[];
}

/**
 * Reviews a finished match with our own engine, by the same measure as the service: the net evaluates every play and every
 * double that was made or allowed, and the most doubtful decisions are searched one roll deeper. A 7-point match takes about
 * one second of CPU time.
 */
export function reviewAtOnce(record: MatchRecord, progress?: Progress): Estimate<AnalysisReport> {
  const { tier, cubes } = judgeAtOnce(courseOf(record), record.header.length, progress);
  return { report: makeReport(record, tier), cubes };
}

/** Reviews a match of another program in the same way. */
export function reviewImport(match: ImportedMatch, progress?: Progress): Estimate {
  const course = courseOfSteps(stepsOfImport(match));
  const { tier, cubes } = judgeAtOnce(course, match.length, progress);
  return { report: judgeMoves(course, tier), cubes };
}

function judgeAtOnce(
  { decisions, rolls }: Course,
  length: number,
  progress: Progress = () => undefined,
): { readonly tier: Tier; readonly cubes: readonly JudgedCube[] } {
  const doubts = decisions
    .filter((one): one is PlayDecision => one.kind === 'play' && !isForced(one))
    .map((decision) => new Doubt(decision));
  const worst = doubts.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const actions = decisions.filter((one): one is CubeDecision => one.kind !== 'play');
  const wanted = doubts.length + actions.length + rolls.length;
  let left = DEEPER_PLAYS;
  for (const [settled, doubt] of worst.entries()) {
    if (left <= 0) break;
    progress(doubts.length - worst.length + settled, wanted);
    left -= doubt.settle();
  }
  const cubes = judgeCubes([...actions, ...rolls], (done) => progress(doubts.length + done, wanted));
  progress(wanted, wanted);
  const judged = new Map(doubts.map((doubt) => [doubt.decision, doubt.judged]));
  const evaluations = new Map(cubes.map(({ n, evaluation }) => [n, evaluation]));
  const tier: Tier = {
    engine: { engineId: ENGINE_ID, ply: DEEPER_PLY },
    provisional: true,
    prNote,
    scoredIn: length === 0 ? 'equity' : 'mwc-per-point',
    measure: (decision) => measurePlay(decision, judged.get(decision) ?? []),
    evaluate: ({ n }) => evaluations.get(n) ?? null,
  };
  return { tier, cubes };
}

/** A decision as the net evaluates it, and how much a deeper search could change. */
class Doubt {
  readonly decision: PlayDecision;
  /** In the order of the plays of the decision. */
  readonly judged: JudgedPlay[];
  readonly weight: number;
  /** The index of the play that was made. */
  readonly #made: number;

  constructor(decision: PlayDecision) {
    const { plays, player, reached } = decision;
    this.decision = decision;
    this.judged = plays.map((play) => judgePlay(play, player, 0));
    this.#made = plays.findIndex(({ position }) => samePosition(position, reached));
    const points = pointsOf(decision, this.judged);
    const [best = 0, second = 0] = points.toSorted((a, b) => b - a);
    const loss = best - (points[this.#made] ?? best);
    // apparent blunders come first, then close decisions
    this.weight = loss > 0 ? 1 + loss : Math.max(0, CLOSE - (best - second));
  }

  /**
   * Evaluates the play that was made and its closest rival at the greater depth, and continues until the apparent best
   * play has been evaluated. Returns the number of evaluated plays.
   */
  settle(): number {
    const { decision, judged } = this;
    const deep = new Set<number>();
    for (let next: number | null = this.#made; next !== null; next = this.#unsettled(deep)) {
      const play = decision.plays[next];
      if (!play) throw new TypeError(`the play of event ${decision.n} is not one of its legal plays`);
      judged[next] = judgePlay(play, decision.player, DEEPER_PLY);
      deep.add(next);
    }
    return deep.size;
  }

  #unsettled(deep: ReadonlySet<number>): number | null {
    const points = pointsOf(this.decision, this.judged);
    const order = [...points.entries()].sort(([, a], [, b]) => b - a).map(([n]) => n);
    const wanted = deep.size < 2 ? order.find((n) => !deep.has(n)) : order[0];
    return wanted === undefined || deep.has(wanted) ? null : wanted;
  }
}

export function judgePlay(
  play: { readonly hops: readonly Hop[]; readonly position: Position },
  player: Player,
  ply: Ply,
): JudgedPlay {
  const [win, gammon, backgammon, lostGammon, lostBackgammon] = evaluate(
    { position: play.position, onRoll: opponent(player) },
    { ply },
  );
  const probs: JudgedPlay['probs'] = [1 - win, lostGammon, lostBackgammon, gammon, backgammon];
  return { hops: play.hops.map(([from, to]) => [from, to]), equity: equityOf(probs), probs };
}

/**
 * Judges every decision about the cube, in the order of the events. Actions are searched deeper, and so are the closest of
 * the rolls.
 */
export function judgeCubes(
  choices: readonly (CubeDecision | RollDecision)[],
  progress: (done: number) => void = () => undefined,
): JudgedCube[] {
  const looked = choices.flatMap((choice) => {
    const evaluation = evaluateDouble(choice, 0);
    return evaluation ? [{ choice, evaluation, distance: distanceOf(choice, evaluation) }] : [];
  });
  const near = looked.filter(({ distance }) => distance < NEAR).sort((a, b) => a.distance - b.distance);
  const deeper = near.slice(0, DEEPER_ROLLS + looked.filter(({ distance }) => distance < 0).length);
  const deep = new Map<object, CubeEvaluation | null>();
  for (const [done, { choice }] of deeper.entries()) {
    progress(choices.length - deeper.length + done);
    // a double and the answers to it are one evaluation
    const { state } = choice.doubling;
    if (!deep.has(state)) deep.set(state, evaluateDouble(choice, DEEPER_PLY));
  }
  const judged = looked.map(({ choice, evaluation: first }): JudgedCube => {
    const { n, kind, player: p, state, doubling } = choice;
    const found = deep.get(doubling.state) ?? null;
    const evaluation = found ?? first;
    const measured = measureCube({ kind, state }, evaluation);
    return { n, game: state.game, p, kind, evaluation, ply: found ? DEEPER_PLY : 0, ...measured };
  });
  return judged.sort((a, b) => a.n - b.n);
}

/** Returns how far the two choices before a roll are apart. A cube action comes before all rolls. */
function distanceOf({ kind }: CubeDecision | RollDecision, evaluation: CubeEvaluation): number {
  if (kind !== 'roll') return -1;
  const { noDouble, doubleTake, doublePass } = evaluation;
  return Math.abs(noDouble - Math.min(doubleTake, doublePass));
}

/**
 * Evaluates the decision to double as the doubler saw it. A double that was made is evaluated even if it could gain nothing;
 * a roll before such a double is no decision.
 */
function evaluateDouble({ kind, doubling }: CubeDecision | RollDecision, ply: Ply): CubeEvaluation | null {
  const { state, player } = doubling;
  const situation: Situation = { ...situationOf(state), onRoll: player };
  const decision = decideDouble(situation, { ply, evenIfPointless: kind !== 'roll' });
  if (!decision) return null;
  const { noDouble, doubleTake, doublePass, action } = decision;
  return { noDouble, doubleTake, doublePass, action };
}
