import {
  type Answer,
  answerBeaver,
  answerDouble,
  type DepthOptions,
  decideDouble,
  type RankedPlay,
  rank,
  resignation,
  shouldAcceptResignation,
} from 'bg-engine';
import { type Action, type Hop, type MatchState, options as optionsOf, type Player, situationOf } from 'bg-rules';
import { makeUniform } from '../../shared/uniform.ts';
import type { Strength } from './server-bots.ts';

/** The input of a decision. The same input always gives the same action. */
export interface DecisionRequest {
  readonly state: MatchState;
  readonly strength: Strength;
  /** Seed of the noise. */
  readonly seed: string;
}

/** Computes bot decisions off the main thread. */
export interface BotDecider {
  /** Decides within a second for any position. Returns null on failure. */
  decide(request: DecisionRequest): Promise<Action | null>;
}

interface DecisionContext {
  readonly options: DepthOptions;
  /** A random amount to add to an equity. */
  readonly noise: Noise;
}

/** The bot's action. Returns null when no player has to act. */
export function decide({ state, strength, seed }: DecisionRequest): Action | null {
  const { phase, toAct: player, dice } = state;
  if (player === null) return null;
  const random = makeNoise(seed);
  const context = { options: { ply: strength.ply }, noise: () => strength.noise * random() };
  switch (phase) {
    case 'roll':
      return beforeRoll(state, player, context);
    case 'play':
      return dice && { type: 'play', player, hops: choosePlay(state, context) };
    case 'double':
      return { type: answer(state, context), player };
    case 'beaver':
      return { type: answerBeaver(situationOf(state), context.options), player };
    case 'resign':
      return { type: accepts(state, context) ? 'accept' : 'decline', player };
    default:
      return null;
  }
}

/** The same decision one roll less deep, or null if it does not look ahead. It takes a tenth of the time or less. */
export function lessDeep({ strength, ...request }: DecisionRequest): DecisionRequest | null {
  const { ply } = strength;
  return ply === 0 ? null : { ...request, strength: { ...strength, ply: ply === 2 ? 1 : 0 } };
}

function beforeRoll(state: MatchState, player: Player, context: DecisionContext): Action {
  const { actions, resignations } = optionsOf(state);
  const points = resignations.length > 0 ? resignation(situationOf(state), context.options) : null;
  if (points !== null && resignations.includes(points)) return { type: 'resign', player, points };
  return { type: actions.includes('double') && wantsToDouble(state, context) ? 'double' : 'roll', player };
}

function wantsToDouble(state: MatchState, { options, noise }: DecisionContext): boolean {
  const seen = decideDouble(situationOf(state), options);
  // A pass is worth exactly 1, so noise must not lift a take above it.
  return seen !== null && Math.min(seen.doubleTake + noise(), 1) > seen.noDouble + noise();
}

function choosePlay(state: MatchState, { options, noise }: DecisionContext): readonly Hop[] {
  const looked = rank(situationOf(state), { ...options, cubeful: true });
  return favourite(looked, noise)?.hops ?? [];
}

/**
 * The play with the best equity after noise. Plays that were only ranked at a lower depth are not considered. Noise decides between values: of
 * plays that are worth the same, the first one is played. Returns undefined when no play is legal.
 */
export function favourite(ranked: readonly RankedPlay[], noise: Noise): RankedPlay | undefined {
  const deepest = ranked.filter(({ ply }) => ply === ranked[0]?.ply);
  const distinct = deepest.filter(({ equity }, index) => equity !== deepest[index - 1]?.equity);
  const seeming = distinct.map((play) => ({ play, equity: play.equity + noise() }));
  return seeming.sort((a, b) => b.equity - a.equity)[0]?.play;
}

function answer(state: MatchState, { options, noise }: DecisionContext): Answer {
  const situation = situationOf(state);
  const known = answerDouble(situation, options);
  if (known === 'beaver') return optionsOf(state).actions.includes('beaver') ? 'beaver' : 'take';
  // Without the value of a double there is nothing to compare.
  const seen = decideDouble(situation, options);
  if (!seen) return known;
  return seen.doubleTake + noise() > 1 ? 'pass' : 'take';
}

function accepts(state: MatchState, { options }: DecisionContext): boolean {
  const situation = situationOf(state);
  return situation.resigned !== 0 && shouldAcceptResignation(situation, options);
}

/** A generator of nearly normal numbers with mean 0 and standard deviation 1. The same seed gives the same numbers on every machine. */
type Noise = () => number;

const UNIFORMS = 12;

/** Sums twelve uniform numbers, which has variance 1. A logarithm could differ in its last digit between machines. */
export function makeNoise(seed: string): Noise {
  const uniform = makeUniform(hash(seed));
  return () => {
    let sum = -UNIFORMS / 2;
    for (let n = 0; n < UNIFORMS; n++) sum += uniform();
    return sum;
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (const letter of text) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
  return mixed;
}
