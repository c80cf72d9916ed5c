import {
  type Course,
  type CubeDecision,
  courseOf,
  courseOfSteps,
  type FinishedMatch,
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
import {
  type Chances,
  decideDouble,
  ENGINE_ID,
  equityOf,
  evaluate,
  type Ply,
  type RemoteEngine,
  rank,
} from 'bg-engine';
import { type ImportedMatch, stepsOfImport } from 'bg-record/import';
import { type Hop, opponent, type Player, type Position, type Situation, samePosition, situationOf } from 'bg-rules';

/** The depth of a review in rolls. */
export const REVIEW_PLY = 2;

/** The engine of a review: this thread's, or several threads. The report is the same. */
export type Judge = Pick<RemoteEngine, 'decideDouble' | 'evaluate' | 'rank'>;

/** The engine in this thread. */
const here: Judge = {
  decideDouble: async (...given) => decideDouble(...given),
  evaluate: async (...given) => evaluate(...given),
  rank: async (...given) => rank(...given),
};

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
 * Reviews a finished match with our own engine, by the same measure as the service: every play that was not forced, and every double
 * that was made or allowed, two rolls ahead. It evaluates a number of positions that depends on the record alone, so the report is
 * the same on every device, whatever the number of threads.
 */
export async function reviewAtOnce(
  record: FinishedMatch,
  progress?: Progress,
  engine?: Judge,
): Promise<Estimate<AnalysisReport>> {
  const { tier, cubes } = await judgeAtOnce(courseOf(record), record.header.length, progress, engine);
  return { report: makeReport(record, tier), cubes };
}

/** Reviews a match of another program in the same way. */
export async function reviewImport(match: ImportedMatch, progress?: Progress, engine?: Judge): Promise<Estimate> {
  const course = courseOfSteps(stepsOfImport(match));
  const { tier, cubes } = await judgeAtOnce(course, match.length, progress, engine);
  return { report: judgeMoves(course, tier), cubes };
}

async function judgeAtOnce(
  { decisions, rolls }: Course,
  length: number,
  progress: Progress = () => undefined,
  engine: Judge = here,
): Promise<{ readonly tier: Tier; readonly cubes: readonly JudgedCube[] }> {
  const plays = decisions.filter((one): one is PlayDecision => one.kind === 'play' && !isForced(one));
  const actions = decisions.filter((one): one is CubeDecision => one.kind !== 'play');
  const wanted = plays.length + actions.length + rolls.length;
  let done = 0;
  progress(done, wanted);
  const step = () => progress(++done, wanted);
  const [judged, cubes] = await Promise.all([
    Promise.all(
      plays.map(async (decision) => [decision, await judgeDecision(decision, engine).finally(step)] as const),
    ),
    judgeCubes([...actions, ...rolls], engine, step),
  ]);
  const judgedPlays = new Map(judged);
  const evaluations = new Map(cubes.map(({ n, evaluation }) => [n, evaluation]));
  const tier: Tier = {
    engine: { engineId: ENGINE_ID, ply: REVIEW_PLY },
    provisional: true,
    prNote,
    scoredIn: length === 0 ? 'equity' : 'mwc-per-point',
    measure: (decision) => measurePlay(decision, judgedPlays.get(decision) ?? []),
    evaluate: ({ n }) => evaluations.get(n) ?? null,
  };
  return { tier, cubes };
}

/**
 * Judges the plays of a decision, without the cube. The engine chooses which of them it searches two rolls ahead; the play that was made
 * and the one that is the best by the measure of the review are among these, so both are judged at the same depth.
 */
async function judgeDecision(decision: PlayDecision, engine: Judge): Promise<JudgedPlay[]> {
  const { player, reached, state } = decision;
  const ranked = await engine.rank(measured(situationOf(state)), { ply: REVIEW_PLY, cubeful: false });
  const judged = ranked.map(({ hops, chances }) => judgedPlay(hops, chances));
  const deep = new Set(ranked.flatMap(({ ply }, n) => (ply === REVIEW_PLY ? [n] : [])));
  const made = ranked.findIndex(({ position }) => samePosition(position, reached));
  const best = () => indexOfGreatest(pointsOf(decision, judged));
  for (let next = made; !deep.has(next) || !deep.has(best()); next = best()) {
    const { position, hops } = ranked[next] ?? {};
    if (!position || !hops) throw new TypeError(`the play of event ${decision.n} is not one of its legal plays`);
    if (deep.has(next)) continue;
    const chances = await engine.evaluate({ position, onRoll: opponent(player) }, { ply: REVIEW_PLY });
    judged[next] = judgedPlay(hops, turnedRound(chances));
    deep.add(next);
  }
  return judged;
}

/** The same situation with the chances of a match by which a review measures. The engine takes these where no cube is used. */
function measured(situation: Situation): Situation {
  return situation.length === 0 ? situation : { ...situation, rules: { ...situation.rules, cube: false } };
}

function indexOfGreatest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

function turnedRound([win, gammon, backgammon, lostGammon, lostBackgammon]: Chances): Chances {
  return [1 - win, lostGammon, lostBackgammon, gammon, backgammon];
}

function judgedPlay(hops: readonly Hop[], [...probs]: Chances): JudgedPlay {
  return { hops: hops.map(([from, to]) => [from, to]), equity: equityOf(probs), probs };
}

export function judgePlay(
  { hops, position }: { readonly hops: readonly Hop[]; readonly position: Position },
  player: Player,
  ply: Ply,
): JudgedPlay {
  return judgedPlay(hops, turnedRound(evaluate({ position, onRoll: opponent(player) }, { ply })));
}

/** Judges every decision about the cube, in the order of the events. `step` is called for each. */
export async function judgeCubes(
  choices: readonly (CubeDecision | RollDecision)[],
  engine: Judge = here,
  step: () => void = () => undefined,
): Promise<JudgedCube[]> {
  const asked = new Map<object, Promise<CubeEvaluation | null>>();
  const judged = choices.map(async (choice): Promise<JudgedCube[]> => {
    const { n, kind, player: p, state, doubling } = choice;
    // a double and the answers to it are one evaluation
    const answer = asked.get(doubling.state) ?? evaluateDouble(choice, engine);
    asked.set(doubling.state, answer);
    const evaluation = await answer.finally(step);
    if (!evaluation) return [];
    return [{ n, game: state.game, p, kind, evaluation, ply: REVIEW_PLY, ...measureCube({ kind, state }, evaluation) }];
  });
  return (await Promise.all(judged)).flat().sort((a, b) => a.n - b.n);
}

/**
 * Evaluates the decision to double as the doubler saw it. A double that was made is evaluated even if it could gain nothing;
 * a roll before such a double is no decision.
 */
async function evaluateDouble(
  { kind, doubling }: CubeDecision | RollDecision,
  engine: Judge,
): Promise<CubeEvaluation | null> {
  const { state, player } = doubling;
  const situation: Situation = { ...situationOf(state), onRoll: player };
  const decision = await engine.decideDouble(situation, { ply: REVIEW_PLY, evenIfPointless: kind !== 'roll' });
  if (!decision) return null;
  const { noDouble, doubleTake, doublePass, action } = decision;
  return { noDouble, doubleTake, doublePass, action };
}
