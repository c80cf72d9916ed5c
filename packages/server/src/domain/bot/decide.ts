import {
  type Answer,
  answerBeaver,
  answerDouble,
  type CubeOptions,
  decideDouble,
  type RankedPlay,
  rank,
  resignation,
  shouldAcceptResignation,
} from 'bg-engine';
import {
  type Action,
  type Dice,
  type Hop,
  type MatchState,
  opponent,
  options as optionsOf,
  type Player,
} from 'bg-rules';
import type { Strength } from './strength.ts';
import { makeWhim, type Whim } from './whim.ts';

/** A decision of the bot. The same thought always ends in the same action. */
export interface Thought {
  readonly state: MatchState;
  readonly strength: Strength;
  /** What the noise is drawn from. */
  readonly seed: string;
}

interface Mind {
  readonly options: CubeOptions;
  /** Something to add to an equity. */
  readonly noise: Whim;
}

/** What the bot does when it is its turn to act; null when nobody or chance is to act. */
export function decide({ state, strength, seed }: Thought): Action | null {
  const { phase, toAct: player, dice } = state;
  if (player === null) return null;
  const whim = makeWhim(seed);
  const mind = { options: { ply: strength.ply, match: state }, noise: () => strength.noise * whim() };
  switch (phase) {
    case 'roll':
      return beforeRoll(state, player, mind);
    case 'play':
      return dice && { type: 'play', player, hops: choosePlay(state, player, dice, mind) };
    case 'double':
      return { type: answer(state, player, mind), player };
    case 'beaver':
      return { type: answerBeaver(state.position, player, mind.options), player };
    case 'resign':
      return { type: accepts(state, player, mind) ? 'accept' : 'decline', player };
    default:
      return null;
  }
}

/** The same thought with the least look. */
export function shallow({ strength, ...thought }: Thought): Thought {
  return { ...thought, strength: { ...strength, ply: 0 } };
}

function beforeRoll(state: MatchState, player: Player, mind: Mind): Action {
  const { actions, resignations } = optionsOf(state);
  const points = resignations.length > 0 ? resignation(state.position, player, player, mind.options) : null;
  if (points !== null && resignations.includes(points)) return { type: 'resign', player, points };
  return { type: actions.includes('double') && wantsToDouble(state, player, mind) ? 'double' : 'roll', player };
}

function wantsToDouble({ position }: MatchState, player: Player, { options, noise }: Mind): boolean {
  const seen = decideDouble(position, player, options);
  // a pass is worth its 1 to everybody
  return seen !== null && Math.min(seen.doubleTake + noise(), 1) > seen.noDouble + noise();
}

function choosePlay({ position }: MatchState, player: Player, dice: Dice, { options, noise }: Mind): readonly Hop[] {
  const looked = rank(position, player, dice, { ...options, cubeful: true });
  return favourite(looked, noise)?.hops ?? [];
}

/** The play that seems best; undefined where none is legal. Plays that were left behind at a lesser depth are not compared. */
export function favourite(ranked: readonly RankedPlay[], noise: Whim): RankedPlay | undefined {
  const deepest = ranked.filter(({ ply }) => ply === ranked[0]?.ply);
  const seeming = deepest.map((play) => ({ play, equity: play.equity + noise() }));
  return seeming.sort((a, b) => b.equity - a.equity)[0]?.play;
}

function answer(state: MatchState, player: Player, { options, noise }: Mind): Answer {
  const { position } = state;
  const known = answerDouble(position, player, options);
  if (known === 'beaver') return optionsOf(state).actions.includes('beaver') ? 'beaver' : 'take';
  // where the double is pointless nothing can be compared
  const seen = decideDouble(position, opponent(player), options);
  if (!seen) return known;
  return seen.doubleTake + noise() > 1 ? 'pass' : 'take';
}

function accepts({ position, turn, resignation: offer }: MatchState, player: Player, { options }: Mind): boolean {
  const points = ([1, 2, 3] as const).find((known) => known === offer?.points);
  return points !== undefined && shouldAcceptResignation(position, player, turn ?? player, points, options);
}
