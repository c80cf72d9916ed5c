import {
  type CubeDecision,
  courseOf,
  isForced,
  makeReport,
  measurePlay,
  type PlayDecision,
  pointsOf,
} from '@anchor/analysis';
import type { AnalysisReport, CubeEvaluation, JudgedPlay } from '@anchor/wire';
import { decideDouble, ENGINE_ID, equityOf, evaluate, type Ply } from 'bg-engine';
import type { MatchRecord } from 'bg-record';
import { type Hop, opponent, type Player, type Position, type Situation, samePosition, situationOf } from 'bg-rules';

/** The depth of the deeper search, in rolls. */
const DEEPER_PLY = 1;
/**
 * The number of plays per match that get the deeper search. It is a count and not a time, so that reports are the same
 * on every device.
 */
const DEEPER_PLAYS = 120;
/** If the second play is closer than this, a deeper search decides which play is better. */
const CLOSE = 0.06;

/** The note of the report: it is an estimate, not a rating. */
const prNote = `An estimate by ${ENGINE_ID}, made in the browser. A performance rating needs a deep analysis.`;

/** Reports that `done` of the `wanted` decisions that were not forced are evaluated. */
export type Progress = (done: number, wanted: number) => void;

/**
 * Reviews a finished match with our own engine, by the same measure as the service: the net evaluates every play, and
 * the most doubtful decisions are searched one roll deeper. A 7-point match takes about one second of CPU time.
 */
export function reviewAtOnce(record: MatchRecord, progress: Progress = () => undefined): AnalysisReport {
  const doubts = courseOf(record)
    .decisions.filter((one): one is PlayDecision => one.kind === 'play' && !isForced(one))
    .map((decision) => new Doubt(decision));
  const worst = doubts.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  let left = DEEPER_PLAYS;
  for (const [settled, doubt] of worst.entries()) {
    if (left <= 0) break;
    progress(doubts.length - worst.length + settled, doubts.length);
    left -= doubt.settle();
  }
  progress(doubts.length, doubts.length);
  const judged = new Map(doubts.map((doubt) => [doubt.decision, doubt.judged]));
  return makeReport(record, {
    engine: { engineId: ENGINE_ID, ply: DEEPER_PLY },
    provisional: true,
    prNote,
    scoredIn: record.header.length === 0 ? 'equity' : 'mwc-per-point',
    measure: (decision) => measurePlay(decision, judged.get(decision) ?? []),
    evaluate: cubeEvaluation,
  });
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

function judgePlay(
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

/** Evaluates the decision to double as the doubler saw it, even if the double could gain nothing. */
function cubeEvaluation({ doubling: { state, player } }: CubeDecision): CubeEvaluation | null {
  const situation: Situation = { ...situationOf(state), onRoll: player };
  const decision = decideDouble(situation, { ply: DEEPER_PLY, evenIfPointless: true });
  if (!decision) return null;
  const { noDouble, doubleTake, doublePass, action } = decision;
  return { noDouble, doubleTake, doublePass, action };
}
