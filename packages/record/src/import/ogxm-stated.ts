import { type Hop, opponent, type Player, type Position, type Situation, samePosition } from 'bg-rules';
import { hopOf } from '../ogxm/actions.ts';
import { Comments } from './comments.ts';
import type { ImportedDecision, ImportedGame, ImportedMatch, StatedAnalysis, Statements } from './imported.ts';
import type { Analysis, CubeJudgement, PlayJudgement, ValuedPlay } from './ogxm-analysis.ts';
import { type CubeEquities, lossOf, type Rolled, reachedBy } from './stated-analysis.ts';

/**
 * Adds to a match what the analyses of its file state, and its notes. The deepest judgement of a decision counts. A judgement is left out if its
 * unit is not certain, or if its plays are not legal in the position or another play is marked as made.
 *
 * @param places the place of each action in the file, by the index with which the analyses name it
 */
export function withStatements(
  match: ImportedMatch,
  places: readonly number[],
  analyses: readonly Analysis[],
  notes: ReadonlyMap<number, string>,
): ImportedMatch {
  const actions = new Map(places.map((place, action) => [place, action]));
  const named = match.games.map((game) => ({ game, decisions: namedDecisions(game, actions) }));
  const all = named.flatMap(({ decisions }) => decisions);
  const scales = analyses.map((analysis) => new ScaledAnalysis(analysis, match.length, all));
  const comments = new Comments();
  const games = named.map(({ game, decisions }) => {
    const remarks = new Map(
      decisions.map((one) => [
        one.decision,
        { ...statementsOf(one, scales), ...comments.keep(notes.get(one.action) ?? '') },
      ]),
    );
    return { ...game, decisions: game.decisions.map((one) => ({ ...one, ...remarks.get(one) })) };
  });
  return { ...match, games };
}

/** A decision with the index by which the file names its action. */
interface NamedDecision {
  readonly action: number;
  readonly decision: ImportedDecision;
  /** True for the first decision of a game, before which no double is possible. */
  readonly isFirst: boolean;
}

type Judged = Extract<ImportedDecision['kind'], 'play' | 'double' | 'take' | 'pass'>;
const JUDGED: readonly ImportedDecision['kind'][] = ['play', 'double', 'take', 'pass'] satisfies Judged[];

function namedDecisions({ decisions }: ImportedGame, actions: ReadonlyMap<number, number>): NamedDecision[] {
  return decisions.flatMap((decision, index): NamedDecision[] => {
    const { kind, situation, line } = decision;
    const action = actions.get(line);
    // The take of a beaver is no action of the file. It has the place of another one.
    const isOfBeaver = kind === 'take' && situation.toAct === situation.onRoll;
    if (action === undefined || isOfBeaver) return [];
    return [{ action, decision, isFirst: index === 0 }];
  });
}

function statementsOf({ action, decision, isFirst }: NamedDecision, analyses: readonly ScaledAnalysis[]): Statements {
  const { kind } = decision;
  if (!JUDGED.includes(kind)) return {};
  const play = kind === 'play' ? deepest(analyses, 'plays', action, (one) => one.ofPlay(action, decision)) : null;
  const cube = isFirst ? null : deepest(analyses, 'cubes', action, (one) => one.ofCube(action, decision));
  if (kind === 'play') return { ...(play && { stated: play }), ...(cube && { rolling: cube }) };
  return cube ? { stated: cube } : {};
}

/** The most analyses that are tried for one decision. */
const MOST_TRIES = 3;

function deepest(
  analyses: readonly ScaledAnalysis[],
  of: 'plays' | 'cubes',
  action: number,
  read: (analysis: ScaledAnalysis) => StatedAnalysis | null,
): StatedAnalysis | null {
  const depthIn = ({ analysis }: ScaledAnalysis) => analysis[of].get(action)?.depth ?? -1;
  const judging = analyses.filter((one) => depthIn(one) >= 0).toSorted((a, b) => depthIn(b) - depthIn(a));
  for (const one of judging.slice(0, MOST_TRIES)) {
    const found = read(one);
    if (found) return found;
  }
  return null;
}

/** Turns values into normalised equities: `factor * value + shift`. */
interface Scale {
  readonly factor: number;
  readonly shift: number;
}

const AS_EQUITY: Scale = { factor: 1, shift: 0 };
/** Programs round to four places. */
const ROUNDING = 0.000_2;
/** Between losing and winning the cube. With a smaller range the rounding of chances would be seen in an equity. */
const LEAST_RANGE = 0.05;

/**
 * An analysis with the units of its values. In a money game they are equities. In a match they are equities or chances to win it,
 * and some programs state the wrong one, so the values must prove it: an equity can be negative, the equity of a pass is 1, and
 * chances are all from 0 to 1. A chance becomes an equity by the chances after a lost and a won game, which the file itself states:
 * they are those of the passes at these scores.
 */
class ScaledAnalysis {
  readonly analysis: Analysis;
  readonly #length: number;
  readonly #chances = new ScoreChances();
  readonly #playUnit: Analysis['unit'];
  readonly #cubeUnit: Analysis['unit'];

