import { chanceAfter } from '@anchor/analysis';
import { type CubeDecision, decideDouble, evaluate, rank } from 'bg-engine';
import { type MatchState, opponent, type Player } from 'bg-rules';

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
function gameChance({ position, dice, turn }: MatchState, player: Player): number {
  if (turn === null) return 0.5;
  const [best] = dice ? rank(position, player, dice, { ply: PLY }) : [];
  const [win] = best?.chances ?? [];
  return win ?? (dice ? 1 - evaluate(position, opponent(player), PLY)[0] : evaluate(position, player, PLY)[0]);
}

function matchChance(state: MatchState, player: Player): number {
  const after = chanceAfter(state, player);
  const { value } = state.cube;
  const [won, lost] = [after(value), after(-value)];
  return lost + ((1 + equityOf(state, player)) / 2) * (won - lost);
}

/** Returns the equity of the player on turn, in points at the present cube value. Before the opening roll it is 0. */
function equityOf(state: MatchState, player: Player): number {
  const { position, dice, turn, doubler, phase } = state;
  if (turn === null) return 0;
  if (dice) {
    const [best] = rank(position, player, dice, { ply: PLY, cubeful: true, match: state });
    return best?.equity ?? -equityOnRoll(state, opponent(player));
  }
  if (doubler !== null) return Math.min(worthsOf(state, player).doubleTake, 1);
  return phase === 'roll' ? equityOnRoll(state, player) : worthsOf(state, player).noDouble;
}

/** Returns the equity of a player who doubles if it is allowed and better. */
function equityOnRoll(state: MatchState, player: Player): number {
  const { noDouble, doubleTake } = worthsOf(state, player);
  const mayDouble = decideDouble(state.position, player, { ply: 0, match: state }) !== null;
  return mayDouble ? Math.max(noDouble, Math.min(doubleTake, 1)) : noDouble;
}

function worthsOf(state: MatchState, player: Player): Pick<CubeDecision, 'noDouble' | 'doubleTake'> {
  const even = { noDouble: 0, doubleTake: 0 };
  return decideDouble(state.position, player, { ply: PLY, match: state, evenIfPointless: true }) ?? even;
}
