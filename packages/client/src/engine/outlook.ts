import { chanceAfter } from '@anchor/analysis';
import { afterPlay, type CubeDecision, decideDouble, evaluate, rank } from 'bg-engine';
import { type MatchState, type Player, type Situation, situationOf } from 'bg-rules';

/** The engine's evaluation of a match in progress. */
export interface Outlook {
  /** The chance is that of the match or, in a money game, of this game. */
  readonly of: 'match' | 'game';
  /** The chance of player 0, 0 to 1. */
  readonly chance: number;
}

const PLY = 1;

/** Returns the present chances, given the dice, the cube and the score. Returns null if there is nothing to report. */
export function outlookOf(state: MatchState): Outlook | null {
  if (state.phase === 'over') return null;
  const player = state.turn ?? 0;
  const chance = state.length === 0 ? gameChance(state, player) : matchChance(state, player);
  return { of: state.length === 0 ? 'game' : 'match', chance: player === 0 ? chance : 1 - chance };
}

/** Returns the cubeless chance of the game. */
function gameChance(state: MatchState, player: Player): number {
  if (state.turn === null) return 0.5;
  const situation: Situation = { ...situationOf(state), onRoll: player };
  if (situation.dice === null) return evaluate(situation, { ply: PLY })[0];
  const [best] = rank(situation, { ply: PLY, cubeful: false });
  return best ? best.chances[0] : 1 - evaluate(afterDance(situation), { ply: PLY })[0];
}

function afterDance(situation: Situation): Situation {
  return afterPlay(situation, situation);
}

function matchChance(state: MatchState, player: Player): number {
  const after = chanceAfter(state, player);
  const { value } = state.cube;
  const [won, lost] = [after(value), after(-value)];
  return lost + ((1 + equityOf(state, player)) / 2) * (won - lost);
}

/** Returns the equity of the player on turn, in points at the present cube value. Before the opening roll it is 0. */
function equityOf(state: MatchState, player: Player): number {
  const { dice, turn, doubler, phase } = state;
  if (turn === null) return 0;
  const situation: Situation = { ...situationOf(state), onRoll: player };
  if (dice) {
    const [best] = rank(situation, { ply: PLY });
    return best?.equity ?? -equityOnRoll(afterDance(situation));
  }
  if (doubler !== null) return Math.min(worthsOf(situation).doubleTake, 1);
  return phase === 'roll' ? equityOnRoll(situation) : worthsOf(situation).noDouble;
}

/** Returns the equity of a player who doubles if it is allowed and better. */
function equityOnRoll(situation: Situation): number {
  const { noDouble, doubleTake } = worthsOf(situation);
  const mayDouble = decideDouble(situation, { ply: 0 }) !== null;
  return mayDouble ? Math.max(noDouble, Math.min(doubleTake, 1)) : noDouble;
}

function worthsOf(situation: Situation): Pick<CubeDecision, 'noDouble' | 'doubleTake'> {
  return decideDouble(situation, { ply: PLY, evenIfPointless: true }) ?? { noDouble: 0, doubleTake: 0 };
}