  constructor(analysis: Analysis, length: number, decisions: readonly NamedDecision[]) {
    this.analysis = analysis;
    this.#length = length;
    const { unit, plays, cubes } = analysis;
    if (length === 0) {
      this.#playUnit = unit === 'equity' ? unit : null;
      this.#cubeUnit = this.#playUnit;
      return;
    }
    const passes = decisions.flatMap(({ action, decision, isFirst }) => {
      const cube = cubes.get(action);
      const isOfDoubler = decision.kind === 'play' || decision.kind === 'double';
      return cube && isOfDoubler && !isFirst ? [{ decision, chance: cube.doublePass }] : [];
    });
    const playsAreChances = [...plays.values()].every(({ best }) => best.every(({ value }) => isChance(value)));
    const cubesAreChances = [...cubes.values()].every((cube) => isChance(cube.noDouble) && isChance(cube.doubleTake));
    this.#playUnit = (unit === 'chance') === playsAreChances ? unit : null;
    const isProven = passes.some(({ chance }) => chance < 1 - ROUNDING);
    this.#cubeUnit = cubesAreChances && (unit === 'chance' || isProven) && unit !== null ? 'chance' : null;
    if (this.#cubeUnit) for (const { decision, chance } of passes) this.#chances.learn(decision.situation, chance);
  }

  /** Returns what is stated of a play, or null if it cannot be trusted. */
  ofPlay(action: number, decision: ImportedDecision): StatedAnalysis | null {
    const { situation, player } = decision;
    const judgement = this.analysis.plays.get(action);
    const scale = judgement && this.#scale(this.#playUnit, situation, player);
    if (!scale) return null;
    const { position, dice } = situation;
    const rolled = dice && { position, player, dice };
    const read = rolled && playsOf(judgement, rolled);
    const lost = read && lossOfPlay(judgement, read, rolled, decision.hops);
    if (!read || lost === null) return null;
    const plays = read.map(({ position, value }) => ({ position, equity: scaled(value, scale) }));
    return { by: this.analysis.by, loss: lost * scale.factor, plays, cube: null };
  }

  /** Returns what is stated of a decision about the cube, or of rolling before a play. */
  ofCube(action: number, { situation, kind }: ImportedDecision): StatedAnalysis | null {
    const judgement = this.analysis.cubes.get(action);
    const scale = judgement && this.#scale(this.#cubeUnit, situation, situation.onRoll);
    if (!scale) return null;
    const cube = equitiesOf(judgement, scale);
    // Nothing else is sure to be in the unit, and from the side, that is expected.
    if (Math.abs(cube.doublePass - 1) > 2 * ROUNDING * scale.factor) return null;
    const choice = kind === 'play' ? 'roll' : (kind as Exclude<Judged, 'play'>);
    return { by: this.analysis.by, loss: lossOf(choice, cube), plays: [], cube };
  }

  #scale(unit: Analysis['unit'], situation: Situation, player: Player): Scale | null {
    if (unit === null) return null;
    if (this.#length === 0 || unit === 'equity') return AS_EQUITY;
    const won = this.#chances.after(situation, player);
    const lost = this.#chances.after(situation, opponent(player));
    if (won === null || lost === null) return null;
    const range = won - (1 - lost);
    return range < LEAST_RANGE ? null : { factor: 2 / range, shift: 1 - (2 * won) / range };
  }
}

function isChance(value: number): boolean {
  return value >= 0 && value <= 1;
}

function scaled(value: number, { factor, shift }: Scale): number {
  return factor * value + shift;
}

function equitiesOf({ noDouble, doubleTake, doublePass }: CubeJudgement, scale: Scale): CubeEquities {
  return {
    noDouble: scaled(noDouble, scale),
    doubleTake: scaled(doubleTake, scale),
    doublePass: scaled(doublePass, scale),
  };
}

/** A play of the file with the position that it reaches. */
type ReachedPlay = ValuedPlay & { readonly position: Position };

/** Returns the best plays, or null if one is not legal. */
function playsOf({ best }: PlayJudgement, rolled: Rolled): ReachedPlay[] | null {
  const read = best.flatMap((play) => {
    const position = reachedBySteps(rolled, play);
    return position ? [{ ...play, position }] : [];
  });
  return read.length === best.length ? read : null;
}

/** Returns the value that a play lost, 0 or more. Null if the analysis is about another play, or does not say it. */
function lossOfPlay(
  { made, loss }: PlayJudgement,
  plays: readonly ReachedPlay[],
  rolled: Rolled,
  hops: readonly Hop[],
): number | null {
  const reached = reachedBy(rolled, hops);
  const marked = made && reachedBySteps(rolled, made);
  if (!reached || (made && !(marked && samePosition(marked, reached)))) return null;
  const same = made ?? plays.find(({ position }) => samePosition(position, reached));
  const [best] = plays;
  return same && best ? Math.max(0, best.value - same.value) : loss;
}

function reachedBySteps(rolled: Rolled, { steps }: ValuedPlay): Position | null {
  const hops = [...steps].map((step) => hopOf(step, rolled.player));
  return hops.includes(null) ? null : reachedBy(rolled, hops as Hop[]);
}

/** The chances to win the match after a game, for the player who wins it, by the scores that follow. */
class ScoreChances {
  /** For player 0. Null if the file contradicts itself. */
  readonly #known = new Map<string, number | null>();

  /** Takes the chance of a player on roll whose double is passed. */
  learn(situation: Situation, chance: number): void {
    const { onRoll } = situation;
    if (chance > 1 - ROUNDING) return;
    const key = keyAfter(situation, onRoll);
    const ofFirst = onRoll === 0 ? chance : 1 - chance;
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, ofFirst);
    else if (known !== null && Math.abs(known - ofFirst) > ROUNDING) this.#known.set(key, null);
  }

  /** Returns the chance of a player who wins what the cube is worth, or null if it is not known. */
  after(situation: Situation, winner: Player): number | null {
    const { score, cube, length } = situation;
    if (score[winner] + cube.value >= length) return 1;
    const ofFirst = this.#known.get(keyAfter(situation, winner)) ?? null;
    return ofFirst === null || winner === 0 ? ofFirst : 1 - ofFirst;
  }
}

/** Points only grow, so no score of a match comes once before and once after the Crawford game. */
function keyAfter({ score, cube }: Situation, winner: Player): string {
  const after: [number, number] = [...score];
  after[winner] += cube.value;
  return after.join();
}
